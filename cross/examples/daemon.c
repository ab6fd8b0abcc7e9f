/*
 * A daemon for Linux, static and without the Swift runtime: reads drinks as lines and keeps them in a
 * journal in a file, so that it may be killed at any instant.
 *
 *   daemon FILE
 *
 *   drink SECONDS MILLIGRAMS   answered "kept, N drinks" once it outlives a power cut
 *   at SECONDS                 answered with gut and body at a time
 *
 * Seconds are since 1970-01-01 00:00 UTC. A line that makes no sense, or that the engine refuses, is
 * answered "refused: ..." and changes nothing. Exit code: 0 at the end of the input.
 */
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "caffeine.h"

#define DRINKS 64
#define BLOCK 4096u
#define BLOCKS 8u

static CAFFEINE_STORAGE(memory, DRINKS);
static CAFFEINE_JOURNAL(place);
static caffeine_engine *engine;
static caffeine_journal *journal;

/* ---- The file as flash: its descriptor is the callbacks' user -------------------------------- */

static off_t position(uint32_t block, uint32_t offset) {
  return (off_t)block * BLOCK + offset;
}

/* Reads all, or fails: what lies past the end of the file is an error. */
static int32_t read_file(void *user, uint32_t block, uint32_t offset, void *bytes, uint32_t size) {
  uint32_t done = 0;
  while (done < size) {
    ssize_t n = pread(*(int *)user, (uint8_t *)bytes + done, size - done,
                      position(block, offset + done));
    if (n <= 0) return -1;
    done += (uint32_t)n;
  }
  return 0;
}

static int32_t program_file(void *user, uint32_t block, uint32_t offset, const void *bytes,
                            uint32_t size) {
  uint32_t done = 0;
  while (done < size) {
    ssize_t n = pwrite(*(int *)user, (const uint8_t *)bytes + done, size - done,
                       position(block, offset + done));
    if (n <= 0) return -1;
    done += (uint32_t)n;
  }
  return 0;
}

static int32_t erase_file(void *user, uint32_t block) {
  uint8_t erased[BLOCK];
  memset(erased, 0xFF, sizeof erased);
  return program_file(user, block, 0, erased, BLOCK);
}

static int32_t sync_file(void *user) {
  return fsync(*(int *)user);
}

/* ---- Life ------------------------------------------------------------------------------------ */

static int32_t make_engine(void) {
  caffeine_config config;
  int32_t status = caffeine_config_default(&config);
  config.device_id = 1;
  return status < 0 ? status : caffeine_init(memory, sizeof memory, CAFFEINE_ABI, &config, &engine);
}

/* Whether a file is as it was made: all zero, or erased by a format that was killed. */
static int is_blank(int file) {
  uint8_t bytes[BLOCK];
  uint32_t block, i;
  for (block = 0; block < BLOCKS; block++) {
    if (read_file(&file, block, 0, bytes, BLOCK) != 0) return 0;
    for (i = 0; i < BLOCK; i++) {
      if (bytes[i] != 0 && bytes[i] != 0xFF) return 0;
    }
  }
  return 1;
}

/* Opens the journal; an empty file becomes one, any other file that is none is left alone. */
static int32_t open_journal(const char *path, int *file) {
  caffeine_flash flash = {.struct_size = sizeof flash, .program_unit = 1, .erase_block = BLOCK,
                          .block_count = BLOCKS, .erased_byte = 0xFF, .read = read_file,
                          .program = program_file, .erase = erase_file, .sync = sync_file,
                          .user = file};
  off_t size;
  int32_t status = make_engine();
  if (status < 0) return status;
  *file = open(path, O_RDWR | O_CREAT, 0600);
  if (*file < 0) return CAFFEINE_E_DENIED;
  if (lockf(*file, F_TLOCK, 0) != 0) return CAFFEINE_E_BUSY; /* another daemon has it */
  size = lseek(*file, 0, SEEK_END);
  if (size == 0 && ftruncate(*file, (off_t)(BLOCK * BLOCKS)) != 0) return CAFFEINE_E_DEVICE;
  status = caffeine_journal_mount(place, sizeof place, &flash, engine, &journal, NULL);
  if (status == CAFFEINE_E_UNAVAILABLE && is_blank(*file)) {
    status = caffeine_journal_format(&flash, 0);
    if (status == 0) {
      status = caffeine_journal_mount(place, sizeof place, &flash, engine, &journal, NULL);
    }
  }
  return status;
}

static int32_t drink(int64_t time_s, uint32_t dose_mg) {
  caffeine_drink drink = {.struct_size = sizeof drink, .time_s = time_s};
  int32_t status;
  if (dose_mg > 10000) return CAFFEINE_E_RANGE;
  drink.dose_ug = dose_mg * 1000;
  /* A daemon with a clock gives time(NULL) for now: what lies ahead is then refused. */
  status = caffeine_record(engine, &drink, time_s, NULL);
  if (status == 0) status = caffeine_journal_append(journal, engine);
  if (status >= 0) printf("kept, %" PRId32 " drinks\n", caffeine_count(engine));
  return status;
}

static int32_t at(int64_t time_s) {
  caffeine_amounts_answer amounts = {.struct_size = sizeof amounts};
  int32_t status = caffeine_amounts(engine, time_s, &amounts);
  if (status == 0) printf("gut %" PRIu32 " ug, body %" PRIu32 " ug\n", amounts.gut_ug, amounts.body_ug);
  return status;
}

int main(int argc, char **argv) {
  static int file;
  char line[128], end;
  int64_t time_s;
  uint32_t dose_mg;
  int32_t status;
  if (argc != 2) {
    fputs("usage: daemon FILE\n", stderr);
    return 2;
  }
  setvbuf(stdout, NULL, _IOLBF, 0);
  status = open_journal(argv[1], &file);
  if (status < 0) {
    fprintf(stderr, "%s: %s\n", argv[1], caffeine_strerror(status));
    return 1;
  }
  while (fgets(line, sizeof line, stdin) != NULL) {
    if (sscanf(line, "drink %" SCNd64 " %" SCNu32 " %c", &time_s, &dose_mg, &end) == 2) {
      status = drink(time_s, dose_mg);
    } else if (sscanf(line, "at %" SCNd64 " %c", &time_s, &end) == 1) {
      status = at(time_s);
    } else {
      status = CAFFEINE_E_ARGUMENT;
    }
    if (status < 0) printf("refused: %s\n", caffeine_strerror(status));
  }
  return 0;
}
