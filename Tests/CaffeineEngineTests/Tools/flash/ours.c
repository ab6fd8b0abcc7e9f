/*
 * What the journal does to flash: 10 000 drinks, each appended and synced, through caffeine.h.
 *
 *   ours UNIT        prints: bytes programmed, erases, those of the least and the most worn block,
 *                    bytes read to mount, drinks there after that
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "caffeine.h"

#define BLOCK 4096u
#define BLOCKS 16u
#define DRINKS 64u
#define START INT64_C(1780300800)

static struct {
  uint8_t bytes[BLOCKS * BLOCK];
  uint64_t programmed, read;
  uint32_t erases[BLOCKS];
} chip;

static int32_t read_chip(void *user, uint32_t block, uint32_t offset, void *bytes, uint32_t size) {
  (void)user;
  chip.read += size;
  memcpy(bytes, chip.bytes + block * BLOCK + offset, size);
  return 0;
}

static int32_t program_chip(void *user, uint32_t block, uint32_t offset, const void *bytes,
                            uint32_t size) {
  (void)user;
  chip.programmed += size;
  memcpy(chip.bytes + block * BLOCK + offset, bytes, size);
  return 0;
}

static int32_t erase_chip(void *user, uint32_t block) {
  (void)user;
  chip.erases[block]++;
  memset(chip.bytes + block * BLOCK, 0xFF, BLOCK);
  return 0;
}

static int32_t sync_chip(void *user) {
  (void)user;
  return 0;
}

static CAFFEINE_STORAGE(storage, DRINKS);
static CAFFEINE_JOURNAL(place);

static void must(int32_t status, const char *what) {
  if (status >= 0) return;
  fprintf(stderr, "%s: %s\n", what, caffeine_strerror(status));
  exit(1);
}

static caffeine_engine *begin(void) {
  caffeine_engine *engine = 0;
  caffeine_config config;
  must(caffeine_config_default(&config), "config");
  config.device_id = 7;
  must(caffeine_init(storage, sizeof storage, CAFFEINE_ABI, &config, &engine), "init");
  return engine;
}

int main(int count, char **arguments) {
  caffeine_flash flash;
  caffeine_engine *engine = begin();
  caffeine_journal *journal = 0;
  uint32_t least = UINT32_MAX, most = 0, erases = 0;
  memset(&flash, 0, sizeof flash);
  flash.struct_size = sizeof flash;
  flash.program_unit = count > 1 ? (uint32_t)atoi(arguments[1]) : 4;
  flash.erase_block = BLOCK;
  flash.block_count = BLOCKS;
  flash.erased_byte = 0xFF;
  flash.read = read_chip;
  flash.program = program_chip;
  flash.erase = erase_chip;
  flash.sync = sync_chip;
  must(caffeine_journal_format(&flash, 0), "format");
  must(caffeine_journal_mount(place, sizeof place, &flash, engine, &journal, 0), "mount");
  memset(chip.erases, 0, sizeof chip.erases);
  chip.programmed = 0;
  for (int i = 0; i < 10000; i++) {
    caffeine_drink drink;
    memset(&drink, 0, sizeof drink);
    drink.struct_size = sizeof drink;
    drink.time_s = START + (int64_t)i * 10800;
    drink.dose_ug = 95000;
    must(caffeine_record(engine, &drink, drink.time_s, 0), "record");
    must(caffeine_journal_append(journal, engine), "append");
  }
  for (uint32_t block = 0; block < BLOCKS; block++) {
    erases += chip.erases[block];
    if (chip.erases[block] < least) least = chip.erases[block];
    if (chip.erases[block] > most) most = chip.erases[block];
  }
  chip.read = 0;
  engine = begin();
  must(caffeine_journal_mount(place, sizeof place, &flash, engine, &journal, 0), "mount");
  printf("%llu %u %u %u %llu %d\n", (unsigned long long)chip.programmed, (unsigned)erases,
         (unsigned)least, (unsigned)most, (unsigned long long)chip.read,
         (int)caffeine_count(engine));
  return 0;
}
