/* usage: actors TEST FOLDER; one test a process. Prints what fails; exit code 1 then. */
#include "witness.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

const char *folder = "";

static int failures;
static int checks;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t called = PTHREAD_COND_INITIALIZER;
static pthread_t workers[2];
static int lent;
static __thread int serves;

int load_int(const int *value) { return __atomic_load_n(value, __ATOMIC_ACQUIRE); }

int add_int(int *value, int more) { return __atomic_add_fetch(value, more, __ATOMIC_ACQ_REL); }

void check(int holds, const char *file, int line, const char *text) {
  add_int(&checks, 1);
  if (holds) return;
  if (add_int(&failures, 1) <= 20) printf("# %s:%d: %s\n", file, line, text);
}

void check_equal(int64_t actual, int64_t expected, const char *file, int line, const char *text) {
  add_int(&checks, 1);
  if (actual == expected) return;
  if (add_int(&failures, 1) > 20) return;
  printf("# %s:%d: %s is %lld, not %lld\n", file, line, text, (long long)actual,
         (long long)expected);
}

/* ---- Callbacks ---- */

int is_worker(void) { return serves; }

static void enter(watched *of) {
  CHECK(is_worker());
  CHECK(add_int(&of->inside, 1) == 1);
  CHECK(load_int(&of->ended) == 0);
  add_int(&of->calls, 1);
}

static void leave(ticket *self, int32_t status) {
  self->status = status;
  if (self->then) self->then(self);
  add_int(&self->of->inside, -1);
  pthread_mutex_lock(&lock);
  add_int(&self->calls, 1);
  pthread_cond_broadcast(&called);
  pthread_mutex_unlock(&lock);
}

void on_done(void *user, int32_t status) {
  ticket *self = (ticket *)user;
  enter(self->of);
  leave(self, status);
}

void on_end(void *user, int32_t status) {
  ticket *self = (ticket *)user;
  enter(self->of);
  add_int(&self->of->ended, 1);
  leave(self, status);
}

void on_recorded(void *user, int32_t status, const caffeine_receipt *receipt) {
  ticket *self = (ticket *)user;
  enter(self->of);
  CHECK(receipt != 0 && receipt->struct_size == sizeof *receipt);
  CHECK(status < 0 || receipt->revision > 0);
  self->user = self->user ? memcpy(self->user, receipt->id, 16) : self->user;
  CHECK((status == CAFFEINE_E_TOO_OLD) == (receipt->oldest_open_s != 0));
  leave(self, status);
}

void on_view(void *user, int32_t status, const caffeine_engine *engine) {
  ticket *self = (ticket *)user;
  enter(self->of);
  CHECK((status == 0) == (engine != 0));
  if (engine) self->number = caffeine_count(engine);
  leave(self, status);
}

void on_refreshed(void *user, int32_t status, const caffeine_health_report *report) {
  ticket *self = (ticket *)user;
  enter(self->of);
  CHECK(report != 0 && report->struct_size == sizeof *report);
  self->number = (int64_t)(report->added + 1000 * report->removed + 1000000 * report->is_replaced);
  leave(self, status);
}

void await_calls(const ticket *awaited, int calls) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 60;
  pthread_mutex_lock(&lock);
  while (load_int(&awaited->calls) < calls) {
    if (pthread_cond_timedwait(&called, &lock, &until) != 0) {
      printf("# a call was never completed\n");
      exit(1);
    }
  }
  pthread_mutex_unlock(&lock);
}

/* ---- Workers ---- */

static void *serve(void *worker) {
  serves = 1;
  IS(0, caffeine_run_worker((uint32_t)(uintptr_t)worker));
  serves = 0;
  return 0;
}

void install(void) { IS(0, caffeine_workers_install(CAFFEINE_ABI, 0)); }

void lend(uint32_t first, uint32_t count) {
  for (uint32_t worker = first; worker < first + count; worker++) {
    CHECK(pthread_create(&workers[lent++], 0, serve, (void *)(uintptr_t)worker) == 0);
  }
}

void join(void) {
  for (int worker = 0; worker < lent; worker++) pthread_join(workers[worker], 0);
  lent = 0;
}

void create(watched *of, const char *path, const caffeine_health_store *health) {
  caffeine_config engine;
  caffeine_tracker_config config;
  memset(of, 0, sizeof *of);
  memset(&config, 0, sizeof config);
  IS(0, caffeine_config_default(&engine));
  engine.device_id = 7;
  config.struct_size = sizeof config;
  config.drinks = 512;
  config.engine = &engine;
  config.path = path;
  config.health = health;
  IS(0, caffeine_tracker_create(&config, &of->tracker));
}

caffeine_drink drink_of(uint32_t dose_ug) {
  caffeine_drink drink;
  memset(&drink, 0, sizeof drink);
  drink.struct_size = sizeof drink;
  drink.time_s = START;
  drink.dose_ug = dose_ug;
  return drink;
}

/* ---- The program ---- */

static const struct {
  const char *name;
  void (*run)(void);
} tests[] = {
    {"uninstalled", test_uninstalled},
    {"unavailable", test_unavailable},
    {"install", test_install},
    {"misuse", test_misuse},
    {"hooks", test_hooks},
    {"completions", test_completions},
    {"one-worker", test_one_worker},
    {"full", test_full},
    {"destroy", test_destroy},
    {"stop", test_stop},
    {"stop-unserved", test_stop_unserved},
    {"stop-beside", test_stop_beside},
    {"subscribe", test_subscribe},
    {"cancel", test_cancel},
    {"stress", test_stress},
    {"file", test_file},
    {"damage", test_damage},
    {"health", test_health},
    {"share", test_share},
    {"share-shown", test_share_shown},
    {"time-limit", test_time_limit},
};

int main(int argc, char **argv) {
  size_t count = sizeof tests / sizeof *tests;
  if (argc < 3) {
    for (size_t i = 0; i < count; i++) puts(tests[i].name);
    return 0;
  }
  folder = argv[2];
  for (size_t i = 0; i < count; i++) {
    if (strcmp(tests[i].name, argv[1]) != 0) continue;
    tests[i].run();
    printf("%d checks\n", checks);
    return failures != 0;
  }
  return 2;
}
