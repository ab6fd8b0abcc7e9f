/*
 * For the conformance tests on a board: they copy and compare some 30 KB around each call, most of
 * their time with a C library for small chips, which goes byte by byte. These go word by word, and
 * are linked in its place: -Wl,--wrap=memcpy,--wrap=memcmp.
 */
#include <stddef.h>
#include <stdint.h>

void *__wrap_memcpy(void *restrict to, const void *restrict from, size_t size);
int __wrap_memcmp(const void *left, const void *right, size_t size);

#define WORDWISE __attribute__((optimize("no-tree-loop-distribute-patterns"), noinline))

typedef uint32_t __attribute__((may_alias)) word;

static int is_aligned(const void *a, const void *b) {
  return (((uintptr_t)a | (uintptr_t)b) & 3) == 0;
}

WORDWISE void *__wrap_memcpy(void *restrict to, const void *restrict from, size_t size) {
  uint8_t *t = to;
  const uint8_t *f = from;
  if (is_aligned(t, f)) {
    for (; size >= 16; size -= 16, t += 16, f += 16) {
      word *a = (word *)t;
      const word *b = (const word *)f;
      a[0] = b[0], a[1] = b[1], a[2] = b[2], a[3] = b[3];
    }
  }
  while (size-- > 0) *t++ = *f++;
  return to;
}

WORDWISE int __wrap_memcmp(const void *left, const void *right, size_t size) {
  const uint8_t *l = left, *r = right;
  if (is_aligned(l, r)) {
    for (; size >= 16; size -= 16, l += 16, r += 16) {
      const word *a = (const word *)l, *b = (const word *)r;
      if (((a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]) | (a[3] ^ b[3])) != 0) break;
    }
  }
  for (; size > 0; size--, l++, r++) {
    if (*l != *r) return *l - *r;
  }
  return 0;
}
