/* Cores, launches and tasks: what a call means where it stands. */
#include "sx_tasks.h"

struct sx_deferred {
  struct wait {
    sx_data cell;
    int64_t expected;
    bool exactly;
    int site;
    struct wait *next;
  } *first, **last;
};
struct sx_children {
  sx_thread_body *bodies[64];
  int count;
};
void sx_wait_cell(sx_ctx *c, const sx_data *cell, int64_t expected, bool exactly);
sx_launch *sx_launch_new(sx_ctx *c, int64_t blocks);
sx_group *sx_group_new(sx_ctx *c, int64_t lanes, bool split);
int64_t sx_group_lanes(const sx_group *g);

sx_deferred *sx_deferred_new(sx_ctx *c) {
  sx_deferred *d = sx_alloc(c, sizeof *d);
  d->last = &d->first;
  return d;
}
void sx_defer(sx_ctx *c, const sx_data *cell, int64_t expected, bool exactly) {
  struct wait *w = sx_alloc(c, sizeof *w);
  *w = (struct wait){*cell, expected, exactly, c->site, NULL};
  *c->deferred->last = w;
  c->deferred->last = &w->next;
}
static void run_deferred(sx_ctx *c) {
  for (struct wait *w = c->deferred->first; w; w = w->next) {
    c->site = w->site;
    sx_wait_cell(c, &w->cell, w->expected, w->exactly);
  }
}

/* ---- tasks */

sx_table *sx_table_new(sx_ctx *c) { return sx_alloc(c, sizeof(sx_table)); }

static sx_task *new_task(sx_ctx *c, const char *name, int device) {
  sx_run *run = c->run;
  sx_task *t = sx_alloc(c, sizeof *t);
  t->name = name;
  t->device = device;
  pthread_mutex_lock(&run->lock);
  if (run->task_count == run->task_room) {
    run->task_room = run->task_room ? 2 * run->task_room : 64;
    run->tasks = realloc(run->tasks, sizeof *run->tasks * (size_t)run->task_room);
    if (!run->tasks) abort();
  }
  run->tasks[run->task_count++] = t;
  t->id = run->task_count;
  pthread_mutex_unlock(&run->lock);
  return t;
}
static sx_task *task_of(sx_ctx *c, int64_t id) {
  pthread_mutex_lock(&c->run->lock);
  sx_task *t = id >= 1 && id <= c->run->task_count ? c->run->tasks[id - 1] : NULL;
  pthread_mutex_unlock(&c->run->lock);
  return t;
}
bool sx_task_done(void *arg) { return __atomic_load_n(&((sx_task *)arg)->done, __ATOMIC_ACQUIRE); }
static void await_task(sx_ctx *c, sx_task *t) { sx_await(c, sx_task_done, t, "for a task"); }
void sx_task_end(sx_ctx *c, sx_task *t) {
  __atomic_store_n(&t->done, true, __ATOMIC_RELEASE);
  sx_changed(c->run);
}

bool sx_task_valid(sx_ctx *c, int64_t id) { return task_of(c, id) != NULL; }
void sx_await_tasks(sx_ctx *c, int deps, const int64_t *dep) {
  for (int i = 0; i < deps; i++) {
    sx_task *t = task_of(c, dep[i]);
    if (t) await_task(c, t);
  }
}
int64_t sx_scope_task(sx_ctx *c, const char *name) {
  sx_task *t = new_task(c, name, c->rank < 0 ? 0 : c->rank);
  __atomic_store_n(&t->done, true, __ATOMIC_RELEASE);
  return t->id;
}

/* ---- which accesses meet */

sx_region sx_region_of(const sx_data *a) {
  sx_region r = {0};
  if (sx_count(a) == 0) return r;
  int bits = sx_bits(a->dtype);
  int64_t start = a->offset, last = start, dims[SX_RANK], steps[SX_RANK];
  int n = 0;
  for (int i = 0; i < a->rank; i++) {
    if (a->dims[i] == 1 || a->strides[i] == 0) continue;
    int at = n++;
    for (; at > 0 && steps[at - 1] < a->strides[i]; at--) dims[at] = dims[at - 1], steps[at] = steps[at - 1];
    dims[at] = a->dims[i];
    steps[at] = a->strides[i];
    last += (a->dims[i] - 1) * a->strides[i];
  }
  if (bits < 8) {
    r.start = start / 2;
    r.end = last / 2 + 1;
    r.width = r.end - r.start;
    return r;
  }
  int64_t bytes = bits / 8;
  r.width = bytes;
  while (n > 0 && steps[n - 1] * bytes == r.width) r.width *= dims[--n];
  r.axes = n;
  for (int i = 0; i < n; i++) r.extents[i] = dims[i], r.strides[i] = steps[i] * bytes;
  r.start = start * bytes;
  r.end = (last + 1) * bytes;
  return r;
}
static bool digits(const sx_region *r, int64_t *d) {
  int64_t rest = r->start;
  for (int i = 0; i < r->axes; i++) {
    d[i] = rest / r->strides[i];
    rest %= r->strides[i];
    if (i > 0 && (r->strides[i - 1] % r->strides[i] || d[i] + r->extents[i] > r->strides[i - 1] / r->strides[i]))
      return false;
  }
  d[r->axes] = rest;
  return rest + r->width <= r->strides[r->axes - 1];
}
/* Whether two views share a byte; where no rule decides, it is assumed. */
static bool overlap(const sx_data *a, const sx_data *b) {
  if (a->base != b->base) return false;
  sx_region x = sx_region_of(a), y = sx_region_of(b);
  if (x.width == 0 || y.width == 0 || x.end <= y.start || y.end <= x.start) return false;
  if (x.axes == 0 && y.axes == 0) return true;
  if (x.axes == y.axes && memcmp(x.strides, y.strides, sizeof x.strides) == 0) {
    int64_t p[SX_RANK + 1], q[SX_RANK + 1];
    if (digits(&x, p) && digits(&y, q)) {
      for (int i = 0; i < x.axes; i++)
        if (p[i] + x.extents[i] <= q[i] || q[i] + y.extents[i] <= p[i]) return false;
      return p[x.axes] + x.width > q[y.axes] && q[y.axes] + y.width > p[x.axes];
    }
  }
  return true;
}
static bool same_place(const sx_data *a, const sx_data *b) {
  if (a->pending || b->pending) return a->pending == b->pending && a->result == b->result;
  return overlap(a, b);
}
static bool conflict(const sx_use_of *mine, const sx_use_of *theirs, bool same_device) {
#ifdef SX_MPI
  /* What two processes add to the same memory cannot be told apart afterwards. */
  if (mine->adds && theirs->adds && !mine->data.window) same_device = true;
#endif
  bool w = mine->uses & SX_WRITES, v = theirs->uses & SX_WRITES;
  return (same_device ? w || v : w != v) && same_place(&mine->data, &theirs->data);
}

static int uses_of(sx_ctx *c, const sx_routine *r, const sx_value *args, uint64_t free_args, sx_use_of **out) {
  sx_use_of *list = r->params ? sx_alloc(c, sizeof *list * (size_t)r->params) : NULL;
  int n = 0;
  for (int i = 0; i < r->params; i++) {
    if ((i < 64 && free_args >> i & 1) || r->uses[i] == 0) continue;
    const sx_data *d = &args[i].d;
    if (d->pending || (d->tensor && !d->manual)) list[n++] = (sx_use_of){*d, r->uses[i], r->ordered && !r->blocks_peers};
  }
  *out = list;
  return n;
}

/* The next task of the table that must be done before these uses; null if there is none. */
static sx_task *conflicting(sx_ctx *c, int uses, const sx_use_of *list, int device, bool any_device, sx_task *after) {
  sx_table *table = c->tasks;
  sx_task *found = NULL;
  pthread_mutex_lock(&c->run->lock);
  bool passed = after == NULL;
  for (int i = 0; i < table->count && !found; i++) {
    sx_task *t = table->task[i];
    if (passed && !sx_task_done(t))
      for (int u = 0; u < uses && !found; u++)
        for (int v = 0; v < t->uses && !found; v++)
          if (conflict(&list[u], &t->use[v], any_device || t->device == device)) found = t;
    passed |= t == after;
  }
  pthread_mutex_unlock(&c->run->lock);
  return found;
}
static void add_to_table(sx_ctx *c, sx_task *t) {
  sx_table *table = c->tasks;
  pthread_mutex_lock(&c->run->lock);
  int kept = 0;
  for (int i = 0; i < table->count; i++)
    if (!sx_task_done(table->task[i])) table->task[kept++] = table->task[i];
  table->count = kept;
  bool full = kept == table->room;
  pthread_mutex_unlock(&c->run->lock);
  if (full) {
    int room = table->room ? 2 * table->room : 16;
    sx_task **more = sx_alloc(c, sizeof *more * (size_t)room);
    pthread_mutex_lock(&c->run->lock);
    if (kept) memcpy(more, table->task, sizeof *more * (size_t)kept);
    table->task = more;
    table->room = room;
    pthread_mutex_unlock(&c->run->lock);
  }
  pthread_mutex_lock(&c->run->lock);
  table->task[table->count] = t;
  __atomic_store_n(&table->count, table->count + 1, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&c->run->lock);
}

/* Before the orchestrator itself touches memory. */
void sx_guard(sx_ctx *c, const sx_data *part, bool write) {
  if (!part->tensor || !c->tasks || c->manual || __atomic_load_n(&c->tasks->count, __ATOMIC_ACQUIRE) == 0) return;
  sx_use_of own = {*part, write ? SX_WRITES : SX_READS, false};
  sx_task *t;
  while ((t = conflicting(c, 1, &own, 0, true, NULL))) await_task(c, t);
}

static void await_all(sx_ctx *c) {
  for (;;) {
    sx_task *found = NULL;
    pthread_mutex_lock(&c->run->lock);
    for (int i = 0; i < c->tasks->count && !found; i++)
      if (!sx_task_done(c->tasks->task[i])) found = c->tasks->task[i];
    pthread_mutex_unlock(&c->run->lock);
    if (!found) return;
    await_task(c, found);
  }
}

/* A value that is there, for one that may not be. */
void sx_force(sx_ctx *c, sx_data *d) {
  while (d->pending) {
    sx_task *t = d->pending;
    await_task(c, t);
    sx_assign(c, d, &t->results[d->result].d);
  }
}
static void force_all(sx_ctx *c, int n, sx_value *values) {
  for (int i = 0; i < n; i++) sx_force(c, &values[i].d);
}
const sx_data *sx_use(sx_ctx *c, sx_data *d, const char *name) {
  if (d->pending) sx_force(c, d);
  if (!d->base) sx_fail(c, "EXEC-100", "", "`%s` has no value here", name);
  return d;
}
static void finish(sx_ctx *c, const sx_routine *r, sx_value *results) {
  if (c->tasks) await_all(c);
  force_all(c, r->results, results);
}
static void release_values(sx_ctx *c, int n, sx_value *values) {
  for (int i = 0; i < n; i++) sx_release(c, &values[i].d);
}

/* ---- places */

static sx_ctx orchestrator(sx_ctx *c, int device) {
  sx_ctx as = *c;
  as.kind = SX_ORCHESTRATOR;
  as.rank = device;
  as.launch = sx_launch_new(c, 1);
  as.group = sx_group_new(c, 1, false);
  as.block = as.lane = 0;
  as.tasks = sx_table_new(c);
  as.manual = false;
  as.children = NULL;
  as.deferred = sx_deferred_new(c);
  return as;
}
static sx_ctx block_of(sx_ctx *c, sx_launch *launch, int64_t block, bool guarded) {
  sx_ctx as = *c;
  as.kind = SX_BLOCK;
  as.rank = c->rank < 0 ? 0 : c->rank;
  as.launch = launch;
  as.group = sx_group_new(c, 1, false);
  as.block = block;
  as.lane = 0;
  as.tasks = guarded ? c->tasks : NULL;
  as.children = NULL;
  as.deferred = sx_deferred_new(c);
  return as;
}
static bool orchestrating(const sx_ctx *c) { return c->kind == SX_HOST || c->kind == SX_ORCHESTRATOR; }
static bool core_function(int kind) { return kind >= SX_IN_CORE && kind <= SX_SPMD; }

static void join_children(sx_ctx *c, sx_children *children) {
  for (int i = 0; i < children->count; i++) sx_join_all(c, 1, children->bodies[i]);
}

static int64_t lanes_of(sx_ctx *c, const sx_routine *r) {
  if (r->lanes < 0) return r->lanes_known ? 2 : 1;
  if (r->lanes < 1) sx_fail(c, "EXEC-111", "", "a group has at least one vector core, found %lld", (long long)r->lanes);
  return r->lanes;
}
static void in_group(sx_ctx *c, const sx_routine *r, const sx_value *args, sx_value *results) {
  sx_ctx as = *c;
  as.group = sx_group_new(c, lanes_of(c, r), true);
  as.children = sx_alloc(c, sizeof(sx_children));
  r->code(&as, args, results);
  join_children(c, as.children);
  force_all(c, r->results, results);
}

static void on_block(sx_ctx *c, const sx_routine *r, const sx_value *args, sx_value *results) {
  sx_ctx as = *c;
  switch (r->kind) {
    case SX_AIC: as.kind = SX_CUBE; break;
    case SX_AIV: as.kind = SX_VECTOR; break;
    case SX_GROUP: in_group(c, r, args, results); return;
    default: break;
  }
  as.children = NULL;
  r->code(&as, args, results);
}

/* ---- running parts side by side */

typedef struct job {
  void (*part)(sx_ctx *c, struct job *job, int64_t index);
  int64_t count;
  _Atomic int64_t next, ended;
  const sx_ctx *from;
  sx_launch *launch;
  bool guarded, lanes;
  sx_group *group;
  const sx_routine *routine;
  const sx_value *args;
  sx_value *results;
  sx_frame *frame, *frames;
  sx_body body;
  int index;
} job;

struct single {
  job *job;
  int64_t index;
};
static void run_single(sx_ctx *c, void *arg) {
  struct single *s = arg;
  s->job->part(c, s->job, s->index);
}
static void run_rest(sx_ctx *c, void *arg) {
  job *j = arg;
  for (int64_t i; (i = atomic_fetch_add(&j->next, 1)) < j->count;) {
    j->part(c, j, i);
    atomic_fetch_add(&j->ended, 1);
  }
}

struct sx_pool {
  pthread_mutex_t lock;
  pthread_cond_t wake;
  int threads, busy;
  bool ending;
  int64_t round;
  job *job;
  pthread_t thread[256];
  sx_run *run;
};
static void *pool_main(void *arg) {
  struct sx_pool *pool = arg;
  sx_run *run = pool->run;
  sx_thread self = {.run = run};
  volatile int64_t seen = 0;
  pthread_mutex_lock(&pool->lock);
  for (;;) {
    while (!pool->ending && (pool->round == seen || !pool->job)) pthread_cond_wait(&pool->wake, &pool->lock);
    if (pool->ending) break;
    seen = pool->round;
    job *j = pool->job;
    pool->busy++;
    pthread_mutex_unlock(&pool->lock);
    pthread_mutex_lock(&run->lock);
    run->living++;
    pthread_mutex_unlock(&run->lock);
    sx_ctx c = *j->from;
    c.thread = &self;
    if (!setjmp(self.escape)) {
      sx_watch(&self);
      run_rest(&c, j);
    }
    sx_unwatch(&self);
    sx_account(&self);
    pthread_mutex_lock(&run->lock);
    run->living--;
    pthread_mutex_unlock(&run->lock);
    sx_changed(run);
    pthread_mutex_lock(&pool->lock);
    pool->busy--;
    pthread_cond_broadcast(&pool->wake);
  }
  pthread_mutex_unlock(&pool->lock);
  return NULL;
}
static struct sx_pool *pool_of(sx_ctx *c) {
  sx_run *run = c->run;
  pthread_mutex_lock(&run->lock);
  struct sx_pool *pool = run->pool;
  if (!pool) {
    pool = calloc(1, sizeof *pool);
    if (!pool) abort();
    pool->run = run;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->wake, NULL);
    for (int i = 0; i < run->cpus - 1 && i < 256; i++)
      if (!pthread_create(&pool->thread[pool->threads], NULL, pool_main, pool)) pool->threads++;
    run->pool = pool;
  }
  pthread_mutex_unlock(&run->lock);
  return pool;
}
static void pooled(sx_ctx *c, job *j) {
  struct sx_pool *pool = pool_of(c);
  pthread_mutex_lock(&pool->lock);
  bool free_now = pool->job == NULL;
  if (free_now) {
    pool->job = j;
    pool->round++;
    pthread_cond_broadcast(&pool->wake);
  }
  pthread_mutex_unlock(&pool->lock);
  bool right = sx_protect(c, run_rest, j);
  if (free_now) {
    pthread_mutex_lock(&pool->lock);
    pool->job = NULL;
    while (pool->busy > 0) pthread_cond_wait(&pool->wake, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
  }
  if (!right || atomic_load(&c->run->failed)) sx_rethrow(c);
}
void sx_cores_close(sx_run *run) {
  struct sx_pool *pool = run->pool;
  if (!pool) return;
  pthread_mutex_lock(&pool->lock);
  pool->ending = true;
  pthread_cond_broadcast(&pool->wake);
  pthread_mutex_unlock(&pool->lock);
  for (int i = 0; i < pool->threads; i++) pthread_join(pool->thread[i], NULL);
  pthread_mutex_destroy(&pool->lock);
  pthread_cond_destroy(&pool->wake);
  free(pool);
  run->pool = NULL;
}

/* Parts that wait for each other have a thread each; others share the processors, or run in order. */
static void side_by_side(sx_ctx *c, job *j, bool blocking, bool ordered) {
  if (j->count == 1) {
    j->part(c, j, 0);
  } else if (blocking) {
    sx_thread_body *bodies = sx_alloc(c, sizeof *bodies * (size_t)j->count);
    struct single *singles = sx_alloc(c, sizeof *singles * (size_t)j->count);
    for (int64_t i = 0; i < j->count; i++) {
      singles[i] = (struct single){j, i};
      bodies[i].done = true;
    }
    for (int64_t i = 0; i < j->count; i++) sx_spawn(c, c, run_single, &singles[i], &bodies[i]);
    sx_join_all(c, j->count, bodies);
  } else if (ordered || c->run->cpus < 2) {
    for (int64_t i = 0; i < j->count; i++) j->part(c, j, i);
  } else {
    pooled(c, j);
  }
}

static void function_part(sx_ctx *c, job *j, int64_t index) {
  sx_ctx from = *j->from;
  from.thread = c->thread;
  sx_ctx block = block_of(&from, j->launch, index, j->guarded);
  sx_value *results = index == 0 ? j->results : sx_alloc(c, sizeof *results * (size_t)(j->routine->results + 1));
  on_block(&block, j->routine, j->args, results);
  if (index) release_values(c, j->routine->results, results);
  run_deferred(&block);
}

static void blocks(sx_ctx *c, const sx_routine *r, const sx_value *args, sx_value *results, const int64_t *given) {
  int64_t count = given ? *given : r->core_num;
  if (count < 1) sx_fail(c, "EXEC-111", "", "a launch has at least one block, found %lld", (long long)count);
  job j = {.part = function_part, .count = count, .from = c, .launch = sx_launch_new(c, count), .routine = r,
           .args = args, .results = results};
  side_by_side(c, &j, r->blocks_peers, r->ordered);
}

/* ---- tasks that run on their own */

static void run_task(sx_ctx *c, void *arg) {
  sx_task *t = arg;
  for (int i = 0; i < t->deps; i++) await_task(c, t->dep[i]);
  if (t->plain) {
    sx_task_begins(c, t);
    t->plain(c, t->plain_arg);
    sx_task_ended(c, t);
    sx_task_end(c, t);
    return;
  }
  force_all(c, t->routine->params, t->args);
  if (t->bound)
    for (int i = 0; i < t->routine->params; i++) sx_bind(c, &t->args[i].d, t->device);
  if (t->number) sx_task_begins(c, t);
  if (core_function(t->routine->kind)) {
    blocks(c, t->routine, t->args, t->results, t->has_blocks ? &t->blocks : NULL);
  } else {
    t->routine->code(c, t->args, t->results);
    finish(c, t->routine, t->results);
  }
  run_deferred(c);
  if (t->number) sx_task_ended(c, t);
  release_values(c, t->routine->params, t->args);
  sx_task_end(c, t);
}

struct sx_queue {
  sx_task *first, **last;
  bool active;
};
static void run_queue(sx_ctx *c, void *arg) {
  struct sx_queue *q = arg;
  for (;;) {
    pthread_mutex_lock(&c->run->lock);
    sx_task *t = q->first;
    if (t) {
      q->first = t->next;
      if (!q->first) q->last = &q->first;
    } else {
      q->active = false;
    }
    pthread_mutex_unlock(&c->run->lock);
    if (!t) return;
    sx_ctx as = t->as;
    as.thread = c->thread;
    run_task(&as, t);
  }
}
/* Lets devices begin with what the host sent them. The host sends all it can first, so that every device knows which
   others take part. */
void sx_start_held(sx_ctx *c) {
  sx_run *run = c->run;
  if (!run->queues) return;
  for (int d = 0; d < run->ranks; d++) {
    struct sx_queue *q = &run->queues[d];
    pthread_mutex_lock(&run->lock);
    bool start = q->first && !q->active;
    if (start) q->active = true;
    pthread_mutex_unlock(&run->lock);
    if (start) sx_spawn(c, c, run_queue, q, sx_alloc(c, sizeof(sx_thread_body)));
  }
}

static void enqueue(sx_ctx *c, sx_task *t, int device) {
  sx_run *run = c->run;
  if (!run->queues) {
    struct sx_queue *queues = sx_alloc(c, sizeof *queues * (size_t)run->ranks);
    for (int i = 0; i < run->ranks; i++) queues[i].last = &queues[i].first;
    pthread_mutex_lock(&run->lock);
    run->queues = queues;
    pthread_mutex_unlock(&run->lock);
  }
  t->number = ++run->tasks_sent;
  if (SX_AWAY(run, device)) {
    sx_task_away(t);
    return;
  }
  struct sx_queue *q = &run->queues[device];
  pthread_mutex_lock(&run->lock);
  *q->last = t;
  q->last = &t->next;
  pthread_mutex_unlock(&run->lock);
}

/* Runs something on a device, after what was sent to it before. */
int64_t sx_everywhere(sx_ctx *c, int device, const char *name, void (*code)(sx_ctx *, void *), void *arg) {
  sx_task *t = new_task(c, name, device);
  t->plain = code;
  t->plain_arg = arg;
  t->as = orchestrator(c, device);
  if (c->tasks) add_to_table(c, t);
  enqueue(c, t, device);
  return t->id;
}

static void results_of(sx_ctx *c, const sx_routine *r, const sx_value *args, sx_task *t, sx_value *results) {
  bool scalars = false;
  for (int i = 0; i < r->results; i++) {
    int alias = r->aliases[i];
    if (r->kinds[i] == 2 && alias >= 0) {
      sx_assign(c, &results[i].d, &args[alias].d);
    } else if (r->kinds[i] == 2) {
      sx_release(c, &results[i].d);
      results[i].d.pending = t;
      results[i].d.result = i;
    } else {
      scalars = true;
    }
  }
  if (scalars) {
    await_task(c, t);
    for (int i = 0; i < r->results; i++)
      if (r->kinds[i] != 2) results[i].i = t->results[i].i, results[i].f = t->results[i].f;
  }
}

static int64_t start_task(sx_ctx *c, const sx_routine *r, sx_value *args, sx_value *results, int device, bool queued,
                          const int64_t *given_blocks, int deps, const int64_t *dep, uint64_t free_args) {
  sx_task *t = new_task(c, r->name, device);
  t->routine = r;
  if (!c->manual) t->uses = uses_of(c, r, args, free_args, &t->use);
  int room = deps + r->params + (c->tasks ? c->tasks->count : 0) + 1;
  t->dep = sx_alloc(c, sizeof *t->dep * (size_t)room);
  if (c->tasks) {
    for (sx_task *found = NULL; (found = conflicting(c, t->uses, t->use, device, false, found));)
      if (t->deps < room) t->dep[t->deps++] = found;
  }
  for (int i = 0; i < r->params; i++)
    if (args[i].d.pending && !sx_task_done(args[i].d.pending)) t->dep[t->deps++] = args[i].d.pending;
  for (int i = 0; i < deps; i++) {
    sx_task *named = task_of(c, dep[i]);
    if (named && !sx_task_done(named)) t->dep[t->deps++] = named;
  }
  t->as = orchestrator(c, device);
  if (given_blocks) t->has_blocks = true, t->blocks = *given_blocks;
  t->results = sx_alloc(c, sizeof *t->results * (size_t)(r->results + 1));
  t->args = sx_alloc(c, sizeof *t->args * (size_t)(r->params + 1));
  for (int i = 0; i < r->params; i++) {
    t->args[i].i = args[i].i;
    t->args[i].f = args[i].f;
    sx_assign(c, &t->args[i].d, &args[i].d);
  }
  if (!queued && !r->blocks_peers && t->deps == 0) {
    /* Nothing to wait for: it runs here, at once. */
    t->as.site = c->site;
    run_task(&t->as, t);
  } else {
    if (c->tasks) add_to_table(c, t);
    if (queued) {
      t->bound = true;
      for (int i = 0; i < r->params; i++) sx_bind(c, &t->args[i].d, device);
      enqueue(c, t, device);
    } else {
      sx_spawn(c, &t->as, run_task, t, &t->body);
    }
  }
  results_of(c, r, t->deps == 0 && sx_task_done(t) ? args : t->args, t, results);
  return t->id;
}

static int device_of(sx_ctx *c, int64_t device) {
  if (device < 0 || device >= c->run->ranks)
    sx_fail(c, "EXEC-110", "run with more ranks", "there is no device %lld in a run of %d", (long long)device,
            c->run->ranks);
  return (int)device;
}

/* Every process runs the code of the host; what it calls with a window belongs to the first device alone. */
static bool for_device(sx_ctx *c, const sx_routine *r, const sx_value *args) {
#ifdef SX_MPI
  if (c->kind == SX_HOST && !r->host && c->run->ranks > 1)
    for (int i = 0; i < r->params; i++)
      if (args[i].d.window) return true;
#else
  (void)c, (void)r, (void)args;
#endif
  return false;
}

int64_t sx_submit(sx_ctx *c, const sx_routine *r, sx_value *args, sx_value *results, const int64_t *device,
                  const int64_t *given_blocks, int deps, const int64_t *dep, uint64_t free_args) {
  int on = device ? device_of(c, *device) : c->kind == SX_HOST ? 0 : c->rank;
  return start_task(c, r, args, results, on, device != NULL || for_device(c, r, args), given_blocks, deps, dep,
                    free_args);
}

int64_t sx_join(sx_ctx *c, int deps, const int64_t *dep) {
  static const sx_routine nothing;
  (void)nothing;
  sx_task *t = new_task(c, "task_dummy", c->rank < 0 ? 0 : c->rank);
  sx_await_tasks(c, deps, dep);
  sx_task_end(c, t);
  return t->id;
}

/* ---- cores of a group side by side */

struct member {
  sx_task *whole;
  int64_t lane;
};
static void run_member(sx_ctx *c, void *arg) {
  struct member *m = arg;
  sx_task *t = m->whole;
  sx_value *args = sx_alloc(c, sizeof *args * (size_t)(t->routine->params + 1));
  for (int i = 0; i < t->routine->params; i++) {
    args[i].i = t->args[i].i;
    args[i].f = t->args[i].f;
    sx_assign(c, &args[i].d, &t->args[i].d);
  }
  force_all(c, t->routine->params, args);
  sx_value *results = m->lane == 0 ? t->results : sx_alloc(c, sizeof *results * (size_t)(t->routine->results + 1));
  t->routine->code(c, args, results);
  release_values(c, t->routine->params, args);
  if (__atomic_sub_fetch(&t->running, 1, __ATOMIC_ACQ_REL) == 0) sx_task_end(c, t);
}
static void beside(sx_ctx *c, const sx_routine *r, const sx_value *args, sx_value *results) {
  bool cube = r->kind == SX_AIC;
  int64_t lanes = cube ? 1 : sx_group_lanes(c->group);
  sx_task *whole = new_task(c, r->name, c->rank);
  whole->routine = r;
  whole->running = (int)lanes;
  whole->results = sx_alloc(c, sizeof *whole->results * (size_t)(r->results + 1));
  whole->args = sx_alloc(c, sizeof *whole->args * (size_t)(r->params + 1));
  for (int i = 0; i < r->params; i++) {
    whole->args[i].i = args[i].i;
    whole->args[i].f = args[i].f;
    sx_assign(c, &whole->args[i].d, &args[i].d);
  }
  for (int64_t lane = 0; lane < lanes; lane++) {
    if (c->children->count == 64) sx_fail(c, "RUN-303", "", "more than 64 calls of core functions in one group");
    struct member *m = sx_alloc(c, sizeof *m);
    *m = (struct member){whole, lane};
    sx_ctx as = *c;
    as.kind = cube ? SX_CUBE : SX_VECTOR;
    as.lane = lane;
    as.children = NULL;
    sx_thread_body *body = sx_alloc(c, sizeof *body);
    sx_spawn(c, &as, run_member, m, body);
    c->children->bodies[c->children->count++] = body;
  }
  results_of(c, r, args, whole, results);
}

/* ---- calls */

void sx_call(sx_ctx *c, const sx_routine *r, sx_value *args, sx_value *results, const int64_t *device,
             const int64_t *given_blocks, int deps, const int64_t *dep, uint64_t free_args) {
  if (device || for_device(c, r, args)) {
    start_task(c, r, args, results, device ? device_of(c, *device) : 0, true, given_blocks, deps, dep, free_args);
    if (!device) await_all(c);
    return;
  }
  if (c->children && (r->kind == SX_AIC || r->kind == SX_AIV)) {
    beside(c, r, args, results);
    return;
  }
  force_all(c, r->params, args);
  if (core_function(r->kind) && orchestrating(c)) {
    if (c->tasks && !c->manual && __atomic_load_n(&c->tasks->count, __ATOMIC_ACQUIRE)) {
      sx_use_of *list;
      int uses = uses_of(c, r, args, free_args, &list);
      sx_task *t;
      while ((t = conflicting(c, uses, list, c->rank < 0 ? 0 : c->rank, false, NULL))) await_task(c, t);
    }
    sx_await_tasks(c, deps, dep);
    blocks(c, r, args, results, given_blocks);
  } else if (r->kind == SX_GROUP) {
    in_group(c, r, args, results);
  } else if (r->kind == SX_ORCHESTRATION && c->kind == SX_HOST && !r->host) {
    sx_ctx as = orchestrator(c, 0);
    r->code(&as, args, results);
    finish(&as, r, results);
  } else {
    r->code(c, args, results);
  }
}

void sx_enter(sx_ctx *c, const sx_routine *r, sx_value *args, sx_value *results) {
  sx_call(c, r, args, results, NULL, NULL, 0, NULL, 0);
  finish(c, r, results);
}

/* ---- frames and scopes */

void sx_frame_open(sx_ctx *c, sx_frame *f, int integers, int floats, int arrays, int64_t *i, double *fl, sx_data *d) {
  (void)c;
  *f = (sx_frame){integers, floats, arrays, i, fl, d, false};
  if (integers) memset(i, 0, sizeof *i * (size_t)integers);
  if (floats) memset(fl, 0, sizeof *fl * (size_t)floats);
  if (arrays) memset(d, 0, sizeof *d * (size_t)arrays);
}
void sx_frame_close(sx_ctx *c, sx_frame *f) {
  for (int i = 0; i < f->arrays; i++) sx_release(c, &f->d[i]);
}
static void frame_copy(sx_ctx *c, sx_frame *to, const sx_frame *from) {
  to->i = sx_alloc(c, sizeof *to->i * (size_t)(from->integers + 1));
  to->f = sx_alloc(c, sizeof *to->f * (size_t)(from->floats + 1));
  to->d = sx_alloc(c, sizeof *to->d * (size_t)(from->arrays + 1));
  to->integers = from->integers;
  to->floats = from->floats;
  to->arrays = from->arrays;
  memcpy(to->i, from->i, sizeof *to->i * (size_t)from->integers);
  memcpy(to->f, from->f, sizeof *to->f * (size_t)from->floats);
  for (int i = 0; i < from->arrays; i++) sx_assign(c, &to->d[i], &from->d[i]);
}

int sx_scope_manual(sx_ctx *c, sx_frame *f, sx_body body) {
  sx_ctx as = *c;
  as.manual = true;
  return body(&as, f);
}
int sx_scope_block(sx_ctx *c, sx_frame *f, const char *name, sx_body body) {
  (void)name;
  if (!orchestrating(c)) return body(c, f);
  sx_ctx as = block_of(c, sx_launch_new(c, 1), 0, true);
  int flow = body(&as, f);
  run_deferred(&as);
  return flow;
}
int sx_scope_cluster(sx_ctx *c, sx_frame *f, const char *name, bool lanes_known, sx_body body) {
  (void)name;
  sx_ctx as = orchestrating(c) ? block_of(c, sx_launch_new(c, 1), 0, true) : *c;
  as.group = sx_group_new(c, lanes_known ? 2 : 1, true);
  as.children = sx_alloc(c, sizeof(sx_children));
  int flow = body(&as, f);
  if (as.deferred != c->deferred) run_deferred(&as);
  join_children(c, as.children);
  return flow;
}

static void scope_part(sx_ctx *c, job *j, int64_t index) {
  sx_ctx from = *j->from;
  from.thread = c->thread;
  sx_ctx as;
  if (j->lanes) {
    as = from;
    as.kind = SX_BLOCK;
    as.group = j->group;
    as.lane = index;
    as.children = NULL;
  } else {
    as = block_of(&from, j->launch, index, true);
  }
  sx_frame *f = &j->frames[index];
  frame_copy(c, f, j->frame);
  if (j->index >= 0) f->i[j->index] = index;
  j->body(&as, f);
  run_deferred(&as);
  if (index) sx_frame_close(c, f);
}
void sx_scope_several(sx_ctx *c, sx_frame *f, const char *name, bool by_blocks, int64_t count, int index,
                      bool blocking, bool ordered, sx_body body) {
  (void)name;
  if (count < 1) sx_fail(c, "EXEC-111", "", "there is at least one block, found %lld", (long long)count);
  job j = {.part = scope_part, .count = count, .from = c, .lanes = !by_blocks, .frame = f, .body = body, .index = index,
           .frames = sx_alloc(c, sizeof(sx_frame) * (size_t)count)};
  if (by_blocks) j.launch = sx_launch_new(c, count);
  else j.group = sx_group_new(c, count, false);
  side_by_side(c, &j, blocking, ordered);
  sx_frame *first = &j.frames[0];
  memcpy(f->i, first->i, sizeof *f->i * (size_t)f->integers);
  memcpy(f->f, first->f, sizeof *f->f * (size_t)f->floats);
  for (int i = 0; i < f->arrays; i++) sx_take(c, &f->d[i], &first->d[i]);
  f->returned = first->returned;
}

int64_t sx_core_groups(const sx_ctx *c) {
  (void)c;
  return 24;
}
int64_t sx_deps_of(sx_ctx *c, const sx_data *array, int64_t *ids, int64_t room) {
  (void)c;
  int64_t n = sx_count(array);
  for (int64_t i = 0; i < n && i < room; i++) ids[i] = sx_to_long(array->dtype, sx_bits_at(array, array->offset + i));
  return n < room ? n : room;
}
