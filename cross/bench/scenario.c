/*
 * A long scripted life of an engine whose every answer goes into one number.
 *
 * The same source runs on every board and on the host, and prints the same digest: a 64-bit
 * FNV-1a over all statuses and all fields of all answers, little end first. Records, edits,
 * removals, profile changes, folds and refused calls come from a linear congruential generator;
 * every question is asked about the past, the present and the future.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "caffeine.h"

#define DRINKS 20
#define STEPS 240
#define ENTRIES 16
#define START INT64_C(1780300800) /* 2026-06-01 08:00 UTC */

static CAFFEINE_STORAGE(memory, DRINKS);
static caffeine_engine *engine;
static uint64_t digest = UINT64_C(14695981039346656037);
static uint64_t seed = 2026;
static long refused;

/* ---- What goes into the digest ------------------------------------------------------------- */

static void hash(uint64_t value) {
  for (int i = 0; i < 8; i++) {
    digest = (digest ^ (uint8_t)(value >> (8 * i))) * UINT64_C(1099511628211);
  }
}

/* Hashes a status and gives it back. */
static int32_t told(int32_t status) {
  if (status < 0) refused++;
  hash((uint64_t)(int64_t)status);
  return status;
}

static void hash_id(const uint8_t id[16]) {
  for (int i = 0; i < 16; i++) hash(id[i]);
}

static void hash_drink(const caffeine_drink *drink) {
  hash(drink->revision);
  hash_id(drink->id);
  hash((uint64_t)drink->time_s);
  hash(drink->dose_ug);
  hash(drink->duration_s);
  hash(drink->flags);
  hash((uint64_t)drink->utc_offset_min);
  hash(drink->kind);
  hash(drink->source);
}

static void hash_receipt(const caffeine_receipt *receipt) {
  hash((uint64_t)receipt->change);
  hash_id(receipt->id);
  hash((uint64_t)receipt->oldest_open_s);
  hash(receipt->revision);
  hash(receipt->flags);
}

static void hash_day(const caffeine_day_answer *day) {
  hash((uint64_t)day->status);
  hash((uint64_t)day->date);
  hash(day->cup_hundredths);
  hash(day->total_ug);
  hash(day->drinks);
  hash(day->unknown_drinks);
  hash(day->flags);
}

/* ---- Chance --------------------------------------------------------------------------------- */

/*
 * A number below limit; the upper half of Knuth's MMIX generator. At most one call an expression:
 * compilers differ in the order of arguments.
 */
static uint32_t chance(uint32_t limit) {
  seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(((seed >> 32) * limit) >> 32);
}

static uint32_t pick(const uint32_t *values, uint32_t count) { return values[chance(count)]; }

static uint32_t absorption(void) {
  static const uint32_t values[] = {0, 30, 420, 420, 600, 3600, 18000, 18001, 86400};
  return pick(values, sizeof values / sizeof values[0]);
}

static uint32_t elimination(void) {
  static const uint32_t values[] = {1800, 9000, 18000, 18000, 18001, 30000, 720000};
  return pick(values, sizeof values / sizeof values[0]);
}

static caffeine_drink drink_near(int64_t now) {
  static const uint32_t doses[] = {0, 1, 3000, 28000, 64000, 96000, 200000, 1200000, 10000000};
  static const uint32_t durations[] = {0, 0, 0, 1, 300, 900, 3601, 43200};
  static const uint32_t kinds_of_flags[] = {0, 0, 0, CAFFEINE_FLAG_ESTIMATED,
                                            CAFFEINE_FLAG_UNKNOWN_DOSE};
  caffeine_drink drink;
  memset(&drink, 0, sizeof drink);
  drink.struct_size = sizeof drink;
  drink.flags = pick(kinds_of_flags, 5);
  drink.dose_ug = drink.flags == CAFFEINE_FLAG_UNKNOWN_DOSE ? 0 : pick(doses, 9);
  if (drink.dose_ug > 1200000 && chance(4) != 0) drink.flags |= CAFFEINE_FLAG_MEANT;
  drink.duration_s = pick(durations, 8);
  drink.time_s = now + 130 - (int64_t)chance(chance(6) == 0 ? 400000 : 20000);
  drink.utc_offset_min = (int16_t)(15 * (int)chance(97) - 720);
  drink.kind = (uint8_t)chance(256);
  drink.source = (uint8_t)chance(4);
  drink.revision = chance(8) == 0 ? chance(5) : 0;
  if (chance(5) == 0) drink.id[15] = (uint8_t)(1 + chance(40));
  if (chance(5) == 0) drink.id[0] = (uint8_t)(1 + chance(6));
  return drink;
}

/* ---- Steps ---------------------------------------------------------------------------------- */

static void put(int64_t now, int edits) {
  caffeine_drink drink = drink_near(now);
  caffeine_receipt receipt;
  memset(&receipt, 0, sizeof receipt);
  receipt.struct_size = sizeof receipt;
  if (edits) {
    caffeine_drink listed = drink;
    uint32_t count = (uint32_t)caffeine_count(engine);
    if (told(caffeine_at(engine, chance(count + 1), &listed)) == CAFFEINE_OK) {
      memcpy(drink.id, listed.id, sizeof drink.id);
    }
    told(caffeine_edit(engine, &drink, now, &receipt));
  } else {
    told(caffeine_record(engine, &drink, now, &receipt));
  }
  hash_receipt(&receipt);
}

static void take_out(void) {
  caffeine_drink drink;
  caffeine_receipt receipt;
  memset(&drink, 0, sizeof drink);
  memset(&receipt, 0, sizeof receipt);
  drink.struct_size = sizeof drink;
  receipt.struct_size = sizeof receipt;
  drink.id[15] = (uint8_t)chance(40);
  told(caffeine_at(engine, chance(DRINKS), &drink));
  /* One call of chance at a time: C leaves the order of arguments to the compiler. */
  uint32_t revision = chance(3) == 0 ? chance(4) : 0;
  uint8_t source = (uint8_t)chance(4);
  told(caffeine_remove(engine, drink.id, revision, source, &receipt));
  hash_receipt(&receipt);
}

static void change_profile(int64_t now) {
  int64_t from = chance(3) == 0 ? CAFFEINE_FROM_START : now + 50000 - (int64_t)chance(100000);
  uint32_t ta = absorption(), te = elimination();
  told(caffeine_set_profile(engine, from, ta, te));
}

/* ---- Questions ------------------------------------------------------------------------------ */

static void ask_amounts(int64_t time) {
  caffeine_amounts_answer amounts = {sizeof amounts, 0, 0, 0};
  caffeine_concentration_answer concentration = {sizeof concentration, 0, 0};
  told(caffeine_amounts(engine, time, &amounts));
  hash(amounts.gut_ug);
  hash(amounts.body_ug);
  hash(amounts.flags);
  told(caffeine_concentration(engine, time, 70000, 700, &concentration));
  hash(concentration.ng_per_ml);
  hash(concentration.flags);
}

static void ask_timeline(int64_t start) {
  uint32_t body[ENTRIES] = {0}, flags = 0;
  told(caffeine_timeline(engine, start, 1 + chance(7200), ENTRIES, body, &flags));
  for (int i = 0; i < ENTRIES; i++) hash(body[i]);
  hash(flags);
}

static void ask_stretch(int64_t from, int64_t until) {
  caffeine_highest_answer highest = {sizeof highest, 0, 0, 0, 0};
  caffeine_time_answer moment = {sizeof moment, 0, 0, 0, 0};
  caffeine_area_answer area = {sizeof area, 0, 0, 0, 0};
  told(caffeine_highest(engine, from, until, &highest));
  hash(highest.body_ug);
  hash((uint64_t)highest.time_s);
  hash(highest.flags);
  told(caffeine_below_from(engine, from, until, 1 + chance(300000), &moment));
  hash((uint64_t)moment.time_s);
  hash(moment.flags);
  told(caffeine_area(engine, from, until, &area));
  hash(area.area_ug_s);
  hash(area.flags);
}

static void ask_bedtime(int64_t now, int64_t bedtime) {
  static const uint32_t thresholds[] = {0, 36000, 77000, 500000, 20000000};
  caffeine_dose_answer dose = {sizeof dose, 0, 0};
  caffeine_time_answer moment = {sizeof moment, 0, 0, 0, 0};
  uint32_t threshold = pick(thresholds, 5);
  told(caffeine_largest_dose(engine, now, bedtime, threshold, &dose));
  hash(dose.dose_ug);
  hash(dose.flags);
  told(caffeine_latest_time(engine, chance(400000), now, bedtime, threshold, &moment));
  hash((uint64_t)moment.time_s);
  hash(moment.flags);
}

static void ask_days(int64_t now) {
  caffeine_day_answer day;
  memset(&day, 0, sizeof day);
  day.struct_size = sizeof day;
  told(caffeine_today(engine, now, 15 * (int32_t)chance(97) - 720, &day));
  hash_day(&day);
  told(caffeine_day(engine, now / 86400 + 1 - (int64_t)chance(18), &day));
  hash_day(&day);
}

static void ask_list(int64_t now) {
  caffeine_drink drink;
  int64_t fold = 0;
  memset(&drink, 0, sizeof drink);
  drink.struct_size = sizeof drink;
  told(caffeine_count(engine));
  told(caffeine_capacity(engine));
  told(caffeine_fold_time(engine, &fold));
  hash((uint64_t)fold);
  told(caffeine_at(engine, chance(DRINKS + 1), &drink));
  hash_drink(&drink);
  told(caffeine_find(engine, drink.id, &drink));
  hash_drink(&drink);
  told(caffeine_first_from(engine, now - (int64_t)chance(90000)));
}

static void ask_everything(int64_t now) {
  int64_t from = now - (int64_t)chance(90000);
  int64_t until = chance(4) == 0 ? CAFFEINE_FOREVER : from + (int64_t)chance(200000) - 100;
  ask_amounts(now);
  ask_amounts(from);
  ask_amounts(now + (int64_t)chance(4000000));
  ask_timeline(from);
  ask_stretch(from, until);
  ask_bedtime(now, now + (int64_t)chance(60000) - 1000);
  ask_days(now);
  ask_list(now);
}

static void ask_at_the_ends_of_time(void) {
  ask_amounts(INT64_MIN);
  ask_amounts(INT64_MAX);
  ask_timeline(INT64_MIN);
  ask_timeline(INT64_MAX);
  ask_stretch(INT64_MIN, INT64_MAX);
  ask_stretch(INT64_MAX, INT64_MAX);
  ask_bedtime(INT64_MIN, INT64_MAX);
  ask_days(INT64_MAX);
}

int main(void) {
  int64_t now = START;
  caffeine_config config;
  told(caffeine_config_default(&config));
  config.device_id = 1;
  config.day_start_min = 240;
  config.clock_floor_s = START;
  if (told(caffeine_init(memory, caffeine_size(DRINKS), CAFFEINE_ABI, &config, &engine)) < 0) {
    return 1;
  }
  ask_at_the_ends_of_time();
  for (int step = 0; step < STEPS; step++) {
    uint32_t kind = chance(20);
    now += chance(9000);
    if (kind < 14) {
      put(now, kind >= 12);
    } else if (kind < 16) {
      take_out();
    } else if (kind < 18) {
      change_profile(now);
    } else {
      ask_amounts(now);
    }
    if (step % 4 == 3) ask_everything(now);
  }
  ask_at_the_ends_of_time();
  for (int32_t status = -25; status <= 2; status++) {
    for (const char *text = caffeine_strerror(status); *text != 0; text++) hash((uint8_t)*text);
  }
  printf("%08lx%08lx refused %ld\n", (unsigned long)(digest >> 32),
         (unsigned long)(digest & 0xFFFFFFFFu), refused);
  return 0;
}
