/* What our plugins use of version 1 of QEMU's interface for them, which QEMU 4.2 to 8.2 offer: Debian
   ships QEMU without qemu-plugin.h. */
#ifndef QEMU_PLUGIN_H
#define QEMU_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#define EXPORTED __attribute__((visibility("default")))

typedef uint64_t plugin_id;
struct qemu_info;
struct qemu_plugin_tb;
struct qemu_plugin_insn;

extern void qemu_plugin_register_vcpu_tb_trans_cb(
    plugin_id id, void (*callback)(plugin_id id, struct qemu_plugin_tb *block));
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
extern struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block,
                                                        size_t index);
extern uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *instruction);
extern void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *instruction,
                                                   void (*callback)(unsigned cpu, void *user),
                                                   int register_use, void *user);
extern void qemu_plugin_register_atexit_cb(plugin_id id, void (*callback)(plugin_id id, void *user),
                                           void *user);

EXPORTED int qemu_plugin_version = 1;
EXPORTED int qemu_plugin_install(plugin_id id, const struct qemu_info *info, int argc, char **argv);

#endif
