/* Save and load. */
#include "examples.h"

#define EXAMPLE_SIZE ((uint32_t)sizeof example_ledger)

static int32_t load(const void *bytes, uint32_t size) {
  return caffeine_load(out.engine, bytes, size, &out.report);
}

/* A fresh engine of the example's wearer. */
static void set_up_empty(uint32_t drinks) {
  caffeine_config config = example_config();
  set_up(drinks, &config);
}

static void the_example_ledger(void) {
  for (size_t offset = 0; offset < 8; offset++) {
    uint8_t *place = out.bytes + offset;
    set_up_example();
    ASK((int32_t)EXAMPLE_SIZE, caffeine_save_size(out.engine));
    ASK((int32_t)EXAMPLE_SIZE, caffeine_save(out.engine, place, EXAMPLE_SIZE));
    IS(memcmp(place, example_ledger, EXAMPLE_SIZE), 0);
    for (size_t i = 0; i < offset; i++) IS(out.bytes[i], 0x5A);
    IS(place[EXAMPLE_SIZE], 0x5A);
    ASK((int32_t)EXAMPLE_SIZE, caffeine_save(out.engine, out.bytes, UINT32_MAX));
  }
}

static void save_refused(void) {
  set_up_example();
  ASK(CAFFEINE_E_ARGUMENT, caffeine_save(out.engine, 0, EXAMPLE_SIZE));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_save(out.engine, 0, 0));
  for (uint32_t less = 0; less < EXAMPLE_SIZE; less++) {
    ASK(CAFFEINE_E_MEMORY, caffeine_save(out.engine, out.bytes, less));
  }
}

static void loaded_is_what_was_saved(void) {
  static uint8_t shifted[sizeof example_ledger + 8], saved_engine[sizeof memory.engine];
  static caffeine_amounts_answer amounts[48];
  static caffeine_day_answer day;
  set_up_example();
  memcpy(saved_engine, memory.engine, sizeof saved_engine);
  for (int i = 0; i < 48; i++) {
    ASK(CAFFEINE_OK, caffeine_amounts(out.engine, EXAMPLE_START + i * 900, &out.amounts));
    amounts[i] = out.amounts;
  }
  ASK(CAFFEINE_OK, caffeine_day(out.engine, EXAMPLE_START / DAY, &out.day));
  day = out.day;
  for (uint32_t more = 0; more < 8; more++) { /* at every alignment of the bytes too */
    uint8_t *bytes = shifted + more;
    memcpy(bytes, example_ledger, EXAMPLE_SIZE);
    set_up_empty(EXAMPLE_DRINKS + more);
    DO(CAFFEINE_OK, load(bytes, EXAMPLE_SIZE));
    IS(out.report.struct_size, sizeof out.report);
    IS(out.report.drinks, EXAMPLE_DRINKS);
    IS(out.report.skipped, 0);
    if (more == 0) IS(memcmp(memory.engine, saved_engine, caffeine_size(EXAMPLE_DRINKS)), 0);
    ASK(EXAMPLE_DRINKS, caffeine_count(out.engine));
    for (int i = 0; i < 48; i++) {
      ASK(CAFFEINE_OK, caffeine_amounts(out.engine, EXAMPLE_START + i * 900, &out.amounts));
      IS(memcmp(&out.amounts, &amounts[i], sizeof out.amounts), 0);
    }
    ASK(CAFFEINE_OK, caffeine_day(out.engine, EXAMPLE_START / DAY, &out.day));
    IS(memcmp(&out.day, &day, sizeof day), 0);
    ASK((int32_t)EXAMPLE_SIZE, caffeine_save(out.engine, out.bytes, sizeof out.bytes));
    IS(memcmp(out.bytes, example_ledger, EXAMPLE_SIZE), 0);
    DO(CAFFEINE_E_ARGUMENT, load(bytes, EXAMPLE_SIZE)); /* once is all */
  }
}

static void empty_ledgers(void) {
  set_up_empty(1);
  ASK(180, caffeine_save_size(out.engine));
  ASK(180, caffeine_save(out.engine, out.bytes, 180));
  DO(CAFFEINE_OK, caffeine_load(out.engine, out.bytes, 180, 0));
  DO(CAFFEINE_OK, load(out.bytes, 180)); /* it is empty still */
  IS(out.report.drinks, 0);
}

static void load_refused(void) {
  static uint8_t bytes[sizeof example_ledger + 1];
  caffeine_config config = example_config();
  set_up_empty(EXAMPLE_DRINKS);
  DO(CAFFEINE_E_ARGUMENT, load(0, EXAMPLE_SIZE));
  DO(CAFFEINE_E_ARGUMENT, load(0, 0));
  DO(CAFFEINE_E_ARGUMENT, load(example_ledger, UINT32_MAX));
  DO(CAFFEINE_E_ARGUMENT, load(example_ledger, 0x80000000u));
  for (uint32_t less = 0; less < EXAMPLE_SIZE; less++) {
    DO(CAFFEINE_E_CORRUPT, load(example_ledger, less));
    memcpy(bytes, example_ledger, EXAMPLE_SIZE);
    bytes[less] = (uint8_t)(bytes[less] ^ 1u << less % 8);
    DO(CAFFEINE_E_CORRUPT, load(bytes, EXAMPLE_SIZE));
  }
  memcpy(bytes, example_ledger, EXAMPLE_SIZE);
  bytes[EXAMPLE_SIZE] = 0;
  DO(CAFFEINE_E_CORRUPT, load(bytes, EXAMPLE_SIZE + 1));
  for (uint32_t record = 0; record < EXAMPLE_SIZE; record += example_ledger[record + 1]) {
    memcpy(bytes, example_ledger, EXAMPLE_SIZE);
    bytes[record + 2] = 2;
    mend(bytes, EXAMPLE_SIZE);
    DO(CAFFEINE_E_VERSION, load(bytes, EXAMPLE_SIZE));
  }
  set_up_empty(EXAMPLE_DRINKS - 1);
  DO(CAFFEINE_E_FULL, load(example_ledger, EXAMPLE_SIZE));
  config.wearer = 78;
  set_up(EXAMPLE_DRINKS, &config);
  DO(CAFFEINE_E_WEARER, load(example_ledger, EXAMPLE_SIZE));
  set_up_example();
  DO(CAFFEINE_E_ARGUMENT, load(example_ledger, EXAMPLE_SIZE));
  set_up_empty(EXAMPLE_DRINKS); /* what was refused left an engine that takes it */
  DO(CAFFEINE_E_CORRUPT, load(bytes, 9));
  DO(CAFFEINE_OK, load(example_ledger, EXAMPLE_SIZE));
}

/* A sound ledger with more aliases than this engine has room for is no damaged one. */
static void too_many_aliases(void) {
  static const uint8_t alias[16] = {9, 9};
  static uint8_t bytes[512];
  caffeine_drink drink = named(1, START, 1000);
  caffeine_config config = ordinary_config();
  int32_t size;
  config.aliases = 1;
  set_up(3, &config); /* room for fewer drinks, and an alias */
  DO(CAFFEINE_OK, caffeine_record(out.engine, &drink, START, 0));
  DO(CAFFEINE_OK, caffeine_alias(out.engine, drink.id, alias, 0));
  size = caffeine_save(out.engine, bytes, sizeof bytes);
  IS(size > 0, 1);
  set_up(3, 0);
  DO(CAFFEINE_E_FULL, load(bytes, (uint32_t)size));
  bytes[size - 1] ^= 1;
  DO(CAFFEINE_E_CORRUPT, load(bytes, (uint32_t)size));
  bytes[size - 1] ^= 1;
  set_up(3, &config);
  DO(CAFFEINE_OK, load(bytes, (uint32_t)size));
}

static void engines_in_use(void) {
  caffeine_drink drink = named(1, START, 1000);
  set_up_empty(EXAMPLE_DRINKS);
  DO(CAFFEINE_OK, caffeine_set_profile(out.engine, START, 420, 18000));
  DO(CAFFEINE_E_ARGUMENT, load(example_ledger, EXAMPLE_SIZE));
  set_up_empty(EXAMPLE_DRINKS);
  DO(CAFFEINE_OK, caffeine_set_profile(out.engine, CAFFEINE_FROM_START, 420, 9000));
  DO(CAFFEINE_E_ARGUMENT, load(example_ledger, EXAMPLE_SIZE));
  set_up_empty(EXAMPLE_DRINKS);
  must_record(&drink);
  DO(CAFFEINE_OK, caffeine_remove(out.engine, drink.id, 0, 0, 0));
  DO(CAFFEINE_E_ARGUMENT, load(example_ledger, EXAMPLE_SIZE));
}

static void later_minor_versions(void) {
  static const uint8_t unknown[12] = {99, 12, 1, 1, 0xAA, 0xBB, 0xCC, 0xDD, 0, 0, 0, 0};
  static uint8_t bytes[sizeof example_ledger + sizeof unknown];
  memcpy(bytes, example_ledger, 24);
  memcpy(bytes + 24, unknown, sizeof unknown);
  memcpy(bytes + 36, example_ledger + 24, EXAMPLE_SIZE - 24);
  mend(bytes, sizeof bytes);
  set_up_empty(EXAMPLE_DRINKS);
  DO(CAFFEINE_OK, load(bytes, sizeof bytes));
  IS(out.report.drinks, EXAMPLE_DRINKS);
  IS(out.report.skipped, 1);
  bytes[27] = 0; /* of this very version, it would be known */
  mend(bytes, sizeof bytes);
  set_up_empty(EXAMPLE_DRINKS);
  DO(CAFFEINE_E_CORRUPT, load(bytes, sizeof bytes));
}

static void reports(void) {
  static uint64_t room[8], before[8];
  uint32_t size = sizeof(caffeine_load_report);
  for (size_t offset = 16; offset < 24; offset++) {
    for (uint32_t told = 0; told <= size + 8; told++) {
      uint8_t *place = (uint8_t *)room + offset;
      void *report = place;
      int is_taken = offset % 4 == 0 && told >= size;
      set_up_empty(EXAMPLE_DRINKS);
      memset(room, 0xA5, sizeof room);
      memcpy(place, &told, sizeof told);
      memcpy(before, room, sizeof room);
      DO(is_taken ? CAFFEINE_OK : CAFFEINE_E_ARGUMENT,
         caffeine_load(out.engine, example_ledger, EXAMPLE_SIZE,
                       (caffeine_load_report *)report));
      IS(memcmp(room, before, offset + 4), 0);
      IS(memcmp(place + size, (uint8_t *)before + offset + size, sizeof room - offset - size), 0);
      if (!is_taken) IS(memcmp(room, before, sizeof room), 0);
    }
  }
}

static int locked, unlocked, is_refused;
static int32_t lock(void *user) {
  (void)user;
  locked++;
  return is_refused;
}
static void unlock(void *user) {
  (void)user;
  unlocked++;
}

static void a_refused_lock(void) {
  caffeine_config config = example_config();
  config.lock = lock;
  config.unlock = unlock;
  set_up(EXAMPLE_DRINKS, &config);
  locked = unlocked = 0;
  is_refused = 1;
  DO(CAFFEINE_E_BUSY, load(example_ledger, EXAMPLE_SIZE));
  ASK(CAFFEINE_E_BUSY, caffeine_save(out.engine, out.bytes, sizeof out.bytes));
  ASK(CAFFEINE_E_BUSY, caffeine_save_size(out.engine));
  IS(locked, 3);
  IS(unlocked, 0);
  is_refused = 0;
  DO(CAFFEINE_E_CORRUPT, load(example_ledger, 9));
  DO(CAFFEINE_OK, load(example_ledger, EXAMPLE_SIZE)); /* the lock outlives a refused load */
  ASK((int32_t)EXAMPLE_SIZE, caffeine_save(out.engine, out.bytes, sizeof out.bytes));
  IS(locked, 6);
  IS(unlocked, 3);
}

void test_keeping(void) {
  run("a saved ledger is the example's, at any address", the_example_ledger);
  run("save refuses null, and every size that is too small", save_refused);
  run("what was loaded gives the same answers and the same bytes", loaded_is_what_was_saved);
  run("an empty ledger is saved and loaded", empty_ledgers);
  run("load refuses cut, damaged, newer, another wearer's and too many drinks", load_refused);
  run("more aliases than there is room for are no damage", too_many_aliases);
  run("load refuses an engine in which anything is", engines_in_use);
  run("records that only a later minor version knows are skipped and counted",
      later_minor_versions);
  run("a report lies where it may lie, and is never shorter", reports);
  run("a refused lock keeps save and load out", a_refused_lock);
}
