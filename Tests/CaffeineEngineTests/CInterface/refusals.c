/* What holds for every function alike: bad handles, bad structures and the lock. */
#include "examples.h"

/* ---- Every function that takes an engine, with good arguments -------------------------------- */

typedef int32_t engine_call(caffeine_engine *engine);

static caffeine_drink a_drink;

static int32_t call_record(caffeine_engine *engine) {
  return caffeine_record(engine, &a_drink, START, &out.receipt);
}
static int32_t call_edit(caffeine_engine *engine) {
  return caffeine_edit(engine, &a_drink, START, &out.receipt);
}
static int32_t call_remove(caffeine_engine *engine) {
  return caffeine_remove(engine, a_drink.id, 0, 0, &out.receipt);
}
static int32_t call_set_profile(caffeine_engine *engine) {
  return caffeine_set_profile(engine, START, 420, 18000);
}
static int32_t call_count(caffeine_engine *engine) { return caffeine_count(engine); }
static int32_t call_capacity(caffeine_engine *engine) { return caffeine_capacity(engine); }
static int32_t call_at(caffeine_engine *engine) { return caffeine_at(engine, 0, &out.drink); }
static int32_t call_find(caffeine_engine *engine) {
  return caffeine_find(engine, a_drink.id, &out.drink);
}
static int32_t call_first_from(caffeine_engine *engine) {
  return caffeine_first_from(engine, START);
}
static int32_t call_fold_time(caffeine_engine *engine) {
  return caffeine_fold_time(engine, &out.time_s);
}
static int32_t call_amounts(caffeine_engine *engine) {
  return caffeine_amounts(engine, START, &out.amounts);
}
static int32_t call_timeline(caffeine_engine *engine) {
  return caffeine_timeline(engine, START, 300, 4, out.body_ug, &out.flags);
}
static int32_t call_highest(caffeine_engine *engine) {
  return caffeine_highest(engine, START, CAFFEINE_FOREVER, &out.highest);
}
static int32_t call_below_from(caffeine_engine *engine) {
  return caffeine_below_from(engine, START, CAFFEINE_FOREVER, 36000, &out.moment);
}
static int32_t call_largest_dose(caffeine_engine *engine) {
  return caffeine_largest_dose(engine, START, START + DAY, 36000, &out.dose);
}
static int32_t call_latest_time(caffeine_engine *engine) {
  return caffeine_latest_time(engine, 1000, START, START + DAY, 36000, &out.moment);
}
static int32_t call_day(caffeine_engine *engine) {
  return caffeine_day(engine, START / DAY, &out.day);
}
static int32_t call_today(caffeine_engine *engine) {
  return caffeine_today(engine, START, 0, &out.day);
}
static int32_t call_area(caffeine_engine *engine) {
  return caffeine_area(engine, START, START + DAY, &out.area);
}
static int32_t call_concentration(caffeine_engine *engine) {
  return caffeine_concentration(engine, START, 70000, 700, &out.concentration);
}

static int32_t call_save_size(caffeine_engine *engine) { return caffeine_save_size(engine); }
static int32_t call_save(caffeine_engine *engine) {
  return caffeine_save(engine, out.bytes, sizeof out.bytes);
}
static int32_t call_load(caffeine_engine *engine) { /* refused: it is in use */
  return caffeine_load(engine, example_ledger, sizeof example_ledger, &out.report);
}

static engine_call *const calls[] = {
    call_record,    call_edit,       call_set_profile, call_count,       call_capacity,
    call_at,        call_find,       call_first_from,  call_fold_time,   call_amounts,
    call_timeline,  call_highest,    call_below_from,  call_largest_dose, call_latest_time,
    call_day,       call_today,      call_area,        call_concentration, call_save_size,
    call_save,      call_load,       call_remove};

#define CALLS (sizeof calls / sizeof calls[0])

/* Only edit and remove want a drink that is there; fold_time wants a fold. */
static void set_up_for_calls(const caffeine_config *config) {
  a_drink = named(1, START, 96000);
  set_up(4, config);
  must_record(&a_drink);
}

static void bad_handles(void) {
  static uint64_t garbage[CAFFEINE_STORAGE_BYTES(4) / 8];
  static const int fillings[] = {0x00, 0xFF, 0xA5, 0xCA, 0x01};
  for (size_t i = 0; i < CALLS; i++) {
    set_up_for_calls(0);
    DO(CAFFEINE_E_ARGUMENT, calls[i](0));
    for (size_t offset = 1; offset < 8; offset++) {
      void *misaligned = (uint8_t *)memory.engine + offset;
      DO(CAFFEINE_E_ARGUMENT, calls[i]((caffeine_engine *)misaligned));
    }
    for (size_t j = 0; j < sizeof fillings / sizeof fillings[0]; j++) {
      memset(garbage, fillings[j], sizeof garbage);
      DO(CAFFEINE_E_ARGUMENT, calls[i]((caffeine_engine *)(void *)garbage));
      for (size_t k = 0; k < sizeof garbage; k++) {
        if (((uint8_t *)garbage)[k] != fillings[j]) IS(k, -1);
      }
    }
  }
}

/* ---- Every structure that a call fills or reads ---------------------------------------------- */

typedef int32_t structure_call(void *structure);

static int32_t with_receipt_of_record(void *structure) {
  return caffeine_record(out.engine, &a_drink, START, (caffeine_receipt *)structure);
}
static int32_t with_receipt_of_edit(void *structure) {
  return caffeine_edit(out.engine, &a_drink, START, (caffeine_receipt *)structure);
}
static int32_t with_receipt_of_remove(void *structure) {
  return caffeine_remove(out.engine, a_drink.id, 0, 0, (caffeine_receipt *)structure);
}
static int32_t with_drink_to_record(void *structure) {
  return caffeine_record(out.engine, (const caffeine_drink *)structure, START, &out.receipt);
}
static int32_t with_drink_to_edit(void *structure) {
  return caffeine_edit(out.engine, (const caffeine_drink *)structure, START, &out.receipt);
}
static int32_t with_drink_at(void *structure) {
  return caffeine_at(out.engine, 0, (caffeine_drink *)structure);
}
static int32_t with_drink_found(void *structure) {
  return caffeine_find(out.engine, a_drink.id, (caffeine_drink *)structure);
}
static int32_t with_amounts(void *structure) {
  return caffeine_amounts(out.engine, START, (caffeine_amounts_answer *)structure);
}
static int32_t with_highest(void *structure) {
  return caffeine_highest(out.engine, START, START, (caffeine_highest_answer *)structure);
}
static int32_t with_below_from(void *structure) {
  return caffeine_below_from(out.engine, START, CAFFEINE_FOREVER, 1,
                             (caffeine_time_answer *)structure);
}
static int32_t with_largest_dose(void *structure) {
  return caffeine_largest_dose(out.engine, START, START + DAY, 36000,
                               (caffeine_dose_answer *)structure);
}
static int32_t with_latest_time(void *structure) {
  return caffeine_latest_time(out.engine, 1000, START, START + DAY, 36000,
                              (caffeine_time_answer *)structure);
}
static int32_t with_day(void *structure) {
  return caffeine_day(out.engine, START / DAY, (caffeine_day_answer *)structure);
}
static int32_t with_today(void *structure) {
  return caffeine_today(out.engine, START, 0, (caffeine_day_answer *)structure);
}
static int32_t with_area(void *structure) {
  return caffeine_area(out.engine, START, START, (caffeine_area_answer *)structure);
}
static int32_t with_concentration(void *structure) {
  return caffeine_concentration(out.engine, START, 70000, 700,
                                (caffeine_concentration_answer *)structure);
}

static int32_t with_drink_to_encode(void *structure) {
  int32_t status = caffeine_record_encode((const caffeine_drink *)structure, out.bytes,
                                          CAFFEINE_RECORD_SIZE);
  return status == (int32_t)CAFFEINE_RECORD_SIZE ? 0 : status;
}
static int32_t with_drink_decoded(void *structure) {
  return caffeine_record_decode(example_records[0], CAFFEINE_RECORD_SIZE,
                                (caffeine_drink *)structure);
}

/* What a type needs in memory. */
#define ALIGNMENT_OF(type, name)  \
  typedef struct name {           \
    char first;                   \
    type second;                  \
  } name
ALIGNMENT_OF(caffeine_drink, drink_after_char);
ALIGNMENT_OF(caffeine_receipt, receipt_after_char);
ALIGNMENT_OF(caffeine_amounts_answer, amounts_after_char);
ALIGNMENT_OF(caffeine_highest_answer, highest_after_char);
ALIGNMENT_OF(caffeine_time_answer, time_after_char);
ALIGNMENT_OF(caffeine_dose_answer, dose_after_char);
ALIGNMENT_OF(caffeine_day_answer, day_after_char);
ALIGNMENT_OF(caffeine_area_answer, area_after_char);
ALIGNMENT_OF(caffeine_concentration_answer, concentration_after_char);

#define OF(type, pair) sizeof(type), offsetof(pair, second)

static const struct {
  structure_call *call;
  uint32_t size;
  size_t alignment;
  int may_be_null;
} structures[] = {
    {with_receipt_of_record, OF(caffeine_receipt, receipt_after_char), 1},
    {with_receipt_of_edit, OF(caffeine_receipt, receipt_after_char), 1},
    {with_receipt_of_remove, OF(caffeine_receipt, receipt_after_char), 1},
    {with_drink_to_record, OF(caffeine_drink, drink_after_char), 0},
    {with_drink_to_edit, OF(caffeine_drink, drink_after_char), 0},
    {with_drink_at, OF(caffeine_drink, drink_after_char), 0},
    {with_drink_to_encode, OF(caffeine_drink, drink_after_char), 0},
    {with_drink_decoded, OF(caffeine_drink, drink_after_char), 0},
    {with_drink_found, OF(caffeine_drink, drink_after_char), 1},
    {with_amounts, OF(caffeine_amounts_answer, amounts_after_char), 0},
    {with_highest, OF(caffeine_highest_answer, highest_after_char), 0},
    {with_below_from, OF(caffeine_time_answer, time_after_char), 0},
    {with_largest_dose, OF(caffeine_dose_answer, dose_after_char), 0},
    {with_latest_time, OF(caffeine_time_answer, time_after_char), 0},
    {with_day, OF(caffeine_day_answer, day_after_char), 0},
    {with_today, OF(caffeine_day_answer, day_after_char), 0},
    {with_area, OF(caffeine_area_answer, area_after_char), 0},
    {with_concentration, OF(caffeine_concentration_answer, concentration_after_char), 0}};

#define STRUCTURES (sizeof structures / sizeof structures[0])

/* Room for a structure anywhere, beyond what this version knows of it too. */
static uint64_t room[32];
static uint64_t room_before[32];

/* Places a structure that is good but for its size at an offset, and calls with it. */
static void call_with(size_t index, size_t offset, uint32_t struct_size, int32_t expected) {
  uint8_t *place = (uint8_t *)room + offset;
  size_t end = offset + structures[index].size;
  set_up_for_calls(0);
  memset(room, 0xA5, sizeof room);
  memcpy(place, &a_drink, structures[index].size < sizeof a_drink ? structures[index].size
                                                                  : sizeof a_drink);
  memcpy(place, &struct_size, sizeof struct_size);
  memcpy(room_before, room, sizeof room);
  DO(expected, structures[index].call(place));
  IS(memcmp(place, &struct_size, sizeof struct_size), 0);
  if (expected < 0) {
    IS(memcmp(room, room_before, sizeof room), 0);
  } else {
    IS(memcmp(room, room_before, offset), 0);
    IS(memcmp((uint8_t *)room + end, (uint8_t *)room_before + end, sizeof room - end), 0);
  }
}

static void structure_sizes(void) {
  for (size_t i = 0; i < STRUCTURES; i++) {
    uint32_t size = structures[i].size;
    for (uint32_t shorter = 0; shorter < size; shorter++) {
      call_with(i, 64, shorter, CAFFEINE_E_ARGUMENT);
    }
    call_with(i, 64, size, CAFFEINE_OK);
    call_with(i, 64, size + 1, CAFFEINE_OK);
    call_with(i, 64, size + 8, CAFFEINE_OK);
    call_with(i, 64, UINT32_MAX, CAFFEINE_OK);
  }
}

static void structure_alignments(void) {
  for (size_t i = 0; i < STRUCTURES; i++) {
    for (size_t offset = 64; offset < 72; offset++) {
      int is_aligned = offset % structures[i].alignment == 0;
      call_with(i, offset, structures[i].size, is_aligned ? CAFFEINE_OK : CAFFEINE_E_ARGUMENT);
    }
  }
}

static void null_structures(void) {
  for (size_t i = 0; i < STRUCTURES; i++) {
    set_up_for_calls(0);
    DO(structures[i].may_be_null ? CAFFEINE_OK : CAFFEINE_E_ARGUMENT, structures[i].call(0));
  }
  set_up_for_calls(0);
  DO(CAFFEINE_E_ARGUMENT, caffeine_record(out.engine, 0, START, 0));
  DO(CAFFEINE_E_ARGUMENT, caffeine_edit(out.engine, 0, START, 0));
  DO(CAFFEINE_E_ARGUMENT, caffeine_remove(out.engine, 0, 0, 0, 0));
  DO(CAFFEINE_E_ARGUMENT, caffeine_remove(out.engine, 0, 0, 0, &out.receipt));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_find(out.engine, 0, &out.drink));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_find(out.engine, 0, 0));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_fold_time(out.engine, 0));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_timeline(out.engine, START, 1, 1, 0, 0));
  DO(CAFFEINE_E_ARGUMENT, caffeine_record(0, 0, 0, 0));
  DO(CAFFEINE_E_ARGUMENT, caffeine_edit(0, 0, 0, 0));
  DO(CAFFEINE_E_ARGUMENT, caffeine_remove(0, 0, 0, 0, 0));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_timeline(0, 0, 0, 0, 0, 0));
}

static void misaligned_words(void) {
  set_up_for_calls(0);
  for (size_t offset = 1; offset < 8; offset++) {
    void *place = (uint8_t *)room + offset;
    memcpy(room_before, room, sizeof room);
    ASK(CAFFEINE_E_ARGUMENT, caffeine_fold_time(out.engine, (int64_t *)place));
    if (offset % 4 != 0) {
      ASK(CAFFEINE_E_ARGUMENT,
          caffeine_timeline(out.engine, START, 1, 1, (uint32_t *)place, &out.flags));
      ASK(CAFFEINE_E_ARGUMENT,
          caffeine_timeline(out.engine, START, 1, 1, out.body_ug, (uint32_t *)place));
    }
    IS(memcmp(room, room_before, sizeof room), 0);
  }
}

static void ids_need_no_alignment(void) {
  for (size_t offset = 0; offset < 8; offset++) {
    uint8_t *id = (uint8_t *)room + offset;
    set_up_for_calls(0);
    memcpy(id, a_drink.id, 16);
    ASK(0, caffeine_find(out.engine, id, 0));
    DO(CAFFEINE_OK, caffeine_remove(out.engine, id, 0, 0, 0));
  }
}

/* ---- The lock -------------------------------------------------------------------------------- */

typedef struct host_lock {
  int is_refused, is_held, locked, unlocked, misused;
} host_lock;

static int32_t lock(void *user) {
  host_lock *host = (host_lock *)user;
  host->locked++;
  if (host->is_refused) return -1;
  if (host->is_held) host->misused++;
  host->is_held = 1;
  return 0;
}

static void unlock(void *user) {
  host_lock *host = (host_lock *)user;
  host->unlocked++;
  if (!host->is_held) host->misused++;
  host->is_held = 0;
}

static void locks(void) {
  static host_lock host;
  caffeine_config config = ordinary_config();
  config.lock = lock;
  config.unlock = unlock;
  config.user = &host;
  for (size_t i = 0; i < CALLS; i++) {
    host_lock none = {0, 0, 0, 0, 0};
    host = none;
    set_up_for_calls(&config);
    host = none;
    DO(ANY, calls[i](out.engine));
    IS(host.locked, 1);
    IS(host.unlocked, 1);
    /* Once more: now edit and remove may fail, and so does every question before the fold. */
    a_drink.dose_ug = 1;
    a_drink.revision = 1;
    DO(ANY, calls[i](out.engine));
    IS(host.locked, 2);
    IS(host.unlocked, 2);
    host.is_refused = 1;
    DO(CAFFEINE_E_BUSY, calls[i](out.engine));
    IS(host.locked, 3);
    IS(host.unlocked, 2);
    IS(host.misused, 0);
  }
}

static void locks_around_refusals(void) {
  static host_lock host;
  caffeine_config config = ordinary_config();
  host_lock none = {0, 0, 0, 0, 0};
  config.lock = lock;
  config.unlock = unlock;
  config.user = &host;
  set_up_for_calls(&config);
  host = none;
  ASK(CAFFEINE_E_RANGE, caffeine_at(out.engine, 9, &out.drink));
  DO(CAFFEINE_E_FUTURE, caffeine_record(out.engine, &a_drink, 0, 0));
  ASK(CAFFEINE_E_NEVER, caffeine_fold_time(out.engine, &out.time_s));
  ASK(CAFFEINE_E_RANGE, caffeine_below_from(out.engine, 0, 0, 0, &out.moment));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_timeline(out.engine, START, 0, 1, out.body_ug, 0));
  IS(host.locked, 5);
  IS(host.unlocked, 5);
  IS(host.misused, 0);
}

void test_refusals(void) {
  run("every function refuses null, misaligned memory and garbage as an engine", bad_handles);
  run("a structure may be longer than this version's, never shorter", structure_sizes);
  run("a structure lies where its C type may lie, and nowhere else", structure_alignments);
  run("null is ARGUMENT wherever it is not said to be allowed", null_structures);
  run("a misaligned word to fill is ARGUMENT", misaligned_words);
  run("an id may lie anywhere", ids_need_no_alignment);
  run("the lock brackets every call, and BUSY is all that a refused one does", locks);
  run("the lock is given back after a refusal", locks_around_refusals);
}
