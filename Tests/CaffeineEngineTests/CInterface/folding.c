/* A full ledger: folds, TOO_OLD, FULL, and what totals are kept. */
#include "harness.h"

static int32_t record(const caffeine_drink *drink) {
  return caffeine_record(out.engine, drink, drink->time_s, &out.receipt);
}

/* Four hourly drinks in an engine for four. */
static void fill(void) {
  set_up(4, 0);
  for (uint8_t i = 0; i < 4; i++) {
    caffeine_drink drink = named((uint8_t)(i + 1), START + i * HOUR, 96000);
    must_record(&drink);
  }
}

/* The same, with the first folded. */
static void fill_and_fold(void) {
  caffeine_drink drink = named(5, START + 4 * HOUR, 96000);
  fill();
  must_record(&drink);
}

static void a_full_ledger_folds(void) {
  caffeine_drink drink = named(5, START + 4 * HOUR, 96000);
  fill();
  ASK(CAFFEINE_E_NEVER, caffeine_fold_time(out.engine, &out.time_s));
  ASK(CAFFEINE_OK, caffeine_amounts(out.engine, START + 5 * HOUR, &out.amounts));
  uint32_t body = out.amounts.body_ug, gut = out.amounts.gut_ug;
  drink.dose_ug = 0;
  must_record(&drink);
  ASK(4, caffeine_count(out.engine));
  ASK(CAFFEINE_OK, caffeine_fold_time(out.engine, &out.time_s));
  IS(out.time_s, START);
  ASK(CAFFEINE_OK, caffeine_amounts(out.engine, START + 5 * HOUR, &out.amounts));
  IS(out.amounts.body_ug, body);
  IS(out.amounts.gut_ug, gut);
  ASK(CAFFEINE_OK, caffeine_day(out.engine, START / DAY, &out.day));
  IS(out.day.total_ug, 4 * 96000);
  IS(out.day.drinks, 5);
  drink = named(1, START, 1);
  ASK(CAFFEINE_E_UNKNOWN_ID, caffeine_find(out.engine, drink.id, &out.drink));
}

static void nothing_enters_a_closed_past(void) {
  static const int64_t closed[] = {0, START - 1, START};
  fill_and_fold();
  for (size_t i = 0; i < 3; i++) {
    caffeine_drink drink = named(9, closed[i], 1000), old = named(3, closed[i], 1000);
    out.receipt.oldest_open_s = -1;
    DO(CAFFEINE_E_TOO_OLD, record(&drink));
    IS(out.receipt.oldest_open_s, START + HOUR + 1);
    DO(CAFFEINE_E_TOO_OLD, caffeine_record(out.engine, &drink, drink.time_s, 0));
    DO(CAFFEINE_E_TOO_OLD, caffeine_edit(out.engine, &old, closed[i], &out.receipt));
    DO(CAFFEINE_E_TOO_OLD, caffeine_set_profile(out.engine, closed[i], 420, 18000));
  }
  caffeine_drink drink = named(9, START + HOUR, 1000); /* the fold it would cause is no earlier */
  out.receipt.oldest_open_s = -1;
  DO(CAFFEINE_E_TOO_OLD, record(&drink));
  IS(out.receipt.oldest_open_s, START + HOUR + 1);
  drink.time_s = START + HOUR - 1;
  DO(CAFFEINE_E_FULL, record(&drink));
  DO(CAFFEINE_OK, caffeine_set_profile(out.engine, START + 1, 420, 18000));
  DO(CAFFEINE_OK, caffeine_set_profile(out.engine, CAFFEINE_FROM_START, 420, 18001));
  drink.time_s = START + HOUR + 1;
  must_record(&drink);
}

static void questions_before_the_fold(void) {
  static const int64_t before[] = {INT64_MIN, 0, START - 1};
  fill_and_fold();
  for (size_t i = 0; i < 3; i++) {
    int64_t t = before[i];
    ASK(CAFFEINE_E_TOO_OLD, caffeine_amounts(out.engine, t, &out.amounts));
    ASK(CAFFEINE_E_TOO_OLD,
        caffeine_concentration(out.engine, t, 70000, 700, &out.concentration));
    ASK(CAFFEINE_E_TOO_OLD, caffeine_timeline(out.engine, t, 1, 2, out.body_ug, &out.flags));
    ASK(CAFFEINE_E_TOO_OLD, caffeine_highest(out.engine, t, INT64_MAX, &out.highest));
    ASK(CAFFEINE_E_TOO_OLD, caffeine_below_from(out.engine, t, INT64_MAX, 1, &out.moment));
    ASK(CAFFEINE_E_TOO_OLD, caffeine_area(out.engine, t, INT64_MAX, &out.area));
    ASK(CAFFEINE_E_TOO_OLD, caffeine_largest_dose(out.engine, t, INT64_MAX, 1, &out.dose));
    ASK(CAFFEINE_E_TOO_OLD,
        caffeine_latest_time(out.engine, 1, t, INT64_MAX, 1, &out.moment));
  }
  ASK(CAFFEINE_OK, caffeine_amounts(out.engine, START, &out.amounts));
  IS(out.amounts.gut_ug, 96000);
  ASK(CAFFEINE_OK, caffeine_highest(out.engine, START, INT64_MAX, &out.highest));
}

static void drinks_in_progress_at_the_fold(void) {
  caffeine_drink sip = named(1, START - 100, 96000), next;
  set_up(2, 0);
  sip.duration_s = 43200;
  must_record(&sip);
  next = named(2, START, 50000);
  must_record(&next);
  next = named(3, START + HOUR, 1000);
  must_record(&next); /* folds number 2; number 1 has begun before */
  ASK(2, caffeine_count(out.engine));
  sip.dose_ug = 1;
  sip.revision = 2;
  out.receipt.oldest_open_s = -1;
  DO(CAFFEINE_E_TOO_OLD, caffeine_edit(out.engine, &sip, START + DAY, &out.receipt));
  IS(out.receipt.oldest_open_s > START, 1);
  out.receipt.oldest_open_s = -1;
  DO(CAFFEINE_E_TOO_OLD, caffeine_remove(out.engine, sip.id, 0, 0, &out.receipt));
  IS(out.receipt.oldest_open_s > START, 1);
  DO(CAFFEINE_E_TOO_OLD, caffeine_remove(out.engine, sip.id, 0, 0, 0));
  ASK(CAFFEINE_OK, caffeine_amounts(out.engine, START + 2 * DAY, &out.amounts));
  next = named(3, START + HOUR, 2000); /* that may change still */
  next.revision = 2;
  DO(CAFFEINE_OK, caffeine_edit(out.engine, &next, START + HOUR, &out.receipt));
}

static void full_of_drinks_in_progress(void) {
  set_up(3, 0);
  for (uint8_t i = 0; i < 3; i++) {
    caffeine_drink drink = named((uint8_t)(i + 1), START + i, 96000);
    drink.duration_s = 43200;
    must_record(&drink);
  }
  caffeine_drink drink = named(4, START + 43199, 1000);
  DO(CAFFEINE_E_FULL, record(&drink));
  drink.time_s = START + 43200; /* ended, but the fold would be at this very second */
  DO(CAFFEINE_E_TOO_OLD, record(&drink));
  drink.time_s = START + 43201;
  must_record(&drink);
}

static void many_folds(void) {
  uint64_t total = 0;
  set_up(2, 0);
  for (uint32_t i = 0; i < 1000; i++) {
    caffeine_drink drink = nameless(START + i * HOUR, 1000 + i);
    drink.duration_s = i % 3 * 2000;
    drink.flags = i % 5 == 0 ? (uint32_t)CAFFEINE_FLAG_ESTIMATED : 0;
    DO(ANY, record(&drink));
  }
  int64_t latest = (START + 999 * HOUR) / DAY;
  for (int64_t date = latest - 14; date <= latest; date++) {
    ASK(CAFFEINE_OK, caffeine_day(out.engine, date, &out.day));
    IS(out.day.drinks > 0, 1);
    total += out.day.total_ug;
  }
  IS(total > 0, 1);
  ASK(CAFFEINE_E_NOT_KEPT, caffeine_day(out.engine, latest - 15, &out.day));
}

static void totals_that_are_not_kept(void) {
  caffeine_drink drink = named(1, START, 96000);
  int64_t date = START / DAY;
  set_up(4, 0);
  must_record(&drink);
  ASK(CAFFEINE_OK, caffeine_day(out.engine, date - 14, &out.day));
  IS(out.day.drinks, 0);
  ASK(CAFFEINE_E_NOT_KEPT, caffeine_day(out.engine, date - 15, &out.day));
  ASK(CAFFEINE_E_NOT_KEPT, caffeine_day(out.engine, INT64_MIN, &out.day));
  ASK(CAFFEINE_OK, caffeine_day(out.engine, INT64_MAX, &out.day));
  IS(out.day.date, INT64_MAX);
  IS(out.day.total_ug, 0);
  ASK(CAFFEINE_E_NOT_KEPT, caffeine_today(out.engine, START - 16 * DAY, 0, &out.day));
  ASK(CAFFEINE_E_NOT_KEPT, caffeine_today(out.engine, INT64_MIN, 1080, &out.day));
  ASK(CAFFEINE_OK, caffeine_today(out.engine, INT64_MAX, -1080, &out.day));
  set_up(4, 0);
  ASK(CAFFEINE_OK, caffeine_day(out.engine, INT64_MAX, &out.day));
  ASK(ANY, caffeine_day(out.engine, INT64_MIN, &out.day));
}

void test_folding(void) {
  run("a full ledger folds the drink that ended first; amounts keep their bits",
      a_full_ledger_folds);
  run("nothing enters a closed past: TOO_OLD with the oldest open time",
      nothing_enters_a_closed_past);
  run("questions before the fold time are TOO_OLD", questions_before_the_fold);
  run("drinks begun before the fold cannot be changed", drinks_in_progress_at_the_fold);
  run("a ledger full of drinks in progress is FULL", full_of_drinks_in_progress);
  run("a thousand folds in an engine for two", many_folds);
  run("totals older than 14 days are NOT_KEPT", totals_that_are_not_kept);
}
