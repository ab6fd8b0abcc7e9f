/*
 * Records the drinks of a table in a small engine, so that nearly all of them are folded, and in
 * one that holds them all; prints what both answer.
 *
 *   folds CAPACITY < table of fold_reference.py    prints "gut_ug body_ug" where the table asks
 *
 * Exits with 1 if a call fails or the two engines differ in a bit of an answer.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "caffeine.h"

static caffeine_engine *make(uint32_t drinks) {
  caffeine_engine *engine = NULL;
  caffeine_config config;
  uint32_t size = caffeine_size(drinks);
  void *memory = malloc(size);
  caffeine_config_default(&config);
  config.device_id = 1;
  if (memory == NULL) return NULL;
  return caffeine_init(memory, size, CAFFEINE_ABI, &config, &engine) == CAFFEINE_OK ? engine : NULL;
}

static void must(int32_t status, const char *call) {
  if (status >= 0) return;
  fprintf(stderr, "%s: %s\n", call, caffeine_strerror(status));
  exit(1);
}

int main(int argc, char **argv) {
  caffeine_engine *small = make(argc > 1 ? (uint32_t)atoi(argv[1]) : 16);
  caffeine_engine *large = make(65535);
  char line[256];
  if (small == NULL || large == NULL || fgets(line, sizeof line, stdin) == NULL) return 1;
  while (fgets(line, sizeof line, stdin) != NULL) {
    long long time, ask;
    unsigned dose, duration;
    int fields = sscanf(line, "%lld,%u,%u,%lld", &time, &dose, &duration, &ask);
    caffeine_drink drink;
    if (fields < 3) return 1;
    memset(&drink, 0, sizeof drink);
    drink.struct_size = sizeof drink;
    drink.time_s = time;
    drink.dose_ug = dose;
    drink.duration_s = duration;
    must(caffeine_record(small, &drink, time, NULL), "record, small");
    must(caffeine_record(large, &drink, time, NULL), "record, large");
    if (fields == 4) {
      caffeine_amounts_answer a = {sizeof a, 0, 0, 0}, b = {sizeof b, 0, 0, 0};
      caffeine_area_answer area = {sizeof area, 0, 0, 0, 0}, same = {sizeof same, 0, 0, 0, 0};
      must(caffeine_amounts(small, ask, &a), "amounts, small");
      must(caffeine_amounts(large, ask, &b), "amounts, large");
      must(caffeine_area(small, ask, CAFFEINE_FOREVER, &area), "area, small");
      must(caffeine_area(large, ask, CAFFEINE_FOREVER, &same), "area, large");
      if (a.gut_ug != b.gut_ug || a.body_ug != b.body_ug || area.area_ug_s != same.area_ug_s) {
        fprintf(stderr, "at %lld a fold changed an answer\n", ask);
        return 1;
      }
      printf("%u %u\n", (unsigned)a.gut_ug, (unsigned)a.body_ug);
    }
  }
  return 0;
}
