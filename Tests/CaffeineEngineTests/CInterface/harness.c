#include "harness.h"

#include <stdio.h>

#include "allocations.h"

guarded_memory memory;
outputs out;

static guarded_memory memory_before;
static outputs out_before;
static long allocations_before;

static int tests, failed_tests, failures_here;
static uint32_t statuses_given; /* bit n: status -n */
static uint32_t flags_given;
static long checks;
static long allocations_in_calls;

/* ---- Engines -------------------------------------------------------------------------------- */

void clean_up(void) {
  memset(&memory, 0xA5, sizeof memory);
  memset(&out, 0x5A, sizeof out);
  out.engine = 0;
  out.config.struct_size = sizeof out.config;
  out.drink.struct_size = sizeof out.drink;
  out.receipt.struct_size = sizeof out.receipt;
  out.amounts.struct_size = sizeof out.amounts;
  out.highest.struct_size = sizeof out.highest;
  out.moment.struct_size = sizeof out.moment;
  out.dose.struct_size = sizeof out.dose;
  out.day.struct_size = sizeof out.day;
  out.area.struct_size = sizeof out.area;
  out.concentration.struct_size = sizeof out.concentration;
  out.report.struct_size = sizeof out.report;
  out.face.struct_size = sizeof out.face;
  out.may_have.struct_size = sizeof out.may_have;
  out.page_result.struct_size = sizeof out.page_result;
}

caffeine_config ordinary_config(void) {
  caffeine_config config;
  memset(&config, 0, sizeof config);
  DO(CAFFEINE_OK, caffeine_config_default(&config));
  config.device_id = 7;
  return config;
}

void set_up(uint32_t drinks, const caffeine_config *config) {
  caffeine_config ordinary = ordinary_config();
  clean_up();
  DO(CAFFEINE_OK, caffeine_init(memory.engine, caffeine_size(drinks), CAFFEINE_ABI,
                                config != 0 ? config : &ordinary, &out.engine));
}

caffeine_drink nameless(int64_t time_s, uint32_t dose_ug) {
  caffeine_drink drink;
  memset(&drink, 0, sizeof drink);
  drink.struct_size = sizeof drink;
  drink.time_s = time_s;
  drink.dose_ug = dose_ug;
  return drink;
}

caffeine_drink named(uint8_t number, int64_t time_s, uint32_t dose_ug) {
  caffeine_drink drink = nameless(time_s, dose_ug);
  drink.id[0] = 0xEE;
  drink.id[15] = number;
  return drink;
}

void must_record(const caffeine_drink *drink) {
  DO(CAFFEINE_OK, caffeine_record(out.engine, drink, drink->time_s, &out.receipt));
}

/* ---- Checks --------------------------------------------------------------------------------- */

static void complain(const char *file, int line, const char *text) {
  failures_here++;
  printf("# %s:%d: %s\n", file, line, text);
}

void before_call(void) {
  memory_before = memory;
  out_before = out;
  allocations_before = allocations();
}

/* Names a call whose promise does not hold. */
static void expect(int holds, const char *file, int line, const char *text, const char *promise) {
  if (holds) return;
  complain(file, line, promise);
  printf("#   %s\n", text);
}

#define ALL_FLAGS                                                                               \
  (CAFFEINE_FLAG_PLANNED | CAFFEINE_FLAG_TIME_UNSET | CAFFEINE_FLAG_UNKNOWN_DOSE |              \
   CAFFEINE_FLAG_ESTIMATED | CAFFEINE_FLAG_MEANT | CAFFEINE_FLAG_REMOVED | CAFFEINE_FLAG_KNOWN | \
   CAFFEINE_FLAG_LOWER_BOUND | CAFFEINE_FLAG_AT_BEST | CAFFEINE_FLAG_DUE | CAFFEINE_FLAG_UNDATED)

/* The flags of an answer that a call filled; a page may be of larger entries than it looks. */
#define TAKE_FLAGS(field)                                                         \
  do {                                                                            \
    if (memcmp(&out.field, &out_before.field, sizeof out.field) != 0 &&           \
        (out.field.flags & ~ALL_FLAGS) == 0) {                                    \
      flags_given |= out.field.flags;                                             \
    }                                                                             \
  } while (0)

/* Notes what a call gave, for every_status_and_flag. */
static void note_given(int32_t status) {
  uint32_t i;
  statuses_given |= 1u << (status > 0 ? 0 : -status);
  TAKE_FLAGS(drink);
  TAKE_FLAGS(amounts);
  TAKE_FLAGS(highest);
  TAKE_FLAGS(moment);
  TAKE_FLAGS(dose);
  TAKE_FLAGS(day);
  TAKE_FLAGS(area);
  TAKE_FLAGS(concentration);
  TAKE_FLAGS(face);
  TAKE_FLAGS(may_have);
  for (i = 0; i < 8; i++) TAKE_FLAGS(page[i]);
}

int32_t after_call(const char *file, int line, const char *text, int32_t expected, int32_t status,
                   int may_change) {
  long allocated = allocations() - allocations_before;
  checks++;
  allocations_in_calls += allocated;
  expect(allocated == 0, file, line, text, "the call allocates or frees");
  expect(status >= CAFFEINE_E_UNAVAILABLE, file, line, text, "the status is not documented");
  if (status >= CAFFEINE_E_UNAVAILABLE) note_given(status);
  if (expected != ANY && status != expected) {
    complain(file, line, text);
    printf("#   gives %ld, not %ld\n", (long)status, (long)expected);
  }
  expect(memcmp(memory.before, memory_before.before, GUARD) == 0 &&
             memcmp(memory.after, memory_before.after, GUARD) == 0,
         file, line, text, "the call writes outside of the engine's memory");
  if (status < 0 || !may_change) {
    expect(memcmp(memory.engine, memory_before.engine, sizeof memory.engine) == 0, file, line,
           text, status < 0 ? "the failing call changes the engine" : "the question writes");
  }
  if (status == CAFFEINE_E_TOO_OLD) {
    out_before.receipt.oldest_open_s = out.receipt.oldest_open_s;
  }
  if (status < 0) {
    expect(memcmp(&out, &out_before, sizeof out) == 0, file, line, text,
           "the failing call changes a variable");
  }
  return status;
}

void check_equal(const char *file, int line, const char *text, int64_t actual, int64_t expected,
                 int64_t tolerance) {
  /* As unsigned numbers: the difference of two times may not fit. */
  uint64_t distance = actual > expected ? (uint64_t)actual - (uint64_t)expected
                                        : (uint64_t)expected - (uint64_t)actual;
  checks++;
  if (distance <= (uint64_t)tolerance) return;
  complain(file, line, text);
  printf("#   is %lld, not %lld", (long long)actual, (long long)expected);
  printf(tolerance == 0 ? "\n" : " within %lld\n", (long long)tolerance);
}

void run(const char *sentence, void (*test)(void)) {
  failures_here = 0;
  clean_up();
  test();
  tests++;
  if (failures_here != 0) failed_tests++;
  printf("%s %d - %s\n", failures_here == 0 ? "ok" : "not ok", tests, sentence);
  fflush(stdout);
}

/* All that caffeine.h numbers but those of trackers alone. */
static void every_status_and_flag(void) {
  uint32_t statuses = (1u << (1 - CAFFEINE_E_UNAVAILABLE)) - 1;
  IS(statuses_given, statuses);
  IS(flags_given, ALL_FLAGS);
}

int finish(void) {
  run("every status and every flag was given by some call", every_status_and_flag);
  printf("1..%d\n# %ld checks, %ld allocations in calls\n", tests, checks, allocations_in_calls);
  printf("%d passed, %d failed\n", tests - failed_tests, failed_tests);
  return failed_tests == 0 ? 0 : 1;
}
