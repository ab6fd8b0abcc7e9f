/*
 * A QEMU plugin that counts what a call costs: the instructions from the first one of a watched
 * function to its return, library routines included.
 *
 * Built by:  gcc -O2 -shared -fPIC -o instructions.so instructions.c
 * Used as:   qemu-system-arm ... -plugin ./instructions.so,out=FILE,begin=A,end=B,entry=C,entry=D
 *
 * begin and end are the addresses of two marker functions that the firmware calls around a call,
 * entry are those of the functions of interest. Between the markers counting starts at the first
 * entry reached and stops when the end marker is, less the one branch that leads there. Each region
 * gives one line in FILE, in the order in which they ran. These are instructions, not cycles.
 *
 * There is one vCPU, so nothing is locked.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "qemu_plugin.h"

#define ENTRIES 64

/* What an instruction means; the callback's argument. */
enum role { ORDINARY, BEGIN, END, ENTRY };

/* idle -begin-> armed -entry-> counting -end-> idle */
static enum { IDLE, ARMED, COUNTING } state = IDLE;
static uint64_t count;
static uint64_t begin, end, entries[ENTRIES];
static size_t entry_count;
static FILE *out;

static void executed(unsigned cpu, void *user) {
  enum role role = (enum role)(uintptr_t)user;
  (void)cpu;
  if (role == BEGIN) {
    state = ARMED;
  } else if (role == END && state != IDLE) {
    fprintf(out, "%" PRIu64 "\n", state == COUNTING ? count - 1 : 0);
    state = IDLE;
  } else if (role == ENTRY && state == ARMED) {
    state = COUNTING;
    count = 0;
  }
  count++;
}

static enum role role_of(uint64_t address) {
  if (address == begin) return BEGIN;
  if (address == end) return END;
  for (size_t i = 0; i < entry_count; i++) {
    if (address == entries[i]) return ENTRY;
  }
  return ORDINARY;
}

static void translated(plugin_id id, struct qemu_plugin_tb *block) {
  size_t length = qemu_plugin_tb_n_insns(block);
  (void)id;
  for (size_t i = 0; i < length; i++) {
    struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(block, i);
    enum role role = role_of(qemu_plugin_insn_vaddr(instruction));
    qemu_plugin_register_vcpu_insn_exec_cb(instruction, executed, 0, (void *)(uintptr_t)role);
  }
}

static void finished(plugin_id id, void *user) {
  (void)id;
  (void)user;
  fclose(out);
}

/* Whether an argument has this key; then value points past it. */
static bool has_key(const char *argument, const char *key, const char **value) {
  size_t length = strlen(key);
  *value = argument + length;
  return strncmp(argument, key, length) == 0;
}

int qemu_plugin_install(plugin_id id, const struct qemu_info *info, int argc, char **argv) {
  (void)info;
  for (int i = 0; i < argc; i++) {
    const char *value;
    if (has_key(argv[i], "out=", &value)) {
      out = fopen(value, "w");
    } else if (has_key(argv[i], "begin=", &value)) {
      begin = strtoull(value, NULL, 16);
    } else if (has_key(argv[i], "end=", &value)) {
      end = strtoull(value, NULL, 16);
    } else if (has_key(argv[i], "entry=", &value) && entry_count < ENTRIES) {
      entries[entry_count++] = strtoull(value, NULL, 16);
    } else {
      fprintf(stderr, "instructions.so: cannot take '%s'\n", argv[i]);
      return -1;
    }
  }
  if (out == NULL || begin == 0 || end == 0 || entry_count == 0) {
    fputs("instructions.so: needs out=FILE, begin=, end= and entry= addresses\n", stderr);
    return -1;
  }
  qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
  qemu_plugin_register_atexit_cb(id, finished, NULL);
  return 0;
}
