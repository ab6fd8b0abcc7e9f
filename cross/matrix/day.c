/*
 * The sample day of caffeine-sim: its drinks go in one by one, and everything a watch or a program
 * asks is asked, and printed in whole numbers. Exit code: 0, or 1 if the engine refused something.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#include "caffeine.h"

#define MINUTE INT64_C(60)
#define MIDNIGHT INT64_C(1786140000) /* 2026-08-08 00:00 +02:00 */
#define BEDTIME (MIDNIGHT + 23 * 60 * MINUTE)
#define OFFSET 120
#define LIMIT_UG 36000u
#define STEP_S 900u
#define STEPS 12u

static const struct {
  int16_t minute; /* of the day */
  uint16_t dose_mg, duration_min, kind;
} drinks[] = {{-260, 64, 0, CAFFEINE_PRESET_ESPRESSO}, {490, 96, 20, CAFFEINE_PRESET_COFFEE_SMALL},
              {630, 64, 10, CAFFEINE_PRESET_ESPRESSO}, {795, 47, 15, CAFFEINE_PRESET_BLACK_TEA},
              {930, 34, 30, CAFFEINE_PRESET_COLA},     {1080, 10, 0, CAFFEINE_PRESET_CHOCOLATE},
              {1215, 3, 15, CAFFEINE_PRESET_DECAF}};

static CAFFEINE_STORAGE(memory, 16);
static caffeine_engine *engine;
static int refused;

static int32_t told(int32_t status) {
  if (status < 0 && status != CAFFEINE_E_NEVER) {
    printf("refused: %s\n", caffeine_strerror(status));
    refused = 1;
  }
  return status;
}

/* What a person wants to know after a drink. */
static void tell_moment(int64_t now_s) {
  caffeine_amounts_answer amounts = {.struct_size = sizeof amounts};
  caffeine_highest_answer peak = {.struct_size = sizeof peak};
  caffeine_time_answer below = {.struct_size = sizeof below};
  caffeine_dose_answer largest = {.struct_size = sizeof largest};
  caffeine_may_have_answer may = {.struct_size = sizeof may};
  caffeine_day_answer today = {.struct_size = sizeof today};
  caffeine_concentration_answer plasma = {.struct_size = sizeof plasma};
  told(caffeine_amounts(engine, now_s, &amounts));
  told(caffeine_highest(engine, now_s, CAFFEINE_FOREVER, &peak));
  told(caffeine_below_from(engine, now_s, CAFFEINE_FOREVER, LIMIT_UG, &below));
  if (told(caffeine_largest_dose(engine, now_s, BEDTIME, LIMIT_UG, &largest)) < 0) largest.dose_ug = 0;
  told(caffeine_may_have(engine, now_s, 64000, BEDTIME, OFFSET, &may));
  told(caffeine_today(engine, now_s, OFFSET, &today));
  told(caffeine_concentration(engine, now_s, 70000, 700, &plasma));
  printf("%" PRId64 " gut %" PRIu32 " body %" PRIu32 " ng/ml %" PRIu32, (now_s - MIDNIGHT) / MINUTE,
         amounts.gut_ug, amounts.body_ug, plasma.ng_per_ml);
  printf(" peak %" PRIu32 " at %" PRId64 " below from %" PRId64, peak.body_ug, peak.time_s,
         below.time_s);
  printf(" largest %" PRIu32 " may have %" PRIu32 " reasons %" PRIu32 " until %" PRId64,
         largest.dose_ug, may.verdict, may.reasons, may.latest_s);
  printf(" today %" PRIu32 " of %" PRIu32 " drinks, %" PRIu64 " hundredths, day %" PRId32 "\n",
         today.total_ug, today.drinks, today.cup_hundredths, today.status);
}

static void tell_curve(void) {
  uint32_t body_ug[STEPS], i, from = 0;
  for (from = 0; from < 24; from += 3) {
    told(caffeine_timeline(engine, MIDNIGHT + from * 60 * MINUTE, STEP_S, STEPS, body_ug, NULL));
    printf("%02" PRIu32, from);
    for (i = 0; i < STEPS; i++) printf(" %" PRIu32, body_ug[i]);
    puts("");
  }
}

/* A watch that sleeps until its face looks otherwise. */
static void tell_faces(void) {
  caffeine_face face = {.struct_size = sizeof face};
  int64_t now_s = MIDNIGHT;
  while (now_s < MIDNIGHT + 1440 * MINUTE) {
    if (told(caffeine_face_at(engine, now_s, OFFSET, 10000, &face)) < 0) return;
    printf("%" PRId64 " body %" PRIu32 " gut %" PRIu32 " today %" PRIu32 " of %" PRIu32 " trend %" PRId32
           " flags %" PRIu32 "\n", now_s - MIDNIGHT, face.body_ug, face.gut_ug, face.today_ug,
           face.today_drinks, face.trend, face.flags);
    now_s = face.next_change_s;
  }
}

static void tell_saved(void) {
  static uint8_t bytes[2048];
  int32_t size = told(caffeine_save(engine, bytes, sizeof bytes)), i;
  for (i = 0; i < size; i++) {
    printf("%02x%s", (unsigned)bytes[i], i % 48 == 47 || i == size - 1 ? "\n" : "");
  }
}

int main(void) {
  caffeine_config config;
  caffeine_area_answer area = {.struct_size = sizeof area};
  unsigned i;
  caffeine_config_default(&config);
  config.device_id = 7;
  told(caffeine_init(memory, sizeof memory, CAFFEINE_ABI, &config, &engine));
  for (i = 0; i < sizeof drinks / sizeof drinks[0]; i++) {
    caffeine_drink drink = {.struct_size = sizeof drink, .utc_offset_min = OFFSET};
    drink.time_s = MIDNIGHT + drinks[i].minute * MINUTE;
    drink.dose_ug = drinks[i].dose_mg * UINT32_C(1000);
    drink.duration_s = drinks[i].duration_min * UINT32_C(60);
    drink.kind = (uint8_t)drinks[i].kind;
    told(caffeine_record(engine, &drink, drink.time_s, NULL));
    tell_moment(drink.time_s);
  }
  tell_moment(BEDTIME);
  tell_curve();
  tell_faces();
  told(caffeine_area(engine, MIDNIGHT, MIDNIGHT + 1440 * MINUTE, &area));
  printf("area %" PRIu64 "\n", area.area_ug_s);
  tell_saved();
  return refused;
}
