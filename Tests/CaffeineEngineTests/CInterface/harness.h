/*
 * What the conformance tests share: an engine in guarded memory, its answers in one place, and
 * calls of which every promise of caffeine.h is checked, whatever they are about:
 *
 * - a failing call leaves the engine, the guards around it and all answers byte for byte as they
 *   were (but for oldest_open_s on TOO_OLD), and gives a documented status;
 * - a question never writes to the engine, and no call writes past its memory;
 * - no call allocates or frees.
 *
 * The same sources are valid C99 and C++11.
 */
#ifndef HARNESS_H
#define HARNESS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "caffeine.h"

/* 2026-06-01 08:00 UTC, where the reference tables begin. */
#define START INT64_C(1780300800)
#define HOUR INT64_C(3600)
#define DAY INT64_C(86400)
#define END_OF_TIME INT64_C(7258118400) /* 2200-01-01 */

#define MOST_DRINKS 500
#define ENTRIES 64
#define GUARD 64
#define SAVED 1024

/* Room for an engine between two guards. */
typedef struct guarded_memory {
  uint8_t before[GUARD];
  uint64_t engine[CAFFEINE_STORAGE_BYTES(MOST_DRINKS) / 8];
  uint8_t after[GUARD];
} guarded_memory;

/* Every variable that a call may write to. */
typedef struct outputs {
  caffeine_engine *engine;
  caffeine_config config;
  caffeine_drink drink;
  caffeine_receipt receipt;
  caffeine_amounts_answer amounts;
  caffeine_highest_answer highest;
  caffeine_time_answer moment;
  caffeine_dose_answer dose;
  caffeine_day_answer day;
  caffeine_area_answer area;
  caffeine_concentration_answer concentration;
  caffeine_load_report report;
  caffeine_inbox inbox;
  caffeine_face face;
  caffeine_may_have_answer may_have;
  caffeine_page_result page_result;
  caffeine_window_span span;
  caffeine_drink page[8];
  uint64_t anchor;
  uint32_t index;
  int64_t time_s;
  uint32_t flags;
  uint32_t body_ug[ENTRIES];
  uint8_t bytes[SAVED];
} outputs;

extern guarded_memory memory;
extern outputs out;

/* Fills memory and answers with a pattern, each structure with its size. */
void clean_up(void);

/* The defaults with device id 7. */
caffeine_config ordinary_config(void);

/* A fresh engine for so many drinks; config 0: the ordinary one. */
void set_up(uint32_t drinks, const caffeine_config *config);

/* A drink whose id the engine assigns, and one with an id of the test's own. */
caffeine_drink nameless(int64_t time_s, uint32_t dose_ug);
caffeine_drink named(uint8_t number, int64_t time_s, uint32_t dose_ug);

/* Records a drink at its own time. */
void must_record(const caffeine_drink *drink);

/* ---- Checks --------------------------------------------------------------------------------- */

/* In place of a status: any that is documented. */
#define ANY INT32_MAX

void before_call(void);
int32_t after_call(const char *file, int line, const char *text, int32_t expected, int32_t status,
                   int may_change);
void check_equal(const char *file, int line, const char *text, int64_t actual, int64_t expected,
                 int64_t tolerance);

/* A call that may change the engine, and a question; what status it has to give. */
#define DO(expected, call) \
  (before_call(), after_call(__FILE__, __LINE__, #call, (expected), (call), 1))
#define ASK(expected, call) \
  (before_call(), after_call(__FILE__, __LINE__, #call, (expected), (call), 0))

#define IS(actual, expected) \
  check_equal(__FILE__, __LINE__, #actual, (int64_t)(actual), (int64_t)(expected), 0)
#define NEAR(actual, expected, tolerance)                                              \
  check_equal(__FILE__, __LINE__, #actual, (int64_t)(actual), (int64_t)(expected), \
              (int64_t)(tolerance))

/* Runs a test; a line of TAP. */
void run(const char *sentence, void (*test)(void));

/* Prints what came out; the program's exit code. */
int finish(void);

/* ---- The tests, a file each ----------------------------------------------------------------- */

void test_life(void);
void test_ledger(void);
void test_folding(void);
void test_questions(void);
void test_refusals(void);
void test_numbers(void);
void test_records(void);
void test_keeping(void);
void test_adopting(void);
void test_sharing(void);
void test_wrist(void);
void test_plans(void);
void test_sync(void);
void test_journal(void);

#endif
