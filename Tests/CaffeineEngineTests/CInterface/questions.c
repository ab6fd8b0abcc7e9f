/* Numbers: what other programs and the reference tables say. */
#include "harness.h"

static void engine_of(uint32_t absorption_half_life_s, uint32_t elimination_half_life_s,
                      uint32_t dose_ug) {
  caffeine_config config = ordinary_config();
  caffeine_drink drink = named(1, START, dose_ug);
  config.absorption_half_life_s = absorption_half_life_s;
  config.elimination_half_life_s = elimination_half_life_s;
  set_up(8, &config);
  must_record(&drink);
}

static void amounts_are(int64_t time_s, uint32_t gut_ug, uint32_t body_ug) {
  ASK(CAFFEINE_OK, caffeine_amounts(out.engine, time_s, &out.amounts));
  NEAR(out.amounts.gut_ug, gut_ug, 1);
  NEAR(out.amounts.body_ug, body_ug, 1);
}

static void coffee_tracker(void) {
  static const int64_t hours[] = {0, 1, 5, 24};
  static const uint32_t body[] = {100000, 87055, 50000, 3590};
  engine_of(0, 18000, 100000);
  for (size_t i = 0; i < 4; i++) {
    ASK(CAFFEINE_OK, caffeine_amounts(out.engine, START + hours[i] * HOUR, &out.amounts));
    IS(out.amounts.body_ug, body[i]);
    IS(out.amounts.gut_ug, 0);
    IS(out.amounts.flags, 0);
  }
  amounts_are(START - 1, 0, 0); /* where it showed 114.87 an hour ahead */
  amounts_are(INT64_MIN, 0, 0);
  amounts_are(INT64_MAX, 0, 0);
}

/* Rows of Reference/levels.csv, rounded. */
static void reference_amounts(void) {
  engine_of(600, 18000, 100000);
  amounts_are(START + 59, 93411, 6581);
  amounts_are(START + 1800, 12500, 83590);
  amounts_are(START + 14400, 0, 59415);
  amounts_are(START + 43200, 0, 19600);
  engine_of(18000, 18000, 100000);
  amounts_are(START + 60, 99769, 231);
  amounts_are(START + 3600, 87055, 12068);
  amounts_are(START + 18000, 50000, 34657);
  amounts_are(START + 86399, 3590, 11944);
  engine_of(18000, 18001, 100000);
  amounts_are(START + 1, 99996, 4);
  amounts_are(START + 7200, 75786, 21012);
  engine_of(36000, 3600, 0);
  amounts_are(START + 1, 0, 0);
}

/* Rows of forecasts.csv, bedtimes.csv and areas.csv. */
static void reference_forecasts(void) {
  engine_of(600, 18000, 100000);
  ASK(CAFFEINE_OK, caffeine_highest(out.engine, START, CAFFEINE_FOREVER, &out.highest));
  NEAR(out.highest.time_s, 1780303846, 2);
  NEAR(out.highest.body_ug, 88933, 1);
  ASK(CAFFEINE_OK,
      caffeine_below_from(out.engine, START, CAFFEINE_FOREVER, 25000, &out.moment));
  NEAR(out.moment.time_s, 1780337681, 2);
  ASK(CAFFEINE_OK,
      caffeine_below_from(out.engine, START, CAFFEINE_FOREVER, 50000, &out.moment));
  NEAR(out.moment.time_s, 1780319681, 2);
  ASK(CAFFEINE_OK,
      caffeine_largest_dose(out.engine, 1780304400, 1780344000, 36000, &out.dose));
  NEAR(out.dose.dose_ug, 72843, 20);
  ASK(CAFFEINE_OK,
      caffeine_latest_time(out.engine, 64000, 1780304400, 1780344000, 36000, &out.moment));
  NEAR(out.moment.time_s, 1780307761, 2);
  ASK(CAFFEINE_OK, caffeine_area(out.engine, 1780305800, 1780305801, &out.area));
  NEAR(out.area.area_ug_s, 85008, 1);
  engine_of(18000, 18000, 100000);
  ASK(CAFFEINE_E_NEVER,
      caffeine_largest_dose(out.engine, 1780300860, 1780304400, 36000, &out.dose));
  ASK(CAFFEINE_E_NEVER,
      caffeine_latest_time(out.engine, 64000, 1780300860, 1780304400, 36000, &out.moment));
  ASK(CAFFEINE_OK, caffeine_area(out.engine, 1780300200, 1780387200, &out.area));
  NEAR(out.area.area_ug_s, 2193483813, 87003);
}

static void timelines(void) {
  engine_of(420, 18000, 100000);
  memset(out.body_ug, 0xFF, sizeof out.body_ug);
  ASK(60, caffeine_timeline(out.engine, START - 900, 300, 60, out.body_ug, 0));
  IS(out.body_ug[60], UINT32_MAX);
  for (int i = 0; i < 60; i++) {
    ASK(CAFFEINE_OK, caffeine_amounts(out.engine, START - 900 + 300 * i, &out.amounts));
    NEAR(out.amounts.body_ug, out.body_ug[i], 1);
  }
  ASK(0, caffeine_timeline(out.engine, START, 300, 0, out.body_ug, &out.flags));
  ASK(1, caffeine_timeline(out.engine, INT64_MAX, 1, 1, out.body_ug, &out.flags));
  IS(out.flags, 0);
  ASK(2, caffeine_timeline(out.engine, INT64_MIN, UINT32_MAX, 2, out.body_ug, &out.flags));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_timeline(out.engine, START, 0, 1, out.body_ug, &out.flags));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_timeline(out.engine, START, 300, 1, 0, &out.flags));
  ASK(CAFFEINE_E_RANGE, caffeine_timeline(out.engine, INT64_MAX, 1, 2, out.body_ug, &out.flags));
  ASK(CAFFEINE_E_RANGE,
      caffeine_timeline(out.engine, START, 1, UINT32_MAX, out.body_ug, &out.flags));
  ASK(CAFFEINE_E_RANGE, caffeine_timeline(out.engine, INT64_MAX - 5, UINT32_MAX, INT32_MAX,
                                          out.body_ug, &out.flags));
  ASK(CAFFEINE_E_RANGE,
      caffeine_timeline(out.engine, START, UINT32_MAX, UINT32_MAX, out.body_ug, &out.flags));
}

static void wrong_orders_and_zeros(void) {
  caffeine_engine *engine;
  engine_of(420, 18000, 100000);
  engine = out.engine;
  ASK(CAFFEINE_E_ARGUMENT, caffeine_highest(engine, START, START - 1, &out.highest));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_highest(engine, INT64_MAX, INT64_MIN, &out.highest));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_below_from(engine, START, START - 1, 1, &out.moment));
  ASK(CAFFEINE_E_RANGE, caffeine_below_from(engine, START, INT64_MAX, 0, &out.moment));
  ASK(CAFFEINE_E_NEVER, caffeine_below_from(engine, START, START + HOUR, 1, &out.moment));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_area(engine, START, START - 1, &out.area));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_largest_dose(engine, START, START - 1, 1, &out.dose));
  ASK(CAFFEINE_E_RANGE, caffeine_largest_dose(engine, START, START, 0, &out.dose));
  ASK(CAFFEINE_E_NEVER, caffeine_largest_dose(engine, START, START, 99999, &out.dose));
  ASK(CAFFEINE_OK, caffeine_largest_dose(engine, START, START, 100000, &out.dose));
  IS(out.dose.dose_ug, 0);
  ASK(CAFFEINE_OK, caffeine_largest_dose(engine, START, INT64_MAX, UINT32_MAX, &out.dose));
  IS(out.dose.dose_ug, 10000000);
  ASK(CAFFEINE_E_RANGE,
      caffeine_latest_time(engine, 10000001, START, START, 200000, &out.moment));
  ASK(CAFFEINE_E_RANGE, caffeine_latest_time(engine, 1, START, START, 0, &out.moment));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_latest_time(engine, 1, START, START - 1, 1, &out.moment));
  ASK(CAFFEINE_E_RANGE,
      caffeine_latest_time(engine, UINT32_MAX, START, START, UINT32_MAX, &out.moment));
  ASK(CAFFEINE_OK, caffeine_latest_time(engine, 0, START, START + DAY, 36000, &out.moment));
  IS(out.moment.time_s, START + DAY);
  ASK(CAFFEINE_E_ARGUMENT, caffeine_concentration(engine, START, 0, 700, &out.concentration));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_concentration(engine, START, 70000, 0, &out.concentration));
  ASK(CAFFEINE_E_RANGE, caffeine_today(engine, START, 1081, &out.day));
  ASK(CAFFEINE_E_RANGE, caffeine_today(engine, START, -1081, &out.day));
  ASK(CAFFEINE_E_RANGE, caffeine_today(engine, START, INT32_MIN, &out.day));
  ASK(CAFFEINE_E_RANGE, caffeine_today(engine, START, INT32_MAX, &out.day));
}

static void concentrations(void) {
  engine_of(0, 18000, 96000);
  ASK(CAFFEINE_OK, caffeine_concentration(out.engine, START, 70000, 700, &out.concentration));
  IS(out.concentration.ng_per_ml, 1959); /* 96 mg in 49 L */
  ASK(CAFFEINE_OK, caffeine_concentration(out.engine, START, UINT32_MAX, UINT32_MAX,
                                          &out.concentration));
  IS(out.concentration.ng_per_ml, 0);
  ASK(CAFFEINE_E_RANGE, caffeine_concentration(out.engine, START, 1, 1, &out.concentration));
}

static void days(void) {
  caffeine_config config = ordinary_config();
  caffeine_drink drink = named(1, START, 320000);
  int64_t date = START / DAY;
  set_up(8, &config);
  must_record(&drink);
  ASK(CAFFEINE_OK, caffeine_day(out.engine, date, &out.day));
  IS(out.day.date, date);
  IS(out.day.total_ug, 320000);
  IS(out.day.cup_hundredths, 333);
  IS(out.day.status, CAFFEINE_DAY_NEAR); /* four fifths of 400 mg */
  drink = named(2, START, 80000);
  must_record(&drink);
  ASK(CAFFEINE_OK, caffeine_today(out.engine, START, 0, &out.day));
  IS(out.day.status, CAFFEINE_DAY_NEAR);
  drink = named(3, START, 0);
  drink.flags = CAFFEINE_FLAG_UNKNOWN_DOSE;
  must_record(&drink);
  drink = named(4, START, 1);
  drink.flags = CAFFEINE_FLAG_ESTIMATED;
  must_record(&drink);
  ASK(CAFFEINE_OK, caffeine_day(out.engine, date, &out.day));
  IS(out.day.status, CAFFEINE_DAY_OVER);
  IS(out.day.drinks, 4);
  IS(out.day.unknown_drinks, 1);
  IS(out.day.flags, CAFFEINE_FLAG_LOWER_BOUND | CAFFEINE_FLAG_ESTIMATED);
  drink = named(5, START, 50); /* 08:00 UTC is the next date 18 h east, and the same 8 h west */
  drink.utc_offset_min = 1080;
  must_record(&drink);
  ASK(CAFFEINE_OK, caffeine_today(out.engine, START, 1080, &out.day));
  IS(out.day.date, date + 1);
  IS(out.day.total_ug, 50);
  IS(out.day.status, CAFFEINE_DAY_OK);
  ASK(CAFFEINE_OK, caffeine_today(out.engine, START, -481, &out.day));
  IS(out.day.date, date - 1);
  config.daily_limit_ug = 0;
  config.day_start_min = 481;
  set_up(8, &config);
  drink = named(1, START, 1000000);
  must_record(&drink);
  ASK(CAFFEINE_OK, caffeine_day(out.engine, date - 1, &out.day)); /* begins at 08:01 */
  IS(out.day.total_ug, 1000000);
  IS(out.day.status, CAFFEINE_DAY_OK);
}

static void unknown_doses(void) {
  caffeine_drink drink = named(2, START, 0);
  engine_of(420, 18000, 100000);
  drink.flags = CAFFEINE_FLAG_UNKNOWN_DOSE;
  must_record(&drink);
  ASK(CAFFEINE_OK, caffeine_amounts(out.engine, START - 1, &out.amounts));
  IS(out.amounts.flags, 0);
  ASK(CAFFEINE_OK, caffeine_amounts(out.engine, START, &out.amounts));
  IS(out.amounts.flags, CAFFEINE_FLAG_LOWER_BOUND);
  ASK(CAFFEINE_OK, caffeine_amounts(out.engine, START + 25 * 18420, &out.amounts));
  IS(out.amounts.flags, CAFFEINE_FLAG_LOWER_BOUND);
  ASK(CAFFEINE_OK, caffeine_amounts(out.engine, START + 25 * 18420 + 1, &out.amounts));
  IS(out.amounts.flags, 0);
  ASK(CAFFEINE_OK, caffeine_largest_dose(out.engine, START, START + DAY, 36000, &out.dose));
  IS(out.dose.flags, CAFFEINE_FLAG_AT_BEST);
  ASK(CAFFEINE_OK,
      caffeine_latest_time(out.engine, 1000, START, START + DAY, 36000, &out.moment));
  IS(out.moment.flags, CAFFEINE_FLAG_AT_BEST);
  ASK(1, caffeine_timeline(out.engine, START, 60, 1, out.body_ug, &out.flags));
  IS(out.flags, CAFFEINE_FLAG_LOWER_BOUND);
}

void test_questions(void) {
  run("Coffee Tracker's numbers with absorption 0 and 5 h", coffee_tracker);
  run("rows of the reference table", reference_amounts);
  run("forecasts, bedtimes and areas of the reference tables", reference_forecasts);
  run("each entry of a timeline is what amounts gives, within 1 ug", timelines);
  run("wrong orders are ARGUMENT, zeros RANGE, NEVER where nothing would do",
      wrong_orders_and_zeros);
  run("concentration from mass and volume", concentrations);
  run("totals of days, cups and the limit", days);
  run("drinks of unknown dose flag what they could change", unknown_doses);
}
