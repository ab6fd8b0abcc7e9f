/*
 * What people write today for the amount now, to stand beside bench.c in its table: each drink's rest,
 * by `pow` in doubles, or by two float exponentials where absorption counts.
 *
 * Measured as bench.c is; the number in a label is that of the drinks.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>

#define DRINKS 64

void bench_begin(void);
void bench_end(void);

static struct { int32_t time_s; float mg; } drinks[DRINKS];

static volatile double by_pow;
__attribute__((noinline)) void caffeine_by_pow(int32_t now_s, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++) {
    sum += (double)drinks[i].mg * pow(0.5, (double)(now_s - drinks[i].time_s) / 18000.0);
  }
  by_pow = sum;
}

static volatile float by_expf;
__attribute__((noinline)) void caffeine_by_expf(int32_t now_s, int count) {
  const float absorption = 0.00165035f, elimination = 0.0000385082f; /* ln 2 / half-life */
  float sum = 0;
  for (int i = 0; i < count; i++) {
    float elapsed = (float)(now_s - drinks[i].time_s);
    sum += drinks[i].mg * (absorption / (absorption - elimination))
           * (expf(-elimination * elapsed) - expf(-absorption * elapsed));
  }
  by_expf = sum;
}

__attribute__((noinline)) void bench_begin(void) { __asm__ volatile("" ::: "memory"); }
__attribute__((noinline)) void bench_end(void) { __asm__ volatile("" ::: "memory"); }

int main(void) {
  for (int i = 0; i < DRINKS; i++) {
    drinks[i].time_s = i * 7200;
    drinks[i].mg = 96;
  }
  for (int count = 1; count <= DRINKS; count *= 4) {
    int32_t now_s = count * 7200;
    printf("pow in doubles, %d\t1\n", count);
    bench_begin();
    caffeine_by_pow(now_s, count);
    bench_end();
    printf("two float exponentials, %d\t1\n", count);
    bench_begin();
    caffeine_by_expf(now_s, count);
    bench_end();
  }
  return 0;
}
