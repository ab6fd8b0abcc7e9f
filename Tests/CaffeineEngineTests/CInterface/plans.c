/* What is planned, what has no date yet, and what a watch asks: the face, may I, what if. */
#include "harness.h"

static caffeine_drink planned(uint8_t number, int64_t time_s, uint32_t dose_ug) {
  caffeine_drink drink = named(number, time_s, dose_ug);
  drink.flags = CAFFEINE_FLAG_PLANNED;
  return drink;
}

/* An engine for four drinks whose clock is not set before START - DAY. */
static void set_up_watch(void) {
  caffeine_config config = ordinary_config();
  config.clock_floor_s = START - DAY;
  set_up(4, &config);
}

static void counted(void) {
  caffeine_drink drink = named(1, START, 100000), plan = planned(2, START + HOUR, 100000);
  set_up_watch();
  must_record(&drink);
  DO(CAFFEINE_OK, caffeine_record(out.engine, &plan, START, &out.receipt));
  ASK(CAFFEINE_OK, caffeine_highest(out.engine, START, CAFFEINE_FOREVER, &out.highest));
  IS(out.highest.body_ug > 150000, 1);
  IS(out.highest.flags, 0);
  ASK(CAFFEINE_OK,
      caffeine_highest(out.engine, START + HOUR + 1, CAFFEINE_FOREVER, &out.highest));
  IS(out.highest.body_ug < 100000, 1);
  IS(out.highest.flags, CAFFEINE_FLAG_DUE);
  ASK(CAFFEINE_OK, caffeine_amounts(out.engine, START + HOUR - 1, &out.amounts));
  IS(out.amounts.flags, 0);
  ASK(CAFFEINE_OK, caffeine_amounts(out.engine, START + HOUR, &out.amounts));
  IS(out.amounts.gut_ug < 1000, 1);
  IS(out.amounts.flags, CAFFEINE_FLAG_DUE);
  ASK(CAFFEINE_OK, caffeine_today(out.engine, START + HOUR, 0, &out.day));
  IS(out.day.total_ug, 100000);
  IS(out.day.drinks, 1);
  IS(out.day.flags, CAFFEINE_FLAG_DUE);
}

static void confirmed(void) {
  caffeine_drink drink = named(1, START, 100000), plan = planned(2, START + HOUR, 64000);
  set_up_watch();
  must_record(&drink);
  DO(CAFFEINE_OK, caffeine_record(out.engine, &plan, START, &out.receipt));
  DO(CAFFEINE_E_UNKNOWN_ID,
     caffeine_confirm(out.engine, named(9, 0, 0).id, 3, START, START, &out.receipt));
  DO(CAFFEINE_E_ARGUMENT, caffeine_confirm(out.engine, drink.id, 3, START, START, &out.receipt));
  DO(CAFFEINE_E_ARGUMENT, caffeine_confirm(out.engine, 0, 3, START, START, &out.receipt));
  DO(CAFFEINE_E_ARGUMENT, caffeine_confirm(0, plan.id, 3, START, START, &out.receipt));
  DO(CAFFEINE_E_FUTURE,
     caffeine_confirm(out.engine, plan.id, 3, START + 121, START, &out.receipt));
  DO(CAFFEINE_E_RANGE, caffeine_confirm(out.engine, plan.id, 3, -1, START, &out.receipt));
  DO(CAFFEINE_E_RANGE,
     caffeine_confirm(out.engine, plan.id, 3, INT64_MAX, INT64_MAX, &out.receipt));
  DO(CAFFEINE_E_CLOCK, caffeine_confirm(out.engine, plan.id, 3, START, 0, &out.receipt));
  out.receipt.struct_size = 8;
  DO(CAFFEINE_E_ARGUMENT, caffeine_confirm(out.engine, plan.id, 3, START, START, &out.receipt));
  out.receipt.struct_size = sizeof out.receipt;
  DO(CAFFEINE_OK,
     caffeine_confirm(out.engine, plan.id, 3, START + 120, START, &out.receipt));
  IS(out.receipt.change, CAFFEINE_EDITED);
  IS(out.receipt.revision, 2);
  IS(memcmp(out.receipt.id, plan.id, 16), 0);
  ASK(1, caffeine_find(out.engine, plan.id, &out.drink));
  IS(out.drink.time_s, START + 120);
  IS(out.drink.flags, 0);
  IS(out.drink.source, 3);
  IS(out.drink.dose_ug, 64000);
  DO(CAFFEINE_E_ARGUMENT, caffeine_confirm(out.engine, plan.id, 3, START, START, 0));
}

static void confirmed_too_late(void) {
  caffeine_drink plan = planned(9, START, 64000);
  set_up(2, 0);
  DO(CAFFEINE_OK, caffeine_record(out.engine, &plan, START, 0));
  for (uint8_t i = 1; i <= 2; i++) {
    caffeine_drink drink = named(i, START + i * HOUR, 1000);
    must_record(&drink);
  }
  DO(CAFFEINE_E_TOO_OLD,
     caffeine_confirm(out.engine, plan.id, 0, START + HOUR, START + DAY, &out.receipt));
  IS(out.receipt.oldest_open_s, START + HOUR + 1);
  DO(CAFFEINE_OK,
     caffeine_confirm(out.engine, plan.id, 0, START + HOUR + 1, START + DAY, &out.receipt));
  for (uint8_t i = 3; i <= 4; i++) {
    plan = planned(i, START + 3 * HOUR, 64000);
    DO(ANY, caffeine_record(out.engine, &plan, START, 0));
  }
  ASK(2, caffeine_count(out.engine));
}

static void dated(void) {
  caffeine_drink drink = named(1, START, 64000);
  set_up_watch();
  memset(&out.inbox, 0, sizeof out.inbox);
  DO(CAFFEINE_OK, caffeine_inbox_post(&out.inbox, CAFFEINE_PRESET_TABLET, 30));
  DO(1, caffeine_inbox_drain(out.engine, &out.inbox, 60, 60, 120));
  ASK(CAFFEINE_OK, caffeine_at(out.engine, 0, &out.drink));
  IS(out.drink.flags, CAFFEINE_FLAG_TIME_UNSET);
  IS(out.drink.time_s, 30);
  ASK(CAFFEINE_OK, caffeine_amounts(out.engine, START, &out.amounts));
  IS(out.amounts.gut_ug, 0);
  IS(out.amounts.flags, CAFFEINE_FLAG_UNDATED);
  must_record(&drink);
  DO(CAFFEINE_E_CLOCK, caffeine_clock_changed(out.engine, 90, START - DAY - 1, CAFFEINE_FOREVER));
  DO(CAFFEINE_E_ARGUMENT, caffeine_clock_changed(0, 90, START, CAFFEINE_FOREVER));
  DO(1, caffeine_clock_changed(out.engine, 90, START, CAFFEINE_FOREVER));
  ASK(CAFFEINE_OK, caffeine_at(out.engine, 0, &out.drink));
  IS(out.drink.time_s, START - 60);
  IS(out.drink.flags, 0);
  IS(out.drink.revision, 2);
  DO(0, caffeine_clock_changed(out.engine, 90, START, CAFFEINE_FOREVER));
  /* Now the clock turns out to be an hour slow since that last drink. */
  DO(1, caffeine_clock_changed(out.engine, START + 60, START + 60 + HOUR, START));
  ASK(1, caffeine_find(out.engine, drink.id, &out.drink));
  IS(out.drink.time_s, START + HOUR);
  ASK(CAFFEINE_OK, caffeine_at(out.engine, 0, &out.drink));
  IS(out.drink.time_s, START - 60);
}

static void far_clocks(void) {
  static const int64_t ends[] = {INT64_MIN, -1, 0, START, INT64_MAX};
  caffeine_drink drink = named(1, START, 64000), plan = planned(2, START, 64000);
  caffeine_drink press = named(3, 60, 64000);
  press.flags = CAFFEINE_FLAG_TIME_UNSET;
  for (size_t i = 0; i < 125; i++) {
    set_up(4, 0);
    must_record(&drink);
    must_record(&plan);
    must_record(&press);
    DO(ANY, caffeine_clock_changed(out.engine, ends[i % 5], ends[i / 5 % 5], ends[i / 25]));
    ASK(3, caffeine_count(out.engine));
    ASK(ANY, caffeine_find(out.engine, plan.id, &out.drink));
    IS(out.drink.time_s, START);
    DO(ANY, caffeine_confirm(out.engine, plan.id, 0, ends[i % 5], ends[i / 5 % 5], 0));
    ASK(ANY, caffeine_face_at(out.engine, ends[i % 5], 0, 1000, &out.face));
    ASK(ANY, caffeine_may_have(out.engine, ends[i % 5], 1000, ends[i / 5 % 5], 0, &out.may_have));
    ASK(ANY, caffeine_what_if(out.engine, &drink, ends[i % 5], ends[i / 5 % 5], &out.amounts));
  }
}

static void drawn(void) {
  caffeine_drink drink = named(1, START, 96000);
  set_up_watch();
  ASK(CAFFEINE_OK, caffeine_face_at(out.engine, START, 0, 1000, &out.face));
  IS(out.face.next_change_s, CAFFEINE_FOREVER);
  IS(out.face.trend, 0);
  IS(out.face.flags, 0);
  drink.flags = CAFFEINE_FLAG_ESTIMATED;
  must_record(&drink);
  ASK(CAFFEINE_OK, caffeine_face_at(out.engine, START, 0, 1000, &out.face));
  IS(out.face.body_ug, 0);
  IS(out.face.gut_ug, 96000);
  IS(out.face.today_ug, 96000);
  IS(out.face.today_drinks, 1);
  IS(out.face.day_status, CAFFEINE_DAY_OK);
  IS(out.face.trend, 1);
  IS(out.face.flags, CAFFEINE_FLAG_ESTIMATED);
  IS(out.face.next_change_s, START + 4);
  ASK(CAFFEINE_OK, caffeine_face_at(out.engine, START + 6 * HOUR, 0, 1000, &out.face));
  IS(out.face.trend, -1);
  ASK(CAFFEINE_E_ARGUMENT, caffeine_face_at(0, START, 0, 1000, &out.face));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_face_at(out.engine, START, 0, 1000, 0));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_face_at(out.engine, START, 0, 0, &out.face));
  ASK(CAFFEINE_E_RANGE, caffeine_face_at(out.engine, START, 1081, 1000, &out.face));
  ASK(CAFFEINE_E_RANGE, caffeine_face_at(out.engine, START, INT32_MIN, 1000, &out.face));
  ASK(CAFFEINE_E_CLOCK, caffeine_face_at(out.engine, START - DAY - 1, 0, 1000, &out.face));
  out.face.struct_size--;
  ASK(CAFFEINE_E_ARGUMENT, caffeine_face_at(out.engine, START, 0, 1000, &out.face));
}

static void allowed(void) {
  caffeine_config config = ordinary_config();
  IS(config.sleep_threshold_ug, 36000);
  config.sleep_threshold_ug = 0;
  clean_up();
  DO(CAFFEINE_E_ARGUMENT, caffeine_init(memory.engine, caffeine_size(4), CAFFEINE_ABI, &config,
                                        &out.engine));
  set_up_watch();
  ASK(CAFFEINE_OK,
      caffeine_may_have(out.engine, START, 96000, START + 12 * HOUR, 0, &out.may_have));
  IS(out.may_have.verdict, 1);
  IS(out.may_have.reasons, 0);
  IS(out.may_have.flags, 0);
  IS(out.may_have.latest_s > START && out.may_have.latest_s < START + 12 * HOUR, 1);
  ASK(CAFFEINE_OK, caffeine_may_have(out.engine, START, 400001, START, 0, &out.may_have));
  IS(out.may_have.verdict, 0);
  IS(out.may_have.reasons,
     CAFFEINE_REASON_SLEEP | CAFFEINE_REASON_DAILY_LIMIT | CAFFEINE_REASON_SINGLE_LIMIT);
  IS(out.may_have.latest_s, INT64_MIN);
  IS(out.may_have.largest_ug, 36000);
  ASK(CAFFEINE_E_ARGUMENT, caffeine_may_have(0, START, 1, START, 0, &out.may_have));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_may_have(out.engine, START, 1, START, 0, 0));
  ASK(CAFFEINE_E_ARGUMENT,
      caffeine_may_have(out.engine, START, 1, START - 1, 0, &out.may_have));
  ASK(CAFFEINE_E_RANGE,
      caffeine_may_have(out.engine, START, 10000001, START, 0, &out.may_have));
  ASK(CAFFEINE_E_RANGE, caffeine_may_have(out.engine, START, 1, START, 1081, &out.may_have));
  ASK(CAFFEINE_E_CLOCK, caffeine_may_have(out.engine, 0, 1, START, 0, &out.may_have));
  out.may_have.struct_size = 0;
  ASK(CAFFEINE_E_ARGUMENT, caffeine_may_have(out.engine, START, 1, START, 0, &out.may_have));
}

static void supposed(void) {
  caffeine_drink drink = named(1, START, 64000), plan = planned(2, START + HOUR, 50000);
  caffeine_amounts_answer supposed;
  set_up_watch();
  DO(CAFFEINE_OK, caffeine_record(out.engine, &plan, START, 0));
  ASK(CAFFEINE_OK, caffeine_what_if(out.engine, &drink, START, START + HOUR, &out.amounts));
  IS(out.amounts.gut_ug > 50000, 1);
  IS(out.amounts.flags, 0);
  ASK(CAFFEINE_OK,
      caffeine_what_if(out.engine, &drink, START + HOUR + 1, START + 2 * HOUR, &out.amounts));
  IS(out.amounts.flags, CAFFEINE_FLAG_DUE);
  supposed = out.amounts;
  must_record(&drink);
  ASK(CAFFEINE_OK, caffeine_amounts(out.engine, START + 2 * HOUR, &out.amounts));
  NEAR(out.amounts.gut_ug, supposed.gut_ug, 1);
  NEAR(out.amounts.body_ug, supposed.body_ug, 1);
  ASK(CAFFEINE_E_ARGUMENT, caffeine_what_if(0, &drink, START, START, &out.amounts));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_what_if(out.engine, 0, START, START, &out.amounts));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_what_if(out.engine, &drink, START, START, 0));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_what_if(out.engine, &drink, START, START - 1, &out.amounts));
  ASK(CAFFEINE_E_CLOCK, caffeine_what_if(out.engine, &drink, 0, START, &out.amounts));
  drink.dose_ug = 1200001;
  ASK(CAFFEINE_E_SUSPICIOUS, caffeine_what_if(out.engine, &drink, START, START, &out.amounts));
  drink.dose_ug = 10000001;
  ASK(CAFFEINE_E_RANGE, caffeine_what_if(out.engine, &drink, START, START, &out.amounts));
  drink.struct_size = 4;
  ASK(CAFFEINE_E_ARGUMENT, caffeine_what_if(out.engine, &drink, START, START, &out.amounts));
}

void test_plans(void) {
  run("a plan counts while it is to come, then it is due", counted);
  run("a plan that is confirmed is a drink", confirmed);
  run("a plan cannot be confirmed at a time that is folded", confirmed_too_late);
  run("drinks without a date get theirs once the clock is set", dated);
  run("no time makes a question or a change of the clock trap", far_clocks);
  run("a face tells what a watch draws, and until when", drawn);
  run("a drink is judged by sleep, day and size", allowed);
  run("what a drink would leave is told, and nothing is written", supposed);
}
