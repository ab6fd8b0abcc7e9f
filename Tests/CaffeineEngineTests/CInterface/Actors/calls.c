/* Completions: each once, on a worker, in order, whatever ends meanwhile. */
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "witness.h"

#define HOSTS 4
#define EACH 150

static watched shared;
static ticket tickets[HOSTS][EACH];
static int order[HOSTS];

static void note_order(ticket *self) {
  int host = (int)(self->number / EACH);
  int expected = (int)(self->number % EACH);
  CHECK(order[host]++ == expected);
}

static void *record_many(void *argument) {
  int host = (int)(intptr_t)argument;
  for (int i = 0; i < EACH; i++) {
    ticket *each = &tickets[host][i];
    caffeine_drink drink = drink_of(1000);
    int32_t status;
    /* Equal times fold in order of their ids, and a tracker for 512 has to fold. */
    drink.time_s = START + host * EACH + i;
    each->of = &shared;
    each->number = host * EACH + i;
    each->then = note_order;
    while ((status = caffeine_tracker_record(shared.tracker, &drink, START + 86400, on_recorded,
                                             each)) == CAFFEINE_E_FULL) {
      /* The queue is moving while anybody's call is in it. */
      if (i > 0) await_calls(each - 1, 1);
      else sched_yield();
    }
    CHECK(status == 0 || status == CAFFEINE_E_CANCELLED);
    if (status != 0) each->of = 0;
  }
  return 0;
}

static void count_all(int must_be_done) {
  for (int host = 0; host < HOSTS; host++) {
    for (int i = 0; i < EACH; i++) {
      const ticket *each = &tickets[host][i];
      IS(each->of ? 1 : 0, each->calls);
      if (must_be_done) CHECK(each->of != 0);
    }
  }
}

static void record_from_hosts(void) {
  pthread_t hosts[HOSTS];
  for (intptr_t host = 0; host < HOSTS; host++) {
    pthread_create(&hosts[host], 0, record_many, (void *)host);
  }
  for (int host = 0; host < HOSTS; host++) pthread_join(hosts[host], 0);
}

static void record_on(uint32_t first, uint32_t count) {
  ticket end;
  memset(&end, 0, sizeof end);
  end.of = &shared;
  install();
  create(&shared, 0, 0);
  lend(first, count);
  record_from_hosts();
  IS(0, caffeine_tracker_destroy(shared.tracker, on_end, &end));
  await_calls(&end, 1);
  IS(0, caffeine_stop());
  join();
  count_all(1);
  IS(HOSTS * EACH + 1, shared.calls);
}

void test_completions(void) { record_on(0, 2); }

void test_one_worker(void) { record_on(1, 1); }

void test_full(void) {
  static ticket each[257];
  caffeine_drink drink = drink_of(1000);
  install();
  create(&shared, 0, 0);
  for (int i = 0; i < 257; i++) {
    each[i].of = &shared;
    IS(i < 256 ? 0 : CAFFEINE_E_FULL,
       caffeine_tracker_record(shared.tracker, &drink, START, on_recorded, &each[i]));
  }
  IS(CAFFEINE_E_FULL, caffeine_tracker_subscribe(shared.tracker, on_view, &each[256]));
  IS(CAFFEINE_E_FULL, caffeine_tracker_view(shared.tracker, on_view, &each[256]));
  lend(0, 2);
  await_calls(&each[255], 1);
  /* The subscription that was refused holds no place. */
  for (int i = 0; i < 16; i++) {
    IS(i, caffeine_tracker_subscribe(shared.tracker, on_view, &each[i]));
  }
  IS(CAFFEINE_E_FULL, caffeine_tracker_subscribe(shared.tracker, on_view, &each[256]));
  IS(0, caffeine_stop());
  join();
  for (int i = 0; i < 256; i++) CHECK(i < 16 ? each[i].calls >= 2 : each[i].calls == 1);
  IS(0, each[256].calls);
}

/* ---- Ends ---- */

static ticket pending[100], view, refreshed, joined, shown, authorized, told, end;
static int requests, cancels;

static void unanswered(void *user, const caffeine_health_request *request) {
  CHECK(user == &requests);
  CHECK(request->number > 0);
  CHECK(is_worker());
  CHECK(load_int(&shared.ended) == 0);
  add_int(&requests, 1);
}

static void given_up(void *user, uint64_t number) {
  CHECK(user == &requests);
  CHECK(number > 0);
  /* Time for an end that does not wait. */
  for (int i = 0; i < 20; i++) sched_yield();
  CHECK(load_int(&shared.ended) == 0);
  add_int(&cancels, 1);
}

/* Leaves a hundred records, a view, a subscription and four calls to a dumb store pending. */
static void leave_pending(void) {
  caffeine_health_store health;
  memset(&health, 0, sizeof health);
  health.struct_size = sizeof health;
  health.user = &requests;
  health.request = unanswered;
  health.cancel = given_up;
  create(&shared, 0, &health);
  view.of = refreshed.of = joined.of = shown.of = authorized.of = told.of = end.of = &shared;
  IS(0, caffeine_tracker_authorize(shared.tracker, on_done, &authorized));
  IS(0, caffeine_tracker_refresh(shared.tracker, on_refreshed, &refreshed));
  IS(0, caffeine_tracker_refresh(shared.tracker, on_refreshed, &joined));
  IS(0, caffeine_tracker_subscribe(shared.tracker, on_view, &shown));
  for (int i = 0; i < 100; i++) {
    caffeine_drink drink = drink_of(1000 + (uint32_t)i);
    pending[i].of = &shared;
    IS(0, caffeine_tracker_record(shared.tracker, &drink, START, on_recorded, &pending[i]));
  }
  IS(0, caffeine_tracker_share(shared.tracker, on_done, &told));
  IS(0, caffeine_tracker_view(shared.tracker, on_view, &view));
}

static void check_ended(void) {
  for (int i = 0; i < 100; i++) {
    IS(1, pending[i].calls);
    IS(0, pending[i].status);
  }
  IS(1, view.calls);
  IS(100, view.number);
  IS(1, refreshed.calls);
  IS(CAFFEINE_E_CANCELLED, refreshed.status);
  IS(1, joined.calls);
  IS(CAFFEINE_E_CANCELLED, joined.status);
  IS(1, authorized.calls);
  IS(CAFFEINE_E_CANCELLED, authorized.status);
  IS(1, told.calls);
  IS(CAFFEINE_E_CANCELLED, told.status);
  CHECK(shown.calls >= 1);
  /* Each request that left was taken back. */
  IS(requests, cancels);
}

/* Ends a tracker whose refresh is under way: a store hears nothing after the end. */
static void end_refresh(void) {
  caffeine_health_store health;
  int before = load_int(&requests);
  memset(&health, 0, sizeof health);
  health.struct_size = sizeof health;
  health.user = &requests;
  health.request = unanswered;
  health.cancel = given_up;
  create(&shared, 0, &health);
  memset(&end, 0, sizeof end);
  memset(&refreshed, 0, sizeof refreshed);
  refreshed.of = end.of = &shared;
  IS(0, caffeine_tracker_refresh(shared.tracker, on_refreshed, &refreshed));
  while (load_int(&requests) == before) sched_yield();
  IS(0, caffeine_tracker_destroy(shared.tracker, on_end, &end));
  await_calls(&end, 1);
  IS(1, refreshed.calls);
  IS(CAFFEINE_E_CANCELLED, refreshed.status);
  IS(load_int(&requests), load_int(&cancels));
}

static void destroy_within(ticket *self) {
  IS(0, caffeine_tracker_destroy(self->of->tracker, on_end, &end));
  IS(CAFFEINE_E_ARGUMENT, caffeine_tracker_destroy(self->of->tracker, on_end, &end));
}

void test_destroy(void) {
  install();
  /* Before a worker runs. */
  leave_pending();
  IS(0, caffeine_tracker_destroy(shared.tracker, on_end, &end));
  IS(CAFFEINE_E_ARGUMENT, caffeine_tracker_destroy(shared.tracker, on_end, &end));
  IS(CAFFEINE_E_ARGUMENT, caffeine_tracker_view(shared.tracker, on_view, &view));
  lend(0, 2);
  await_calls(&end, 1);
  check_ended();
  IS(0, end.status);
  for (int round = 0; round < 20; round++) end_refresh();
  /* While they run, from within the callback of the first record. */
  memset(pending, 0, sizeof pending);
  memset(&end, 0, sizeof end);
  view.calls = refreshed.calls = joined.calls = shown.calls = authorized.calls = told.calls = 0;
  create(&shared, 0, 0);
  end.of = &shared;
  for (int i = 0; i < 100; i++) {
    caffeine_drink drink = drink_of(1000);
    pending[i].of = &shared;
    pending[i].then = i == 0 ? destroy_within : 0;
    int32_t status =
        caffeine_tracker_record(shared.tracker, &drink, START, on_recorded, &pending[i]);
    CHECK(status == 0 || status == CAFFEINE_E_ARGUMENT || status == CAFFEINE_E_CANCELLED);
    if (status != 0) pending[i].of = 0;
  }
  await_calls(&end, 1);
  for (int i = 0; i < 100; i++) IS(pending[i].of ? 1 : 0, pending[i].calls);
  IS(0, caffeine_stop());
  join();
}

void test_stop(void) {
  pthread_t host;
  install();
  lend(0, 2);
  leave_pending();
  await_calls(&pending[50], 1);
  IS(0, caffeine_stop());
  join();
  check_ended();
  IS(CAFFEINE_E_CANCELLED, caffeine_tracker_destroy(shared.tracker, on_end, &end));
  IS(0, end.calls);
  CHECK(pthread_create(&host, 0, record_many, 0) == 0);
  pthread_join(host, 0);
  for (int i = 0; i < EACH; i++) IS(0, tickets[0][i].calls);
}

void test_stop_unserved(void) {
  install();
  leave_pending();
  IS(0, caffeine_tracker_destroy(shared.tracker, on_end, &end));
  IS(0, caffeine_stop());
  IS(0, view.calls);
  lend(0, 2);
  join();
  check_ended();
  IS(1, end.calls);
}

/* ---- Stop beside other calls ---- */

#define BESIDE 6

/* What one thread asked for and was promised, until it was told that all is stopped. */
static struct beside {
  watched of;
  ticket view, end;
  int views, ends;
} beside[BESIDE];
static int begun;

/* The system takes the CPU away from a thread, wherever it is. */
static void lose_cpu(int signal) {
  (void)signal;
  for (int i = 0; i < 3000; i++) sched_yield();
}

static void *end_many(void *argument) {
  struct beside *mine = (struct beside *)argument;
  caffeine_tracker_config config;
  caffeine_tracker *tracker;
  memset(&config, 0, sizeof config);
  config.struct_size = sizeof config;
  config.drinks = 1;
  add_int(&begun, 1);
  while (caffeine_tracker_create(&config, &tracker) == 0) {
    if (caffeine_tracker_view(tracker, on_view, &mine->view) == 0) mine->views++;
    if (caffeine_tracker_destroy(tracker, on_done, &mine->end) == 0) mine->ends++;
    /* One tracker at a time, so that the workers have little left to do. */
    while (load_int(&mine->end.calls) < mine->ends &&
           caffeine_tracker_view(0, on_view, 0) != CAFFEINE_E_CANCELLED) {
      sched_yield();
    }
  }
  return 0;
}

void test_stop_beside(void) {
  pthread_t hosts[BESIDE];
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = lose_cpu;
  CHECK(sigaction(SIGUSR1, &action, 0) == 0);
  install();
  lend(0, 2);
  for (int i = 0; i < BESIDE; i++) {
    beside[i].view.of = beside[i].end.of = &beside[i].of;
    CHECK(pthread_create(&hosts[i], 0, end_many, &beside[i]) == 0);
  }
  while (load_int(&begun) < BESIDE) sched_yield();
  for (int i = 0; i < BESIDE; i++) await_calls(&beside[i].end, 20);
  for (int i = 0; i < BESIDE; i++) CHECK(pthread_kill(hosts[i], SIGUSR1) == 0);
  IS(0, caffeine_stop());
  join();
  for (int i = 0; i < BESIDE; i++) pthread_join(hosts[i], 0);
  for (int i = 0; i < BESIDE; i++) {
    IS(beside[i].views, beside[i].view.calls);
    IS(beside[i].ends, beside[i].end.calls);
  }
}
