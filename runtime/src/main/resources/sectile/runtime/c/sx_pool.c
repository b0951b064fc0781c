/* Every thread that has work to give has a deque: it adds and takes at one end, others steal at the other. This is the
   deque of Chase and Lev (SPAA 2005) in the C11 form of Lê, Pop, Cohen and Nardelli (PPoPP 2013), with sequentially
   consistent accesses where they have fences, so that the thread sanitizer can follow it. */
#include "sx_pool.h"
#include <sched.h>

#define DEQUES 1024
#define MISSES 64 /* attempts to find work before a worker sleeps */
/* Starting a thread takes as long as working on so many bytes, or as so many items that do next to nothing. */
#define WORTH_BYTES 65536
#define WORTH_ITEMS 16

struct ring {
  int64_t room; /* a power of two */
  struct ring *smaller; /* kept until the end, because a thief may still read it */
  sx_item *_Atomic item[];
};
struct sx_deque {
  _Atomic int64_t top, bottom;
  struct ring *_Atomic ring;
  struct sx_deque *unused; /* the next one that has no thread */
};
struct sx_pool {
  sx_run *run;
  _Atomic int64_t queued; /* items in all deques; for a moment it may be smaller */
  _Atomic int idle;       /* workers that sleep */
  _Atomic int helpers;    /* other threads that wait and would rather work */
  _Atomic int deques;
  _Atomic int started;
  _Atomic int64_t bytes, items; /* that were pushed before the workers were started */
  struct sx_deque *deque[DEQUES], *unused;
  _Atomic int ending;
  int woken; /* workers that were woken and have not noticed */
  pthread_cond_t wake;
  int threads;
  pthread_t thread[256];
};

static struct ring *ring_new(int64_t room, struct ring *smaller) {
  struct ring *r = calloc(1, sizeof *r + sizeof(sx_item *) * (size_t)room);
  if (!r) abort();
  r->room = room;
  r->smaller = smaller;
  return r;
}
static struct sx_pool *pool_of(sx_run *run) {
  struct sx_pool *pool = __atomic_load_n(&run->pool, __ATOMIC_ACQUIRE);
  if (pool) return pool;
  pthread_mutex_lock(&run->lock);
  pool = run->pool;
  if (!pool) {
    pool = calloc(1, sizeof *pool);
    if (!pool) abort();
    pool->run = run;
    pthread_cond_init(&pool->wake, NULL);
    __atomic_store_n(&run->pool, pool, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&run->lock);
  return pool;
}
static struct sx_deque *deque_of(sx_ctx *c, struct sx_pool *pool) {
  if (c->thread->deque) return c->thread->deque;
  pthread_mutex_lock(&c->run->lock);
  struct sx_deque *d = pool->unused;
  int count = atomic_load(&pool->deques);
  if (d) {
    pool->unused = d->unused;
  } else if (count < DEQUES) {
    d = calloc(1, sizeof *d);
    if (!d) abort();
    atomic_store(&d->ring, ring_new(64, NULL));
    pool->deque[count] = d;
    atomic_store(&pool->deques, count + 1);
  }
  pthread_mutex_unlock(&c->run->lock);
  if (!d) sx_fail(c, "RUN-303", "use fewer ranks", "more than %d threads start tasks", DEQUES);
  return c->thread->deque = d;
}

static void add(struct sx_deque *d, sx_item *item) {
  int64_t b = atomic_load_explicit(&d->bottom, memory_order_relaxed);
  int64_t t = atomic_load_explicit(&d->top, memory_order_acquire);
  struct ring *r = atomic_load_explicit(&d->ring, memory_order_relaxed);
  if (b - t >= r->room) {
    struct ring *more = ring_new(2 * r->room, r);
    for (int64_t i = t; i < b; i++) more->item[i & (more->room - 1)] = r->item[i & (r->room - 1)];
    atomic_store_explicit(&d->ring, more, memory_order_release);
    r = more;
  }
  atomic_store_explicit(&r->item[b & (r->room - 1)], item, memory_order_relaxed);
  atomic_store(&d->bottom, b + 1);
}
static sx_item *take(struct sx_deque *d) {
  int64_t b = atomic_load_explicit(&d->bottom, memory_order_relaxed) - 1;
  struct ring *r = atomic_load_explicit(&d->ring, memory_order_relaxed);
  atomic_store(&d->bottom, b);
  int64_t t = atomic_load(&d->top);
  sx_item *item = NULL;
  if (t <= b) {
    item = atomic_load_explicit(&r->item[b & (r->room - 1)], memory_order_relaxed);
    if (t < b) return item;
    if (!atomic_compare_exchange_strong(&d->top, &t, t + 1)) item = NULL;
  }
  atomic_store_explicit(&d->bottom, b + 1, memory_order_relaxed);
  return item;
}
static sx_item *steal(struct sx_deque *d) {
  int64_t t = atomic_load(&d->top);
  if (t >= atomic_load(&d->bottom)) return NULL;
  struct ring *r = atomic_load_explicit(&d->ring, memory_order_acquire);
  sx_item *item = atomic_load_explicit(&r->item[t & (r->room - 1)], memory_order_relaxed);
  return atomic_compare_exchange_strong(&d->top, &t, t + 1) ? item : NULL;
}

static sx_item *find(sx_ctx *c, struct sx_pool *pool) {
  struct sx_deque *own = c->thread->deque;
  sx_item *item = own ? take(own) : NULL;
  if (!item && atomic_load(&pool->queued) > 0) {
    int count = atomic_load(&pool->deques);
    for (int i = 0; i < count && !item; i++) {
      struct sx_deque *d = pool->deque[(c->thread->victim + i) % count];
      if (d != own) item = steal(d);
      if (item) c->thread->victim = (c->thread->victim + i) % count;
    }
  }
  if (item) atomic_fetch_sub(&pool->queued, 1);
  return item;
}

/* ---- workers */

static void work(sx_ctx *c, struct sx_pool *pool) {
  for (int misses = 0; misses < MISSES && !atomic_load_explicit(&c->run->failed, memory_order_relaxed) &&
                       !atomic_load_explicit(&pool->ending, memory_order_relaxed);) {
    sx_item *item = find(c, pool);
    if (item) {
      misses = 0;
      item->run(c, item);
    } else if (++misses > MISSES / 4) {
      sched_yield();
    }
  }
}
/* Sleeps until there is work; false if there will be none. A worker that sleeps does not count among those that live. */
static bool rest(struct sx_pool *pool) {
  sx_run *run = pool->run;
  pthread_mutex_lock(&run->lock);
  atomic_fetch_add(&pool->idle, 1);
  bool more = atomic_load(&pool->queued) > 0 && !atomic_load(&run->failed) && !atomic_load(&pool->ending);
  if (more) {
    atomic_fetch_sub(&pool->idle, 1);
  } else {
    run->living--;
    sx_wake_all(run);
    while (!pool->woken && !atomic_load(&pool->ending)) pthread_cond_wait(&pool->wake, &run->lock);
    more = pool->woken > 0;
    if (more) pool->woken--;
  }
  pthread_mutex_unlock(&run->lock);
  return more;
}
static void *worker(void *arg) {
  struct sx_pool *pool = arg;
  sx_thread self = {.run = pool->run};
  do {
    sx_ctx c = {.run = pool->run, .thread = &self, .site = -1};
    if (!setjmp(self.escape)) {
      sx_watch(&self);
      work(&c, pool);
    }
    sx_unwatch(&self);
    sx_account(&self);
  } while (rest(pool));
  return NULL;
}
void sx_pool_start(sx_ctx *c) {
  struct sx_pool *pool = pool_of(c->run);
  if (atomic_load_explicit(&pool->started, memory_order_acquire)) return;
  pthread_mutex_lock(&c->run->lock);
  if (!atomic_load(&pool->started)) {
    for (int i = 0; i < c->run->cpus - 1 && i < 256; i++) {
      c->run->living++;
      if (pthread_create(&pool->thread[pool->threads], NULL, worker, pool)) c->run->living--;
      else pool->threads++;
    }
    atomic_store(&pool->started, 1);
  }
  pthread_mutex_unlock(&c->run->lock);
}

void sx_pool_push(sx_ctx *c, sx_item *item, int64_t bytes) {
  struct sx_pool *pool = pool_of(c->run);
  add(deque_of(c, pool), item);
  int64_t before = atomic_fetch_add(&pool->queued, 1);
  if (!atomic_load_explicit(&pool->started, memory_order_relaxed)) {
    /* One item alone waits for the thread that needs it: workers are for two or more. */
    int64_t all = atomic_fetch_add(&pool->bytes, bytes) + bytes, items = atomic_fetch_add(&pool->items, 1) + 1;
    if (before > 0 && (all >= WORTH_BYTES || items >= WORTH_ITEMS)) sx_pool_start(c);
  }
  if (atomic_load(&pool->idle) > 0) {
    pthread_mutex_lock(&c->run->lock);
    if (atomic_load(&pool->idle) > 0) {
      atomic_fetch_sub(&pool->idle, 1);
      pool->woken++;
      c->run->living++;
      pthread_cond_signal(&pool->wake);
    }
    pthread_mutex_unlock(&c->run->lock);
  } else if (atomic_load(&pool->helpers) > 0) {
    sx_changed(c->run);
  }
}
sx_item *sx_pool_take_back(sx_ctx *c) {
  sx_item *item = c->thread->deque ? take(c->thread->deque) : NULL;
  if (item) atomic_fetch_sub(&pool_of(c->run)->queued, 1);
  return item;
}

struct help {
  struct sx_pool *pool;
  sx_condition condition;
  void *arg;
};
static bool is_over_or_busy(void *arg) {
  struct help *h = arg;
  return h->condition(h->arg) || atomic_load(&h->pool->queued) > 0;
}
void sx_pool_await(sx_ctx *c, sx_condition condition, void *arg, const char *what) {
  struct sx_pool *pool = pool_of(c->run);
  struct help h = {pool, condition, arg};
  while (!condition(arg)) {
    sx_item *item = find(c, pool);
    if (item) {
      item->run(c, item);
    } else {
      atomic_fetch_add(&pool->helpers, 1);
      sx_await(c, is_over_or_busy, &h, what);
      atomic_fetch_sub(&pool->helpers, 1);
    }
  }
}
void sx_pool_leave(sx_ctx *c) {
  struct sx_deque *own = c->thread->deque;
  if (!own) return;
  for (sx_item *item; (item = sx_pool_take_back(c));) item->run(c, item);
  pthread_mutex_lock(&c->run->lock);
  struct sx_pool *pool = c->run->pool;
  own->unused = pool->unused;
  pool->unused = own;
  c->thread->deque = NULL;
  pthread_mutex_unlock(&c->run->lock);
}
void sx_pool_dismiss(sx_run *run) {
  pthread_mutex_lock(&run->lock);
  struct sx_pool *pool = run->pool;
  if (pool) {
    atomic_store(&pool->ending, 1);
    pthread_cond_broadcast(&pool->wake);
  }
  pthread_mutex_unlock(&run->lock);
}
void sx_pool_close(sx_run *run) {
  struct sx_pool *pool = run->pool;
  if (!pool) return;
  for (int i = 0; i < pool->threads; i++) pthread_join(pool->thread[i], NULL);
  for (int i = 0; i < atomic_load(&pool->deques); i++) {
    for (struct ring *r = atomic_load(&pool->deque[i]->ring); r;) {
      struct ring *smaller = r->smaller;
      free(r);
      r = smaller;
    }
    free(pool->deque[i]);
  }
  pthread_cond_destroy(&pool->wake);
  free(pool);
  run->pool = NULL;
}
