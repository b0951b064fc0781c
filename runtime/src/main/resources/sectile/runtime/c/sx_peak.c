/* What this processor can reach: fused multiply-adds in registers, and bytes from and to memory. A library of its own. */
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define API __attribute__((visibility("default")))
#if defined(__AVX512F__)
#define LANES 16
#elif defined(__AVX2__)
#define LANES 8
#else
#define LANES 4
#endif
#define CHAINS 10
#define ROUNDS 20000

typedef float vec __attribute__((vector_size(LANES * 4)));

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct {
  pthread_t thread;
  double until, work;
  char *from, *to;
  size_t bytes;
  float sink;
} worker;

static void *multiply(void *arg) {
  worker *w = arg;
  vec acc[CHAINS], a = {0}, b = {0};
  a += 0.999f;
  b += 0.001f;
  for (int i = 0; i < CHAINS; i++) acc[i] = b * (float)(i + 1);
  double rounds = 0;
  do {
    for (int r = 0; r < ROUNDS; r++) {
#pragma GCC unroll 16
      for (int i = 0; i < CHAINS; i++) acc[i] = acc[i] * a + b;
    }
    rounds++;
  } while (now() < w->until);
  float sum = 0;
  for (int i = 0; i < CHAINS; i++) sum += acc[i][0];
  w->sink = sum;
  w->work = rounds * ROUNDS * CHAINS * LANES * 2;
  return NULL;
}

static void *copy(void *arg) {
  worker *w = arg;
  memcpy(w->to, w->from, w->bytes);
  w->work = 2.0 * (double)w->bytes;
  return NULL;
}

static double all(int threads, worker *w, void *(*code)(void *)) {
  double start = now(), work = 0;
  int started = 0;
  for (int i = 1; i < threads; i++) {
    if (pthread_create(&w[i].thread, NULL, code, &w[i])) break;
    started = i;
  }
  code(&w[0]);
  for (int i = 1; i <= started; i++) pthread_join(w[i].thread, NULL);
  double seconds = now() - start;
  for (int i = 0; i <= started; i++) work += w[i].work;
  return work / seconds;
}

/* Operations per second of some threads in f32. */
API double sx_peak_operations(int32_t threads, double seconds) {
  worker *w = calloc((size_t)threads, sizeof *w);
  if (!w) return 0;
  for (int i = 0; i < threads; i++) w[i].until = now() + seconds;
  double rate = all(threads, w, multiply);
  free(w);
  return rate;
}

/* Bytes per second of a copy, of which each is read once and written once. */
API double sx_peak_bytes(int32_t threads, char *from, char *to, int64_t bytes) {
  worker *w = calloc((size_t)threads, sizeof *w);
  if (!w) return 0;
  size_t part = (size_t)bytes / (size_t)threads;
  for (int i = 0; i < threads; i++) {
    ptrdiff_t at = i * (ptrdiff_t)part;
    w[i] = (worker){.from = from + at, .to = to + at, .bytes = part};
  }
  double rate = all(threads, w, copy);
  free(w);
  return rate;
}

/* Replaces what the caches hold. */
API int64_t sx_touch(char *memory, int64_t bytes) {
  int64_t sum = 0;
  for (int64_t i = 0; i < bytes; i += 64) sum += ++memory[i];
  return sum;
}
