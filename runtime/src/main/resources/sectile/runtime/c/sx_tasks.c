/* Tasks, and which of them must follow which. An orchestrator has a table of the tasks that it started; only its thread
   changes the table, and only it reads it while tasks are added. */
#include "sx_tasks.h"

#define BUCKETS 64 /* the top six bits of a product choose one */
#define PATIENCE 1024 /* calls that an orchestrator may be ahead */

struct sx_table {
  int count, room, limit;
  sx_task **task;             /* in the order in which they were started; ended ones go now and then */
  sx_use_of *reads[BUCKETS], *writes[BUCKETS]; /* uses of memory, by its address */
  sx_use_of *pending;         /* uses of results that were not there yet */
  sx_task *spare;             /* ended calls, to be used again */
  int calls;                  /* in the table that have not been awaited */
  int found_count, found_room;
  sx_task **found;
  int64_t scan;
};

sx_table *sx_table_new(sx_ctx *c) { return sx_alloc(c, sizeof(sx_table)); }

/* ---- tasks */

static void enter(sx_run *run, sx_task *t) {
  pthread_mutex_lock(&run->lock);
  if (run->task_count == run->task_room) {
    run->task_room = run->task_room ? 2 * run->task_room : 64;
    run->tasks = realloc(run->tasks, sizeof *run->tasks * (size_t)run->task_room);
    if (!run->tasks) abort();
  }
  run->tasks[run->task_count++] = t;
  t->id = run->task_count;
  pthread_mutex_unlock(&run->lock);
}
sx_task *sx_task_new(sx_ctx *c, const char *name, int device) {
  sx_task *t = sx_alloc(c, sizeof *t);
  t->name = name;
  t->device = device;
  atomic_store_explicit(&t->missing, 1, memory_order_relaxed);
  enter(c->run, t);
  return t;
}
sx_task *sx_task_of(sx_ctx *c, int64_t id) {
  pthread_mutex_lock(&c->run->lock);
  sx_task *t = id >= 1 && id <= c->run->task_count ? c->run->tasks[id - 1] : NULL;
  pthread_mutex_unlock(&c->run->lock);
  return t;
}
bool sx_task_done(void *arg) { return atomic_load_explicit(&((sx_task *)arg)->state, memory_order_acquire) & SX_DONE; }
void sx_await_task(sx_ctx *c, sx_task *t) {
  if (atomic_fetch_or(&t->state, SX_AWAITED) & SX_DONE) return;
  sx_pool_await(c, sx_task_done, t, "for a task");
}

/* ---- which task begins when */

static sx_edge closed; /* of a task that has ended */

static void ready(sx_ctx *c, sx_task *t) {
  if (atomic_fetch_sub_explicit(&t->missing, 1, memory_order_acq_rel) == 1) sx_pool_push(c, &t->item, t->bytes);
}
/* All that follow it know it, unless it has ended. */
static bool add_edge(sx_task *before, sx_edge *e) {
  sx_edge *first = atomic_load_explicit(&before->after, memory_order_acquire);
  do {
    if (first == &closed) return false;
    e->next = first;
  } while (!atomic_compare_exchange_weak(&before->after, &first, e));
  return true;
}
/* Makes it an item of the pool as soon as all that it depends on has ended. */
void sx_task_begin(sx_ctx *c, sx_task *t) {
  for (int i = 0; i < t->deps; i++) {
    t->edge[i].to = t;
    atomic_fetch_add_explicit(&t->missing, 1, memory_order_relaxed);
    if (!add_edge(t->dep[i], &t->edge[i])) atomic_fetch_sub_explicit(&t->missing, 1, memory_order_acq_rel);
  }
  ready(c, t);
}
void sx_task_end(sx_ctx *c, sx_task *t) {
  for (sx_edge *e = atomic_exchange(&t->after, &closed); e;) {
    sx_edge *next = e->next;
    ready(c, e->to);
    e = next;
  }
  /* The last access: an orchestrator may use the task again. */
  if (atomic_fetch_or(&t->state, SX_DONE) & SX_AWAITED) sx_changed(c->run);
}

bool sx_task_valid(sx_ctx *c, int64_t id) { return sx_task_of(c, id) != NULL; }
void sx_await_tasks(sx_ctx *c, int deps, const int64_t *dep) {
  for (int i = 0; i < deps; i++) {
    sx_task *t = sx_task_of(c, dep[i]);
    if (t) sx_await_task(c, t);
  }
}
int64_t sx_scope_task(sx_ctx *c, const char *name) {
  sx_task *t = sx_task_new(c, name, c->rank < 0 ? 0 : c->rank);
  sx_task_end(c, t);
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
/* Results of tasks that have ended are memory like any other. */
static const sx_data *settled(const sx_data *d) {
  while (d->pending && sx_task_done(d->pending)) d = &d->pending->results[d->result].d;
  return d;
}
static bool same_place(const sx_data *a, const sx_data *b) {
  a = settled(a);
  b = settled(b);
  if (a->pending || b->pending) return a->pending == b->pending && a->result == b->result;
  return overlap(a, b);
}
static bool conflict(const sx_use_of *mine, const sx_use_of *theirs, bool same_device) {
#ifdef SX_MPI
  /* What two processes add to the same memory cannot be told apart afterwards. */
  if (mine->adds && theirs->adds && !mine->data->window) same_device = true;
#endif
  bool w = mine->uses & SX_WRITES, v = theirs->uses & SX_WRITES;
  return (same_device ? w || v : w != v) && same_place(mine->data, theirs->data);
}

/* What a task does with its arguments. The uses refer to `args`, or to copies if those will change. */
void sx_task_uses(sx_ctx *c, sx_task *t, const sx_value *args, bool copies, uint64_t free_args) {
  const sx_routine *r = t->routine;
  if (t->use_room < r->params) {
    t->use = sx_alloc(c, sizeof *t->use * (size_t)r->params);
    t->use_room = r->params;
  }
  sx_data *copy = copies && r->params ? sx_alloc(c, sizeof *copy * (size_t)r->params) : NULL;
  t->uses = 0;
  t->bytes = 0;
  for (int i = 0; i < r->params; i++) {
    if (args[i].d.base) t->bytes += sx_bytes_for(args[i].d.dtype, sx_count(&args[i].d));
    if ((i < 64 && free_args >> i & 1) || r->uses[i] == 0) continue;
    const sx_data *d = &args[i].d;
    if (!d->pending && (!d->tensor || d->manual)) continue;
    if (copies) {
      copy[i] = *d;
      d = &copy[i];
    }
    t->use[t->uses++] = (sx_use_of){d, r->uses[i], r->ordered && !r->blocks_peers, t, NULL, NULL};
  }
}

/* Which chains of the table hold what uses some memory. */
static int bucket_of(const sx_data *d) {
  return (int)((uint64_t)(uintptr_t)d->base * UINT64_C(0x9E3779B97F4A7C15) >> 58);
}
/* A task of a chain that must be done before a use; null if there is none. */
static sx_task *meets(sx_use_of *chain, const sx_use_of *use, int device, bool any_device) {
  for (; chain; chain = chain->next)
    if (!sx_task_done(chain->task) && conflict(use, chain, any_device || chain->task->device == device))
      return chain->task;
  return NULL;
}
/* A task of the table that must be done before these uses; null if there is none. */
static sx_task *conflicting(sx_ctx *c, int uses, const sx_use_of *list, int device, bool any_device) {
  for (int u = 0; u < uses; u++) {
    const sx_use_of *use = &list[u];
    const sx_data *d = settled(use->data);
    sx_task *t = meets(c->tasks->pending, use, device, any_device);
    if (!t && !d->pending) t = meets(c->tasks->writes[bucket_of(d)], use, device, any_device);
    if (!t && !d->pending && use->uses & SX_WRITES) t = meets(c->tasks->reads[bucket_of(d)], use, device, any_device);
    if (t) return t;
  }
  return NULL;
}
/* Before a routine runs at once. */
void sx_await_uses(sx_ctx *c, const sx_routine *r, const sx_value *args, uint64_t free_args) {
  if (!c->tasks || c->manual || c->tasks->count == 0) return;
  for (int i = 0; i < r->params; i++) {
    if ((i < 64 && free_args >> i & 1) || r->uses[i] == 0 || !args[i].d.tensor || args[i].d.manual) continue;
    sx_use_of use = {&args[i].d, r->uses[i], r->ordered && !r->blocks_peers, NULL, NULL, NULL};
    for (sx_task *t; (t = conflicting(c, 1, &use, c->rank < 0 ? 0 : c->rank, false));) sx_await_task(c, t);
  }
}

static void found(sx_ctx *c, sx_task *t) {
  sx_table *table = c->tasks;
  if (t->scan == table->scan) return;
  t->scan = table->scan;
  if (table->found_count == table->found_room) {
    int room = table->found_room ? 2 * table->found_room : 64;
    sx_task **more = sx_alloc(c, sizeof *more * (size_t)room);
    if (table->found_count) memcpy(more, table->found, sizeof *more * (size_t)table->found_count);
    table->found = more;
    table->found_room = room;
  }
  table->found[table->found_count++] = t;
}
static void follow(sx_ctx *c, sx_task *t, sx_use_of *chain, const sx_use_of *use) {
  for (; chain; chain = chain->next)
    if (!sx_task_done(chain->task) && conflict(use, chain, chain->task->device == t->device)) found(c, chain->task);
}
/* Makes it depend on all tasks of the table that use the same memory, and on those that are named. */
void sx_task_depends(sx_ctx *c, sx_task *t, const sx_value *args, int deps, const int64_t *dep) {
  sx_table *table = c->tasks;
  table->scan++;
  table->found_count = 0;
  for (int u = 0; u < t->uses; u++) {
    const sx_use_of *use = &t->use[u];
    const sx_data *d = settled(use->data);
    follow(c, t, table->pending, use);
    if (!d->pending) follow(c, t, table->writes[bucket_of(d)], use);
    if (!d->pending && use->uses & SX_WRITES) follow(c, t, table->reads[bucket_of(d)], use);
  }
  for (int i = 0; i < t->routine->params; i++)
    if (args[i].d.pending && !sx_task_done(args[i].d.pending)) found(c, args[i].d.pending);
  for (int i = 0; i < deps; i++) {
    sx_task *named = sx_task_of(c, dep[i]);
    if (named && !sx_task_done(named)) found(c, named);
  }
  if (t->dep_room < table->found_count) {
    t->dep_room = table->found_count;
    t->dep = sx_alloc(c, sizeof *t->dep * (size_t)t->dep_room);
    t->edge = sx_alloc(c, sizeof *t->edge * (size_t)t->dep_room);
  }
  t->deps = table->found_count;
  if (t->deps) memcpy(t->dep, table->found, sizeof *t->dep * (size_t)t->deps);
}

/* ---- the table */

static void unlink_use(sx_use_of *use) {
  if (!use->at) return;
  *use->at = use->next;
  if (use->next) use->next->at = use->at;
  use->at = NULL;
}
static void drop_ended(sx_ctx *c) {
  sx_table *table = c->tasks;
  int kept = 0;
  for (int i = 0; i < table->count; i++) {
    sx_task *t = table->task[i];
    if (!sx_task_done(t)) {
      table->task[kept++] = t;
      continue;
    }
    for (int u = 0; u < t->uses; u++) unlink_use(&t->use[u]);
    if (t->call) {
      for (int p = 0; p < t->routine->params; p++) sx_release(c, &t->args[p].d);
      t->next = table->spare;
      table->spare = t;
    }
  }
  table->count = kept;
  table->limit = 2 * kept < 64 ? 64 : 2 * kept;
}
static bool same_view(const sx_data *a, const sx_data *b) {
  return a->base == b->base && a->offset == b->offset && a->dtype == b->dtype && a->rank == b->rank &&
         memcmp(a->dims, b->dims, sizeof *a->dims * (size_t)a->rank) == 0 &&
         memcmp(a->strides, b->strides, sizeof *a->strides * (size_t)a->rank) == 0;
}
/* What meets an earlier use of exactly this memory meets this one, which follows that. */
static void supersede(sx_use_of *chain, const sx_use_of *by) {
  for (sx_use_of *next; chain; chain = next) {
    next = chain->next;
    if (chain->task != by->task && chain->task->device == by->task->device && same_view(chain->data, by->data))
      unlink_use(chain);
  }
}
void sx_table_add(sx_ctx *c, sx_task *t) {
  sx_table *table = c->tasks;
  if (table->count >= table->limit) drop_ended(c);
  if (table->count == table->room) {
    int room = table->room ? 2 * table->room : 64;
    sx_task **more = sx_alloc(c, sizeof *more * (size_t)room);
    if (table->count) memcpy(more, table->task, sizeof *more * (size_t)table->count);
    table->task = more;
    table->room = room;
  }
  table->task[table->count++] = t;
  if (t->call) table->calls++;
  for (int u = 0; u < t->uses; u++) {
    sx_use_of *use = &t->use[u];
    bool writes = use->uses & SX_WRITES;
    int bucket = bucket_of(use->data);
    if (!use->data->pending && writes) {
      supersede(table->reads[bucket], use);
      supersede(table->writes[bucket], use);
    }
    sx_use_of **chain = use->data->pending ? &table->pending : writes ? &table->writes[bucket] : &table->reads[bucket];
    use->next = *chain;
    use->at = chain;
    if (use->next) use->next->at = &use->next;
    *chain = use;
  }
}

/* A task for a call, which has no id. */
sx_task *sx_call_new(sx_ctx *c, const sx_routine *r, int device) {
  sx_table *table = c->tasks;
  if (table->count >= table->limit) drop_ended(c);
  if (table->count >= PATIENCE) {
    sx_await_task(c, table->task[table->count / 2]);
    drop_ended(c);
  }
  sx_task *t = table->spare;
  if (t) {
    table->spare = t->next;
  } else {
    t = sx_alloc(c, sizeof *t);
    t->call = true;
  }
  t->name = r->name;
  t->routine = r;
  t->device = device;
  t->has_blocks = false;
  t->scan = 0;
  if (t->arg_room < r->params) {
    t->args = sx_alloc(c, sizeof *t->args * (size_t)r->params);
    t->arg_room = r->params;
  }
  if (t->result_room < r->results + 1) {
    t->results = sx_alloc(c, sizeof *t->results * (size_t)(r->results + 1));
    t->result_room = r->results + 1;
  }
  atomic_store_explicit(&t->state, 0, memory_order_relaxed);
  atomic_store_explicit(&t->missing, 1, memory_order_relaxed);
  atomic_store_explicit(&t->after, NULL, memory_order_relaxed);
  return t;
}

/* Before the orchestrator itself touches memory. */
void sx_guard(sx_ctx *c, const sx_data *part, bool write) {
  if (!part->tensor || !c->tasks || c->manual || c->tasks->count == 0) return;
  sx_use_of own = {part, write ? SX_WRITES : SX_READS, false, NULL, NULL, NULL};
  for (sx_task *t; (t = conflicting(c, 1, &own, 0, true));) sx_await_task(c, t);
}
/* Before something that is ordered by more than the memory of arguments: calls are over before the next statement. */
void sx_end_calls(sx_ctx *c) {
  if (!c->tasks || (c->kind != SX_HOST && c->kind != SX_ORCHESTRATOR) || c->tasks->calls == 0) return;
  for (int i = 0; i < c->tasks->count; i++)
    if (c->tasks->task[i]->call) sx_await_task(c, c->tasks->task[i]);
  c->tasks->calls = 0;
}
void sx_await_all(sx_ctx *c) {
  for (int i = 0; i < c->tasks->count; i++) sx_await_task(c, c->tasks->task[i]);
  c->tasks->calls = 0;
}

/* A value that is there, for one that may not be. */
void sx_force(sx_ctx *c, sx_data *d) {
  while (d->pending) {
    sx_task *t = d->pending;
    sx_await_task(c, t);
    sx_assign(c, d, &t->results[d->result].d);
  }
}
const sx_data *sx_use(sx_ctx *c, sx_data *d, const char *name) {
  if (d->pending) sx_force(c, d);
  if (!d->base) sx_fail(c, "EXEC-100", "", "`%s` has no value here", name);
  return d;
}
