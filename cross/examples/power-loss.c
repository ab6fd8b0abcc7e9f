/*
 * Power cuts on a microbit: a journal on the nRF51's own flash, through its controller (NVMC).
 *
 * Records forty drinks, each kept before the next, wherever the power went before. Says "kept N" once
 * drink N can no longer be lost, and after a restart "found N", the newest that is there. It checks
 * every drink that is listed. Exit code: 0 when the last is kept.
 *
 * QEMU forgets flash when it ends, so what is written goes into a file of the host as well, and is
 * put back before anything else: the first argument, 8 192 bytes. A chip has no need of the part that
 * is marked so.
 */
#include <inttypes.h>
#include <semihost.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "caffeine.h"

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define NVMC_READY REGISTER(0x4001E400u)
#define NVMC_CONFIG REGISTER(0x4001E504u) /* 0: read, 1: program, 2: erase */
#define NVMC_ERASEPAGE REGISTER(0x4001E508u)

#define PAGE 1024u
#define PAGES 8u
#define JOURNAL 0x3E000u /* the last pages; the linker has to leave them alone */

#define DRINKS 40u  /* that are drunk */
#define LISTED 12u  /* that the engine has room for; older ones are folded */
#define START INT64_C(1780300800)
#define EVERY INT64_C(9000) /* seconds */

static CAFFEINE_STORAGE(memory, LISTED);
static CAFFEINE_JOURNAL(place);
static caffeine_engine *engine;
static caffeine_journal *journal;
static caffeine_journal_report report = {.struct_size = sizeof report};

/* ---- Flash ----------------------------------------------------------------------------------- */

static void set_mode(uint32_t mode) {
  while (NVMC_READY == 0) continue;
  NVMC_CONFIG = mode;
}

static void program_word(uint32_t at, uint32_t word) {
  set_mode(1);
  REGISTER(at) = word;
  set_mode(0);
}

static void erase_page(uint32_t at) {
  set_mode(2);
  NVMC_ERASEPAGE = at;
  set_mode(0);
}

/* ---- The emulator's file: not on a chip ------------------------------------------------------ */

static int file;

/* Apart, so that the power can be cut before the Nth call. */
__attribute__((noinline)) static void mirror(uint32_t at, uint32_t size) {
  sys_semihost_seek(file, at - JOURNAL);
  sys_semihost_write(file, (const void *)(uintptr_t)at, size);
}

static void put_back(const char *path) {
  static uint32_t words[PAGE / 4];
  uint32_t page, i;
  file = sys_semihost_open(path, SH_OPEN_R_PLUS_B);
  for (page = JOURNAL; page < JOURNAL + PAGES * PAGE; page += PAGE) {
    sys_semihost_read(file, words, PAGE);
    erase_page(page);
    for (i = 0; i < PAGE / 4; i++) program_word(page + 4 * i, words[i]);
  }
}

/* ---- What the journal calls --------------------------------------------------------------------- */

static int32_t read_flash(void *user, uint32_t block, uint32_t offset, void *bytes, uint32_t size) {
  (void)user;
  memcpy(bytes, (const void *)(uintptr_t)(JOURNAL + block * PAGE + offset), size);
  return 0;
}

static int32_t program_flash(void *user, uint32_t block, uint32_t offset, const void *bytes,
                             uint32_t size) {
  const uint8_t *from = bytes;
  uint32_t at = JOURNAL + block * PAGE + offset, end = at + size, word;
  (void)user;
  for (; at < end; at += 4, from += 4) {
    memcpy(&word, from, 4);
    program_word(at, word);
    mirror(at, 4); /* a word at a time, so that a cut tears a record */
    if (REGISTER(at) != word) return -1;
  }
  return 0;
}

static int32_t erase_flash(void *user, uint32_t block) {
  uint32_t at = JOURNAL + block * PAGE, piece;
  (void)user;
  erase_page(at);
  for (piece = 0; piece < PAGE; piece += 64) mirror(at + piece, 64); /* a cut leaves a part */
  return 0;
}

static int32_t sync_flash(void *user) { /* the controller has finished each write */
  (void)user;
  return 0;
}

static const caffeine_flash flash = {.struct_size = sizeof flash,
                                     .program_unit = 4,
                                     .erase_block = PAGE,
                                     .block_count = PAGES,
                                     .erased_byte = 0xFF,
                                     .read = read_flash,
                                     .program = program_flash,
                                     .erase = erase_flash,
                                     .sync = sync_flash};

/* ---- Drinks ---------------------------------------------------------------------------------- */

/* Drink N, from 1 on. */
static caffeine_drink drink_of(uint32_t number) {
  caffeine_drink drink = {.struct_size = sizeof drink};
  drink.time_s = START + number * EVERY;
  drink.dose_ug = 30000 + number * 1000;
  return drink;
}

static int start(void) {
  caffeine_config config;
  int32_t status;
  caffeine_config_default(&config);
  config.device_id = 7;
  caffeine_init(memory, sizeof memory, CAFFEINE_ABI, &config, &engine);
  status = caffeine_journal_mount(place, sizeof place, &flash, engine, &journal, &report);
  if (status == CAFFEINE_E_UNAVAILABLE) { /* a new chip, or cut while it was formatted */
    puts("formatted");
    status = caffeine_journal_format(&flash, 0);
    if (status == 0) {
      status = caffeine_journal_mount(place, sizeof place, &flash, engine, &journal, &report);
    }
  }
  if (status < 0) printf("mount: %s\n", caffeine_strerror(status));
  return status;
}

/* The number of the newest drink; -1 if one that is listed is not as it was drunk. */
static int32_t newest(void) {
  uint32_t count = (uint32_t)caffeine_count(engine), i, last;
  caffeine_drink drink = {.struct_size = sizeof drink}, right;
  if (count == 0) return 0;
  caffeine_at(engine, count - 1, &drink);
  last = (uint32_t)((drink.time_s - START) / EVERY);
  if (count != (last < LISTED ? last : LISTED)) return -1;
  for (i = 0; i < count; i++) {
    caffeine_at(engine, i, &drink);
    right = drink_of(last - (count - 1 - i));
    if (drink.time_s != right.time_s || drink.dose_ug != right.dose_ug) return -1;
  }
  return (int32_t)last;
}

int main(int argc, char **argv) {
  caffeine_amounts_answer amounts = {.struct_size = sizeof amounts};
  int32_t number, status;
  put_back(argv[argc - 1]);
  if (start() < 0) return 1;
  number = newest();
  printf("found %" PRId32 ", torn records: %" PRIu32 "\n", number, report.damaged);
  if (number < 0) return 1;
  while (number < (int32_t)DRINKS) {
    caffeine_drink drink = drink_of((uint32_t)++number);
    status = caffeine_record(engine, &drink, drink.time_s, NULL);
    if (status == 0) status = caffeine_journal_append(journal, engine);
    if (status < 0) return 1;
    printf("kept %" PRId32 "\n", number);
    while (caffeine_journal_compact_step(journal, engine) > 0) continue; /* there is time */
  }
  caffeine_amounts(engine, START + (DRINKS + 1) * EVERY, &amounts);
  printf("all there: gut %" PRIu32 " ug, body %" PRIu32 " ug\n", amounts.gut_ug, amounts.body_ug);
  return 0;
}
