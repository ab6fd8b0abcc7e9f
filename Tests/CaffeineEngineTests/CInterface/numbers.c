/* Any number at all in any argument: the least, the greatest, and random bits. */
#include "harness.h"

static const int64_t times[] = {INT64_MIN,     INT64_MIN + 1, -END_OF_TIME, -1,
                                0,             START - 1,     START,        START + HOUR,
                                START + DAY,   END_OF_TIME,   INT64_MAX / 2, INT64_MAX - 1,
                                INT64_MAX};
static const uint32_t numbers[] = {0,      1,        2,          1000,           43200,
                                   720000, 10000000, 0x7FFFFFFF, UINT32_C(1) << 31, UINT32_MAX};

#define TIMES (sizeof times / sizeof times[0])
#define NUMBERS (sizeof numbers / sizeof numbers[0])

static void ask_with_times(int64_t a, int64_t b) {
  caffeine_engine *engine = out.engine;
  ASK(ANY, caffeine_highest(engine, a, b, &out.highest));
  ASK(ANY, caffeine_area(engine, a, b, &out.area));
  for (size_t i = 0; i < NUMBERS; i++) {
    uint32_t number = numbers[i];
    ASK(ANY, caffeine_below_from(engine, a, b, number, &out.moment));
    ASK(ANY, caffeine_largest_dose(engine, a, b, number, &out.dose));
    ASK(ANY, caffeine_latest_time(engine, number, a, b, 36000, &out.moment));
    ASK(ANY, caffeine_latest_time(engine, 1, a, b, number, &out.moment));
  }
}

static void ask_with_time(int64_t time_s) {
  caffeine_engine *engine = out.engine;
  ASK(ANY, caffeine_amounts(engine, time_s, &out.amounts));
  ASK(ANY, caffeine_day(engine, time_s, &out.day));
  ASK(ANY, caffeine_first_from(engine, time_s));
  for (size_t i = 0; i < NUMBERS; i++) {
    uint32_t number = numbers[i];
    ASK(ANY, caffeine_today(engine, time_s, (int32_t)(number & 0x7FFFFFFF), &out.day));
    ASK(ANY, caffeine_timeline(engine, time_s, number, ENTRIES, out.body_ug, &out.flags));
    ASK(ANY, caffeine_concentration(engine, time_s, number, 700, &out.concentration));
    ASK(ANY, caffeine_concentration(engine, time_s, UINT32_MAX, number, &out.concentration));
  }
  for (size_t i = 0; i < TIMES; i++) ask_with_times(time_s, times[i]);
}

static void ask_with_every_number(void) {
  for (size_t i = 0; i < TIMES; i++) ask_with_time(times[i]);
  for (size_t i = 0; i < NUMBERS; i++) ASK(ANY, caffeine_at(out.engine, numbers[i], &out.drink));
}

static void any_number_in_questions(void) {
  set_up(4, 0);
  ask_with_every_number();
  for (uint8_t i = 1; i <= 3; i++) {
    caffeine_drink drink = named(i, START + i, 96000);
    drink.duration_s = i == 2 ? 43200 : 0;
    must_record(&drink);
  }
  ask_with_every_number();
  for (uint8_t i = 4; i <= 9; i++) {
    caffeine_drink drink = named(i, START + i * DAY / 8, 10000000);
    drink.flags = CAFFEINE_FLAG_MEANT;
    must_record(&drink);
  }
  DO(CAFFEINE_OK, caffeine_set_profile(out.engine, START + 2 * DAY, 0, 720000));
  ask_with_every_number();
}

static void any_number_in_changes(void) {
  for (size_t i = 0; i < TIMES; i++) {
    for (size_t j = 0; j < NUMBERS; j++) {
      caffeine_drink drink, listed = named(1, START, 96000);
      set_up(4, 0);
      must_record(&listed);
      for (size_t k = 0; k < NUMBERS; k++) {
        DO(ANY, caffeine_set_profile(out.engine, times[i], numbers[j], numbers[k]));
        DO(ANY, caffeine_remove(out.engine, listed.id, numbers[k], 255, &out.receipt));
        drink = named(2, times[i], numbers[j]);
        drink.duration_s = numbers[k];
        DO(ANY, caffeine_record(out.engine, &drink, INT64_MAX, &out.receipt));
        drink.revision = numbers[k];
        drink.flags = CAFFEINE_FLAG_MEANT;
        DO(ANY, caffeine_edit(out.engine, &drink, START, &out.receipt));
      }
      for (size_t k = 0; k < TIMES; k++) {
        drink = named(3, times[i], numbers[j]);
        DO(ANY, caffeine_record(out.engine, &drink, times[k], &out.receipt));
      }
    }
  }
}

/* Random bits as a drink: at most a refusal. */
static void garbage_as_a_drink(void) {
  uint64_t seed = 1;
  set_up(4, 0);
  for (int i = 0; i < 5000; i++) {
    caffeine_drink drink;
    uint8_t *bytes = (uint8_t *)&drink;
    for (size_t j = 0; j < sizeof drink; j++) {
      seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
      bytes[j] = (uint8_t)(seed >> 56);
    }
    /* Field by field it becomes acceptable, so that every check has its turn. */
    drink.struct_size = sizeof drink;
    if (i % 2 == 0) drink.dose_ug &= 0xFFFFF;
    if (i % 4 < 3) drink.flags &= CAFFEINE_FLAG_MEANT | CAFFEINE_FLAG_ESTIMATED;
    if (i % 8 < 7) drink.time_s = START + (drink.time_s & 0xFFFFF);
    if (i % 16 < 15) drink.duration_s &= 0x7FFF;
    if (i % 32 < 31) drink.utc_offset_min = (int16_t)(drink.utc_offset_min % 1000);
    DO(ANY, caffeine_record(out.engine, &drink, i % 64 == 0 ? START : INT64_MAX, &out.receipt));
  }
  ASK(4, caffeine_count(out.engine));
}

void test_numbers(void) {
  run("no number in a question traps or writes", any_number_in_questions);
  run("no number in a change traps; a refused change leaves every byte", any_number_in_changes);
  run("random bits as a drink are at most refused", garbage_as_a_drink);
}
