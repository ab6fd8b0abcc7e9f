/* Adopt: an engine in memory that outlived a reset. */
#include "examples.h"

/* The bytes of the engine before the reset. */
static uint64_t kept[CAFFEINE_STORAGE_BYTES(EXAMPLE_DRINKS) / 8];

static int32_t adopt(void *place, uint32_t size, const caffeine_config *config) {
  return caffeine_adopt(place, size, CAFFEINE_ABI, config, &out.engine);
}

/* Makes the example's engine, and moves it so many words up; around it lies a pattern. */
static void *move_example(size_t words) {
  uint32_t size = caffeine_size(EXAMPLE_DRINKS);
  set_up_example();
  memcpy(kept, memory.engine, size);
  clean_up();
  memcpy(memory.engine + words, kept, size);
  return memory.engine + words;
}

static void moved_memory(void) {
  caffeine_config config = example_config();
  for (size_t words = 0; words < 4; words++) {
    void *place = move_example(words);
    caffeine_drink drink = nameless(EXAMPLE_START + 6000, 32000);
    uint32_t room = caffeine_size(EXAMPLE_DRINKS) + (words % 2 != 0 ? 1000 : 0);
    DO(CAFFEINE_OK, adopt(place, room, &config));
    IS(out.engine == (caffeine_engine *)place, 1);
    IS(memcmp(place, kept, caffeine_size(EXAMPLE_DRINKS)), 0);
    ASK(EXAMPLE_DRINKS, caffeine_count(out.engine));
    ASK(EXAMPLE_DRINKS, caffeine_capacity(out.engine));
    ASK((int32_t)sizeof example_ledger,
        caffeine_save(out.engine, out.bytes, sizeof out.bytes));
    IS(memcmp(out.bytes, example_ledger, sizeof example_ledger), 0);
    must_record(&drink); /* it goes on */
    IS(out.receipt.id[15], 4);
  }
}

static void what_the_configuration_says(void) {
  caffeine_config config = example_config();
  void *place = move_example(0);
  caffeine_drink drink = nameless(EXAMPLE_START + 6000, 32000);
  DO(CAFFEINE_OK, adopt(place, caffeine_size(EXAMPLE_DRINKS), &config));
  ASK(CAFFEINE_OK, caffeine_amounts(out.engine, EXAMPLE_START + DAY, &out.amounts));
  caffeine_amounts_answer amounts = out.amounts;
  config.absorption_half_life_s = 0;
  config.elimination_half_life_s = 1800;
  config.daily_limit_ug = 1000;
  config.cup_ug = 50000;
  config.device_id = 8;
  config.clock_floor_s = EXAMPLE_START + 5500;
  config.struct_size = sizeof config + 8;
  place = move_example(0);
  DO(CAFFEINE_OK, adopt(place, caffeine_size(EXAMPLE_DRINKS), &config));
  ASK(CAFFEINE_OK, caffeine_amounts(out.engine, EXAMPLE_START + DAY, &out.amounts));
  IS(memcmp(&out.amounts, &amounts, sizeof amounts), 0); /* the half-lives are the engine's */
  ASK(CAFFEINE_OK, caffeine_day(out.engine, EXAMPLE_START / DAY, &out.day));
  IS(out.day.status, CAFFEINE_DAY_OVER);
  IS(out.day.cup_hundredths, out.day.total_ug / 500);
  DO(CAFFEINE_E_CLOCK, caffeine_record(out.engine, &drink, EXAMPLE_START + 5499, &out.receipt));
  must_record(&drink);
  IS(out.receipt.id[7], 8);
}

/* ---- Callbacks ------------------------------------------------------------------------------ */

typedef struct host {
  int locked, unlocked;
} host;
static int32_t lock(void *user) {
  ((host *)user)->locked++;
  return 0;
}
static void unlock(void *user) { ((host *)user)->unlocked++; }

static void callbacks(void) {
  static host former, present;
  caffeine_config config = example_config();
  config.lock = lock;
  config.unlock = unlock;
  config.user = &former;
  set_up(EXAMPLE_DRINKS, &config);
  former.locked = former.unlocked = present.locked = present.unlocked = 0;
  config.user = &present;
  DO(CAFFEINE_OK, adopt(memory.engine, caffeine_size(EXAMPLE_DRINKS), &config));
  IS(present.locked, 0); /* nobody else knows the engine yet */
  ASK(0, caffeine_count(out.engine));
  ASK(180, caffeine_save(out.engine, out.bytes, sizeof out.bytes));
  IS(present.locked, 2);
  IS(present.unlocked, 2);
  config.wearer = 1; /* a refused one keeps them */
  config.user = &former;
  DO(CAFFEINE_E_WEARER, adopt(memory.engine, caffeine_size(EXAMPLE_DRINKS), &config));
  ASK(0, caffeine_count(out.engine));
  IS(present.locked, 3);
  config = example_config();
  DO(CAFFEINE_OK, adopt(memory.engine, caffeine_size(EXAMPLE_DRINKS), &config));
  ASK(0, caffeine_count(out.engine));
  IS(present.locked, 3);
  IS(former.locked + former.unlocked, 0);
}

/* ---- What is refused ------------------------------------------------------------------------ */

static void wrong_abi(void) {
  static const uint32_t wrong[] = {0, CAFFEINE_ABI + 1, UINT32_MAX};
  caffeine_config config = example_config();
  void *place = move_example(0);
  for (size_t i = 0; i < 3; i++) {
    DO(CAFFEINE_E_ABI,
       caffeine_adopt(place, caffeine_size(EXAMPLE_DRINKS), wrong[i], &config, &out.engine));
    DO(CAFFEINE_E_ABI, caffeine_adopt(0, 0, wrong[i], 0, 0));
  }
}

static void bad_arguments(void) {
  static uint64_t room[sizeof(caffeine_config) / 8 + 2];
  uint32_t size = caffeine_size(EXAMPLE_DRINKS);
  caffeine_config config = example_config();
  void *place = move_example(0);
  DO(CAFFEINE_E_ARGUMENT, adopt(0, size, &config));
  DO(CAFFEINE_E_ARGUMENT, adopt(place, size, 0));
  DO(CAFFEINE_E_ARGUMENT, caffeine_adopt(place, size, CAFFEINE_ABI, &config, 0));
  for (size_t offset = 1; offset < 8; offset++) {
    void *misaligned = (uint8_t *)room + offset;
    memcpy(misaligned, &config, sizeof config);
    DO(CAFFEINE_E_ARGUMENT, adopt(place, size, (const caffeine_config *)misaligned));
    if (offset % sizeof(void *) != 0) {
      DO(CAFFEINE_E_ARGUMENT, caffeine_adopt(place, size, CAFFEINE_ABI, &config,
                                             (caffeine_engine **)misaligned));
    }
    misaligned = (uint8_t *)memory.engine + offset;
    DO(CAFFEINE_E_ALIGN, adopt(misaligned, size, &config));
  }
  for (uint32_t less = 0; less < sizeof config; less++) {
    config.struct_size = less;
    DO(CAFFEINE_E_ARGUMENT, adopt(place, size, &config));
  }
  config = example_config();
  config.cup_ug = 0;
  DO(CAFFEINE_E_ARGUMENT, adopt(place, size, &config));
  config = example_config();
  config.sleep_threshold_ug = 0;
  DO(CAFFEINE_E_ARGUMENT, adopt(place, size, &config));
  config = example_config();
  config.lock = lock;
  DO(CAFFEINE_E_ARGUMENT, adopt(place, size, &config));
  config.lock = 0;
  config.unlock = unlock;
  DO(CAFFEINE_E_ARGUMENT, adopt(place, size, &config));
  config = example_config();
  config.day_start_min = 1440;
  DO(CAFFEINE_E_RANGE, adopt(place, size, &config));
  config = example_config();
  config.elimination_half_life_s = 1799;
  DO(CAFFEINE_E_RANGE, adopt(place, size, &config));
  DO(CAFFEINE_E_MEMORY, adopt(place, caffeine_size(1) - 1, &config)); /* before RANGE */
}

static void no_engine_there(void) {
  static const int fillings[] = {0x00, 0xFF, 0xA5, 0xCA, 0x01};
  caffeine_config config = example_config(), other = example_config();
  uint32_t size = caffeine_size(EXAMPLE_DRINKS);
  other.wearer = 78;
  for (size_t i = 0; i < sizeof fillings / sizeof fillings[0]; i++) {
    memset(memory.engine, fillings[i], sizeof memory.engine);
    DO(CAFFEINE_E_CORRUPT, adopt(memory.engine, size, &config));
  }
  void *place = move_example(0);
  for (uint32_t less = 0; less < size; less++) {
    DO(CAFFEINE_E_MEMORY, adopt(place, less, &other)); /* before WEARER */
  }
  DO(CAFFEINE_E_WEARER, adopt(place, size, &other));
  for (uint32_t cut = 8; cut < size; cut += 8) { /* a reset in the middle of a copy */
    place = move_example(0);
    memset((uint8_t *)place + cut, 0, size - cut);
    /* Nothing is lost where the rest was zero before. */
    if (DO(ANY, adopt(place, size, &config)) == CAFFEINE_OK) IS(memcmp(place, kept, size), 0);
  }
}

/* A flipped bit is refused, or the engine can be used: nothing traps or goes astray. */
static void flipped_bits(void) {
  caffeine_config config = example_config();
  uint32_t size = caffeine_size(EXAMPLE_DRINKS), taken = 0;
  for (uint32_t byte = 0; byte < size; byte++) {
    uint8_t *place = (uint8_t *)move_example(0) + byte;
    *place = (uint8_t)(*place ^ 1u << byte % 8);
    if (DO(ANY, adopt(memory.engine, size, &config)) < 0) continue;
    caffeine_drink drink = nameless(EXAMPLE_START + 20000, 32000);
    taken++;
    ASK(ANY, caffeine_highest(out.engine, INT64_MIN, INT64_MAX, &out.highest));
    ASK(ANY, caffeine_save(out.engine, out.bytes, sizeof out.bytes));
    DO(ANY, caffeine_record(out.engine, &drink, drink.time_s, &out.receipt));
  }
  IS(taken > 0 && taken < size, 1);
}

void test_adopting(void) {
  run("an engine moved elsewhere is adopted, and goes on", moved_memory);
  run("all but the half-lives is taken from the configuration", what_the_configuration_says);
  run("after adopt the new callbacks bracket calls, the former ones none", callbacks);
  run("adopt refuses other ABI numbers before anything else", wrong_abi);
  run("adopt refuses bad arguments as init does", bad_arguments);
  run("no engine, too little memory and another wearer's are refused", no_engine_there);
  run("an engine with a flipped bit is refused, or can be used", flipped_bits);
}
