/*
 * A watch face on a Cortex-M4: buttons become drinks, and the watch sleeps until its face looks
 * otherwise. A script presses the buttons and stands for the clock; a frame is a line of text.
 *
 *   espresso, coffee   log one: the interrupt posts it, the main loop records it
 *   undo               removes the last one
 *   ask                whether another espresso lets the wearer sleep
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "caffeine.h"

#define MIDNIGHT INT64_C(1786140000) /* 2026-08-08 00:00 +02:00 */
#define OFFSET_MIN 120
#define BEDTIME (MIDNIGHT + 23 * 3600)
#define DIGIT_UG 20000u /* the face shows steps of 20 mg */

#define ICSR (*(volatile uint32_t *)0xE000ED04u) /* interrupt control and state */
#define PENDSVSET (1u << 28)

enum button { ESPRESSO, COFFEE, UNDO, ASK };
static const char *const names[] = {"espresso", "coffee", "undo", "ask"};

static const struct {
  uint16_t minute; /* of the day */
  uint8_t button;
} script[] = {{480, COFFEE}, {482, ASK},      {630, ESPRESSO}, {795, ESPRESSO}, {796, ASK},
              {797, UNDO},   {840, ESPRESSO}, {840, ESPRESSO}, {841, UNDO},     {1260, ASK}};
#define PRESSES (sizeof script / sizeof script[0])

/* What the interrupt and the main loop share: the inbox, and two words with one writer each. */
static caffeine_inbox inbox;
static volatile uint8_t line;       /* the button that is down; set by the script */
static volatile uint32_t undos;     /* counted up by the interrupt */
static volatile uint32_t uptime_s;  /* counted up by the clock */

static CAFFEINE_STORAGE(memory, 32);
static caffeine_engine *engine;
static int failures;

static int32_t check(int32_t status) {
  if (status < 0) {
    printf("refused: %s\n", caffeine_strerror(status));
    failures++;
  }
  return status;
}

/* The button interrupt. It may come while the engine is at work: only the inbox is touched. */
void arm_pendsv_isr(void);
void arm_pendsv_isr(void) {
  if (line == UNDO) {
    undos++;
  } else if (line != ASK) {
    uint8_t preset = line == COFFEE ? CAFFEINE_PRESET_COFFEE_SMALL : CAFFEINE_PRESET_ESPRESSO;
    if (caffeine_inbox_post(&inbox, preset, uptime_s) < 0) failures++;
  }
}

static void press(uint8_t button) {
  line = button;
  ICSR = PENDSVSET;
  __asm__ volatile("dsb\n isb" ::: "memory"); /* the interrupt has run after this */
}

static void tell_time(int64_t time_s) {
  uint32_t minute = (uint32_t)((time_s - MIDNIGHT) / 60 % 1440);
  printf("%02" PRIu32 ":%02" PRIu32, minute / 60, minute % 60);
}

/* Draws the face: in the body, on its way from the gut, today. Returns when it next looks otherwise. */
static int64_t draw(int64_t now_s) {
  static const char *const trends[] = {"falling", "zero", "rising"};
  static const char *const days[] = {"", ", near the limit", ", over the limit"};
  caffeine_face face = {.struct_size = sizeof face};
  char bar[13];
  uint32_t steps;
  if (check(caffeine_face_at(engine, now_s, OFFSET_MIN, DIGIT_UG, &face)) < 0) return INT64_MAX;
  steps = (face.body_ug + DIGIT_UG / 2) / DIGIT_UG;
  memset(bar, ' ', sizeof bar - 1);
  memset(bar, '#', steps < sizeof bar ? steps : sizeof bar - 1);
  bar[sizeof bar - 1] = 0;
  tell_time(now_s);
  printf(" |%s| %s%3" PRIu32 " mg %-8s + %3" PRIu32 " mg  today %3" PRIu32 " mg in %" PRIu32 "%s\n",
         bar, (face.flags & CAFFEINE_FLAG_ESTIMATED) != 0 ? "~" : " ", steps * DIGIT_UG / 1000,
         trends[face.trend + 1], (face.gut_ug + DIGIT_UG / 2) / DIGIT_UG * DIGIT_UG / 1000,
         face.today_ug / 1000, face.today_drinks, days[face.day_status]);
  return face.next_change_s;
}

static void ask(int64_t now_s) {
  caffeine_may_have_answer may = {.struct_size = sizeof may};
  if (check(caffeine_may_have(engine, now_s, 64000, BEDTIME, OFFSET_MIN, &may)) < 0) return;
  printf("      another espresso: ");
  if (may.verdict == 1) {
    printf("yes, until ");
    tell_time(may.latest_s);
    puts("");
  } else {
    printf("no:%s%s%s\n", (may.reasons & CAFFEINE_REASON_SLEEP) != 0 ? " sleep" : "",
           (may.reasons & CAFFEINE_REASON_DAILY_LIMIT) != 0 ? " day" : "",
           (may.reasons & CAFFEINE_REASON_SINGLE_LIMIT) != 0 ? " single" : "");
  }
}

/* Does what the interrupts left to do. */
static void work(int64_t now_s) {
  static uint32_t undone;
  check(caffeine_inbox_drain(engine, &inbox, now_s, uptime_s, OFFSET_MIN));
  while (undone != undos) {
    caffeine_drink last = {.struct_size = sizeof last};
    int32_t count = caffeine_count(engine);
    undone++;
    if (count == 0 || check(caffeine_at(engine, (uint32_t)count - 1, &last)) < 0) continue;
    check(caffeine_remove(engine, last.id, 0, 0, NULL));
  }
}

int main(void) {
  const int64_t booted_s = MIDNIGHT + 7 * 3600;
  caffeine_config config;
  int64_t now_s = booted_s, wake_s;
  unsigned next = 0;
  check(caffeine_config_default(&config));
  config.device_id = 7;
  config.clock_floor_s = MIDNIGHT - 86400;
  if (check(caffeine_init(memory, sizeof memory, CAFFEINE_ABI, &config, &engine)) < 0) return 1;
  while (now_s < MIDNIGHT + 24 * 3600) {
    uptime_s = (uint32_t)(now_s - booted_s);
    while (next < PRESSES && MIDNIGHT + script[next].minute * INT64_C(60) <= now_s) {
      printf("      [%s]\n", names[script[next].button]);
      press(script[next].button);
      if (script[next].button == ASK) ask(now_s);
      next++;
    }
    work(now_s);
    wake_s = draw(now_s);
    /* A watch sets its alarm for then and waits for an interrupt. */
    if (next < PRESSES && MIDNIGHT + script[next].minute * INT64_C(60) < wake_s) {
      wake_s = MIDNIGHT + script[next].minute * INT64_C(60);
    }
    now_s = wake_s;
  }
  printf("%" PRId32 " drinks are listed\n", caffeine_count(engine));
  return failures != 0;
}
