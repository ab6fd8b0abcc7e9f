/* Counts the allocations of a process; preloaded. Prints two counts when the process exits: all, and
   those between the last two calls of getrusage, with which the executor begins and ends a run. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/resource.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static atomic_ulong allocations;
static unsigned long at_latest_call;
static unsigned long between_calls;

void *malloc(size_t size) {
  allocations++;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  allocations++;
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  allocations++;
  return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  allocations++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  allocations++;
  *memory = __libc_memalign(alignment, size);
  return *memory == NULL ? ENOMEM : 0;
}

int getrusage(__rusage_who_t who, struct rusage *usage) {
  int (*original)(__rusage_who_t, struct rusage *) =
      (int (*)(__rusage_who_t, struct rusage *))dlsym(RTLD_NEXT, "getrusage");
  unsigned long now = allocations;
  between_calls = now - at_latest_call;
  at_latest_call = now;
  return original(who, usage);
}

__attribute__((destructor)) static void print_count(void) {
  fprintf(stderr, "%lu %lu\n", (unsigned long)allocations, between_calls);
}
