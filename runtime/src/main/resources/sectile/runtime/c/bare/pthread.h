/* Threads of a board with one processor and no operating system: they take turns where they wait. */
#ifndef SX_BARE_PTHREAD_H
#define SX_BARE_PTHREAD_H
#include <stdbool.h>
#include <stddef.h>

typedef struct sx_turn *pthread_t;
typedef struct {
  bool held;
} pthread_mutex_t;
#define PTHREAD_MUTEX_INITIALIZER {false}
typedef struct {
  int unused;
} pthread_cond_t;
typedef struct {
  size_t stack;
} pthread_attr_t;

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*code)(void *), void *arg);
int pthread_join(pthread_t thread, void **result);
void sx_next_turn(void);

static inline int pthread_attr_init(pthread_attr_t *a) { return (a->stack = 0), 0; }
static inline int pthread_attr_setstacksize(pthread_attr_t *a, size_t bytes) { return (a->stack = bytes), 0; }
static inline int pthread_attr_destroy(pthread_attr_t *a) { return (void)a, 0; }
static inline int pthread_mutex_init(pthread_mutex_t *m, const void *a) { return (void)a, (m->held = false), 0; }
static inline int pthread_mutex_destroy(pthread_mutex_t *m) { return (void)m, 0; }
static inline int pthread_mutex_lock(pthread_mutex_t *m) {
  while (m->held) sx_next_turn();
  return (m->held = true), 0;
}
static inline int pthread_mutex_unlock(pthread_mutex_t *m) { return (m->held = false), 0; }
static inline int pthread_cond_init(pthread_cond_t *c, const void *a) { return (void)c, (void)a, 0; }
static inline int pthread_cond_destroy(pthread_cond_t *c) { return (void)c, 0; }
static inline int pthread_cond_signal(pthread_cond_t *c) { return (void)c, 0; }
static inline int pthread_cond_broadcast(pthread_cond_t *c) { return (void)c, 0; }
/* Callers look again whether what they wait for has come. */
static inline int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
  (void)c;
  pthread_mutex_unlock(m);
  sx_next_turn();
  return pthread_mutex_lock(m);
}
#endif
