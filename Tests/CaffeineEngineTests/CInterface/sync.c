/* Peers: pages of changes, windows where an anchor is too old, other stores' ids. */
#include "harness.h"

#define SIZE ((uint32_t)sizeof(caffeine_drink))

/* A fresh engine with peer 0, a page and a span ready to be filled. */
static void begin(uint32_t drinks) {
  uint32_t i;
  set_up(drinks, 0);
  for (i = 0; i < 8; i++) out.page[i].struct_size = SIZE;
  memset(&out.span, 0, sizeof out.span);
  out.span.struct_size = sizeof out.span;
  out.span.until_s = CAFFEINE_FOREVER;
  out.anchor = 0;
  out.index = 0;
  DO(CAFFEINE_OK, caffeine_peer_add(out.engine, 0, 0));
}

/* An entry of a page. */
static caffeine_drink version(uint8_t number, int64_t time_s, uint32_t revision, uint32_t flags) {
  caffeine_drink drink = named(number, time_s, 64000);
  drink.revision = revision;
  drink.flags = flags;
  return drink;
}

static void peers(void) {
  uint32_t peer;
  set_up(4, 0);
  out.anchor = 0;
  for (peer = 0; peer < 4; peer++) {
    ASK(CAFFEINE_E_PEER, caffeine_received(out.engine, peer, &out.anchor));
    DO(CAFFEINE_OK, caffeine_peer_add(out.engine, peer, 15));
    ASK(CAFFEINE_OK, caffeine_received(out.engine, peer, &out.anchor));
  }
  DO(CAFFEINE_E_PEER, caffeine_peer_add(out.engine, 4, 0));
  DO(CAFFEINE_E_PEER, caffeine_peer_add(out.engine, UINT32_MAX, 0));
  DO(CAFFEINE_E_PEER, caffeine_peer_add(out.engine, 0, 16));
  DO(CAFFEINE_E_ARGUMENT, caffeine_peer_add(0, 0, 0));
  DO(CAFFEINE_E_PEER, caffeine_ack(out.engine, 4, 0));
  DO(CAFFEINE_E_ARGUMENT, caffeine_ack(out.engine, 0, 8));
  DO(CAFFEINE_E_ARGUMENT, caffeine_ack(0, 0, 0));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_received(out.engine, 0, 0));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_received(0, 0, &out.anchor));
}

static void pages(void) {
  caffeine_drink drink;
  uint8_t i;
  begin(8);
  for (i = 1; i <= 3; i++) {
    drink = named(i, START + i, 64000);
    must_record(&drink);
  }
  DO(CAFFEINE_OK, caffeine_remove(out.engine, drink.id, 0, 5, 0));
  ASK(2, caffeine_changes(out.engine, 0, &out.anchor, out.page, 2, SIZE));
  IS(out.page[1].id[15], 2);
  IS(out.page[1].struct_size, SIZE);
  DO(CAFFEINE_OK, caffeine_ack(out.engine, 0, out.anchor));
  ASK(1, caffeine_changes(out.engine, 0, &out.anchor, out.page, 2, SIZE));
  IS(out.page[0].flags, CAFFEINE_FLAG_REMOVED);
  IS(out.page[0].revision, 2);
  IS(out.page[0].source, 5);
  ASK(0, caffeine_changes(out.engine, 0, &out.anchor, out.page, 2, SIZE));
  ASK(CAFFEINE_E_PEER, caffeine_changes(out.engine, 1, &out.anchor, out.page, 2, SIZE));
  out.anchor += 8;
  ASK(CAFFEINE_E_ANCHOR, caffeine_changes(out.engine, 0, &out.anchor, out.page, 2, SIZE));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_changes(out.engine, 0, 0, out.page, 2, SIZE));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_changes(out.engine, 0, &out.anchor, 0, 2, SIZE));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_changes(0, 0, &out.anchor, out.page, 2, SIZE));
}

/* Elements larger than a drink of this version, too small, not aligned, too many. */
static void elements(void) {
  caffeine_drink drink = named(1, START, 64000), other = named(2, START + 1, 64000);
  uint32_t size;
  begin(8);
  must_record(&drink);
  must_record(&other);
  for (size = SIZE; size <= 2 * SIZE; size += SIZE) {
    out.anchor = 0;
    ASK(2, caffeine_changes(out.engine, 0, &out.anchor, out.page, 2, size));
    IS(out.page[size / SIZE].id[15], 2);
    /* Of their own drinks nothing is new. */
    DO(CAFFEINE_OK, caffeine_apply(out.engine, 0, out.page, 2, size, size - SIZE, size,
                                   &out.page_result));
    IS(out.page_result.unchanged, 2);
  }
  out.anchor = 0;
  for (size = 0; size < SIZE; size++) {
    ASK(CAFFEINE_E_ARGUMENT, caffeine_changes(out.engine, 0, &out.anchor, out.page, 1, size));
  }
  ASK(CAFFEINE_E_ARGUMENT, caffeine_changes(out.engine, 0, &out.anchor, out.page, 1, SIZE + 4));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_changes(out.engine, 0, &out.anchor, out.page, 1, UINT32_MAX));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_changes(out.engine, 0, &out.anchor, out.page, 65537, SIZE));
  ASK(CAFFEINE_E_ARGUMENT,
      caffeine_changes(out.engine, 0, &out.anchor,
                       (caffeine_drink *)(void *)((uint8_t *)out.page + 4), 1, SIZE));
  out.page[1].struct_size = 0;
  ASK(CAFFEINE_E_ARGUMENT, caffeine_changes(out.engine, 0, &out.anchor, out.page, 2, SIZE));
  ASK(1, caffeine_changes(out.engine, 0, &out.anchor, out.page, 1, SIZE));
}

static void applied(void) {
  caffeine_drink drink = named(1, START, 64000);
  begin(8);
  must_record(&drink);
  out.page[0] = version(1, START + 5, 2, 0);
  out.page[1] = version(2, START, 1, 0);
  out.page[2] = version(3, 0, 4, CAFFEINE_FLAG_REMOVED);
  DO(CAFFEINE_OK, caffeine_apply(out.engine, 0, out.page, 3, SIZE, 0, 80, &out.page_result));
  IS(out.page_result.added, 1);
  IS(out.page_result.edited, 1);
  IS(out.page_result.removed, 1);
  ASK(2, caffeine_count(out.engine));
  ASK(CAFFEINE_OK, caffeine_received(out.engine, 0, &out.anchor));
  IS(out.anchor, 80);
  DO(CAFFEINE_OK, caffeine_apply(out.engine, 0, out.page, 3, SIZE, 0, 80, &out.page_result));
  IS(out.page_result.unchanged, 3);
  DO(CAFFEINE_E_ANCHOR, caffeine_apply(out.engine, 0, out.page, 3, SIZE, 88, 96, &out.page_result));
  DO(CAFFEINE_E_ARGUMENT, caffeine_apply(out.engine, 0, out.page, 3, SIZE, 80, 8, &out.page_result));
  DO(CAFFEINE_E_PEER, caffeine_apply(out.engine, 1, out.page, 3, SIZE, 80, 96, &out.page_result));
  DO(CAFFEINE_E_ARGUMENT, caffeine_apply(out.engine, 0, 0, 1, SIZE, 80, 96, &out.page_result));
  DO(CAFFEINE_E_ARGUMENT, caffeine_apply(out.engine, 0, out.page, 3, SIZE, 80, 96, 0));
  DO(CAFFEINE_E_ARGUMENT, caffeine_apply(0, 0, out.page, 3, SIZE, 80, 96, &out.page_result));
  DO(CAFFEINE_OK, caffeine_apply(out.engine, 0, 0, 0, SIZE, 80, 96, &out.page_result));
  /* The last entry spoils the page. */
  out.page[2] = version(3, END_OF_TIME, 9, 0);
  DO(CAFFEINE_E_RANGE, caffeine_apply(out.engine, 0, out.page, 3, SIZE, 96, 99, &out.page_result));
  out.page[2] = version(2, START, 9, 0);
  DO(CAFFEINE_E_ARGUMENT, caffeine_apply(out.engine, 0, out.page, 3, SIZE, 96, 99, &out.page_result));
}

static void windows(void) {
  caffeine_drink drink;
  uint8_t i;
  begin(40);
  for (i = 1; i <= 20; i++) {
    drink = named(i, START + i, 64000);
    must_record(&drink);
  }
  ASK(1, caffeine_changes(out.engine, 0, &out.anchor, out.page, 1, SIZE));
  for (i = 1; i <= 17; i++) {
    drink = named(i, START, 0);
    DO(CAFFEINE_OK, caffeine_remove(out.engine, drink.id, 0, 0, 0));
  }
  ASK(CAFFEINE_E_ANCHOR, caffeine_changes(out.engine, 0, &out.anchor, out.page, 1, SIZE));
  out.span.after = 8 * 18; /* the first 18 drinks */
  ASK(2, caffeine_window(out.engine, 0, &out.span, &out.index, out.page, 2, SIZE));
  IS(out.page[0].flags, CAFFEINE_FLAG_KNOWN);
  IS(out.page[1].flags, 0);
  ASK(1, caffeine_window(out.engine, 0, &out.span, &out.index, out.page, 2, SIZE));
  ASK(0, caffeine_window(out.engine, 0, &out.span, &out.index, out.page, 2, SIZE));
  IS(out.span.known, 0);
  IS(out.span.anchor / 8, 37);
  ASK(CAFFEINE_E_PEER, caffeine_window(out.engine, 1, &out.span, &out.index, out.page, 2, SIZE));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_window(out.engine, 0, 0, &out.index, out.page, 2, SIZE));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_window(out.engine, 0, &out.span, 0, out.page, 2, SIZE));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_window(out.engine, 0, &out.span, &out.index, 0, 2, SIZE));
  ASK(CAFFEINE_E_ARGUMENT, caffeine_window(out.engine, 0, &out.span, &out.index, out.page, 2, 0));

  /* What the peer had and does not list is removed; what it never heard of stays. */
  begin(8);
  drink = named(1, START, 64000);
  must_record(&drink);
  out.page[0] = version(2, START + 1, 1, 0);
  DO(CAFFEINE_OK, caffeine_apply(out.engine, 0, out.page, 1, SIZE, 0, 8, &out.page_result));
  out.span.after = 8;
  out.span.anchor = 80;
  out.page[0] = version(3, START + 2, 1, 0);
  out.page[1] = version(4, START + 2, 1, CAFFEINE_FLAG_KNOWN);
  DO(CAFFEINE_E_PEER, caffeine_replace_window(out.engine, 1, &out.span, out.page, 2, SIZE,
                                              &out.page_result));
  DO(CAFFEINE_E_ARGUMENT, caffeine_replace_window(out.engine, 0, 0, out.page, 2, SIZE,
                                                  &out.page_result));
  DO(CAFFEINE_E_ARGUMENT, caffeine_replace_window(out.engine, 0, &out.span, 0, 2, SIZE,
                                                  &out.page_result));
  DO(CAFFEINE_E_ARGUMENT, caffeine_replace_window(out.engine, 0, &out.span, out.page, 2, SIZE, 0));
  DO(CAFFEINE_OK, caffeine_replace_window(out.engine, 0, &out.span, out.page, 2, SIZE,
                                          &out.page_result));
  IS(out.page_result.added, 1);
  IS(out.page_result.removed, 1);
  IS(out.page_result.stale, 1);
  ASK(2, caffeine_count(out.engine));
  DO(CAFFEINE_E_ANCHOR, caffeine_replace_window(out.engine, 0, &out.span, out.page, 2, SIZE,
                                                &out.page_result));
  out.span.after = 80;
  out.span.until_s = START;
  DO(CAFFEINE_E_ARGUMENT, caffeine_replace_window(out.engine, 0, &out.span, out.page, 2, SIZE,
                                                  &out.page_result));
}

static void aliases(void) {
  caffeine_config config = ordinary_config();
  caffeine_drink drink = named(1, START, 64000), other = named(9, START, 64000);
  static uint64_t room[(CAFFEINE_STORAGE_BYTES(4) + CAFFEINE_ALIAS_BYTES) / 8];
  caffeine_engine *engine = 0;
  begin(4);
  must_record(&drink);
  DO(CAFFEINE_E_FULL, caffeine_alias(out.engine, drink.id, other.id, 0));
  DO(CAFFEINE_E_UNKNOWN_ID, caffeine_alias(out.engine, other.id, drink.id, 0));
  DO(CAFFEINE_E_ARGUMENT, caffeine_alias(out.engine, drink.id, drink.id, 0));
  DO(CAFFEINE_E_ARGUMENT, caffeine_alias(out.engine, 0, other.id, 0));
  DO(CAFFEINE_E_ARGUMENT, caffeine_alias(out.engine, drink.id, 0, 0));
  DO(CAFFEINE_E_ARGUMENT, caffeine_alias(0, drink.id, other.id, 0));

  config.aliases = 1;
  IS(caffeine_init(room, sizeof room, CAFFEINE_ABI, &config, &engine), CAFFEINE_OK);
  IS(caffeine_peer_add(engine, 0, 0), CAFFEINE_OK);
  IS(caffeine_record(engine, &drink, START, 0), CAFFEINE_OK);
  IS(caffeine_record(engine, &other, START, 0), CAFFEINE_OK);
  IS(caffeine_alias(engine, drink.id, other.id, 0), CAFFEINE_OK);
  IS(caffeine_count(engine), 1);
  out.page[0] = other;
  out.page[0].revision = 1;
  IS(caffeine_apply(engine, 0, out.page, 1, SIZE, 0, 8, &out.page_result), CAFFEINE_OK);
  IS(out.page_result.unchanged, 1);
  IS(caffeine_count(engine), 1);
}

void test_sync(void) {
  run("peers have numbers from 0 to 3", peers);
  run("changes come page after page", pages);
  run("a page's elements have their size", elements);
  run("a page is taken in once, whole or not at all", applied);
  run("a window replaces what an anchor does not reach", windows);
  run("what another store names otherwise is one drink", aliases);
}
