/*
 * A journal on flash that this file emulates: a seeded life of drinks, edits and removals, the power
 * cut in the midst of one write after another, and what is there after each restart.
 *
 * Checks that everything acknowledged is there, and prints counts and hashes of the flash's bytes and
 * of the saved engine. Exit code: 0, or 1 if something was lost or refused.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "caffeine.h"

#define DRINKS 8u
#define BLOCK 1024u
#define BLOCKS 8u
#define LIVES 24u
#define START INT64_C(1780300800)

static uint8_t chip[BLOCKS][BLOCK];
static uint32_t writes, cut_at; /* programs and erases; the one that is torn, 0: none */
static uint32_t torn;           /* bytes of it that are done */
static int failures;

static CAFFEINE_STORAGE(memory, DRINKS);
static CAFFEINE_JOURNAL(place);
static caffeine_engine *engine;
static caffeine_journal *journal;
static uint64_t seed = 2026;

static uint32_t random_below(uint32_t bound) {
  seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(((seed >> 32) * bound) >> 32);
}

static uint64_t hash_of(const void *bytes, size_t size) {
  const uint8_t *at = bytes;
  uint64_t hash = UINT64_C(14695981039346656037);
  while (size-- > 0) hash = (hash ^ *at++) * UINT64_C(1099511628211);
  return hash;
}

static void expect(int holds, const char *what) {
  if (holds) return;
  printf("FAILED %s\n", what);
  failures++;
}

/* ---- Flash --------------------------------------------------------------------------------- */

static int32_t read_chip(void *user, uint32_t block, uint32_t offset, void *bytes, uint32_t size) {
  (void)user;
  memcpy(bytes, chip[block] + offset, size);
  return 0;
}

/* How many bytes of a write are done before the power goes. */
static uint32_t survives(uint32_t size) {
  writes++;
  if (cut_at == 0 || writes < cut_at) return size;
  return writes == cut_at ? torn % size : 0;
}

static int32_t program_chip(void *user, uint32_t block, uint32_t offset, const void *bytes,
                            uint32_t size) {
  const uint8_t *from = bytes;
  uint32_t i, done = survives(size);
  (void)user;
  for (i = 0; i < done; i++) {
    expect(chip[block][offset + i] == 0xFF, "only erased bytes are programmed");
    chip[block][offset + i] = from[i];
  }
  return done == size ? 0 : -1;
}

static int32_t erase_chip(void *user, uint32_t block) {
  uint32_t done = survives(BLOCK);
  (void)user;
  memset(chip[block], 0xFF, done);
  return done == BLOCK ? 0 : -1;
}

static int32_t sync_chip(void *user) {
  (void)user;
  return 0;
}

static const caffeine_flash flash = {.struct_size = sizeof flash,
                                     .program_unit = 4,
                                     .erase_block = BLOCK,
                                     .block_count = BLOCKS,
                                     .erased_byte = 0xFF,
                                     .read = read_chip,
                                     .program = program_chip,
                                     .erase = erase_chip,
                                     .sync = sync_chip};

/* ---- Lives --------------------------------------------------------------------------------- */

static int32_t start(caffeine_journal_report *report) {
  caffeine_config config;
  caffeine_config_default(&config);
  config.device_id = 7;
  caffeine_init(memory, sizeof memory, CAFFEINE_ABI, &config, &engine);
  report->struct_size = sizeof *report;
  return caffeine_journal_mount(place, sizeof place, &flash, engine, &journal, report);
}

static uint64_t state(void) {
  static uint8_t bytes[2048];
  int32_t size = caffeine_save(engine, bytes, sizeof bytes);
  expect(size > 0, "an engine can be saved");
  return hash_of(bytes, size > 0 ? (size_t)size : 0);
}

/* One drink more, or an edit or a removal of one that is there. */
static void live(int64_t now_s) {
  uint32_t what = random_below(8), count = (uint32_t)caffeine_count(engine);
  caffeine_drink drink = {.struct_size = sizeof drink};
  if (what > 1 || count < 3) {
    drink.time_s = now_s;
    drink.dose_ug = 10000 + random_below(90) * 1000;
    caffeine_record(engine, &drink, now_s, NULL);
  } else {
    caffeine_at(engine, count - 1 - random_below(2), &drink);
    if (what == 0) {
      drink.dose_ug += 1000;
      drink.revision = 0;
      caffeine_edit(engine, &drink, now_s, NULL);
    } else {
      caffeine_remove(engine, drink.id, 0, 0, NULL);
    }
  }
}

int main(void) {
  caffeine_journal_report report;
  int64_t now_s = START;
  uint32_t life, kept = 0, unkept = 0;
  memset(chip, 0, sizeof chip); /* as a chip comes that was never erased */
  expect(start(&report) == CAFFEINE_E_UNAVAILABLE, "there is no journal on a new chip");
  expect(caffeine_journal_format(&flash, 0) == 0, "a new chip is formatted");
  expect(start(&report) == 0, "and mounted");
  for (life = 1; life <= LIVES; life++) {
    uint64_t before = state(), after = before;
    writes = 0;
    torn = random_below(BLOCK);
    cut_at = 1 + random_below(60);
    for (;;) {
      now_s += 600 + random_below(3600);
      live(now_s);
      after = state();
      if (caffeine_journal_append(journal, engine) < 0) break;
      before = after;
      kept++;
    }
    cut_at = 0;
    expect(start(&report) == 0, "after a cut it is mounted");
    expect(report.missing == 0, "nothing that was kept is missing");
    expect(state() == before || state() == after, "what is there is what was kept");
    unkept += state() != after;
    printf("life %" PRIu32 ": %" PRId32 " drinks, %" PRIu32 " slots, %" PRIu32 " torn, most erased %"
           PRIu32 ", flash %016" PRIx64 ", engine %016" PRIx64 "\n", life, caffeine_count(engine),
           report.slots, report.damaged, report.most_erases, hash_of(chip, sizeof chip), state());
  }
  printf("%" PRIu32 " changes kept, %" PRIu32 " lost with the power before they were\n", kept, unkept);
  return failures != 0;
}
