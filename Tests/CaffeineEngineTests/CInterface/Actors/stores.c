/* Files and health stores. */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#include "witness.h"

static watched of;
static char path[4096];

static int32_t run_done(int32_t (*call)(caffeine_tracker *, caffeine_done, void *)) {
  static ticket each[64];
  static int used;
  ticket *mine = &each[used++];
  mine->of = &of;
  IS(0, call(of.tracker, on_done, mine));
  await_calls(mine, 1);
  return mine->status;
}

static int32_t load_old(caffeine_tracker *tracker, caffeine_done done, void *user) {
  return caffeine_tracker_load(tracker, 0, done, user);
}

static int32_t load_anew(caffeine_tracker *tracker, caffeine_done done, void *user) {
  return caffeine_tracker_load(tracker, 1, done, user);
}

static int32_t end_it(caffeine_tracker *tracker, caffeine_done done, void *user) {
  (void)done;
  return caffeine_tracker_destroy(tracker, on_end, user);
}

static void record_one(uint32_t dose_ug) {
  caffeine_drink drink = drink_of(dose_ug);
  ticket each;
  memset(&each, 0, sizeof each);
  each.of = &of;
  IS(0, caffeine_tracker_record(of.tracker, &drink, START, on_recorded, &each));
  await_calls(&each, 1);
  IS(0, each.status);
}

static int64_t count(void) {
  ticket each;
  memset(&each, 0, sizeof each);
  each.of = &of;
  IS(0, caffeine_tracker_view(of.tracker, on_view, &each));
  await_calls(&each, 1);
  return each.number;
}

/* ---- Files ---- */

void test_file(void) {
  static ticket loaded, recorded, kept, ended;
  caffeine_drink drink = drink_of(5000);
  snprintf(path, sizeof path, "%s/drinks", folder);
  install();
  lend(0, 2);
  create(&of, path, 0);
  IS(CAFFEINE_E_NEVER, run_done(caffeine_tracker_save));
  IS(CAFFEINE_LOAD_NOTHING, run_done(load_old));
  record_one(96000);
  IS(1, run_done(caffeine_tracker_save));
  IS(0, run_done(caffeine_tracker_save));
  IS(0, run_done(end_it));
  /* A record behind a load waits for it, a save behind it has it, and an end waits for all. */
  create(&of, path, 0);
  loaded.of = recorded.of = kept.of = ended.of = &of;
  IS(0, caffeine_tracker_load(of.tracker, 0, on_done, &loaded));
  IS(0, caffeine_tracker_record(of.tracker, &drink, START, on_recorded, &recorded));
  IS(0, caffeine_tracker_save(of.tracker, on_done, &kept));
  IS(0, caffeine_tracker_destroy(of.tracker, on_end, &ended));
  await_calls(&ended, 1);
  IS(CAFFEINE_LOAD_LOADED, loaded.status);
  IS(0, recorded.status);
  IS(1, kept.status);
  create(&of, path, 0);
  IS(CAFFEINE_LOAD_LOADED, run_done(load_old));
  IS(2, count());
  IS(0, run_done(end_it));
  snprintf(path, sizeof path, "%s/no/such/folder", folder);
  create(&of, path, 0);
  IS(CAFFEINE_E_DEVICE, run_done(load_old));
  IS(CAFFEINE_E_NEVER, run_done(caffeine_tracker_save));
  IS(CAFFEINE_LOAD_SET_ASIDE, run_done(load_anew));
  IS(0, caffeine_stop());
  join();
}

void test_damage(void) {
  FILE *file;
  snprintf(path, sizeof path, "%s/damaged", folder);
  file = fopen(path, "w");
  CHECK(file != 0 && fputs("no ledger", file) >= 0 && fclose(file) == 0);
  install();
  lend(0, 2);
  create(&of, path, 0);
  IS(CAFFEINE_LOAD_SET_ASIDE, run_done(load_old));
  record_one(1000);
  IS(1, run_done(caffeine_tracker_save));
  IS(0, run_done(end_it));
  create(&of, path, 0);
  IS(CAFFEINE_LOAD_LOADED, run_done(load_old));
  IS(1, count());
  IS(0, caffeine_stop());
  join();
}

/* ---- Health stores ---- */

/* A phone that answers from a thread of its own, or within the request, often more than once. */
static int is_late;
static int32_t refuses;
static int64_t kept;

static int32_t answer(uint64_t number, uint32_t kind) {
  caffeine_health_answer reply;
  caffeine_drink drinks[3];
  uint8_t ids[32];
  memset(&reply, 0, sizeof reply);
  memset(ids, 9, sizeof ids);
  for (uint8_t i = 0; i < 3; i++) {
    drinks[i] = drink_of(50000);
    drinks[i].id[0] = (uint8_t)(i + 1);
  }
  reply.struct_size = sizeof reply;
  reply.number = number;
  reply.kind = kind;
  reply.status = refuses;
  reply.drinks = drinks;
  reply.drink_count = 3;
  reply.element_size = sizeof *drinks;
  reply.ids = kind == CAFFEINE_HEALTH_PAGE ? ids : 0;
  reply.id_count = kind == CAFFEINE_HEALTH_PAGE ? 1 : 0;
  reply.anchor = 3;
  reply.until_s = CAFFEINE_FOREVER;
  reply.is_last = 1;
  if (refuses == CAFFEINE_E_ANCHOR && kind == CAFFEINE_HEALTH_WINDOW) reply.status = 0;
  return caffeine_health_reply(of.tracker, &reply);
}

/* Threads that have yet to give all their answers: the first one lets the test go on. */
static int late;

static void await_late(void) {
  while (load_int(&late) > 0) sched_yield();
}

static void *answer_late(void *argument) {
  uint64_t *request = (uint64_t *)argument;
  IS(0, answer(request[0], (uint32_t)request[1]));
  IS(0, answer(request[0], (uint32_t)request[1]));
  IS(0, answer(request[0] + 1000, (uint32_t)request[1]));
  free(request);
  add_int(&late, -1);
  return 0;
}

static void take_request(void *user, const caffeine_health_request *request) {
  pthread_t thread;
  uint64_t *copy;
  CHECK(user == &kept);
  CHECK(is_worker());
  CHECK(request->struct_size == sizeof *request);
  CHECK(request->kind != CAFFEINE_HEALTH_PAGE || request->limit == 64);
  if (request->kind == CAFFEINE_HEALTH_SAVE) {
    for (uint32_t i = 0; i < request->count; i++) {
      CHECK(request->drinks[i].struct_size == sizeof *request->drinks);
      CHECK(request->drinks[i].dose_ug == 77000);
      kept++;
    }
  }
  if (!is_late) {
    IS(0, answer(request->number, request->kind));
    IS(0, answer(request->number, request->kind));
    return;
  }
  copy = (uint64_t *)malloc(2 * sizeof *copy);
  copy[0] = request->number;
  copy[1] = request->kind;
  add_int(&late, 1);
  CHECK(pthread_create(&thread, 0, answer_late, copy) == 0);
  pthread_detach(thread);
}

static caffeine_health_store phone(void) {
  caffeine_health_store health;
  memset(&health, 0, sizeof health);
  health.struct_size = sizeof health;
  health.user = &kept;
  health.request = take_request;
  return health;
}

static ticket refresh(void) {
  ticket each;
  memset(&each, 0, sizeof each);
  each.of = &of;
  IS(0, caffeine_tracker_refresh(of.tracker, on_refreshed, &each));
  await_calls(&each, 1);
  return each;
}

void test_health(void) {
  caffeine_health_store health = phone();
  caffeine_health_answer wrong;
  caffeine_tracker_config config;
  caffeine_tracker *tracker = 0;
  caffeine_drink drinks[2];
  install();
  lend(0, 2);
  for (is_late = 0; is_late < 2; is_late++) {
    ticket each;
    create(&of, 0, &health);
    IS(0, run_done(caffeine_tracker_authorize));
    each = refresh();
    IS(0, each.status);
    IS(3, each.number);
    IS(3, count());
    each = refresh();
    IS(0, each.number);
    __atomic_store_n(&refuses, CAFFEINE_E_DENIED, __ATOMIC_RELEASE);
    each = refresh();
    IS(CAFFEINE_E_DENIED, each.status);
    IS(0, each.number);
    IS(CAFFEINE_E_DENIED, run_done(caffeine_tracker_authorize));
    __atomic_store_n(&refuses, CAFFEINE_E_UNAVAILABLE, __ATOMIC_RELEASE);
    IS(CAFFEINE_E_UNAVAILABLE, run_done(caffeine_tracker_authorize));
    __atomic_store_n(&refuses, -99, __ATOMIC_RELEASE);
    IS(CAFFEINE_E_DEVICE, run_done(caffeine_tracker_authorize));
    __atomic_store_n(&refuses, CAFFEINE_E_ANCHOR, __ATOMIC_RELEASE);
    each = refresh();
    IS(CAFFEINE_E_ANCHOR, each.status);
    __atomic_store_n(&refuses, 0, __ATOMIC_RELEASE);
    if (is_late == 0) IS(0, run_done(end_it));
  }
  /* Answers that are none. */
  memset(&wrong, 0, sizeof wrong);
  wrong.struct_size = sizeof wrong;
  IS(CAFFEINE_E_ARGUMENT, caffeine_health_reply(of.tracker, &wrong));
  wrong.kind = CAFFEINE_HEALTH_PAGE;
  wrong.drink_count = 2;
  IS(CAFFEINE_E_ARGUMENT, caffeine_health_reply(of.tracker, &wrong));
  memset(drinks, 0, sizeof drinks);
  wrong.drinks = drinks;
  IS(CAFFEINE_E_ARGUMENT, caffeine_health_reply(of.tracker, &wrong));
  wrong.element_size = sizeof *drinks + 1;
  IS(CAFFEINE_E_ARGUMENT, caffeine_health_reply(of.tracker, &wrong));
  wrong.element_size = sizeof *drinks;
  IS(CAFFEINE_E_ARGUMENT, caffeine_health_reply(of.tracker, &wrong));
  wrong.drink_count = UINT32_MAX;
  IS(CAFFEINE_E_RANGE, caffeine_health_reply(of.tracker, &wrong));
  wrong.drink_count = 0;
  wrong.id_count = 1;
  IS(CAFFEINE_E_ARGUMENT, caffeine_health_reply(of.tracker, &wrong));
  /* Stores that are none. */
  memset(&config, 0, sizeof config);
  config.struct_size = sizeof config;
  config.drinks = 8;
  config.health = &health;
  health.peer = 4;
  IS(CAFFEINE_E_PEER, caffeine_tracker_create(&config, &tracker));
  health.peer = 0;
  health.page_limit = 65536;
  IS(CAFFEINE_E_RANGE, caffeine_tracker_create(&config, &tracker));
  health.page_limit = 0;
  health.request = 0;
  IS(CAFFEINE_E_ARGUMENT, caffeine_tracker_create(&config, &tracker));
  await_late();
  IS(0, caffeine_stop());
  join();
}

void test_share(void) {
  caffeine_health_store health = phone();
  install();
  lend(0, 2);
  is_late = 1;
  create(&of, 0, &health);
  for (int i = 0; i < 5; i++) record_one(77000);
  IS(5, run_done(caffeine_tracker_share));
  IS(5, kept);
  IS(0, run_done(caffeine_tracker_share));
  IS(5, kept);
  await_late();
  IS(0, caffeine_stop());
  join();
}

/* A phone that has the drink already, under an id of its own, and finds out when it is told. */
static void give_id(void *user, const caffeine_health_request *request) {
  caffeine_health_answer reply;
  caffeine_drink drink = drink_of(77000);
  (void)user;
  memset(&reply, 0, sizeof reply);
  drink.id[0] = 9;
  reply.struct_size = sizeof reply;
  reply.number = request->number;
  reply.kind = request->kind;
  reply.anchor = 3;
  reply.is_last = 1;
  reply.drinks = &drink;
  reply.element_size = sizeof drink;
  reply.ids = drink.id;
  if (request->kind == CAFFEINE_HEALTH_PAGE) reply.drink_count = 1;
  if (request->kind == CAFFEINE_HEALTH_SAVE) reply.id_count = 1;
  IS(0, caffeine_health_reply(of.tracker, &reply));
}

static int latest;

static void note_latest(ticket *self) {
  __atomic_store_n(&latest, (int)self->number, __ATOMIC_RELEASE);
}

void test_share_shown(void) {
  caffeine_health_store health = phone();
  caffeine_config engine;
  caffeine_tracker_config config;
  ticket shown;
  memset(&shown, 0, sizeof shown);
  memset(&config, 0, sizeof config);
  IS(0, caffeine_config_default(&engine));
  engine.device_id = 7;
  engine.aliases = 4;
  health.request = give_id;
  health.assigns_ids = 1;
  config.struct_size = sizeof config;
  config.drinks = 8;
  config.engine = &engine;
  config.health = &health;
  install();
  lend(0, 2);
  IS(0, caffeine_tracker_create(&config, &of.tracker));
  record_one(77000);
  IS(1, refresh().number);
  shown.of = &of;
  shown.then = note_latest;
  IS(0, caffeine_tracker_subscribe(of.tracker, on_view, &shown));
  await_calls(&shown, 1);
  IS(2, load_int(&latest));
  IS(1, run_done(caffeine_tracker_share));
  IS(1, count());
  for (int calls = 2; load_int(&latest) != 1; calls++) await_calls(&shown, calls);
  IS(0, caffeine_stop());
  join();
}

static void ignore_request(void *user, const caffeine_health_request *request) {
  (void)user;
  (void)request;
}

void test_time_limit(void) {
  caffeine_health_store health = phone();
  install();
  lend(0, 2);
  health.request = ignore_request;
  health.time_limit_s = 1;
  create(&of, 0, &health);
  IS(CAFFEINE_E_TIMED_OUT, refresh().status);
  IS(0, caffeine_stop());
  join();
}
