/* A run: its threads, what they wait for, and how it ends. */
#include "sx_pool.h"
#include <sched.h>
#include <stdarg.h>

/* A program may wait for itself. All waiting goes through one lock, so that it is known when all threads wait. */
void sx_record(sx_run *run, int site, const char *code, const char *hint, const char *message) {
  if (atomic_load(&run->failed)) return;
  sx_control *control = run->control;
  control->failed = 1;
  control->site = site;
  snprintf(control->code, sizeof control->code, "%s", code);
  snprintf(control->message, sizeof control->message, "%s", message);
  snprintf(control->hint, sizeof control->hint, "%s", hint);
  atomic_store(&run->failed, 1);
}

void sx_wake_all(sx_run *run) {
  run->waiting = 0;
  atomic_fetch_add(&run->epoch, 1);
  pthread_cond_broadcast(&run->changed);
}

_Noreturn static void escape(sx_ctx *c) { longjmp(c->thread->escape, 1); }
_Noreturn void sx_rethrow(sx_ctx *c) { escape(c); }

_Noreturn void sx_fail(sx_ctx *c, const char *code, const char *hint, const char *format, ...) {
  char message[400];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  pthread_mutex_lock(&c->run->lock);
  sx_record(c->run, c->site, code, hint, message);
  sx_wake_all(c->run);
  pthread_mutex_unlock(&c->run->lock);
  escape(c);
}

static void stuck(sx_run *run) {
  char message[480];
  int at = snprintf(message, sizeof message, "all of the program waits:");
  int site = -1;
  for (sx_thread *t = run->threads; t; t = (sx_thread *)t->seen) {
    if (!t->waits) continue;
    if (site < 0) site = t->waits_site;
    if (at < 400) at += snprintf(message + at, sizeof message - (size_t)at, "%s %s", at > 30 ? ";" : "", t->waits);
  }
  sx_record(run, site, "EXEC-201", "", message);
  sx_wake_all(run);
}

void sx_changed(sx_run *run) {
  atomic_thread_fence(memory_order_seq_cst);
  if (atomic_load(&run->sleepers) == 0) return;
  pthread_mutex_lock(&run->lock);
  sx_wake_all(run);
  pthread_mutex_unlock(&run->lock);
}

/* Whether other processes may end a wait; then all of them together find out that nothing does. */
#ifdef SX_MPI
#define SX_SEVERAL (run->ranks > 1)
#else
#define SX_SEVERAL false
#endif

/* Waits. With `whatever`, a failure of the run does not end the wait. */
static void wait_for(sx_ctx *c, sx_condition condition, void *arg, const char *what, bool whatever) {
  sx_run *run = c->run;
  for (int i = 0; i < 64; i++) {
    if (condition(arg)) return;
    if (!whatever && atomic_load_explicit(&run->failed, memory_order_relaxed)) escape(c);
  }
  if (c->kind == SX_HOST) sx_start_held(c);
  for (int i = 0; i < 4; i++) {
    sched_yield();
    if (condition(arg)) return;
  }
  pthread_mutex_lock(&run->lock);
  atomic_fetch_add(&run->sleepers, 1);
  atomic_thread_fence(memory_order_seq_cst);
  c->thread->waits = what;
  c->thread->waits_site = c->site;
  c->thread->awaited_of = arg;
  c->thread->awaited = condition;
  while (!condition(arg) && (whatever || !atomic_load(&run->failed))) {
    int64_t seen = atomic_load(&run->epoch);
    if (++run->waiting == run->living && !atomic_load(&run->failed) && !SX_SEVERAL) {
      stuck(run);
      continue;
    }
    while (atomic_load(&run->epoch) == seen) pthread_cond_wait(&run->changed, &run->lock);
  }
  c->thread->waits = NULL;
  c->thread->awaited = NULL;
  atomic_fetch_sub(&run->sleepers, 1);
  bool failed = atomic_load(&run->failed);
  pthread_mutex_unlock(&run->lock);
  if (failed && !whatever) escape(c);
}

void sx_await(sx_ctx *c, sx_condition condition, void *arg, const char *what) {
  wait_for(c, condition, arg, what, false);
}

/* Waits even if the run has failed, because others still use what belongs to the caller. */
void sx_settle(sx_ctx *c, sx_condition condition, void *arg, const char *what) {
  wait_for(c, condition, arg, what, true);
  if (atomic_load(&c->run->failed)) escape(c);
}

/* Runs code; whether it came to its end. After false, call sx_rethrow. */
bool sx_protect(sx_ctx *c, void (*code)(sx_ctx *, void *), void *arg) {
  jmp_buf saved;
  memcpy(&saved, &c->thread->escape, sizeof saved);
  bool ended = false;
  if (!setjmp(c->thread->escape)) {
    code(c, arg);
    memcpy(&c->thread->escape, &saved, sizeof saved);
    return true;
  }
  memcpy(&c->thread->escape, &saved, sizeof saved);
  return ended;
}

static void check_stop(sx_ctx *c) {
  if (atomic_load_explicit(&c->run->control->stop, memory_order_relaxed)) sx_fail(c, "RUN-300", "", "stopped");
  if (atomic_load_explicit(&c->run->failed, memory_order_relaxed)) escape(c);
}

/* An iteration of a counted loop. */
void sx_tick(sx_ctx *c) { check_stop(c); }

/* An iteration of a loop that may wait for others. */
void sx_round(sx_ctx *c) {
  check_stop(c);
  int64_t epoch = atomic_load_explicit(&c->run->epoch, memory_order_relaxed);
  (void)epoch;
  if ((++c->thread->idle & 255) == 0) sched_yield();
  if (c->thread->idle > c->run->control->patience)
    sx_fail(c, "EXEC-202", "what it waits for never happens, or it does not end",
            "this loop ran %lld times while nothing else changed", (long long)c->run->control->patience);
}

/* Small blocks of zeros that live as long as the run. A thread cuts them off a larger one, a chunk. Chunks of runs that
   have ended are kept for the next ones, up to 64 MiB: to get new pages from the system takes longer than a task. */
#define SX_CHUNK 16384
#define SX_KEPT 4096
enum { SX_NEXT_BLOCK, SX_IS_CHUNK, SX_HEADER }; /* words in front of a block */
static struct {
  pthread_mutex_t lock;
  void **first;
  int count;
} kept = {PTHREAD_MUTEX_INITIALIZER, NULL, 0};

static void **kept_chunk(void) {
  pthread_mutex_lock(&kept.lock);
  void **block = kept.first;
  if (block) {
    kept.first = block[SX_NEXT_BLOCK];
    kept.count--;
  }
  pthread_mutex_unlock(&kept.lock);
  if (block) memset(block + SX_HEADER, 0, SX_CHUNK);
  return block;
}
static void free_block(void **block) {
  if (block[SX_IS_CHUNK]) {
    pthread_mutex_lock(&kept.lock);
    bool room = kept.count < SX_KEPT;
    if (room) {
      block[SX_NEXT_BLOCK] = kept.first;
      kept.first = block;
      kept.count++;
    }
    pthread_mutex_unlock(&kept.lock);
    if (room) return;
  }
  free(block);
}
/* When the program is unloaded. */
__attribute__((destructor)) static void free_kept(void) {
  for (void **block = kept.first; block;) {
    void **next = block[SX_NEXT_BLOCK];
    free(block);
    block = next;
  }
}
static void *block_new(sx_ctx *c, size_t bytes) {
  bool chunk = bytes == SX_CHUNK;
  void **block = chunk ? kept_chunk() : NULL;
  if (!block) block = calloc(1, bytes + SX_HEADER * sizeof *block);
  if (!block) sx_fail(c, "RUN-302", "", "out of memory");
  block[SX_IS_CHUNK] = chunk ? block : NULL;
  pthread_mutex_lock(&c->run->memory);
  block[SX_NEXT_BLOCK] = c->run->blocks;
  c->run->blocks = block;
  pthread_mutex_unlock(&c->run->memory);
  return block + SX_HEADER;
}
void *sx_alloc(sx_ctx *c, size_t bytes) {
  sx_thread *t = c->thread;
  bytes = (bytes + 15) & ~(size_t)15;
  if (bytes > SX_CHUNK / 4) return block_new(c, bytes);
  if (t->room_left < bytes) {
    t->room = block_new(c, SX_CHUNK);
    t->room_left = SX_CHUNK;
  }
  void *block = t->room;
  t->room += bytes;
  t->room_left -= bytes;
  return block;
}

/* ---- threads */

/* Traps of the thread, such as an invalid address, end the run instead of the process. */
void sx_watch(sx_thread *t) {
  if (t->run->control->watch) t->run->control->watch(&t->escape, &t->trap);
}
void sx_unwatch(sx_thread *t) {
  sx_run *run = t->run;
  if (run->control->watch) run->control->watch(NULL, NULL);
  if (!t->trap) return;
  char message[200];
  int number = t->trap;
  const char *what = number == 4    ? "an instruction that the processor refuses"
                     : number == 8  ? "arithmetic without a result"
                     : number == 11 ? "an invalid address"
                                    : "a fault of the memory";
  snprintf(message, sizeof message, "compiled code stopped: %s (signal %d)", what, number);
  pthread_mutex_lock(&run->lock);
  sx_record(run, -1, "RUN-304", "this is a bug in Sectile, not in your program; report it with the program", message);
  sx_wake_all(run);
  pthread_mutex_unlock(&run->lock);
  t->trap = 0;
}

/* Adds what a thread did to what the run did. */
void sx_account(sx_thread *t) {
  atomic_fetch_add_explicit(&t->run->operations, t->operations, memory_order_relaxed);
  t->operations = 0;
}

static void enlist(sx_run *run, sx_thread *t) {
  t->run = run;
  t->waits = NULL;
  t->seen = (int64_t)run->threads; /* the next one in the list */
  run->threads = t;
}
static void delist(sx_run *run, sx_thread *t) {
  sx_thread **at = &run->threads;
  while (*at != t) at = (sx_thread **)&(*at)->seen;
  *at = (sx_thread *)t->seen;
}

static void *thread_main(void *arg) {
  sx_thread_body *body = arg;
  sx_run *run = body->ctx.run;
  sx_thread self = {0};
  pthread_mutex_lock(&run->lock);
  enlist(run, &self);
  pthread_mutex_unlock(&run->lock);
  body->ctx.thread = &self;
  if (!setjmp(self.escape)) {
    sx_watch(&self);
    body->code(&body->ctx, body->arg);
    sx_pool_leave(&body->ctx);
  }
  sx_unwatch(&self);
  sx_account(&self);
  if (self.free_buffers) {
    sx_buffer *end = self.free_buffers;
    while (end->next) end = end->next;
    pthread_mutex_lock(&run->memory);
    end->next = run->spare;
    run->spare = self.free_buffers;
    pthread_mutex_unlock(&run->memory);
  }
  pthread_mutex_lock(&run->lock);
  delist(run, &self);
  __atomic_store_n(&body->done, true, __ATOMIC_RELEASE);
  run->living--;
  sx_wake_all(run);
  pthread_mutex_unlock(&run->lock);
  return NULL;
}

/* Runs code in a thread of its own, in the place that `as` describes. */
void sx_spawn(sx_ctx *c, const sx_ctx *as, void (*code)(sx_ctx *, void *), void *arg, sx_thread_body *body) {
  sx_run *run = c->run;
  body->code = code;
  body->arg = arg;
  body->ctx = *as;
  body->done = false;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 4 << 20);
  pthread_mutex_lock(&run->lock);
  run->living++;
  int error = pthread_create(&body->thread, &attributes, thread_main, body);
  if (error) {
    run->living--;
  } else {
    body->next = run->bodies;
    run->bodies = body;
  }
  pthread_mutex_unlock(&run->lock);
  pthread_attr_destroy(&attributes);
  if (error) {
    body->done = true;
    body->code = NULL;
    sx_fail(c, "RUN-303", "use fewer blocks or ranks", "no thread could be started (%s)", strerror(error));
  }
}

struct several {
  int64_t count;
  sx_thread_body *bodies;
};
static bool all_done(void *arg) {
  struct several *s = arg;
  for (int64_t i = 0; i < s->count; i++)
    if (!__atomic_load_n(&s->bodies[i].done, __ATOMIC_ACQUIRE)) return false;
  return true;
}

/* Waits for threads, which may use what belongs to the caller, even if one of them failed. */
void sx_join_all(sx_ctx *c, int64_t count, sx_thread_body *bodies) {
  struct several s = {count, bodies};
  sx_settle(c, all_done, &s, "for cores that it started");
}

static void reap(sx_run *run) {
  for (sx_thread_body *b = run->bodies; b; b = b->next) pthread_join(b->thread, NULL);
  run->bodies = NULL;
}

/* ---- the whole */

struct rank_job {
  const sx_routine *routine;
  sx_value *args, *results;
};
static void run_rank(sx_ctx *c, void *arg) {
  struct rank_job *job = arg;
  sx_enter(c, job->routine, job->args, job->results);
}

sx_table *sx_table_new(sx_ctx *c);
sx_launch *sx_launch_new(sx_ctx *c, int64_t blocks);
sx_group *sx_group_new(sx_ctx *c, int64_t lanes, bool split);
sx_deferred *sx_deferred_new(sx_ctx *c);
void sx_windows_close(sx_run *run);

static void whole(sx_ctx *c, const sx_program *program, int copies, sx_value *args, sx_value *results,
                  sx_data *windows) {
  const sx_routine *entry = program->entry;
  /* Window parameters: the same window on every rank. */
  for (int p = 0; p < entry->params; p++) {
    if (!windows || windows[p].rank < 0) continue;
    sx_data *shape = &windows[p];
    int64_t n = sx_count(shape), bytes = sx_bytes_for(shape->dtype, n);
    sx_window *w = sx_window_open(c->run, c, "", bytes < 1 ? 1 : bytes);
    for (int r = 0; r < copies; r++) sx_window_join(w, r);
    for (int r = 0; r < copies; r++) {
      if (SX_AWAY(c->run, r)) continue;
      sx_data given = args[r * entry->params + p].d, *part = &args[r * entry->params + p].d;
      c->rank = r;
      memset(part, 0, sizeof *part);
      sx_window_view(c, part, (int64_t)(intptr_t)w, shape->dtype, shape->rank, shape->dims);
      sx_copy_elements(c, part, &given);
    }
  }
  c->rank = copies == 1 && entry->host ? -1 : 0;
  if (copies == 1) {
    sx_enter(c, entry, args, results);
    return;
  }
#ifdef SX_MPI
  c->rank = c->run->here;
  sx_enter(c, entry, args + c->rank * entry->params, results + c->rank * entry->results);
  return;
#endif
  sx_thread_body *bodies = sx_alloc(c, sizeof *bodies * (size_t)copies);
  struct rank_job *jobs = sx_alloc(c, sizeof *jobs * (size_t)copies);
  for (int r = 0; r < copies; r++) {
    jobs[r] = (struct rank_job){entry, args + r * entry->params, results + r * entry->results};
    sx_ctx as = *c;
    as.rank = r;
    as.tasks = sx_table_new(c);
    as.launch = sx_launch_new(c, 1);
    as.group = sx_group_new(c, 1, false);
    as.deferred = sx_deferred_new(c);
    sx_spawn(c, &as, run_rank, &jobs[r], &bodies[r]);
  }
  sx_join_all(c, copies, bodies);
}

/* Runs a program. `args` and `results` have a row for every copy of the entry function. */
SX_API sx_run *sx_begin(sx_control *control, const sx_program *program, int32_t copies, sx_value *args, sx_value *results,
                 sx_data *windows) {
  sx_run *run = calloc(1, sizeof *run);
  if (!run) return NULL;
  run->control = control;
  run->ranks = control->ranks;
  run->cpus = control->cpus;
  run->program = program;
  run->living = 1;
  run->here = control->here;
  pthread_mutex_init(&run->lock, NULL);
  pthread_mutex_init(&run->memory, NULL);
  pthread_mutex_init(&run->adding, NULL);
  pthread_cond_init(&run->changed, NULL);
  sx_thread self = {0};
  enlist(run, &self);
  sx_attend(run);
  sx_ctx c = {.run = run, .thread = &self, .kind = program->entry->host ? SX_HOST : SX_ORCHESTRATOR, .site = -1};
  if (!setjmp(self.escape)) {
    c.rank = program->entry->host ? -1 : 0;
    c.tasks = sx_table_new(&c);
    c.launch = sx_launch_new(&c, 1);
    c.group = sx_group_new(&c, 1, false);
    c.deferred = sx_deferred_new(&c);
    sx_watch(&self);
    whole(&c, program, copies, args, results, windows);
  }
  sx_unwatch(&self);
  /* After a failure the other threads end by themselves. */
  sx_pool_dismiss(run);
  pthread_mutex_lock(&run->lock);
  run->living--;
  delist(run, &self);
  sx_wake_all(run);
  while (run->living > 0) {
    int64_t seen = atomic_load(&run->epoch);
    while (run->living > 0 && atomic_load(&run->epoch) == seen) pthread_cond_wait(&run->changed, &run->lock);
  }
  pthread_mutex_unlock(&run->lock);
  reap(run);
  sx_pool_close(run);
  sx_account(&self);
  control->operations = atomic_load(&run->operations);
#ifdef SX_OPENCL
  sx_device_finish(run);
#endif
  return run;
}

/* Copies the elements of a result to `to`, in row-major order; the run has failed if that does. */
SX_API void sx_collect(sx_run *run, const sx_data *from, void *to) {
  sx_thread self = {.run = run};
  sx_ctx c = {.run = run, .thread = &self, .site = -1};
  if (setjmp(self.escape)) return;
  sx_data copy = {0};
  sx_copy(&c, &copy, false, from);
  sx_memory_read(copy.base, 0, (size_t)sx_bytes_for(copy.dtype, sx_count(&copy)), to);
#ifdef SX_OPENCL
  sx_device_finish(run);
#endif
}

SX_API void sx_end(sx_run *run) {
  for (sx_buffer *b = run->buffers; b;) {
    sx_buffer *next = b->all;
    sx_memory_free(b->data);
    free(b);
    b = next;
  }
  sx_windows_close(run);
  for (void **block = run->blocks; block;) {
    void **next = block[SX_NEXT_BLOCK];
    free_block(block);
    block = next;
  }
  pthread_mutex_destroy(&run->lock);
  pthread_mutex_destroy(&run->memory);
  pthread_mutex_destroy(&run->adding);
  pthread_cond_destroy(&run->changed);
  free(run->tasks);
  free(run);
}
