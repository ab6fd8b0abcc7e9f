/* What is called beside the engine's owner: the inbox. */
#include "harness.h"

/* Where things lie is part of the binary interface. */
static void layout(void) {
  IS(sizeof(caffeine_press), 8);
  IS(offsetof(caffeine_press, uptime_s), 0);
  IS(offsetof(caffeine_press, preset), 4);
  IS(sizeof(caffeine_inbox), 72);
  IS(offsetof(caffeine_inbox, head), 0);
  IS(offsetof(caffeine_inbox, tail), 4);
  IS(offsetof(caffeine_inbox, presses), 8);
  IS(sizeof(caffeine_snapshot), 64);
  IS(offsetof(caffeine_snapshot, sequence), 0);
  IS(offsetof(caffeine_snapshot, words), 4);
}

static void empty_inbox(void) { memset(&out.inbox, 0, sizeof out.inbox); }

static void null_and_misaligned(void) {
  DO(CAFFEINE_E_ARGUMENT, caffeine_inbox_post(0, 1, 2));
  for (size_t offset = 1; offset < 4; offset++) {
    static uint32_t room[sizeof(caffeine_inbox) / 4 + 1];
    void *misaligned = (uint8_t *)room + offset;
    DO(CAFFEINE_E_ARGUMENT, caffeine_inbox_post((caffeine_inbox *)misaligned, 1, 2));
    for (size_t i = 0; i < sizeof room / sizeof room[0]; i++) IS(room[i], 0);
  }
}

static void eight_presses(void) {
  empty_inbox();
  for (uint32_t i = 0; i < 8; i++) {
    DO(CAFFEINE_OK, caffeine_inbox_post(&out.inbox, (uint8_t)(248 + i), UINT32_MAX - i));
    IS(out.inbox.head, i + 1);
    IS(out.inbox.tail, 0);
  }
  /* DO checks that a refused call changes no byte of `out`, so none that waits is lost. */
  for (uint32_t i = 0; i < 8; i++) {
    DO(CAFFEINE_E_FULL, caffeine_inbox_post(&out.inbox, 1, i));
  }
  for (uint32_t i = 0; i < 8; i++) {
    IS(out.inbox.presses[i].preset, 248 + i);
    IS(out.inbox.presses[i].uptime_s, UINT32_MAX - i);
    IS(out.inbox.presses[i].reserved[0] | out.inbox.presses[i].reserved[1] |
           out.inbox.presses[i].reserved[2],
       0);
  }
  /* As its owner takes one. */
  out.inbox.tail++;
  DO(CAFFEINE_OK, caffeine_inbox_post(&out.inbox, 7, 77));
  DO(CAFFEINE_E_FULL, caffeine_inbox_post(&out.inbox, 7, 77));
  IS(out.inbox.presses[0].preset, 7);
  IS(out.inbox.presses[0].uptime_s, 77);
  IS(out.inbox.presses[1].preset, 249);
}

static void wrapping_counters(void) {
  empty_inbox();
  out.inbox.head = out.inbox.tail = UINT32_MAX - 2;
  for (uint32_t i = 0; i < 8; i++) {
    DO(CAFFEINE_OK, caffeine_inbox_post(&out.inbox, (uint8_t)i, i));
    IS(out.inbox.presses[(UINT32_MAX - 2 + i) % 8].uptime_s, i);
  }
  DO(CAFFEINE_E_FULL, caffeine_inbox_post(&out.inbox, 1, 1));
  IS(out.inbox.head, 5);
}

/* Counters that no inbox has: it takes no press, or one at a place of its own. */
static void damaged_counters(void) {
  static const uint32_t heads[] = {0, 1, 8, 9, 0x7FFFFFFF, 0x80000000, UINT32_MAX};
  for (size_t h = 0; h < sizeof heads / sizeof heads[0]; h++) {
    for (size_t t = 0; t < sizeof heads / sizeof heads[0]; t++) {
      caffeine_inbox before;
      uint32_t place = heads[h] % 8;
      int fits = heads[h] - heads[t] < 8;
      empty_inbox();
      out.inbox.head = heads[h];
      out.inbox.tail = heads[t];
      before = out.inbox;
      DO(fits ? CAFFEINE_OK : CAFFEINE_E_FULL, caffeine_inbox_post(&out.inbox, 9, 99));
      if (fits) {
        before.head++;
        before.presses[place].preset = 9;
        before.presses[place].uptime_s = 99;
      }
      IS(memcmp(&before, &out.inbox, sizeof before), 0);
    }
  }
}

/* An interrupt may post while any other call runs: here, within the lock of one. */
static caffeine_inbox posted_to;

static int32_t interrupted(void *user) {
  (void)user;
  return caffeine_inbox_post(&posted_to, 3, 33);
}

static void go_on(void *user) { (void)user; }

static void within_another_call(void) {
  caffeine_config config = ordinary_config();
  config.lock = interrupted;
  config.unlock = go_on;
  set_up(4, &config);
  for (uint32_t i = 0; i < 8; i++) ASK(0, caffeine_count(out.engine));
  /* The ninth press is refused, and what it gives here is that the lock is. */
  ASK(CAFFEINE_E_BUSY, caffeine_count(out.engine));
  IS(posted_to.head, 8);
}

void test_sharing(void) {
  run("an inbox, its presses and a snapshot lie where they always will", layout);
  run("an inbox that is null or misaligned is ARGUMENT", null_and_misaligned);
  run("an inbox takes eight presses, and the ninth is FULL", eight_presses);
  run("an inbox goes on where its counters wrap", wrapping_counters);
  run("damaged counters lead to no place outside of an inbox", damaged_counters);
  run("a press is taken while another function runs", within_another_call);
}
