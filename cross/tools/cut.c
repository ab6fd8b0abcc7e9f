/*
 * A QEMU plugin that cuts the power: after so many instructions QEMU is killed, as it stands.
 *
 * Built by:  gcc -O2 -shared -fPIC -o cut.so cut.c
 * Used as:   qemu-system-arm ... -plugin ./cut.so,at=NUMBER[,of=ADDRESS]
 *
 * With an address, in hexadecimal, only the instruction there counts: after so many calls of a
 * function, say. at=0: never; how many there were is told at the end.
 *
 * There is one vCPU, so nothing is locked.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "qemu_plugin.h"

static uint64_t count, at, of = UINT64_MAX;

static void executed(unsigned cpu, void *user) {
  (void)cpu;
  (void)user;
  if (++count == at) raise(SIGKILL);
}

static void translated(plugin_id id, struct qemu_plugin_tb *block) {
  (void)id;
  for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); i++) {
    struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(block, i);
    if (of != UINT64_MAX && of != qemu_plugin_insn_vaddr(instruction)) continue;
    qemu_plugin_register_vcpu_insn_exec_cb(instruction, executed, 0, NULL);
  }
}

static void finished(plugin_id id, void *user) {
  (void)id;
  (void)user;
  fprintf(stderr, "%" PRIu64 " instructions\n", count);
}

int qemu_plugin_install(plugin_id id, const struct qemu_info *info, int argc, char **argv) {
  (void)info;
  if (argc < 1 || argc > 2 || strncmp(argv[0], "at=", 3) != 0
      || (argc == 2 && strncmp(argv[1], "of=", 3) != 0)) {
    fputs("cut.so: needs at=NUMBER[,of=ADDRESS]\n", stderr);
    return -1;
  }
  at = strtoull(argv[0] + 3, NULL, 10);
  if (argc == 2) of = strtoull(argv[1] + 3, NULL, 16);
  qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
  qemu_plugin_register_atexit_cb(id, finished, NULL);
  return 0;
}
