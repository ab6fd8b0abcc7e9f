/* Subscribers: never an older state, and none after the end. */
#include <stdio.h>
#include <stdlib.h>

#include "witness.h"

static watched of;
static ticket recorded[300], subscriber, cancelled, again;
static int64_t seen;
static int is_over;

static void note_growth(ticket *self) {
  CHECK(self->number >= seen);
  CHECK(!load_int(&is_over));
  __atomic_store_n(&seen, self->number, __ATOMIC_RELEASE);
}

static void record(int i) {
  caffeine_drink drink = drink_of(1000);
  int32_t status;
  recorded[i].of = &of;
  while ((status = caffeine_tracker_record(of.tracker, &drink, START, on_recorded,
                                           &recorded[i])) == CAFFEINE_E_FULL) {
    await_calls(&recorded[i - 1], 1);
  }
  IS(0, status);
}

void test_subscribe(void) {
  int calls = 0;
  install();
  lend(0, 2);
  create(&of, 0, 0);
  subscriber.of = &of;
  subscriber.then = note_growth;
  IS(0, caffeine_tracker_subscribe(of.tracker, on_view, &subscriber));
  for (int i = 0; i < 300; i++) record(i);
  /* The newest state comes, after how many calls soever. */
  await_calls(&recorded[299], 1);
  while (__atomic_load_n(&seen, __ATOMIC_ACQUIRE) < 300) await_calls(&subscriber, ++calls);
  IS(0, caffeine_stop());
  join();
  CHECK(subscriber.calls <= 301);
  IS(300, seen);
}

static void cancel_within(ticket *self) {
  CHECK(!load_int(&is_over));
  if (self->number < 20 || self->user == &is_over) return;
  self->user = &is_over;
  IS(0, caffeine_tracker_cancel(of.tracker, 0, on_done, &cancelled));
  IS(CAFFEINE_E_ARGUMENT, caffeine_tracker_cancel(of.tracker, 0, on_done, &cancelled));
}

static void note_over(ticket *self) {
  (void)self;
  add_int(&is_over, 1);
}

static void note_growth_after(ticket *self) {
  CHECK(self->number >= seen);
  __atomic_store_n(&seen, self->number, __ATOMIC_RELEASE);
}

static void note_number(ticket *self) {
  CHECK(self->number >= 200);
  __atomic_store_n(&seen, self->number, __ATOMIC_RELEASE);
}

/* Waits until a subscriber has seen so many drinks. */
static void await_seen(const ticket *shown, int64_t count) {
  int calls = load_int(&shown->calls);
  while (__atomic_load_n(&seen, __ATOMIC_ACQUIRE) < count) await_calls(shown, ++calls);
}

void test_cancel(void) {
  static ticket witness;
  install();
  lend(0, 2);
  create(&of, 0, 0);
  subscriber.of = cancelled.of = again.of = witness.of = &of;
  subscriber.then = cancel_within;
  witness.then = note_growth_after;
  cancelled.then = note_over;
  again.then = note_number;
  IS(0, caffeine_tracker_subscribe(of.tracker, on_view, &subscriber));
  IS(1, caffeine_tracker_subscribe(of.tracker, on_view, &witness));
  for (int i = 0; i < 100; i++) record(i);
  await_calls(&cancelled, 1);
  /* Another is shown all that comes now; the one that was cancelled none of it. */
  for (int i = 100; i < 200; i++) record(i);
  await_seen(&witness, 200);
  /* The place is free again, and what is shown there goes to the new one alone. */
  IS(0, caffeine_tracker_subscribe(of.tracker, on_view, &again));
  for (int i = 200; i < 300; i++) record(i);
  await_seen(&again, 300);
  IS(0, caffeine_stop());
  join();
  IS(1, cancelled.calls);
  IS(0, cancelled.status);
}

/* ---- Everything at once ---- */

#define ROUNDS 40

static void *play(void *argument) {
  unsigned seed = (unsigned)(uintptr_t)argument;
  for (int round = 0; round < ROUNDS; round++) {
    watched *mine = (watched *)calloc(1, sizeof *mine);
    ticket *each = (ticket *)calloc(24, sizeof *each);
    int accepted[24] = {0};
    create(mine, 0, 0);
    for (int i = 0; i < 24; i++) each[i].of = mine;
    for (int i = 0; i < 22; i++) {
      caffeine_drink drink = drink_of(1000);
      seed = seed * 1103515245u + 12345u;
      switch (seed >> 16 & 3) {
        case 0:
          accepted[i] = caffeine_tracker_view(mine->tracker, on_view, &each[i]) == 0;
          break;
        case 1:
          if (caffeine_tracker_subscribe(mine->tracker, on_view, &each[23]) >= 0) {
            int32_t place = (int32_t)(seed >> 20 & 15);
            accepted[i] = caffeine_tracker_cancel(mine->tracker, place, on_done, &each[i]) == 0;
          }
          break;
        default:
          accepted[i] = caffeine_tracker_record(mine->tracker, &drink, START, on_recorded,
                                                &each[i]) == 0;
      }
    }
    IS(0, caffeine_tracker_destroy(mine->tracker, on_end, &each[22]));
    await_calls(&each[22], 1);
    for (int i = 0; i < 22; i++) IS(accepted[i], each[i].calls);
    IS(1, each[22].calls);
    /* Gone: a callback that came after the last one would be found by a sanitizer. */
    free(each);
    free(mine);
  }
  return 0;
}

void test_stress(void) {
  pthread_t hosts[3];
  install();
  lend(0, 2);
  for (uintptr_t host = 0; host < 3; host++) pthread_create(&hosts[host], 0, play, (void *)host);
  for (int host = 0; host < 3; host++) pthread_join(hosts[host], 0);
  IS(0, caffeine_stop());
  join();
}
