/*
 * Answers the reference tables and prints what `caffeine-sim evaluate` prints, table after table.
 *
 * tables.h is made of the tables by tables.awk. Exit code: 0, or 1 if the engine refused something.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#include "caffeine.h"

struct profile {
  const char *name;
  uint32_t absorption_s, elimination_s;
};
struct change {
  uint8_t number;
  int64_t time_s;
  uint32_t absorption_s, elimination_s;
};
struct dose {
  uint8_t number;
  int64_t time_s;
  uint32_t dose_ug, duration_s;
};
struct level {
  uint8_t number;
  int64_t time_s;
};
struct forecast {
  uint8_t number;
  int64_t start_s;
  uint32_t threshold_ug;
};
struct bedtime {
  uint8_t number;
  int64_t now_s, bedtime_s;
  uint32_t threshold_ug, dose_ug;
};
struct area {
  uint8_t number;
  int64_t from_s, until_s;
};

#include "tables.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

static CAFFEINE_STORAGE(memory, 64);
static caffeine_engine *engine;
static unsigned number; /* of the case that the engine holds */
static int refused;

/* Notes a refusal; NEVER is an answer. */
static int32_t told(int32_t status) {
  if (status < 0 && status != CAFFEINE_E_NEVER) {
    printf("%s: %s\n", profiles[number].name, caffeine_strerror(status));
    refused = 1;
  }
  return status;
}

static void set_up(unsigned wanted) {
  caffeine_config config;
  caffeine_drink drink = {.struct_size = sizeof drink, .flags = CAFFEINE_FLAG_MEANT};
  unsigned i;
  if (wanted == number && engine != NULL) return;
  number = wanted;
  caffeine_config_default(&config);
  config.device_id = 1;
  config.absorption_half_life_s = profiles[number].absorption_s;
  config.elimination_half_life_s = profiles[number].elimination_s;
  told(caffeine_init(memory, sizeof memory, CAFFEINE_ABI, &config, &engine));
  for (i = 0; i < COUNT(changes); i++) {
    if (changes[i].number != number) continue;
    told(caffeine_set_profile(engine, changes[i].time_s, changes[i].absorption_s,
                              changes[i].elimination_s));
  }
  for (i = 0; i < COUNT(doses); i++) {
    if (doses[i].number != number) continue;
    drink.time_s = doses[i].time_s;
    drink.dose_ug = doses[i].dose_ug;
    drink.duration_s = doses[i].duration_s;
    told(caffeine_record(engine, &drink, drink.time_s, NULL));
  }
}

static void tell_levels(void) {
  caffeine_amounts_answer amounts = {.struct_size = sizeof amounts};
  unsigned i;
  puts("case,time_s,gut_ug,body_ug");
  for (i = 0; i < COUNT(levels); i++) {
    set_up(levels[i].number);
    told(caffeine_amounts(engine, levels[i].time_s, &amounts));
    printf("%s,%" PRId64 ",%" PRIu32 ",%" PRIu32 "\n", profiles[number].name, levels[i].time_s,
           amounts.gut_ug, amounts.body_ug);
  }
}

static void tell_forecasts(void) {
  caffeine_highest_answer peak = {.struct_size = sizeof peak};
  caffeine_time_answer below = {.struct_size = sizeof below};
  unsigned i;
  puts("case,start_s,threshold_ug,peak_time_s,peak_ug,below_from_s");
  for (i = 0; i < COUNT(forecasts); i++) {
    int64_t from_s = forecasts[i].start_s;
    set_up(forecasts[i].number);
    told(caffeine_highest(engine, from_s, CAFFEINE_FOREVER, &peak));
    if (told(caffeine_below_from(engine, from_s, CAFFEINE_FOREVER, forecasts[i].threshold_ug,
                                 &below)) < 0) {
      below.time_s = -1;
    }
    printf("%s,%" PRId64 ",%" PRIu32 ",%" PRId64 ",%" PRIu32 ",%" PRId64 "\n",
           profiles[number].name, from_s, forecasts[i].threshold_ug, peak.time_s, peak.body_ug,
           below.time_s);
  }
}

static void tell_bedtimes(void) {
  caffeine_dose_answer largest = {.struct_size = sizeof largest};
  caffeine_time_answer latest = {.struct_size = sizeof latest};
  unsigned i;
  puts("case,now_s,bedtime_s,threshold_ug,dose_ug,largest_dose_ug,latest_time_s");
  for (i = 0; i < COUNT(bedtimes); i++) {
    const struct bedtime *asked = &bedtimes[i];
    int64_t most = -1;
    set_up(asked->number);
    if (told(caffeine_largest_dose(engine, asked->now_s, asked->bedtime_s, asked->threshold_ug,
                                   &largest)) == 0) {
      most = largest.dose_ug;
    }
    if (told(caffeine_latest_time(engine, asked->dose_ug, asked->now_s, asked->bedtime_s,
                                  asked->threshold_ug, &latest)) < 0) {
      latest.time_s = -1;
    }
    printf("%s,%" PRId64 ",%" PRId64 ",%" PRIu32 ",%" PRIu32 ",%" PRId64 ",%" PRId64 "\n",
           profiles[number].name, asked->now_s, asked->bedtime_s, asked->threshold_ug,
           asked->dose_ug, most, latest.time_s);
  }
}

static void tell_areas(void) {
  caffeine_area_answer area = {.struct_size = sizeof area};
  unsigned i;
  puts("case,from_s,until_s,area_ug_s");
  for (i = 0; i < COUNT(areas); i++) {
    set_up(areas[i].number);
    told(caffeine_area(engine, areas[i].from_s, areas[i].until_s, &area));
    printf("%s,%" PRId64 ",%" PRId64 ",%" PRIu64 "\n", profiles[number].name, areas[i].from_s,
           areas[i].until_s, area.area_ug_s);
  }
}

int main(void) {
  tell_levels();
  tell_forecasts();
  tell_bedtimes();
  tell_areas();
  return refused;
}
