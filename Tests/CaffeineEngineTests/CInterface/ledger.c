/* Record, edit, remove, revisions, ids, tombstones, profile changes and sums. */
#include "harness.h"

static int32_t record(const caffeine_drink *drink, int64_t now_s) {
  return caffeine_record(out.engine, drink, now_s, &out.receipt);
}

static int32_t edit(const caffeine_drink *drink) {
  return caffeine_edit(out.engine, drink, drink->time_s, &out.receipt);
}

static int32_t take_out(const caffeine_drink *drink, uint32_t revision, uint8_t source) {
  return caffeine_remove(out.engine, drink->id, revision, source, &out.receipt);
}

static void receipt_is(int32_t change, uint32_t revision) {
  IS(out.receipt.change, change);
  IS(out.receipt.revision, revision);
  IS(out.receipt.flags, 0);
  IS(out.receipt.struct_size, sizeof(caffeine_receipt));
}

static void a_drink_comes_back_whole(void) {
  caffeine_drink drink = named(1, START, 96000);
  drink.revision = 3;
  drink.duration_s = 900;
  drink.flags = CAFFEINE_FLAG_ESTIMATED | CAFFEINE_FLAG_MEANT;
  drink.utc_offset_min = -1080;
  drink.kind = 200;
  drink.source = 255;
  set_up(4, 0);
  must_record(&drink);
  receipt_is(CAFFEINE_ADDED, 3);
  IS(memcmp(out.receipt.id, drink.id, 16), 0);
  ASK(CAFFEINE_OK, caffeine_at(out.engine, 0, &out.drink));
  IS(memcmp(&out.drink, &drink, sizeof drink), 0);
  memset(&out.drink, 0, sizeof out.drink);
  out.drink.struct_size = sizeof out.drink;
  ASK(0, caffeine_find(out.engine, drink.id, &out.drink));
  IS(memcmp(&out.drink, &drink, sizeof drink), 0);
  ASK(0, caffeine_find(out.engine, drink.id, 0));
}

static void the_list_is_in_order(void) {
  static const uint8_t order[] = {3, 1, 2, 5, 4}; /* 1 and 2 share a second, so do 4 and 5 */
  static const int64_t times[] = {0, 100, 100, 50, 200, 200};
  set_up(8, 0);
  for (uint8_t number = 5; number >= 1; number--) {
    caffeine_drink drink = named(number, START + times[number], 1000);
    if (number == 5) drink.id[0] = 0x10; /* ids compare as bytes from the first */
    must_record(&drink);
  }
  ASK(5, caffeine_count(out.engine));
  ASK(8, caffeine_capacity(out.engine));
  for (uint32_t i = 0; i < 5; i++) {
    ASK(CAFFEINE_OK, caffeine_at(out.engine, i, &out.drink));
    IS(out.drink.id[15], order[i]);
    ASK((int32_t)i, caffeine_find(out.engine, out.drink.id, 0));
  }
  ASK(CAFFEINE_E_RANGE, caffeine_at(out.engine, 5, &out.drink));
  ASK(CAFFEINE_E_RANGE, caffeine_at(out.engine, INT32_MAX, &out.drink));
  ASK(CAFFEINE_E_RANGE, caffeine_at(out.engine, 1u << 31, &out.drink));
  ASK(CAFFEINE_E_RANGE, caffeine_at(out.engine, UINT32_MAX, &out.drink));
  ASK(0, caffeine_first_from(out.engine, INT64_MIN));
  ASK(0, caffeine_first_from(out.engine, START + 50));
  ASK(1, caffeine_first_from(out.engine, START + 51));
  ASK(3, caffeine_first_from(out.engine, START + 101));
  ASK(5, caffeine_first_from(out.engine, START + 201));
  ASK(5, caffeine_first_from(out.engine, INT64_MAX));
}

static void doses(void) {
  caffeine_drink drink = named(1, START, 10000001);
  set_up(4, 0);
  drink.flags = UINT32_MAX; /* the dose is judged first */
  drink.time_s = -1;
  DO(CAFFEINE_E_RANGE, record(&drink, START));
  drink = named(1, START, UINT32_MAX);
  DO(CAFFEINE_E_RANGE, record(&drink, START));
  drink.dose_ug = 10000000;
  DO(CAFFEINE_E_SUSPICIOUS, record(&drink, START));
  drink.dose_ug = 1200001;
  DO(CAFFEINE_E_SUSPICIOUS, record(&drink, START));
  drink.flags = CAFFEINE_FLAG_MEANT;
  must_record(&drink);
  drink = named(2, START, 1200000);
  must_record(&drink);
  drink = named(3, START, 0);
  must_record(&drink);
}

static void flags(void) {
  set_up(4, 0);
  for (int bit = 0; bit < 32; bit++) {
    caffeine_drink drink = named(1, START, 96000);
    drink.flags = UINT32_C(1) << bit;
    if (bit > 4) DO(CAFFEINE_E_ARGUMENT, record(&drink, START));
  }
  caffeine_drink drink = named(1, START, 1);
  drink.flags = CAFFEINE_FLAG_PLANNED | CAFFEINE_FLAG_TIME_UNSET;
  DO(CAFFEINE_E_ARGUMENT, record(&drink, START));
  drink.flags = CAFFEINE_FLAG_UNKNOWN_DOSE;
  DO(CAFFEINE_E_ARGUMENT, record(&drink, START));
  drink.dose_ug = 0;
  must_record(&drink);
}

static void fields(void) {
  static const int64_t bad_times[] = {INT64_MIN, -1, END_OF_TIME, INT64_MAX};
  static const uint32_t bad_durations[] = {43201, UINT32_C(1) << 31, UINT32_MAX};
  static const int16_t bad_offsets[] = {INT16_MIN, -1081, 1081, INT16_MAX};
  set_up(4, 0);
  for (size_t i = 0; i < 4; i++) {
    caffeine_drink drink = named(1, bad_times[i], 96000);
    DO(CAFFEINE_E_RANGE, record(&drink, INT64_MAX));
    drink = named(1, START, 96000);
    drink.utc_offset_min = bad_offsets[i];
    DO(CAFFEINE_E_RANGE, record(&drink, START));
  }
  for (size_t i = 0; i < 3; i++) {
    caffeine_drink drink = named(1, START, 96000);
    drink.duration_s = bad_durations[i];
    DO(CAFFEINE_E_RANGE, record(&drink, START));
  }
  caffeine_drink drink = named(1, 0, 96000);
  drink.duration_s = 43200;
  drink.utc_offset_min = 1080;
  must_record(&drink);
  drink = named(2, END_OF_TIME - 1, 96000);
  drink.duration_s = 43200;
  drink.utc_offset_min = -1080;
  must_record(&drink);
}

static void clocks(void) {
  caffeine_config config = ordinary_config();
  caffeine_drink drink = named(1, START, 96000);
  config.clock_floor_s = START - 1000;
  set_up(4, &config);
  DO(CAFFEINE_E_FUTURE, record(&drink, START - 121));
  DO(CAFFEINE_E_CLOCK, record(&drink, START - 1001));
  DO(CAFFEINE_E_CLOCK, record(&drink, 0));
  DO(CAFFEINE_E_CLOCK, record(&drink, INT64_MIN));
  ASK(CAFFEINE_E_CLOCK,
      caffeine_largest_dose(out.engine, START - 1001, START, 36000, &out.dose));
  ASK(CAFFEINE_E_CLOCK,
      caffeine_latest_time(out.engine, 1000, START - 1001, START, 36000, &out.moment));
  ASK(CAFFEINE_E_CLOCK, caffeine_today(out.engine, START - 1001, 0, &out.day));
  DO(CAFFEINE_OK, record(&drink, START - 120));
  set_up(4, 0);
  DO(CAFFEINE_E_FUTURE, record(&drink, INT64_MIN));
  DO(CAFFEINE_E_FUTURE, record(&drink, -1));
  DO(CAFFEINE_OK, record(&drink, INT64_MAX));
}

static void ids_are_assigned(void) {
  caffeine_config config = ordinary_config();
  static const uint8_t device[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  caffeine_drink drink = nameless(START, 96000), taken = nameless(START, 96000);
  config.device_id = UINT64_C(0x0102030405060708);
  set_up(8, &config);
  memcpy(taken.id, device, 8);
  taken.id[15] = 2;
  DO(CAFFEINE_OK, record(&drink, START));
  IS(memcmp(out.receipt.id, device, 8), 0);
  IS(out.receipt.id[15], 1);
  IS(out.receipt.id[8], 0);
  receipt_is(CAFFEINE_ADDED, 1);
  must_record(&taken);
  drink.dose_ug = 10000001;
  DO(CAFFEINE_E_RANGE, record(&drink, START)); /* uses up no number */
  drink.dose_ug = 1000;
  DO(CAFFEINE_OK, record(&drink, START));
  IS(out.receipt.id[15], 3);
  taken.id[15] = 4;
  must_record(&taken);
  DO(CAFFEINE_OK, take_out(&taken, 0, 0)); /* a tombstone's id is in use too */
  DO(CAFFEINE_OK, record(&drink, START));
  IS(out.receipt.id[15], 5);
  DO(CAFFEINE_E_ARGUMENT, edit(&drink));
  DO(CAFFEINE_E_UNKNOWN_ID, take_out(&drink, 0, 0));
  ASK(CAFFEINE_E_UNKNOWN_ID, caffeine_find(out.engine, drink.id, &out.drink));
  config.device_id = 0;
  set_up(8, &config);
  DO(CAFFEINE_E_ARGUMENT, record(&drink, START));
  must_record(&taken);
}

static void revisions(void) {
  caffeine_drink drink = named(1, START, 96000);
  set_up(4, 0);
  DO(CAFFEINE_E_UNKNOWN_ID, edit(&drink));
  drink.revision = 5;
  drink.source = 3;
  must_record(&drink);
  must_record(&drink);
  receipt_is(CAFFEINE_UNCHANGED, 5);
  drink.source = 2;
  DO(CAFFEINE_E_STALE, record(&drink, START));
  DO(CAFFEINE_E_STALE, edit(&drink));
  drink.source = 4;
  DO(CAFFEINE_OK, edit(&drink));
  receipt_is(CAFFEINE_EDITED, 5);
  drink.dose_ug = 96001;
  DO(CAFFEINE_OK, record(&drink, START));
  receipt_is(CAFFEINE_EDITED, 5);
  drink.dose_ug = 96000;
  DO(CAFFEINE_E_STALE, edit(&drink));
  drink.dose_ug = 95999; /* compared as bytes, little end first, it is the greatest of them */
  DO(CAFFEINE_OK, edit(&drink));
  drink.revision = 4;
  drink.source = 255;
  DO(CAFFEINE_E_STALE, edit(&drink));
  drink.revision = 0;
  drink.source = 0;
  DO(CAFFEINE_OK, edit(&drink));
  receipt_is(CAFFEINE_EDITED, 6);
  drink.revision = UINT32_MAX;
  DO(CAFFEINE_OK, edit(&drink));
  drink.revision = 0;
  DO(CAFFEINE_E_RANGE, edit(&drink));
  DO(CAFFEINE_E_RANGE, record(&drink, START));
  DO(CAFFEINE_E_RANGE, take_out(&drink, 0, 0));
  DO(CAFFEINE_E_STALE, take_out(&drink, 1, 0));
  DO(CAFFEINE_OK, take_out(&drink, UINT32_MAX, 0)); /* a removal outranks its equal */
  receipt_is(CAFFEINE_REMOVED, UINT32_MAX);
  DO(CAFFEINE_E_RANGE, record(&drink, START));
  ASK(0, caffeine_count(out.engine));
}

static void removals(void) {
  caffeine_drink drink = named(1, START, 96000);
  set_up(4, 0);
  DO(CAFFEINE_E_UNKNOWN_ID, take_out(&drink, 0, 0));
  DO(CAFFEINE_E_UNKNOWN_ID, take_out(&drink, 9, 0));
  must_record(&drink);
  DO(CAFFEINE_OK, take_out(&drink, 0, 9));
  receipt_is(CAFFEINE_REMOVED, 2);
  IS(memcmp(out.receipt.id, drink.id, 16), 0);
  DO(CAFFEINE_E_UNKNOWN_ID, take_out(&drink, 0, 9));
  DO(CAFFEINE_OK, take_out(&drink, 2, 9));
  receipt_is(CAFFEINE_UNCHANGED, 2);
  DO(CAFFEINE_E_STALE, take_out(&drink, 1, 255));
  DO(CAFFEINE_OK, take_out(&drink, 3, 0));
  receipt_is(CAFFEINE_REMOVED, 3);
  DO(CAFFEINE_E_UNKNOWN_ID, edit(&drink));
  drink.revision = 3;
  DO(CAFFEINE_E_STALE, record(&drink, START));
  drink.revision = 0;
  DO(CAFFEINE_OK, record(&drink, START));
  receipt_is(CAFFEINE_ADDED, 4);
}

static void seventeen_removals(void) {
  set_up(20, 0);
  for (uint8_t number = 1; number <= 17; number++) {
    caffeine_drink drink = named(number, START, 1000);
    must_record(&drink);
    DO(CAFFEINE_OK, take_out(&drink, 0, 0));
  }
  for (uint8_t number = 2; number <= 17; number++) {
    caffeine_drink drink = named(number, START, 1000);
    drink.revision = 1;
    DO(CAFFEINE_E_STALE, record(&drink, START));
  }
  caffeine_drink first = named(1, START, 1000);
  first.revision = 1;
  DO(CAFFEINE_OK, record(&first, START)); /* forgotten: it may return */
  receipt_is(CAFFEINE_ADDED, 1);
}

static void putting_in_and_taking_out_leaves_no_trace(void) {
  static uint8_t bytes[sizeof memory.engine];
  caffeine_drink drink = named(1, START, 96000), other = named(2, START - 50, 5000);
  set_up(4, 0);
  must_record(&drink);
  memcpy(bytes, memory.engine, sizeof bytes);
  other.duration_s = 600;
  must_record(&other);
  ASK(2, caffeine_count(out.engine));
  other.revision = 2;
  other.dose_ug = 0;
  DO(CAFFEINE_OK, edit(&other));
  /* But for the tombstone the engine is as before: the amounts keep their bits. */
  DO(CAFFEINE_OK, take_out(&other, 0, 0));
  ASK(CAFFEINE_OK, caffeine_amounts(out.engine, START + HOUR, &out.amounts));
  IS(out.amounts.gut_ug + out.amounts.body_ug > 80000, 1);
  uint32_t body = out.amounts.body_ug;
  memcpy(memory.engine, bytes, sizeof bytes);
  ASK(CAFFEINE_OK, caffeine_amounts(out.engine, START + HOUR, &out.amounts));
  IS(out.amounts.body_ug, body);
}

/* 10 g a drink: 429 of them are below 2^32 - 1 ug, 430 above. */
static caffeine_drink bucket(uint32_t number, int64_t time_s) {
  caffeine_drink drink = named((uint8_t)(number & 0xFF), time_s, 10000000);
  drink.id[14] = (uint8_t)(number >> 8);
  drink.flags = CAFFEINE_FLAG_MEANT;
  return drink;
}

static void sums_of_one_second(void) {
  set_up(MOST_DRINKS, 0);
  for (uint32_t i = 0; i < 429; i++) {
    caffeine_drink drink = bucket(i, START);
    must_record(&drink);
  }
  caffeine_drink drink = bucket(429, START);
  DO(CAFFEINE_E_RANGE, record(&drink, START));
  drink.duration_s = 43200; /* counts as swallowed whole */
  DO(CAFFEINE_E_RANGE, record(&drink, START));
  drink.dose_ug = 4967295;
  drink.duration_s = 0;
  must_record(&drink); /* exactly 2^32 - 1 */
  ASK(CAFFEINE_OK, caffeine_amounts(out.engine, START, &out.amounts));
  IS(out.amounts.gut_ug, UINT32_MAX);
  ASK(CAFFEINE_OK, caffeine_day(out.engine, START / DAY, &out.day));
  IS(out.day.total_ug, UINT32_MAX);
  IS(out.day.drinks, 430);
  IS(out.day.cup_hundredths, 4473924); /* (100 (2^32 - 1) + 48000) / 96000 */
  IS(out.day.status, CAFFEINE_DAY_OVER);
  drink.dose_ug = 4967296;
  drink.revision = 2;
  DO(CAFFEINE_E_RANGE, edit(&drink));
  ASK(CAFFEINE_OK, caffeine_highest(out.engine, START, CAFFEINE_FOREVER, &out.highest));
  ASK(CAFFEINE_E_RANGE,
      caffeine_concentration(out.engine, START + HOUR, 1, 1, &out.concentration));
  ASK(CAFFEINE_OK, caffeine_area(out.engine, START, CAFFEINE_FOREVER, &out.area));
}

static void sums_of_several_days(void) {
  int32_t status = CAFFEINE_OK;
  uint32_t number = 0;
  set_up(MOST_DRINKS, 0);
  DO(CAFFEINE_OK, caffeine_set_profile(out.engine, CAFFEINE_FROM_START, 420, 720000));
  while (status == CAFFEINE_OK && number < 490) {
    caffeine_drink drink = bucket(number, START + number / 160 * DAY);
    status = DO(ANY, record(&drink, drink.time_s));
    number++;
  }
  IS(status, CAFFEINE_E_RANGE);
  IS(number > 430, 1);
}

static void sums_under_another_profile(void) {
  set_up(MOST_DRINKS, 0);
  for (uint32_t i = 0; i < 480; i++) {
    caffeine_drink drink = bucket(i, START + i / 240 * DAY);
    must_record(&drink);
  }
  DO(CAFFEINE_E_RANGE, caffeine_set_profile(out.engine, CAFFEINE_FROM_START, 420, 720000));
  DO(CAFFEINE_E_RANGE, caffeine_set_profile(out.engine, START, 420, 720000));
  DO(CAFFEINE_OK, caffeine_set_profile(out.engine, START + DAY, 420, 720000));
  DO(CAFFEINE_E_RANGE, caffeine_set_profile(out.engine, START + 1, 0, 720000));
}

static void profiles(void) {
  static const uint32_t bad[][2] = {{1, 18000},     {29, 18000},  {86401, 18000},
                                    {420, 0},       {420, 1799},  {420, 720001},
                                    {UINT32_MAX, 1}, {420, UINT32_MAX}};
  set_up(4, 0);
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    DO(CAFFEINE_E_RANGE,
       caffeine_set_profile(out.engine, CAFFEINE_FROM_START, bad[i][0], bad[i][1]));
    DO(CAFFEINE_E_RANGE, caffeine_set_profile(out.engine, START, bad[i][0], bad[i][1]));
  }
  DO(CAFFEINE_E_RANGE, caffeine_set_profile(out.engine, INT64_MIN + 1, 420, 18000));
  DO(CAFFEINE_E_RANGE, caffeine_set_profile(out.engine, -1, 420, 18000));
  DO(CAFFEINE_E_RANGE, caffeine_set_profile(out.engine, END_OF_TIME, 420, 18000));
  DO(CAFFEINE_E_RANGE, caffeine_set_profile(out.engine, INT64_MAX, 420, 18000));
  for (int i = 0; i < 8; i++) {
    DO(CAFFEINE_OK, caffeine_set_profile(out.engine, START + i, 420, 18000));
  }
  DO(CAFFEINE_E_FULL, caffeine_set_profile(out.engine, START + 8, 420, 18000));
  DO(CAFFEINE_E_FULL, caffeine_set_profile(out.engine, 0, 420, 18000));
  DO(CAFFEINE_OK, caffeine_set_profile(out.engine, START + 7, 0, 9000)); /* in its place */
  DO(CAFFEINE_OK, caffeine_set_profile(out.engine, CAFFEINE_FROM_START, 86400, 1800));
}

void test_ledger(void) {
  run("a drink comes back whole", a_drink_comes_back_whole);
  run("drinks are listed by (time, id), and found", the_list_is_in_order);
  run("a dose over 10 g is RANGE, one over 1.2 g SUSPICIOUS unless it is meant", doses);
  run("unknown flags, and PLANNED with TIME_UNSET, are ARGUMENT", flags);
  run("times, durations and offsets out of range are RANGE", fields);
  run("the future and an unset clock are refused", clocks);
  run("ids are assigned, those in use skipped", ids_are_assigned);
  run("the greater version wins, an equal one changes nothing, a lesser is STALE", revisions);
  run("a removal is remembered", removals);
  run("the seventeenth removal lets the first be forgotten", seventeen_removals);
  run("putting in and taking out leaves no trace in the amounts",
      putting_in_and_taking_out_leaves_no_trace);
  run("430 drinks of 10 g at one second are RANGE", sums_of_one_second);
  run("sums over several days are RANGE", sums_of_several_days);
  run("a profile under which sums do not fit is RANGE", sums_under_another_profile);
  run("half-lives and times of profile changes are judged, the ninth is FULL", profiles);
}
