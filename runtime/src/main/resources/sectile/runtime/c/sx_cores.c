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

static void force_all(sx_ctx *c, int n, sx_value *values) {
  for (int i = 0; i < n; i++) sx_force(c, &values[i].d);
}
static void finish(sx_ctx *c, const sx_routine *r, sx_value *results) {
  if (c->tasks) sx_await_all(c);
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
  _Atomic int64_t next;
  _Atomic int shares; /* that have not ended */
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
    if (atomic_load_explicit(&c->run->failed, memory_order_relaxed)) return;
    j->part(c, j, i);
  }
}

/* A worker's share of the parts of a job. */
typedef struct {
  sx_item item;
  job *of;
} share;
static void run_share(sx_ctx *c, sx_item *item) {
  job *j = ((share *)item)->of;
  sx_run *run = c->run;
  sx_ctx as = *j->from;
  as.thread = c->thread;
  bool right = sx_protect(&as, run_rest, j);
  /* The last access: the job ends with its caller. */
  if (atomic_fetch_sub(&j->shares, 1) == 1) sx_changed(run);
  if (!right) sx_rethrow(c);
}
static bool no_share(void *arg) { return atomic_load(&((job *)arg)->shares) == 0; }
static void pooled(sx_ctx *c, job *j) {
  int64_t wanted = c->run->cpus - 1 < j->count - 1 ? c->run->cpus - 1 : j->count - 1;
  share shares[255];
  int count = wanted < 255 ? (int)wanted : 255;
  atomic_store(&j->shares, count);
  sx_pool_start(c);
  for (int i = 0; i < count; i++) {
    shares[i] = (share){{run_share}, j};
    sx_pool_push(c, &shares[i].item, 0);
  }
  bool right = sx_protect(c, run_rest, j);
  for (sx_item *item; (item = sx_pool_take_back(c));) {
    if (item < &shares[0].item || item > &shares[count - 1].item) {
      sx_pool_push(c, item, 0);
      break;
    }
    atomic_fetch_sub(&j->shares, 1);
  }
  sx_settle(c, no_share, j, "for cores that it started");
  if (!right || atomic_load(&c->run->failed)) sx_rethrow(c);
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
  for (int i = 0; i < t->deps; i++) sx_await_task(c, t->dep[i]);
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
  if (c->deferred) run_deferred(c);
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
  sx_task *t = sx_task_new(c, name, device);
  t->plain = code;
  t->plain_arg = arg;
  t->as = orchestrator(c, device);
  if (c->tasks) sx_table_add(c, t);
  enqueue(c, t, device);
  return t->id;
}

/* What a call gives before its task has ended: arguments that it returns, and promises of arrays. */
static void promise(sx_ctx *c, const sx_routine *r, const sx_value *args, sx_task *t, sx_value *results) {
  for (int i = 0; i < r->results; i++) {
    int alias = r->aliases[i];
    if (r->kinds[i] != 2) continue;
    if (alias >= 0) {
      sx_assign(c, &results[i].d, &args[alias].d);
    } else {
      sx_release(c, &results[i].d);
      results[i].d.pending = t;
      results[i].d.result = i;
    }
  }
}
/* Scalars, which the caller waits for. */
static void scalars_of(sx_ctx *c, const sx_routine *r, sx_task *t, sx_value *results) {
  for (int i = 0; i < r->results; i++) {
    if (r->kinds[i] == 2) continue;
    sx_await_task(c, t);
    results[i].i = t->results[i].i;
    results[i].f = t->results[i].f;
  }
}

/* Where a task runs; a kernel has places of its own for its blocks, and starts no tasks. */
static sx_ctx place_of(sx_ctx *c, const sx_routine *r, int device) {
  if (!core_function(r->kind)) return orchestrator(c, device);
  sx_ctx as = *c;
  as.kind = SX_ORCHESTRATOR;
  as.rank = device;
  as.tasks = NULL;
  as.manual = false;
  as.children = NULL;
  as.deferred = NULL;
  return as;
}

static void run_item(sx_ctx *c, sx_item *item) {
  sx_task *t = (sx_task *)item;
  t->deps = 0; /* all of them have ended, and a call among them may be another call by now */
  sx_ctx as = t->as;
  as.thread = c->thread;
  run_task(&as, t);
}
static void keep_args(sx_ctx *c, sx_task *t, const sx_value *args) {
  for (int i = 0; i < t->routine->params; i++) {
    t->args[i].i = args[i].i;
    t->args[i].f = args[i].f;
    sx_assign(c, &t->args[i].d, &args[i].d);
  }
}

static int64_t start_task(sx_ctx *c, const sx_routine *r, sx_value *args, sx_value *results, int device, bool queued,
                          const int64_t *given_blocks, int deps, const int64_t *dep, uint64_t free_args) {
  bool in_pool = !queued && r->local && core_function(r->kind) && c->run->cpus > 1;
  if (c->manual || free_args || !in_pool) sx_end_calls(c);
  sx_task *t = sx_task_new(c, r->name, device);
  t->routine = r;
  if (!c->manual) sx_task_uses(c, t, args, true, free_args);
  sx_task_depends(c, t, args, deps, dep);
  t->as = place_of(c, r, device);
  if (given_blocks) t->has_blocks = true, t->blocks = *given_blocks;
  t->results = sx_alloc(c, sizeof *t->results * (size_t)(r->results + 1));
  t->args = sx_alloc(c, sizeof *t->args * (size_t)(r->params + 1));
  keep_args(c, t, args);
  t->bound = queued;
  if (queued)
    for (int i = 0; i < r->params; i++) sx_bind(c, &t->args[i].d, device);
  promise(c, r, t->args, t, results);
  if (!queued && !in_pool && !r->blocks_peers && t->deps == 0) {
    /* Nothing to wait for: it runs here, at once. */
    run_task(&t->as, t);
  } else {
    sx_table_add(c, t);
    if (queued) {
      enqueue(c, t, device);
    } else if (in_pool) {
      t->item.run = run_item;
      sx_task_begin(c, t);
    } else {
      sx_spawn(c, &t->as, run_task, t, &t->body);
    }
  }
  scalars_of(c, r, t, results);
  return t->id;
}

/* A call that uses nothing but the memory of its arguments is a task like one that was submitted: whatever uses that
   memory waits for it. */
static bool is_task(const sx_ctx *c, const sx_routine *r, const sx_value *args, uint64_t free_args) {
#ifdef SX_OPENCL
  return false; /* kernels of a device run one after the other anyway */
#endif
  if (c->run->cpus < 2 || c->kind != SX_ORCHESTRATOR || !c->tasks || c->manual || !r->local || free_args) return false;
  for (int i = 0; i < r->results; i++)
    if (r->kinds[i] != 2 || r->aliases[i] < 0) return false;
  for (int i = 0; i < r->params; i++) {
    const sx_data *d = &args[i].d;
    if (d->buffer && (!d->tensor || d->manual || d->window || d->pending)) return false;
    if (!d->buffer && d->base) return false;
  }
  return true;
}
static void run_call(sx_ctx *c, sx_item *item) {
  sx_task *t = (sx_task *)item;
  sx_ctx as = t->as;
  as.thread = c->thread;
  blocks(&as, t->routine, t->args, t->results, t->has_blocks ? &t->blocks : NULL);
  release_values(c, t->routine->results, t->results);
  sx_task_end(c, t);
}
static void start_call(sx_ctx *c, const sx_routine *r, const sx_value *args, sx_value *results,
                       const int64_t *given_blocks, int deps, const int64_t *dep) {
  sx_task *t = sx_call_new(c, r, c->rank);
  keep_args(c, t, args);
  sx_task_uses(c, t, t->args, false, 0);
  sx_task_depends(c, t, t->args, deps, dep);
  t->as = place_of(c, r, c->rank);
  if (given_blocks) t->has_blocks = true, t->blocks = *given_blocks;
  t->item.run = run_call;
  sx_table_add(c, t);
  sx_task_begin(c, t);
  for (int i = 0; i < r->results; i++) sx_assign(c, &results[i].d, &args[r->aliases[i]].d);
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
  sx_task *t = sx_task_new(c, "task_dummy", c->rank < 0 ? 0 : c->rank);
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
  sx_task *whole = sx_task_new(c, r->name, c->rank);
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
  promise(c, r, args, whole, results);
  scalars_of(c, r, whole, results);
}

/* ---- calls */

void sx_call(sx_ctx *c, const sx_routine *r, sx_value *args, sx_value *results, const int64_t *device,
             const int64_t *given_blocks, int deps, const int64_t *dep, uint64_t free_args) {
  if (device || for_device(c, r, args)) {
    start_task(c, r, args, results, device ? device_of(c, *device) : 0, true, given_blocks, deps, dep, free_args);
    if (!device) sx_await_all(c);
    return;
  }
  if (c->children && (r->kind == SX_AIC || r->kind == SX_AIV)) {
    beside(c, r, args, results);
    return;
  }
  force_all(c, r->params, args);
  if (core_function(r->kind) && orchestrating(c)) {
    if (is_task(c, r, args, free_args)) {
      start_call(c, r, args, results, given_blocks, deps, dep);
      return;
    }
    sx_end_calls(c);
    sx_await_uses(c, r, args, free_args);
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
  sx_end_calls(c);
  sx_ctx as = *c;
  as.manual = true;
  return body(&as, f);
}
int sx_scope_block(sx_ctx *c, sx_frame *f, const char *name, sx_body body) {
  (void)name;
  if (!orchestrating(c)) return body(c, f);
  sx_end_calls(c);
  sx_ctx as = block_of(c, sx_launch_new(c, 1), 0, true);
  int flow = body(&as, f);
  run_deferred(&as);
  return flow;
}
int sx_scope_cluster(sx_ctx *c, sx_frame *f, const char *name, bool lanes_known, sx_body body) {
  (void)name;
  sx_end_calls(c);
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
  sx_end_calls(c);
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
