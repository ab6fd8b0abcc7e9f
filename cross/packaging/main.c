/* An espresso, asked about an hour later: what packaging.sh builds in every way a user may.
   Exit code: 0, or the status that caffeine_init refused with, made positive. */
#include <stdio.h>

#include "caffeine.h"

#ifndef MEMORY_BYTES
#define MEMORY_BYTES CAFFEINE_STORAGE_BYTES(32)
#endif

static uint64_t memory[MEMORY_BYTES / 8u];

int main(void) {
  caffeine_engine *engine;
  caffeine_config config;
  caffeine_drink espresso = {.struct_size = sizeof espresso,
                             .time_s = 1786170600,
                             .dose_ug = 64000,
                             .utc_offset_min = 120};
  caffeine_amounts_answer now = {.struct_size = sizeof now};
  int32_t status;

  caffeine_config_default(&config);
  config.device_id = 7;
  status = caffeine_init(memory, sizeof memory, CAFFEINE_ABI, &config, &engine);
  if (status < 0) {
    puts(caffeine_strerror(status));
    return (int)-status;
  }
  caffeine_record(engine, &espresso, 1786170600, NULL);
  caffeine_amounts(engine, 1786174200, &now);
  printf("body %lu ug, gut %lu ug\n", (unsigned long)now.body_ug, (unsigned long)now.gut_ug);
  return 0;
}
