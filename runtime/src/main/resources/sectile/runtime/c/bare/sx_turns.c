/* Threads that take turns, for boards without an operating system. */
#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>

struct sx_turn {
  jmp_buf place;
  void *(*code)(void *);
  void *arg;
  uint8_t *stack;
  size_t bytes;
  bool begun, done;
  struct sx_turn *next; /* in a ring */
};
static struct sx_turn first = {.begun = true, .next = &first};
static struct sx_turn *now = &first;

static void begin(void) {
  now->done = (now->code(now->arg), true);
  for (;;) sx_next_turn();
}
void sx_next_turn(void) {
  struct sx_turn *next = now->next;
  while (next->done && next != now) next = next->next;
  if (next == now || setjmp(now->place)) return;
  now = next;
  if (now->begun) longjmp(now->place, 1);
  now->begun = true;
  uintptr_t top = ((uintptr_t)now->stack + now->bytes) & ~(uintptr_t)15;
  __asm__ volatile("mv sp, %0\n\tjr %1" ::"r"(top), "r"(begin) : "memory");
  __builtin_unreachable();
}
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*code)(void *), void *arg) {
  struct sx_turn *t = calloc(1, sizeof *t);
  if (!t) return 11;
  t->bytes = attributes && attributes->stack ? attributes->stack / 4 : 1 << 20;
  t->stack = malloc(t->bytes);
  if (!t->stack) {
    free(t);
    return 11;
  }
  t->code = code;
  t->arg = arg;
  t->next = now->next;
  now->next = t;
  *thread = t;
  return 0;
}
int pthread_join(pthread_t thread, void **result) {
  (void)result;
  while (!thread->done) sx_next_turn();
  struct sx_turn *before = thread;
  while (before->next != thread) before = before->next;
  before->next = thread->next;
  free(thread->stack);
  free(thread);
  return 0;
}
