/* Counters of the PEs. What every system with POSIX clocks has is counted; events of the processor are not, and say so.
   Linked with --wrap=pthread_create, so that all threads of the runtime are counted. */
#include "sx_counters.h"
#include "sx_link.h"

#include <time.h>

enum { CPU_TIME, WALL_TIME, THREADS, KINDS };
static const char *const NAMES[KINDS] = {"cpu-time", "wall-time", "threads"};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int used;
static int wanted[SX_COUNTERS]; /* -1 if there is no such counter */
static double counted[SX_COUNTERS][SX_LINK_PES];
static int on_pe[SX_LINK_PES]; /* how many threads are */

void sx_count_from_here(const char *names, char *why, size_t room) {
  size_t at = 0;
  pthread_mutex_lock(&lock);
  memset(counted, 0, sizeof counted);
  for (used = 0; *names && used < SX_COUNTERS; used++) {
    size_t length = strcspn(names, "\n");
    wanted[used] = -1;
    for (int k = 0; k < KINDS; k++)
      if (strlen(NAMES[k]) == length && strncmp(names, NAMES[k], length) == 0) wanted[used] = k;
    at += (size_t)snprintf(why + at, room - at, "%s\n",
                           wanted[used] < 0 ? "this build of the accelerator's runtime has no such counter" : "");
    names += length + (names[length] == '\n');
  }
  why[at < room ? at : room - 1] = 0;
  pthread_mutex_unlock(&lock);
}

int sx_counted(double *values) {
  pthread_mutex_lock(&lock);
  int n = used;
  memcpy(values, counted, sizeof counted[0] * (size_t)n);
  used = 0;
  pthread_mutex_unlock(&lock);
  return n;
}

static double clock_of(clockid_t id) {
  struct timespec now;
  clock_gettime(id, &now);
  return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

struct sample {
  int pe;
  double of[KINDS];
};
static void enter(struct sample *s) {
  pthread_mutex_lock(&lock);
  s->pe = 0;
  for (int pe = 1; pe < SX_LINK_PES; pe++)
    if (on_pe[pe] < on_pe[s->pe]) s->pe = pe;
  on_pe[s->pe]++;
  pthread_mutex_unlock(&lock);
  s->of[THREADS] = 0;
  s->of[WALL_TIME] = clock_of(CLOCK_MONOTONIC);
  s->of[CPU_TIME] = clock_of(CLOCK_THREAD_CPUTIME_ID);
}
static void leave(const struct sample *s) {
  double now[KINDS] = {[CPU_TIME] = clock_of(CLOCK_THREAD_CPUTIME_ID), [WALL_TIME] = clock_of(CLOCK_MONOTONIC), [THREADS] = 1};
  pthread_mutex_lock(&lock);
  on_pe[s->pe]--;
  for (int i = 0; i < used; i++)
    if (wanted[i] >= 0) counted[i][s->pe] += now[wanted[i]] - s->of[wanted[i]];
  pthread_mutex_unlock(&lock);
}

void sx_counted_on_this(void *(*code)(void *), void *arg) {
  struct sample s;
  enter(&s);
  code(arg);
  leave(&s);
}

/* ---- threads of the runtime */

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*code)(void *), void *arg);

struct start {
  void *(*code)(void *);
  void *arg;
};
static void *counted_thread(void *arg) {
  struct start start = *(struct start *)arg;
  free(arg);
  sx_counted_on_this(start.code, start.arg);
  return NULL;
}
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*code)(void *), void *arg) {
  struct start *start = malloc(sizeof *start);
  if (!start) return 12; /* ENOMEM */
  *start = (struct start){code, arg};
  int error = __real_pthread_create(thread, attributes, counted_thread, start);
  if (error) free(start);
  return error;
}
int sx_uncounted_create(pthread_t *thread, void *(*code)(void *)) { return __real_pthread_create(thread, NULL, code, NULL); }
