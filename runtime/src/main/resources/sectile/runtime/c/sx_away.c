/* Tasks of the host, when every rank is a process. Every process runs the code of the host and knows all tasks; the
   process of its device runs a task, and sends the others what it changed: of arrays of the host the bytes that differ
   from before, since tasks of other devices may write other parts of them at the same time. */
#include "sx_mpi.h"

/* What an argument held before a task of this process. */
struct twin {
  sx_task *task;
  int param;
  uint8_t *base; /* of the array */
  int64_t start, bytes;
  uint8_t *was;
  struct twin *next;
};
static struct twin *twins;
static sx_task *away; /* tasks of other processes that have not ended, in any order */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool changes(const sx_task *t, int param) {
  const sx_data *d = &t->args[param].d;
  return (t->routine->uses[param] & SX_WRITES) && d->base && d->tensor && !d->window;
}

void sx_task_away(sx_task *t) {
  pthread_mutex_lock(&lock);
  t->next = away;
  away = t;
  pthread_mutex_unlock(&lock);
}

void sx_task_begins(sx_ctx *c, sx_task *t) {
  if (t->plain || c->run->ranks < 2) return;
  for (int p = 0; p < t->routine->params; p++) {
    if (!changes(t, p)) continue;
    sx_region r = sx_region_of(&t->args[p].d);
    if (!r.width) continue;
    struct twin *w = sx_alloc(c, sizeof *w);
    *w = (struct twin){t, p, t->args[p].d.base, r.start, r.end - r.start, malloc((size_t)(r.end - r.start)), NULL};
    if (!w->was) sx_fail(c, "RUN-302", "", "out of memory");
    pthread_mutex_lock(&lock);
    memcpy(w->was, w->base + w->start, (size_t)w->bytes);
    w->next = twins;
    twins = w;
    pthread_mutex_unlock(&lock);
  }
}

/* Runs of bytes that differ: where, how many, the bytes before and the bytes now; ends with -1. */
static void put_differences(FILE *out, const struct twin *w) {
  const uint8_t *now = w->base + w->start;
  for (int64_t i = 0; i < w->bytes;) {
    if (now[i] == w->was[i]) {
      i++;
      continue;
    }
    int64_t end = i;
    while (end < w->bytes && now[end] != w->was[end]) end++;
    sx_put_number(out, w->start + i);
    sx_put_number(out, end - i);
    sx_put_bytes(out, w->was + i, (size_t)(end - i));
    sx_put_bytes(out, now + i, (size_t)(end - i));
    i = end;
  }
  sx_put_number(out, -1);
}

enum { NO_ARRAY, OF_PARAM, OF_WINDOW, OF_ITS_OWN };
static void put_shape(FILE *out, const sx_data *d) {
  sx_put_number(out, d->offset);
  sx_put_number(out, d->dtype);
  sx_put_number(out, d->rank);
  sx_put_bytes(out, d->dims, sizeof d->dims);
  sx_put_bytes(out, d->strides, sizeof d->strides);
  sx_put_bytes(out, d->valid, sizeof d->valid);
}
static void read_shape(sx_letter *l, sx_data *d) {
  d->offset = sx_read_number(l);
  d->dtype = (int32_t)sx_read_number(l);
  d->rank = (int32_t)sx_read_number(l);
  sx_read_letter(l, d->dims, sizeof d->dims);
  sx_read_letter(l, d->strides, sizeof d->strides);
  sx_read_letter(l, d->valid, sizeof d->valid);
}
static void put_result(FILE *out, sx_ctx *c, const sx_task *t, int index) {
  const sx_value *v = &t->results[index];
  const sx_data *d = &v->d;
  sx_put_number(out, v->i);
  sx_put_bytes(out, &v->f, sizeof v->f);
  if (t->routine->kinds[index] != 2 || !d->base) {
    sx_put_number(out, NO_ARRAY);
    return;
  }
  if (d->window) {
    sx_put_number(out, OF_WINDOW);
    sx_put_number(out, sx_window_number(d->window));
    sx_put_number(out, d->device);
    put_shape(out, d);
    return;
  }
  for (int p = 0; p < t->routine->params; p++) {
    if (!d->buffer || t->args[p].d.buffer != d->buffer) continue;
    sx_put_number(out, OF_PARAM);
    sx_put_number(out, p);
    put_shape(out, d);
    return;
  }
  sx_data dense = {0};
  sx_copy(c, &dense, true, d);
  memcpy(dense.valid, d->valid, sizeof dense.valid);
  sx_put_number(out, OF_ITS_OWN);
  put_shape(out, &dense);
  sx_put_bytes(out, dense.base, (size_t)sx_bytes_for(dense.dtype, sx_count(&dense)));
  sx_release(c, &dense);
}
static void read_result(sx_ctx *c, sx_letter *l, sx_task *t, int index) {
  sx_value *v = &t->results[index];
  v->i = sx_read_number(l);
  sx_read_letter(l, &v->f, sizeof v->f);
  int64_t kind = sx_read_number(l);
  if (kind == OF_PARAM) {
    sx_assign(c, &v->d, &t->args[sx_read_number(l)].d);
    read_shape(l, &v->d);
  } else if (kind == OF_WINDOW) {
    sx_data d = {.tensor = true, .window = sx_window_numbered(c->run, sx_read_number(l))};
    int device = (int)sx_read_number(l);
    read_shape(l, &d);
    sx_bind(c, &d, device);
    v->d = d;
  } else if (kind == OF_ITS_OWN) {
    sx_data d = {0};
    read_shape(l, &d);
    sx_make(c, &v->d, true, d.dtype, d.rank, d.dims, false);
    memcpy(v->d.valid, d.valid, sizeof d.valid);
    sx_read_letter(l, v->d.base, (size_t)sx_bytes_for(d.dtype, sx_count(&v->d)));
  }
}

void sx_task_ended(sx_ctx *c, sx_task *t) {
  if (c->run->ranks < 2) return;
  char *body = NULL;
  size_t bytes = 0;
  FILE *out = open_memstream(&body, &bytes);
  if (!out) sx_fail(c, "RUN-302", "", "out of memory");
  sx_put_number(out, t->number);
  if (!t->plain) {
    pthread_mutex_lock(&lock);
    for (struct twin **at = &twins; *at;) {
      struct twin *w = *at;
      if (w->task != t) {
        at = &w->next;
        continue;
      }
      sx_put_number(out, w->param);
      put_differences(out, w);
      free(w->was);
      *at = w->next;
    }
    pthread_mutex_unlock(&lock);
    sx_put_number(out, -1);
    for (int i = 0; i < t->routine->results; i++) put_result(out, c, t, i);
  }
  fclose(out);
  sx_send_all(SX_ENDED, body, bytes);
  free(body);
}

/* Other tasks of this process must not take the bytes for their own. */
static void write_bytes(uint8_t *base, int64_t at, const uint8_t *from, int64_t bytes) {
  memcpy(base + at, from, (size_t)bytes);
  for (struct twin *w = twins; w; w = w->next) {
    if (w->base != base) continue;
    int64_t first = at > w->start ? at : w->start;
    int64_t last = at + bytes < w->start + w->bytes ? at + bytes : w->start + w->bytes;
    if (first < last) memcpy(w->was + (first - w->start), from + (first - at), (size_t)(last - first));
  }
}
/* Whether another task changed bytes that a task found as they were before: tasks that one depends on have ended here, so
   that both ran at the same time. Equal bytes may be the same value twice, but not the same sum. */
static bool meets(const sx_task *t, const uint8_t *here, const uint8_t *was, const uint8_t *now, int64_t bytes) {
  for (int64_t i = 0; i < bytes; i++)
    if (here[i] != was[i] && (t->routine->ordered || here[i] != now[i])) return true;
  return false;
}
static void apply(sx_ctx *c, sx_letter *l, sx_task *t) {
  if (t->plain) return;
  for (int p = 0; p < t->routine->params; p++) sx_force(c, &t->args[p].d);
  bool lost = false;
  pthread_mutex_lock(&lock);
  for (int64_t p; (p = sx_read_number(l)) >= 0;)
    for (int64_t at; (at = sx_read_number(l)) >= 0;) {
      int64_t bytes = sx_read_number(l);
      const uint8_t *was = l->body + l->at, *now = was + bytes;
      lost |= meets(t, t->args[p].d.base + at, was, now, bytes);
      write_bytes(t->args[p].d.base, at, now, bytes);
      l->at += 2 * (size_t)bytes;
    }
  pthread_mutex_unlock(&lock);
  if (lost) {
    c->site = -1; /* where this process waits is not the place */
    sx_fail(c, "RUN-351", "give each rank its own part of the array, or add in a window",
            "`%s` ran on several ranks at the same time, and they changed the same bytes of an array of the host",
            t->routine->name);
  }
  for (int i = 0; i < t->routine->results; i++) read_result(c, l, t, i);
}

static bool is_ready(sx_letter *l, void *arg) {
  int64_t number = sx_read_number(l);
  bool ready = false;
  pthread_mutex_lock(&lock);
  for (sx_task *t = away; t && !ready; t = t->next) {
    if (t->number != number) continue;
    ready = true;
    for (int i = 0; i < t->deps; i++) ready &= sx_task_done(t->dep[i]);
    if (ready) *(sx_task **)arg = t;
    break;
  }
  pthread_mutex_unlock(&lock);
  return ready;
}
void sx_apply_ended(sx_ctx *c) {
  sx_task *t = NULL;
  for (sx_letter *l; (l = sx_take_letter(SX_ENDED, is_ready, &t));) {
    l->at = sizeof(int64_t);
    pthread_mutex_lock(&lock);
    for (sx_task **at = &away; *at; at = &(*at)->next)
      if (*at == t) {
        *at = t->next;
        break;
      }
    pthread_mutex_unlock(&lock);
    apply(c, l, t);
    free(l);
    sx_task_end(c, t);
  }
}
