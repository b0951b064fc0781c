/* Traps of emitted code. This library is loaded once and never unloaded, since its handler stays installed; signals of
   threads that run no emitted code go to the handler that was there before, for the Java virtual machine uses some. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stddef.h>
#include <ucontext.h>

#define LOCAL static _Thread_local __attribute__((tls_model("initial-exec")))
LOCAL jmp_buf *escape;
LOCAL volatile int32_t *seen;

static const int traps[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
#define COUNT (int)(sizeof traps / sizeof *traps)
static struct sigaction before[COUNT];

static void trapped(int number, siginfo_t *info, void *context) {
  if (escape) {
    *seen = number;
    /* The handler is not returned from, so the signals that it blocks are let through here. */
    pthread_sigmask(SIG_SETMASK, &((ucontext_t *)context)->uc_sigmask, NULL);
    longjmp(*escape, 1);
  }
  for (int i = 0; i < COUNT; i++) {
    if (traps[i] != number) continue;
    if (before[i].sa_flags & SA_SIGINFO) {
      before[i].sa_sigaction(number, info, context);
    } else if (before[i].sa_handler != SIG_DFL && before[i].sa_handler != SIG_IGN) {
      before[i].sa_handler(number);
    } else {
      sigaction(number, &before[i], NULL); /* the instruction is executed again, and ends the process */
    }
  }
}

/* What was there before is read first: other threads may trap as soon as the handler is installed. It runs under the
   conditions that the one before asked for. */
static void install(void) {
  for (int i = 0; i < COUNT; i++) sigaction(traps[i], NULL, &before[i]);
  for (int i = 0; i < COUNT; i++) {
    struct sigaction action = before[i];
    action.sa_sigaction = trapped;
    action.sa_flags = (before[i].sa_flags & (SA_NODEFER | SA_RESTART)) | SA_SIGINFO | SA_ONSTACK;
    sigaction(traps[i], &action, NULL);
  }
}

/* From here on a trap of this thread goes to `to`, with its number in `number`; null ends that. */
__attribute__((visibility("default"))) void sx_trap_watch(jmp_buf *to, volatile int32_t *number) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
  seen = number;
  escape = to;
}
