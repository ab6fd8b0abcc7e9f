/*
 * Two Cortex-M33 share one engine, as in a watch with a core for the radio and the display.
 *
 *   core 1   takes buttons and what a phone reports into two inboxes, reads the snapshot, draws
 *   core 0   owns the engine: records what is in the inboxes, publishes what is to be drawn
 *
 * Core 1 has the clock too. It moves it on only when what is on the display is of the present time
 * and of all drinks, so the frames do not depend on which core is faster; core 0 publishes all the
 * time, so most reads have a writer beside them. With -DCORES=1 one core does both in turn, and has
 * to draw the same.
 *
 * Memory ordering. Each word that both cores use has one writer, and nothing is read, changed and
 * written back, so loads and stores are enough:
 *
 *   inbox      the poster writes a press, then the count of posted ones with STL: whoever loads that
 *              count with LDA sees the press. The owner has read a press before it stores the count
 *              of taken ones with STL; the poster loads it with LDA before it writes over the place.
 *   snapshot   odd sequence, DMB, words, even sequence by STL | LDA of the sequence, words, DMB, the
 *              sequence again. Words of a newer publication come after the DMB that follows its odd
 *              sequence, so a reader that saw one sees the odd sequence or a later one, and begins
 *              anew.
 *   clock_s, finished   STL and LDA: what was done before one is there after the other.
 *
 * That holds where both cores see the memory as Normal and shared. On the SSE-200 there is no data
 * cache; where each core has one, put what is shared into a region that is not cached. QEMU on
 * x86-64 keeps stores in order anyway: that the barriers are there is seen in the code (run.sh).
 */
#include <inttypes.h>
#include <semihost.h>
#include <stdint.h>
#include <stdio.h>

#include "caffeine.h"

#ifndef CORES
#define CORES 2
#endif
#define REGISTER(address) (*(volatile uint32_t *)(address))
#define INITSVTOR1 REGISTER(0x50021114u) /* SSE-200: the vector table of core 1 */
#define CPUWAIT REGISTER(0x50021118u)    /* bit 1: core 1 waits after reset */
#define CPU_IDENTITY REGISTER(0x5001F000u)

#define MORNING INT64_C(1786165200) /* 2026-08-08 09:00 +02:00 */

/* What core 0 publishes for the display; numbered, so that no two are alike. */
struct view {
  uint32_t number, uptime_s, taken, body_ug, gut_ug, today_ug, check;
};

static caffeine_inbox buttons, phone; /* core 1 posts, core 0 drains */
static caffeine_snapshot snapshot;    /* core 0 publishes, core 1 reads */
static uint32_t clock_s, finished;    /* core 1 writes */
static CAFFEINE_STORAGE(memory, 64); /* core 0 alone, with all that is below */
static caffeine_engine *engine;
static uint32_t taken, refusals;
static uint32_t reads, busy, full, torn, core; /* core 1, until it has finished */

static uint32_t check_of(const struct view *view) {
  return ((view->uptime_s * 31 + view->taken) * 31 + view->body_ug) * 31 + view->gut_ug
         + view->today_ug * 7 + view->number * 5 + 1;
}

/* ---- Core 0 -------------------------------------------------------------------------------- */

static void drain(caffeine_inbox *inbox, uint32_t uptime_s) {
  int32_t count = caffeine_inbox_drain(engine, inbox, MORNING + uptime_s, uptime_s, 120);
  if (count < 0) refusals++;
  else taken += (uint32_t)count;
}

static void own(void) {
  caffeine_face face = {.struct_size = sizeof face};
  static struct view view;
  view.number++;
  view.uptime_s = __atomic_load_n(&clock_s, __ATOMIC_ACQUIRE);
  drain(&buttons, view.uptime_s);
  drain(&phone, view.uptime_s);
  if (caffeine_face_at(engine, MORNING + view.uptime_s, 120, 1000, &face) < 0) refusals++;
  view.taken = taken;
  view.body_ug = face.body_ug;
  view.gut_ug = face.gut_ug;
  view.today_ug = face.today_ug;
  view.check = check_of(&view);
  if (caffeine_snapshot_publish(&snapshot, &view, sizeof view) < 0) refusals++;
}

/* ---- Core 1: no C library, its state belongs to core 0 --------------------------------------- */

/* Lets the other core go on: every loop that waits has to. */
static void yield(void) {
#if CORES == 2
  __asm__ volatile("yield" ::: "memory");
#else
  own();
#endif
}

static char *put(char *at, uint32_t number, int width) {
  char digits[10];
  int n = 0;
  do digits[n++] = (char)('0' + number % 10); while ((number /= 10) != 0);
  while (width-- > n) *at++ = ' ';
  while (n > 0) *at++ = digits[--n];
  return at;
}

static char *say(char *at, const char *text) {
  while (*text != 0) *at++ = *text++;
  *at = 0;
  return at;
}

/* Draws once the display is of the present and of all that was posted. */
static void draw(uint32_t posted) {
  struct view view = {0};
  char text[80], *at;
  uint32_t more = 200; /* reads that only look whether one is torn */
  while (view.uptime_s != clock_s || view.taken != posted || more-- > 0) {
    int32_t status = caffeine_snapshot_read(&snapshot, &view, sizeof view);
    reads++;
    if (status == CAFFEINE_E_BUSY) busy++;
    if (status == 0 && view.check != check_of(&view)) torn++;
    yield();
  }
  at = put(text, 9 + view.uptime_s / 3600, 2);
  at = say(at, view.uptime_s % 3600 == 0 ? ":00  body " : ":30  body ");
  at = say(put(at, view.body_ug, 6), " ug  gut ");
  at = say(put(at, view.gut_ug, 6), " ug  today ");
  say(put(at, view.today_ug, 6), " ug\n");
  sys_semihost_write0(text);
}

static void post(caffeine_inbox *inbox, uint8_t preset, uint32_t uptime_s) {
  while (caffeine_inbox_post(inbox, preset, uptime_s) == CAFFEINE_E_FULL) {
    full++;
    yield();
  }
}

static void use(void) {
  uint32_t half_hour, posted = 0, i;
#if CORES == 2
  core = CPU_IDENTITY;
#endif
  for (half_hour = 0; half_hour <= 26; half_hour++) {
    uint32_t now_s = half_hour * 1800;
    __atomic_store_n(&clock_s, now_s, __ATOMIC_RELEASE);
    draw(posted); /* from here on core 0 dates what is posted by this time */
    if (half_hour % 6 == 1) posted++, post(&buttons, CAFFEINE_PRESET_ESPRESSO, now_s);
    if (half_hour % 9 == 4) posted++, post(&phone, CAFFEINE_PRESET_BLACK_TEA, now_s - 600);
    if (half_hour == 13) { /* more at once than fit */
      for (i = 0; i < 20; i++) posted++, post(&buttons, CAFFEINE_PRESET_DECAF, now_s);
    }
    draw(posted);
  }
  __atomic_store_n(&finished, 1, __ATOMIC_RELEASE);
}

#if CORES == 2
static uint64_t stack1[256];

static void use_for_good(void) {
  use();
  for (;;) __asm__ volatile("wfi");
}

static void fault1(void) {
  sys_semihost_write0("core 1: fault\n");
  for (;;) __asm__ volatile("wfi");
}

static const struct {
  uint64_t *stack;
  void (*handlers[15])(void);
} vectors1 __attribute__((aligned(512), used)) = {
    stack1 + 256, {use_for_good, fault1, fault1, fault1, fault1, fault1, fault1}};
#endif

int main(void) {
  caffeine_config config;
  caffeine_config_default(&config);
  config.device_id = 7;
  if (caffeine_init(memory, sizeof memory, CAFFEINE_ABI, &config, &engine) < 0) return 1;
#if CORES == 2
  INITSVTOR1 = (uint32_t)(uintptr_t)&vectors1;
  __asm__ volatile("dsb" ::: "memory"); /* all that is set up is there before core 1 is */
  CPUWAIT = 0;
  while (__atomic_load_n(&finished, __ATOMIC_ACQUIRE) == 0) {
    own();
    yield();
  }
#else
  use();
#endif
  printf("%" PRIu32 " posted and taken, %" PRIu32 " refused, %" PRIu32 " torn\n", taken, refusals, torn);
  printf("# core %" PRIu32 ": %" PRIu32 " reads, %" PRIu32 " of them busy; an inbox was full %" PRIu32
         " times\n", core, reads, busy, full);
  return refusals != 0 || torn != 0 || core != CORES - 1;
}
