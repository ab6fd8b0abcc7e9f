/* Installing, lending, refusing, sleeping. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "witness.h"

/* Every function of the section that takes a tracker gives one status, and no callback comes. */
static void all_give(int32_t expected, caffeine_tracker *tracker) {
  static watched of;
  static ticket never;
  caffeine_drink drink = drink_of(1000);
  uint8_t id[16] = {1};
  caffeine_health_answer answer;
  memset(&answer, 0, sizeof answer);
  answer.struct_size = sizeof answer;
  answer.kind = CAFFEINE_HEALTH_PAGE;
  never.of = &of;
  IS(expected, caffeine_tracker_record(tracker, &drink, START, on_recorded, &never));
  IS(expected, caffeine_tracker_edit(tracker, &drink, START, on_recorded, &never));
  IS(expected, caffeine_tracker_remove(tracker, id, 0, on_recorded, &never));
  IS(expected, caffeine_tracker_view(tracker, on_view, &never));
  IS(expected, caffeine_tracker_subscribe(tracker, on_view, &never));
  IS(expected, caffeine_tracker_cancel(tracker, 0, on_done, &never));
  IS(expected, caffeine_tracker_load(tracker, 0, on_done, &never));
  IS(expected, caffeine_tracker_save(tracker, on_done, &never));
  IS(expected, caffeine_tracker_authorize(tracker, on_done, &never));
  IS(expected, caffeine_tracker_refresh(tracker, on_refreshed, &never));
  IS(expected, caffeine_tracker_share(tracker, on_done, &never));
  IS(expected, caffeine_health_reply(tracker, &answer));
  IS(expected, caffeine_tracker_destroy(tracker, on_end, &never));
  IS(0, load_int(&of.calls));
}

static int32_t create_status(void) {
  caffeine_tracker_config config;
  caffeine_tracker *tracker = 0;
  memset(&config, 0, sizeof config);
  config.struct_size = sizeof config;
  config.drinks = 8;
  return caffeine_tracker_create(&config, &tracker);
}

void test_uninstalled(void) {
  caffeine_workers_config hooks;
  memset(&hooks, 0, sizeof hooks);
  all_give(CAFFEINE_E_UNAVAILABLE, 0);
  all_give(CAFFEINE_E_UNAVAILABLE, (caffeine_tracker *)16);
  IS(CAFFEINE_E_UNAVAILABLE, create_status());
  IS(CAFFEINE_E_UNAVAILABLE, caffeine_run_worker(0));
  IS(CAFFEINE_E_RANGE, caffeine_run_worker(2));
  IS(CAFFEINE_E_UNAVAILABLE, caffeine_stop());
  IS(CAFFEINE_E_ABI, caffeine_workers_install(CAFFEINE_ABI + 1, 0));
  IS(CAFFEINE_E_ARGUMENT, caffeine_workers_install(CAFFEINE_ABI, &hooks));
  IS(CAFFEINE_E_ARGUMENT,
     caffeine_workers_install(CAFFEINE_ABI, (caffeine_workers_config *)((char *)&hooks + 1)));
}

/* The runner sets CAFFEINE_EXECUTOR=stock: as on a system whose executors cannot be replaced. */
void test_unavailable(void) {
  IS(CAFFEINE_E_UNAVAILABLE, caffeine_workers_install(CAFFEINE_ABI, 0));
  IS(CAFFEINE_E_UNAVAILABLE, create_status());
  IS(CAFFEINE_E_UNAVAILABLE, caffeine_run_worker(0));
  IS(CAFFEINE_E_UNAVAILABLE, caffeine_stop());
  all_give(CAFFEINE_E_UNAVAILABLE, (caffeine_tracker *)16);
}

static void run_within(ticket *self) {
  (void)self;
  IS(CAFFEINE_E_BUSY, caffeine_run_worker(0));
  IS(CAFFEINE_E_BUSY, caffeine_run_worker(1));
  IS(CAFFEINE_E_BUSY, caffeine_workers_install(CAFFEINE_ABI, 0));
}

void test_install(void) {
  watched of;
  ticket view;
  install();
  IS(CAFFEINE_E_BUSY, caffeine_workers_install(CAFFEINE_ABI, 0));
  create(&of, 0, 0);
  lend(0, 2);
  memset(&view, 0, sizeof view);
  view.of = &of;
  view.then = run_within;
  IS(0, caffeine_tracker_view(of.tracker, on_view, &view));
  await_calls(&view, 1);
  /* One of them runs, whichever ran the callback; this thread is neither. */
  IS(CAFFEINE_E_BUSY, caffeine_workers_install(CAFFEINE_ABI, 0));
  IS(0, caffeine_stop());
  join();
  IS(CAFFEINE_E_CANCELLED, caffeine_stop());
  IS(CAFFEINE_E_CANCELLED, create_status());
  IS(CAFFEINE_E_BUSY, caffeine_workers_install(CAFFEINE_ABI, 0));
  IS(0, caffeine_run_worker(0));
  all_give(CAFFEINE_E_CANCELLED, of.tracker);
  IS(1, view.calls);
}

void test_misuse(void) {
  watched of;
  caffeine_tracker_config config;
  caffeine_config engine;
  caffeine_tracker *tracker = 0;
  caffeine_drink drink = drink_of(1000);
  uint8_t id[16] = {1};
  ticket end;
  uint64_t room[64];
  memset(room, 0, sizeof room);
  memset(&config, 0, sizeof config);
  install();
  all_give(CAFFEINE_E_ARGUMENT, 0);
  all_give(CAFFEINE_E_ARGUMENT, (caffeine_tracker *)16);
  all_give(CAFFEINE_E_ARGUMENT, (caffeine_tracker *)UINTPTR_MAX);

  IS(CAFFEINE_E_ARGUMENT, caffeine_tracker_create(0, &tracker));
  IS(CAFFEINE_E_ARGUMENT, caffeine_tracker_create(&config, &tracker));
  config.struct_size = sizeof config;
  IS(CAFFEINE_E_MEMORY, caffeine_tracker_create(&config, &tracker));
  config.drinks = 65536;
  IS(CAFFEINE_E_MEMORY, caffeine_tracker_create(&config, &tracker));
  config.drinks = 8;
  IS(CAFFEINE_E_ARGUMENT, caffeine_tracker_create(&config, 0));
  IS(CAFFEINE_E_ARGUMENT,
     caffeine_tracker_create(&config, (caffeine_tracker **)((char *)room + 1)));
  IS(CAFFEINE_E_ARGUMENT,
     caffeine_tracker_create((caffeine_tracker_config *)((char *)room + 1), &tracker));
  IS(0, caffeine_config_default(&engine));
  engine.elimination_half_life_s = 1;
  config.engine = &engine;
  IS(CAFFEINE_E_RANGE, caffeine_tracker_create(&config, &tracker));
  engine.struct_size = 0;
  IS(CAFFEINE_E_ARGUMENT, caffeine_tracker_create(&config, &tracker));
  CHECK(tracker == 0);

  create(&of, 0, 0);
  IS(CAFFEINE_E_ARGUMENT, caffeine_tracker_record(of.tracker, 0, START, 0, 0));
  IS(CAFFEINE_E_ARGUMENT,
     caffeine_tracker_record(of.tracker, (caffeine_drink *)((char *)room + 4), START, 0, 0));
  drink.struct_size = 8;
  IS(CAFFEINE_E_ARGUMENT, caffeine_tracker_edit(of.tracker, &drink, START, 0, 0));
  IS(CAFFEINE_E_ARGUMENT, caffeine_tracker_remove(of.tracker, 0, 0, 0, 0));
  IS(CAFFEINE_E_ARGUMENT, caffeine_tracker_view(of.tracker, 0, 0));
  IS(CAFFEINE_E_ARGUMENT, caffeine_tracker_subscribe(of.tracker, 0, 0));
  IS(CAFFEINE_E_ARGUMENT, caffeine_tracker_cancel(of.tracker, -1, 0, 0));
  IS(CAFFEINE_E_ARGUMENT, caffeine_tracker_cancel(of.tracker, 0, 0, 0));
  IS(CAFFEINE_E_ARGUMENT, caffeine_tracker_cancel(of.tracker, INT32_MAX, 0, 0));
  IS(CAFFEINE_E_ARGUMENT, caffeine_tracker_load(of.tracker, 0, 0, 0));
  IS(CAFFEINE_E_ARGUMENT, caffeine_tracker_save(of.tracker, 0, 0));
  IS(CAFFEINE_E_ARGUMENT, caffeine_tracker_authorize(of.tracker, 0, 0));
  IS(CAFFEINE_E_ARGUMENT, caffeine_tracker_refresh(of.tracker, 0, 0));
  IS(CAFFEINE_E_ARGUMENT, caffeine_tracker_share(of.tracker, 0, 0));
  IS(CAFFEINE_E_ARGUMENT, caffeine_health_reply(of.tracker, 0));
  IS(CAFFEINE_E_ARGUMENT,
     caffeine_health_reply(of.tracker, (caffeine_health_answer *)((char *)room + 2)));

  /* A null completion is none. */
  drink.struct_size = sizeof drink;
  IS(0, caffeine_tracker_record(of.tracker, &drink, START, 0, 0));
  IS(0, caffeine_tracker_remove(of.tracker, id, 0, 0, 0));
  memset(&end, 0, sizeof end);
  end.of = &of;
  IS(0, caffeine_tracker_destroy(of.tracker, on_end, &end));
  all_give(CAFFEINE_E_ARGUMENT, of.tracker);
  lend(0, 2);
  await_calls(&end, 1);
  IS(0, end.status);
  IS(0, caffeine_stop());
  join();
}

/* ---- An event loop of the host's own ---- */

static int pipes[2][2];
static int sleeps;
static int limited;

static void idle(void *user, uint32_t worker, int64_t wait_ms) {
  struct pollfd descriptor = {pipes[worker][0], POLLIN, 0};
  char bytes[64];
  CHECK(user == pipes);
  CHECK(is_worker());
  add_int(&sleeps, 1);
  if (wait_ms >= 0) add_int(&limited, 1);
  if (poll(&descriptor, 1, wait_ms < 0 ? -1 : wait_ms > 60000 ? 60000 : (int)wait_ms) > 0) {
    CHECK(read(pipes[worker][0], bytes, sizeof bytes) > 0);
  }
}

static void wake(void *user, uint32_t worker) {
  char byte = 0;
  CHECK(user == pipes);
  CHECK(write(pipes[worker][1], &byte, 1) == 1);
}

static void unanswered(void *user, const caffeine_health_request *request) {
  (void)user;
  CHECK(request->struct_size == sizeof *request);
}

void test_hooks(void) {
  watched of;
  ticket tickets[200];
  ticket refreshed;
  caffeine_workers_config hooks;
  caffeine_health_store health;
  memset(&hooks, 0, sizeof hooks);
  memset(tickets, 0, sizeof tickets);
  memset(&refreshed, 0, sizeof refreshed);
  memset(&health, 0, sizeof health);
  for (int i = 0; i < 2; i++) CHECK(pipe(pipes[i]) == 0);
  hooks.struct_size = sizeof hooks;
  hooks.user = pipes;
  hooks.idle = idle;
  IS(CAFFEINE_E_ARGUMENT, caffeine_workers_install(CAFFEINE_ABI, &hooks));
  hooks.wake = wake;
  IS(0, caffeine_workers_install(CAFFEINE_ABI, &hooks));
  lend(0, 2);
  health.struct_size = sizeof health;
  health.request = unanswered;
  health.time_limit_s = 1;
  create(&of, 0, &health);
  /* One at a time: a worker may look for the next or fall asleep in between. */
  for (uint32_t i = 0; i < 200; i++) {
    caffeine_drink drink = drink_of(1 + i);
    tickets[i].of = &of;
    IS(0, caffeine_tracker_record(of.tracker, &drink, START, on_recorded, &tickets[i]));
    await_calls(&tickets[i], 1);
    IS(0, tickets[i].status);
  }
  /* A limit is kept though nothing else wakes a worker, and both sleep meanwhile. */
  refreshed.of = &of;
  IS(0, caffeine_tracker_refresh(of.tracker, on_refreshed, &refreshed));
  await_calls(&refreshed, 1);
  IS(CAFFEINE_E_TIMED_OUT, refreshed.status);
  CHECK(load_int(&limited) > 0);
  CHECK(load_int(&sleeps) > 0);
  IS(0, caffeine_stop());
  join();
  for (int i = 0; i < 200; i++) IS(1, tickets[i].calls);
}
