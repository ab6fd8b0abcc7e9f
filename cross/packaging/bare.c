/* The same on a board without a C library's startup, placed by no-got.ld: vector table, two loops to
   set up memory, and semihosting to tell the body's amount. Exit code: 0 if it is right. */
#include "caffeine.h"

extern uint32_t data_begin[], data_end[], data_source[], bss_begin[], bss_end[], stack_end[];

static CAFFEINE_STORAGE(memory, 32);
static uint32_t expected = 56874; /* so that .data is not empty */

static void leave(uint32_t code) {
  const uint32_t block[2] = {0x20026u, code}; /* SYS_EXIT_EXTENDED */
  register uint32_t operation __asm__("r0") = 0x20u;
  register const uint32_t *argument __asm__("r1") = block;

  __asm__ volatile("bkpt 0xab" : : "r"(operation), "r"(argument) : "memory");
}

static void fault(void) {
  leave(99);
  for (;;) continue;
}

static void reset(void) {
  uint32_t *to;
  const uint32_t *from = data_source;
  caffeine_engine *engine;
  caffeine_config config;
  caffeine_drink espresso = {.struct_size = sizeof espresso,
                             .time_s = 1786170600,
                             .dose_ug = 64000,
                             .utc_offset_min = 120};
  caffeine_amounts_answer now = {.struct_size = sizeof now};

  for (to = data_begin; to < data_end; to++) *to = *from++;
  for (to = bss_begin; to < bss_end; to++) *to = 0;
  caffeine_config_default(&config);
  config.device_id = 7;
  caffeine_init(memory, sizeof memory, CAFFEINE_ABI, &config, &engine);
  caffeine_record(engine, &espresso, 1786170600, 0);
  caffeine_amounts(engine, 1786174200, &now);
  leave(now.body_ug == expected ? 0u : 1u);
  for (;;) continue;
}

__attribute__((section(".vectors"), used)) static const void *const vectors[16] = {
    stack_end, (const void *)reset, (const void *)fault, (const void *)fault,
    (const void *)fault, (const void *)fault, (const void *)fault};
