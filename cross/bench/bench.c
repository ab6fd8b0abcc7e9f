/*
 * What each call costs on a microcontroller: firmware for QEMU that makes one call at a time
 * between two markers, counted by tools/instructions.c.
 *
 * Standard output has one line a region, in order: label, tab, divisor (to give a share, as of a
 * timeline's entries). Of regions of one label the dearest counts. The last lines
 * are "engine_16" and the like, tab, the bytes of an engine for 16 drinks. Exits 1 if a call failed.
 */
#include <stdint.h>
#include <stdio.h>

#include "caffeine.h"

#define DRINKS 64
#define ENTRIES 288
#define START INT64_C(1780300800) /* 2026-06-01 08:00 UTC */
#define APART 7200                /* a drink every two hours */
#define SIP 600                   /* every fourth takes ten minutes */

static CAFFEINE_STORAGE(memory, DRINKS);
static uint32_t body[ENTRIES];
static caffeine_engine *engine;
static int failures;

void bench_begin(void);
void bench_end(int32_t status);

__attribute__((noinline)) void bench_begin(void) { __asm__ volatile("" ::: "memory"); }

__attribute__((noinline)) void bench_end(int32_t status) {
  __asm__ volatile("" ::: "memory");
  if (status < 0) {
    printf("# status %ld\t1\n", (long)status);
    failures++;
  }
}

/* Nothing may stand between the call and the end marker: its status is the marker's argument. */
#define MEASURE(label, divisor, call)      \
  do {                                     \
    printf("%s\t%d\n", (label), (divisor)); \
    bench_begin();                         \
    bench_end(call);                       \
  } while (0)

static void check(int32_t status) { bench_end(status); }

static int64_t time_of(int index) { return START + (int64_t)index * APART; }

static caffeine_drink drink_of(int index) {
  caffeine_drink drink = {0};
  drink.struct_size = sizeof drink;
  drink.time_s = time_of(index);
  drink.dose_ug = 96000;
  drink.duration_s = index % 4 == 3 ? SIP : 0;
  drink.utc_offset_min = 120;
  return drink;
}

static void set_up(void) {
  caffeine_config config;
  check(caffeine_config_default(&config));
  config.device_id = 7;
  MEASURE("init, 64 drinks", 1,
          caffeine_init(memory, caffeine_size(DRINKS), CAFFEINE_ABI, &config, &engine));
}

/* The state after the last event goes through other code as time passes: the dearest counts. */
static void ask_now(const char *label, int64_t last) {
  static const int64_t since[] = {0, 1, 60, 600, 1800, 7200, 18000, 86400, 604800};
  for (unsigned i = 0; i < sizeof since / sizeof since[0]; i++) {
    caffeine_amounts_answer answer = {sizeof answer, 0, 0, 0};
    MEASURE(label, 1, caffeine_amounts(engine, last + since[i], &answer));
  }
}

static void record(const char *label, int index) {
  caffeine_drink drink = drink_of(index);
  caffeine_receipt receipt = {0};
  receipt.struct_size = sizeof receipt;
  MEASURE(label, 1, caffeine_record(engine, &drink, drink.time_s, &receipt));
}

static void ask_full(void) {
  const int64_t first = time_of(0), last = time_of(DRINKS - 1) + SIP, bedtime = last + 28800;
  caffeine_amounts_answer amounts = {sizeof amounts, 0, 0, 0};
  caffeine_highest_answer highest = {sizeof highest, 0, 0, 0, 0};
  caffeine_time_answer moment = {sizeof moment, 0, 0, 0, 0};
  caffeine_dose_answer dose = {sizeof dose, 0, 0};
  caffeine_day_answer day = {sizeof day, 0, 0, 0, 0, 0, 0, 0};
  caffeine_area_answer area = {sizeof area, 0, 0, 0, 0};
  caffeine_face face = {.struct_size = sizeof face};
  caffeine_drink drink = drink_of(0);
  MEASURE("amounts in the past, 32 of 64 before", 1,
          caffeine_amounts(engine, time_of(31) + 1, &amounts));
  MEASURE("timeline 288 x 5 min to now, an entry", ENTRIES,
          caffeine_timeline(engine, last - 86100, 300, ENTRIES, body, 0));
  MEASURE("timeline 288 x 5 min from now, an entry", ENTRIES,
          caffeine_timeline(engine, last, 300, ENTRIES, body, 0));
  MEASURE("highest, over all 64", 1, caffeine_highest(engine, first, CAFFEINE_FOREVER, &highest));
  MEASURE("highest, from now", 1, caffeine_highest(engine, last, CAFFEINE_FOREVER, &highest));
  MEASURE("below_from, over all 64", 1,
          caffeine_below_from(engine, first, CAFFEINE_FOREVER, 36000, &moment));
  MEASURE("below_from, from now", 1,
          caffeine_below_from(engine, last, CAFFEINE_FOREVER, 36000, &moment));
  MEASURE("largest_dose", 1, caffeine_largest_dose(engine, last, bedtime, 150000, &dose));
  MEASURE("latest_time", 1,
          caffeine_latest_time(engine, dose.dose_ug / 2, last, bedtime, 150000, &moment));
  MEASURE("area, over all 64", 1, caffeine_area(engine, first, bedtime, &area));
  MEASURE("day, 64 listed", 1, caffeine_day(engine, START / 86400, &day));
  MEASURE("face", 1, caffeine_face_at(engine, last, 120, 1000, &face));
  MEASURE("at", 1, caffeine_at(engine, 0, &drink));
  MEASURE("find, the first of 64", 1, caffeine_find(engine, drink.id, &drink));
}

static void change_full(void) {
  caffeine_drink drink = drink_of(0);
  MEASURE("set_profile, from the start", 1,
          caffeine_set_profile(engine, CAFFEINE_FROM_START, 420, 19000));
  MEASURE("set_profile, from the last", 1,
          caffeine_set_profile(engine, time_of(DRINKS - 1), 420, 18000));
  check(caffeine_at(engine, 32, &drink));
  drink.revision = 0;
  drink.dose_ug = 64000;
  MEASURE("edit, the 33rd of 64", 1, caffeine_edit(engine, &drink, time_of(DRINKS), 0));
  record("record, the 65th: folds", DRINKS);
  record("record, the 66th: folds", DRINKS + 1);
  check(caffeine_at(engine, 32, &drink));
  MEASURE("remove, the 33rd of 64", 1, caffeine_remove(engine, drink.id, 0, 0, 0));
}

int main(void) {
  set_up();
  record("record, the 1st", 0);
  ask_now("amounts now, drinks: 1", time_of(0));
  for (int index = 1; index < DRINKS - 1; index++) {
    caffeine_drink drink = drink_of(index);
    check(caffeine_record(engine, &drink, drink.time_s, 0));
    if (index == 3) ask_now("amounts now, drinks: 4", time_of(3) + SIP);
    if (index == 15) ask_now("amounts now, drinks: 16", time_of(15) + SIP);
  }
  record("record, the 64th", DRINKS - 1);
  ask_now("amounts now, drinks: 64", time_of(DRINKS - 1) + SIP);
  ask_full();
  change_full();
  for (uint32_t drinks = 16; drinks <= 4096; drinks *= 4) {
    printf("engine_%lu\t%lu\n", (unsigned long)drinks, (unsigned long)caffeine_size(drinks));
  }
  return failures == 0 ? 0 : 1;
}
