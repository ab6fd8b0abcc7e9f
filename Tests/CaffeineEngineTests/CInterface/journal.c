/* The journal: an engine on flash that this file emulates. */
#include "harness.h"

#define BLOCK 4096u
#define BLOCKS 4u

/* Flash between two guards: a program may only clear bits of erased bytes. */
static struct {
  uint8_t before[GUARD];
  uint8_t bytes[BLOCKS * BLOCK];
  uint8_t after[GUARD];
} chip;

static struct {
  uint32_t writes; /* programs and erases so far */
  uint32_t fails_at; /* the one that fails half done, and all after it; 0: none */
  uint32_t bad_reads; /* so many reads fail */
  int refuses, breaches;
} state;

static int place_is_bad(void *user, uint32_t block, uint32_t offset, uint32_t size) {
  return user != &chip || block >= BLOCKS || offset > BLOCK || size > BLOCK - offset;
}

static int32_t read_chip(void *user, uint32_t block, uint32_t offset, void *bytes, uint32_t size) {
  state.breaches += place_is_bad(user, block, offset, size);
  if (state.bad_reads > 0) {
    state.bad_reads--;
    return 5;
  }
  memcpy(bytes, chip.bytes + block * BLOCK + offset, size);
  return 0;
}

static int32_t program_chip(void *user, uint32_t block, uint32_t offset, const void *bytes,
                            uint32_t size) {
  const uint8_t *from = (const uint8_t *)bytes;
  uint8_t *to = chip.bytes + block * BLOCK + offset;
  uint32_t i;
  state.breaches += place_is_bad(user, block, offset, size) || size != 64 || offset % 64 != 0;
  state.writes++;
  if (state.fails_at != 0 && state.writes > state.fails_at) return -1;
  if (state.writes == state.fails_at) size /= 2;
  for (i = 0; i < size; i++) {
    state.breaches += to[i] != 0xFF;
    to[i] = from[i];
  }
  return state.writes == state.fails_at ? -1 : 0;
}

static int32_t erase_chip(void *user, uint32_t block) {
  state.breaches += place_is_bad(user, block, 0, BLOCK);
  if (state.refuses) return CAFFEINE_E_BUSY;
  state.writes++;
  if (state.fails_at != 0 && state.writes >= state.fails_at) return -1;
  memset(chip.bytes + block * BLOCK, 0xFF, BLOCK);
  return 0;
}

static int32_t sync_chip(void *user) { return user == &chip ? 0 : -1; }

static caffeine_flash flash_of(void) {
  caffeine_flash flash;
  memset(&flash, 0, sizeof flash);
  flash.struct_size = sizeof flash;
  flash.program_unit = 8;
  flash.erase_block = BLOCK;
  flash.block_count = BLOCKS;
  flash.erased_byte = 0xFF;
  flash.read = read_chip;
  flash.program = program_chip;
  flash.erase = erase_chip;
  flash.sync = sync_chip;
  flash.user = &chip;
  return flash;
}

static struct {
  uint64_t before[8];
  CAFFEINE_JOURNAL(words);
  uint64_t after[8];
} place;
static caffeine_journal *journal;
static caffeine_journal_report report;

static int32_t mount(void) {
  caffeine_flash flash = flash_of();
  memset(&place, 0x5A, sizeof place);
  memset(&report, 0x5A, sizeof report);
  report.struct_size = sizeof report;
  return caffeine_journal_mount(place.words, CAFFEINE_JOURNAL_BYTES, &flash, out.engine, &journal,
                                &report);
}

/* A formatted chip and an empty engine, mounted. */
static void begin(uint32_t drinks) {
  caffeine_flash flash = flash_of();
  memset(&chip, 0xA5, sizeof chip);
  memset(&state, 0, sizeof state);
  set_up(drinks, 0);
  ASK(CAFFEINE_OK, caffeine_journal_format(&flash, 0));
  DO(CAFFEINE_OK, mount());
}

/* The power goes and returns: a fresh engine takes over what was kept. */
static void reset(uint32_t drinks) {
  memset(&state, 0, sizeof state);
  set_up(drinks, 0);
  DO(CAFFEINE_OK, mount());
}

static uint8_t kept[8192];

static int32_t save(void) {
  int32_t size = caffeine_save(out.engine, kept, sizeof kept);
  return size;
}

static void what_is_appended_is_there(void) {
  static uint8_t expected[sizeof kept];
  caffeine_drink drink;
  int32_t size;
  int i;
  begin(20);
  for (i = 0; i < 70; i++) {
    drink = nameless(START + i * 1800, 40000u + (uint32_t)i);
    must_record(&drink);
    if (i % 7 == 3) {
      ASK(i % 20, caffeine_at(out.engine, 0, &out.drink) == 0 ? i % 20 : -1);
      DO(ANY, caffeine_remove(out.engine, out.drink.id, 0, 0, 0));
    }
    ASK(ANY, caffeine_journal_append(journal, out.engine));
    ASK(CAFFEINE_OK, caffeine_journal_append(journal, out.engine)); /* nothing new */
    while (caffeine_journal_compact_step(journal, out.engine) > 0) {}
    size = save();
    memcpy(expected, kept, sizeof expected);
    if (i % 13 == 0) {
      reset(20);
      IS(save(), size);
      IS(memcmp(kept, expected, (size_t)size), 0);
      IS(report.damaged + report.missing + report.unreadable + report.unknown, 0);
    }
  }
  IS(state.breaches, 0);
  IS(chip.before[0], 0xA5);
  IS(chip.after[GUARD - 1], 0xA5);
  IS(place.before[7], INT64_C(0x5A5A5A5A5A5A5A5A));
  IS(place.after[0], INT64_C(0x5A5A5A5A5A5A5A5A));
}

static void a_cut_at_writes(void) {
  uint32_t at;
  for (at = 1; at < 160; at += 8) { /* caffeine-sim powercut cuts at each */
    caffeine_drink drink;
    int32_t appended = 0;
    begin(4);
    state.writes = 0;
    state.fails_at = at;
    while (appended < 100) {
      drink = nameless(START + appended * 1800, 50000);
      must_record(&drink);
      if (caffeine_journal_append(journal, out.engine) < 0) break;
      appended++;
    }
    reset(4);
    /* the newest is there, or, as it was not acknowledged, the one before it is */
    ASK(appended < 4 ? ANY : 4, caffeine_count(out.engine));
    if (appended > 0) {
      ASK(ANY, caffeine_at(out.engine, (uint32_t)caffeine_count(out.engine) - 1, &out.drink));
      IS(out.drink.time_s >= START + (appended - 1) * 1800, 1);
      IS(out.drink.time_s <= START + appended * 1800, 1);
    }
    drink = nameless(START + 200 * 1800, 60000);
    must_record(&drink);
    ASK(ANY, caffeine_journal_append(journal, out.engine) > 0 ? 0 : -1);
    reset(4);
    ASK(ANY, caffeine_at(out.engine, (uint32_t)caffeine_count(out.engine) - 1, &out.drink));
    IS(out.drink.time_s, START + 200 * 1800);
    IS(state.breaches, 0);
  }
}

static void a_wipe(void) {
  caffeine_drink drink;
  uint32_t i, left = 0;
  begin(20);
  for (i = 0; i < 90; i++) {
    drink = named((uint8_t)(0xC0 + i % 16), START + i * 60, 70000);
    drink.id[15] = (uint8_t)i;
    must_record(&drink);
    ASK(ANY, caffeine_journal_append(journal, out.engine));
  }
  state.refuses = 1;
  IS(caffeine_journal_wipe(journal, out.engine), CAFFEINE_E_BUSY); /* the engine is empty already */
  state.refuses = 0;
  DO(CAFFEINE_OK, caffeine_journal_wipe(journal, out.engine));
  ASK(0, caffeine_count(out.engine));
  for (i = 0; i < BLOCKS * BLOCK; i++) left += chip.bytes[i] != 0xFF;
  IS(left < 10 * 64, 1); /* a header; the counts of ids and changes and an end, twice each */
  reset(20);
  ASK(0, caffeine_count(out.engine));
}

static void refusals(void) {
  caffeine_flash flash = flash_of(), other;
  uint32_t i;
  begin(20);
  ASK(CAFFEINE_E_ARGUMENT, caffeine_journal_format(0, 0));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_journal_inspect(0, &report));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_journal_inspect(&flash, 0));
  ASK(CAFFEINE_OK, caffeine_journal_inspect(&flash, &report));
  IS(report.free_blocks, BLOCKS - 1);
  IS(report.slots > 0 && report.damaged == 0, 1);
  report.struct_size--;
  ASK(CAFFEINE_E_ARGUMENT, caffeine_journal_inspect(&flash, &report));
  report.struct_size++;
  ASK(CAFFEINE_E_ARGUMENT, caffeine_journal_append(0, out.engine));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_journal_append(journal, 0));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_journal_compact_step(0, out.engine));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_journal_wipe(0, out.engine));
  ASK(CAFFEINE_E_ARGUMENT,
      caffeine_journal_append((caffeine_journal *)(place.before + 1), out.engine));
  ASK(CAFFEINE_E_ALIGN, caffeine_journal_mount((uint8_t *)place.words + 4, 400, &flash, out.engine,
                                               &journal, 0));
  ASK(CAFFEINE_E_MEMORY, caffeine_journal_mount(place.words, 64, &flash, out.engine, &journal, 0));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_journal_mount(0, 400, &flash, out.engine, &journal, 0));
  ASK(CAFFEINE_E_ARGUMENT,
      caffeine_journal_mount(place.words, CAFFEINE_JOURNAL_BYTES, 0, out.engine, &journal, 0));
  ASK(CAFFEINE_E_ARGUMENT,
      caffeine_journal_mount(place.words, CAFFEINE_JOURNAL_BYTES, &flash, out.engine, 0, 0));
  ASK(CAFFEINE_E_ARGUMENT,
      caffeine_journal_mount(place.words, CAFFEINE_JOURNAL_BYTES, &flash, 0, &journal, 0));
  for (i = 0; i < 7; i++) {
    static const struct { uint32_t unit, block, count, erased; } bad[] = {
        {0, 4096, 4, 255}, {3, 4096, 4, 255}, {64, 4096, 4, 255}, {8, 128, 4, 255},
        {8, 5000, 4, 255}, {8, 4096, 1, 255}, {8, 4096, 4, 0x1FF}};
    other = flash;
    other.program_unit = bad[i].unit;
    other.erase_block = bad[i].block;
    other.block_count = bad[i].count;
    other.erased_byte = bad[i].erased;
    ASK(CAFFEINE_E_RANGE, caffeine_journal_format(&other, 0));
    ASK(CAFFEINE_E_RANGE, caffeine_journal_inspect(&other, &report));
  }
  other = flash;
  other.erase_block = 256;
  ASK(CAFFEINE_E_MEMORY, caffeine_journal_format(&other, 0));
  other.erase_block = 2048;
  ASK(CAFFEINE_E_GEOMETRY, caffeine_journal_inspect(&other, &report));
  for (i = 0; i < 5; i++) {
    other = flash;
    if (i == 0) other.read = 0;
    if (i == 1) other.program = 0;
    if (i == 2) other.erase = 0;
    if (i == 3) other.sync = 0;
    if (i == 4) other.reserved = 1;
    ASK(CAFFEINE_E_ARGUMENT, caffeine_journal_inspect(&other, &report));
    ASK(CAFFEINE_E_ARGUMENT, caffeine_journal_format(&other, 0));
    ASK(CAFFEINE_E_ARGUMENT, caffeine_journal_mount(place.words, CAFFEINE_JOURNAL_BYTES, &other,
                                                    out.engine, &journal, 0));
  }
  state.refuses = 1;
  ASK(CAFFEINE_E_BUSY, caffeine_journal_format(&flash, 0));
  state.refuses = 0;
  state.fails_at = 1;
  ASK(CAFFEINE_E_DEVICE, caffeine_journal_format(&flash, 0));
  state.fails_at = 0;
  memset(chip.bytes, 0xFF, sizeof chip.bytes);
  ASK(CAFFEINE_E_UNAVAILABLE, caffeine_journal_inspect(&flash, &report));
  memset(chip.bytes, 0, sizeof chip.bytes);
  ASK(CAFFEINE_E_UNAVAILABLE, caffeine_journal_inspect(&flash, &report));
  IS(state.breaches, 0);
}

static void another_wearer_and_a_used_engine(void) {
  caffeine_config config = ordinary_config();
  caffeine_drink drink = nameless(START, 50000);
  begin(20);
  config.wearer = 9;
  set_up(20, &config);
  ASK(CAFFEINE_E_WEARER, mount());
  set_up(20, 0);
  must_record(&drink);
  ASK(CAFFEINE_E_ARGUMENT, mount());
}

static void more_than_fits(void) {
  caffeine_drink drink;
  int32_t status = 0;
  uint32_t i;
  begin(200);
  for (i = 0; i < 200 && status >= 0; i++) {
    drink = nameless(START + i * 60, 1000);
    must_record(&drink);
    status = caffeine_journal_append(journal, out.engine);
  }
  IS(status, CAFFEINE_E_FULL);
  ASK(0, caffeine_at(out.engine, 0, &out.drink));
  DO(ANY, caffeine_remove(out.engine, out.drink.id, 0, 0, 0));
  ASK(ANY, caffeine_journal_append(journal, out.engine) > 0 ? 0 : -1);
  status = caffeine_count(out.engine);
  reset(200);
  ASK(status, caffeine_count(out.engine));
  set_up((uint32_t)status - 1, 0);
  DO(CAFFEINE_OK, mount()); /* fewer fit: the oldest are folded */
}

void test_journal(void) {
  run("what is appended is there after a reset, to the byte", what_is_appended_is_there);
  run("a power cut costs nothing acknowledged", a_cut_at_writes);
  run("a wipe leaves no drink, and goes on where an erase was put off", a_wipe);
  run("a journal refuses null, other flash, and what is no journal", refusals);
  run("a journal is of one wearer, and goes into an empty engine", another_wearer_and_a_used_engine);
  run("more drinks than the flash holds are told, and removing makes room", more_than_fits);
}
