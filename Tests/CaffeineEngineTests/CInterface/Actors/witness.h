/*
 * What the tests of trackers share: workers lent by threads of the test, and a witness of every
 * callback: on which thread, how often, and whether two of one tracker overlap.
 *
 * The workers are installed once in a process, so each test runs in a process of its own. The same
 * sources are valid C99 and C++11.
 */
#ifndef WITNESS_H
#define WITNESS_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "caffeine.h"

/* 2026-06-01 08:00 UTC. */
#define START INT64_C(1780300800)

#define CHECK(condition) check((condition) != 0, __FILE__, __LINE__, #condition)
#define IS(expected, call) check_equal((call), (expected), __FILE__, __LINE__, #call)

void check(int holds, const char *file, int line, const char *text);
void check_equal(int64_t actual, int64_t expected, const char *file, int line, const char *text);

/* A tracker under watch: no two of its callbacks overlap, none comes after its end. */
typedef struct watched {
  caffeine_tracker *tracker;
  int inside;
  int calls;
  int ended;
} watched;

/* One call that awaits its completion. */
typedef struct ticket {
  watched *of;
  int calls;
  int32_t status;
  int64_t number; /* the test's own, or what the callback brought */
  void (*then)(struct ticket *self);
  void *user;
} ticket;

/* Completions: each notes itself in its ticket and then calls `then`. */
void on_done(void *user, int32_t status);
void on_end(void *user, int32_t status);
void on_recorded(void *user, int32_t status, const caffeine_receipt *receipt);
void on_view(void *user, int32_t status, const caffeine_engine *engine);
void on_refreshed(void *user, int32_t status, const caffeine_health_report *report);

/* Waits until a ticket has been called so often; fails the test after a minute. */
void await_calls(const ticket *awaited, int calls);

/* Installs and lends so many threads; joins them. */
void install(void);
void lend(uint32_t first, uint32_t count);
void join(void);
int is_worker(void);

/* Creates a tracker for 512 drinks, 0: without file, health store. */
void create(watched *of, const char *path, const caffeine_health_store *health);

caffeine_drink drink_of(uint32_t dose_ug);

/* Reads and writes across threads. */
int load_int(const int *value);
int add_int(int *value, int more);

/* ---- The tests, by file ---- */

void test_uninstalled(void);
void test_install(void);
void test_unavailable(void);
void test_misuse(void);
void test_hooks(void);
void test_completions(void);
void test_one_worker(void);
void test_full(void);
void test_destroy(void);
void test_stop(void);
void test_stop_unserved(void);
void test_stop_beside(void);
void test_subscribe(void);
void test_cancel(void);
void test_stress(void);
void test_file(void);
void test_damage(void);
void test_health(void);
void test_share(void);
void test_share_shown(void);
void test_time_limit(void);

extern const char *folder;

#endif
