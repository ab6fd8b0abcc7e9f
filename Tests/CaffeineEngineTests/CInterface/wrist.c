/* What a wrist needs: presets, the next bedtime, presses that become drinks, snapshots. */
#include "harness.h"

static caffeine_zone zone(int32_t offset_min, int64_t next_change_s, int32_t offset_after_min) {
  caffeine_zone zone = {0, 0, 0, 0, 0};
  zone.struct_size = sizeof zone;
  zone.offset_min = offset_min;
  zone.next_change_s = next_change_s;
  zone.offset_after_min = offset_after_min;
  return zone;
}

static void presets(void) {
  static const uint32_t doses_mg[] = {96, 144, 192, 64, 128, 256, 47, 28, 22,
                                      29, 18,  3,   34, 80, 160, 100, 200};
  for (uint8_t preset = 1; preset <= 17; preset++) {
    out.drink = named(9, START, 1);
    out.drink.flags = CAFFEINE_FLAG_MEANT;
    DO(CAFFEINE_OK, caffeine_preset(preset, &out.drink));
    IS(out.drink.dose_ug, doses_mg[preset - 1] * 1000);
    IS(out.drink.kind, preset);
    IS(out.drink.flags, preset < CAFFEINE_PRESET_TABLET ? CAFFEINE_FLAG_ESTIMATED : 0);
    IS(out.drink.time_s, START);
    IS(out.drink.id[15], 9);
  }
  for (int preset = 18; preset < 256; preset++) {
    DO(CAFFEINE_E_RANGE, caffeine_preset((uint8_t)preset, &out.drink));
  }
  DO(CAFFEINE_E_RANGE, caffeine_preset(0, &out.drink));
  DO(CAFFEINE_E_ARGUMENT, caffeine_preset(1, 0));
  out.drink.struct_size--;
  DO(CAFFEINE_E_ARGUMENT, caffeine_preset(1, &out.drink));
}

static void bedtimes(void) {
  /* Berlin, as a phone sends it: at 2026-10-25 01:00 UTC the clock goes back by an hour. */
  caffeine_zone berlin = zone(120, INT64_C(1792890000), 60);
  DO(CAFFEINE_OK, caffeine_next_local(START, 23 * 60, &berlin, &out.time_s));
  IS(out.time_s, START + 13 * HOUR);
  DO(CAFFEINE_OK, caffeine_next_local(START + 13 * HOUR, 23 * 60, &berlin, &out.time_s));
  IS(out.time_s, START + 37 * HOUR);
  DO(CAFFEINE_OK, caffeine_next_local(INT64_C(1792882800), 150, &berlin, &out.time_s));
  IS(out.time_s, INT64_C(1792888200));
  DO(CAFFEINE_OK, caffeine_next_local(INT64_MAX, 0, &berlin, &out.time_s));
  IS(out.time_s, INT64_MAX);
  DO(CAFFEINE_OK, caffeine_next_local(INT64_MIN, 1439, &berlin, &out.time_s));
}

static void bad_bedtimes(void) {
  static const int32_t offsets[] = {-1081, 1081, INT32_MIN, INT32_MAX};
  caffeine_zone utc = zone(0, INT64_MAX, 0);
  DO(CAFFEINE_E_RANGE, caffeine_next_local(START, 1440, &utc, &out.time_s));
  DO(CAFFEINE_E_RANGE, caffeine_next_local(START, UINT32_MAX, &utc, &out.time_s));
  for (size_t i = 0; i < 4; i++) {
    caffeine_zone odd = zone(offsets[i], INT64_MAX, 0);
    DO(CAFFEINE_E_RANGE, caffeine_next_local(START, 0, &odd, &out.time_s));
    odd = zone(0, INT64_MAX, offsets[i]);
    DO(CAFFEINE_E_RANGE, caffeine_next_local(START, 0, &odd, &out.time_s));
  }
  DO(CAFFEINE_E_ARGUMENT, caffeine_next_local(START, 0, 0, &out.time_s));
  DO(CAFFEINE_E_ARGUMENT, caffeine_next_local(START, 0, &utc, 0));
  utc.struct_size = 8;
  DO(CAFFEINE_E_ARGUMENT, caffeine_next_local(START, 0, &utc, &out.time_s));
}

static void presses(void) {
  caffeine_drink first;
  set_up(4, 0);
  memset(&out.inbox, 0, sizeof out.inbox);
  DO(0, caffeine_inbox_drain(out.engine, &out.inbox, START, 100, 0));
  DO(CAFFEINE_OK, caffeine_inbox_post(&out.inbox, CAFFEINE_PRESET_ESPRESSO, 40));
  DO(CAFFEINE_OK, caffeine_inbox_post(&out.inbox, 200, 100));
  DO(CAFFEINE_E_RANGE, caffeine_inbox_drain(out.engine, &out.inbox, START, 100, 1081));
  DO(CAFFEINE_E_RANGE, caffeine_inbox_drain(out.engine, &out.inbox, START, 100, INT32_MIN));
  DO(CAFFEINE_E_ARGUMENT, caffeine_inbox_drain(0, &out.inbox, START, 100, 0));
  DO(CAFFEINE_E_ARGUMENT, caffeine_inbox_drain(out.engine, 0, START, 100, 0));
  DO(2, caffeine_inbox_drain(out.engine, &out.inbox, START, 100, -300));
  ASK(2, caffeine_count(out.engine));
  ASK(CAFFEINE_OK, caffeine_at(out.engine, 0, &out.drink));
  first = out.drink;
  IS(first.time_s, START - 60);
  IS(first.dose_ug, 64000);
  IS(first.kind, CAFFEINE_PRESET_ESPRESSO);
  IS(first.utc_offset_min, -300);
  ASK(CAFFEINE_OK, caffeine_at(out.engine, 1, &out.drink));
  IS(out.drink.flags, CAFFEINE_FLAG_UNKNOWN_DOSE);
  IS(out.drink.kind, 200);
  out.inbox.head += 9;
  DO(CAFFEINE_E_CORRUPT, caffeine_inbox_drain(out.engine, &out.inbox, START, 100, 0));
}

static void twice_logged(void) {
  caffeine_drink drink = named(1, START, 64000);
  set_up(4, 0);
  must_record(&drink);
  ASK(CAFFEINE_E_UNKNOWN_ID, caffeine_similar(out.engine, &drink));
  drink = named(2, START + 600, 64000);
  ASK(0, caffeine_similar(out.engine, &drink));
  drink.time_s++;
  ASK(CAFFEINE_E_UNKNOWN_ID, caffeine_similar(out.engine, &drink));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_similar(0, &drink));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_similar(out.engine, 0));
  drink.struct_size = 0;
  ASK(CAFFEINE_E_ARGUMENT, caffeine_similar(out.engine, &drink));
}

static void erased(void) {
  caffeine_drink drink = named(1, START, 64000);
  set_up(4, 0);
  must_record(&drink);
  DO(CAFFEINE_E_ARGUMENT, caffeine_erase_all(0));
  DO(CAFFEINE_OK, caffeine_erase_all(out.engine));
  ASK(0, caffeine_count(out.engine));
  ASK(4, caffeine_capacity(out.engine));
  ASK(CAFFEINE_OK, caffeine_amounts(out.engine, START, &out.amounts));
  IS(out.amounts.gut_ug, 0);
}

static void snapshots(void) {
  static caffeine_snapshot snapshot;
  uint8_t bytes[61];
  memset(&snapshot, 0, sizeof snapshot);
  for (uint8_t i = 0; i < 61; i++) bytes[i] = i;
  DO(CAFFEINE_E_NEVER, caffeine_snapshot_read(&snapshot, &out.amounts, sizeof out.amounts));
  DO(CAFFEINE_E_RANGE, caffeine_snapshot_publish(&snapshot, bytes, 61));
  DO(CAFFEINE_E_RANGE, caffeine_snapshot_publish(&snapshot, bytes, UINT32_MAX));
  DO(CAFFEINE_E_ARGUMENT, caffeine_snapshot_publish(0, bytes, 4));
  DO(CAFFEINE_E_ARGUMENT, caffeine_snapshot_publish(&snapshot, 0, 4));
  DO(CAFFEINE_OK, caffeine_snapshot_publish(&snapshot, bytes, 16));
  DO(CAFFEINE_OK, caffeine_snapshot_read(&snapshot, &out.amounts, sizeof out.amounts));
  IS(memcmp(&out.amounts, bytes, 16), 0);
  DO(CAFFEINE_E_RANGE, caffeine_snapshot_read(&snapshot, &out.amounts, 61));
  DO(CAFFEINE_E_ARGUMENT, caffeine_snapshot_read(&snapshot, 0, 4));
  DO(CAFFEINE_E_ARGUMENT, caffeine_snapshot_read(0, &out.amounts, 4));
  /* A writer that was stopped midway, and goes on. */
  snapshot.sequence |= 1;
  DO(CAFFEINE_E_BUSY, caffeine_snapshot_read(&snapshot, &out.amounts, sizeof out.amounts));
  DO(CAFFEINE_OK, caffeine_snapshot_publish(&snapshot, bytes + 1, 60));
  DO(CAFFEINE_OK, caffeine_snapshot_read(&snapshot, &out.amounts, sizeof out.amounts));
  IS(memcmp(&out.amounts, bytes + 1, 16), 0);
}

void test_wrist(void) {
  run("a preset's dose, kind and flags are set, and no more", presets);
  run("the next bedtime is told for a zone that changes its clock", bedtimes);
  run("a minute, an offset or a zone that is none is refused", bad_bedtimes);
  run("presses become drinks at their own time", presses);
  run("the same drink logged twice is found", twice_logged);
  run("an erased engine holds nothing", erased);
  run("a snapshot is read whole or not at all", snapshots);
}
