/* A program's part on the host of an accelerator, in the place of the runtime: arguments go to the kernel library that
   the accelerator has loaded, and results come back. Arrays are in memory of the accelerator; their `base` is an address
   there, which nothing here follows. */
#include "sx_host.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <time.h>
#include <unistd.h>

/* ---- the link */

/* Two pipes; the accelerator reads ends[0] and writes ends[3], the host writes ends[1] and reads ends[2]. */
SX_API int32_t sx_link_pipes(int32_t *ends) {
  int down[2], up[2];
  if (pipe(down)) return errno;
  if (pipe(up)) {
    int error = errno;
    close(down[0]);
    close(down[1]);
    return error;
  }
  int all[] = {down[0], down[1], up[0], up[1]};
  for (int i = 0; i < 4; i++) {
    fcntl(all[i], F_SETFD, FD_CLOEXEC);
    ends[i] = all[i];
  }
  return 0;
}
SX_API void sx_link_close(int32_t end) { close(end); }

static bool broken(struct sx_device *link, int how) {
  link->broken = how;
  return false;
}

static bool put(struct sx_device *link, const void *from, int64_t bytes) {
  for (int64_t at = 0; at < bytes;) {
    int64_t part = bytes - at < 1 << 30 ? bytes - at : 1 << 30;
    ssize_t n = write(link->to, (const char *)from + at, (size_t)part);
    if (n < 0 && errno != EINTR) return broken(link, 1);
    if (n > 0) at += n;
  }
  return true;
}

bool sx_link_send(struct sx_device *link, int64_t op, int64_t a, int64_t b, const void *body, int64_t bytes) {
  sx_link_request request = {op, a, b, bytes};
  return !link->broken && put(link, &request, sizeof request) && put(link, body, bytes);
}

bool sx_link_take(struct sx_device *link, void *to, int64_t bytes) {
  for (int64_t at = 0; at < bytes;) {
    int64_t part = bytes - at < 1 << 30 ? bytes - at : 1 << 30;
    ssize_t n = read(link->from, (char *)to + at, (size_t)part);
    if (n == 0 || (n < 0 && errno != EINTR)) return broken(link, 1);
    if (n > 0) at += n;
  }
  return true;
}

static int64_t milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool sx_link_wait(struct sx_device *link, sx_link_reply *reply, _Atomic int32_t *stop) {
  int64_t end = milliseconds() + link->limit;
  bool told = false;
  for (;;) {
    struct pollfd waits = {link->from, POLLIN, 0};
    int n = poll(&waits, 1, 50);
    if (n < 0 && errno != EINTR) return broken(link, 1);
    if (n > 0) return sx_link_take(link, reply, sizeof *reply);
    if (stop && !told && atomic_load(stop)) {
      told = true;
      if (!sx_link_send(link, SX_LINK_STOP, 0, 0, NULL, 0)) return false;
    }
    if (milliseconds() > end) return broken(link, 2);
  }
}

static int64_t ended(const struct sx_device *link) { return link->broken == 2 ? SX_LINK_TOO_LONG : SX_LINK_ENDED; }

/* One request with its reply. What follows the reply goes to `in`, and how much that is to `out[1]`; `out[0]` is the
   value. Returns the status, or that the link is broken. */
SX_API int64_t sx_link_call(struct sx_device *link, int64_t op, int64_t a, int64_t b, const void *body, int64_t bytes,
                            void *in, int64_t room, int64_t *out) {
  sx_link_reply reply;
  if (!sx_link_send(link, op, a, b, body, bytes) || !sx_link_wait(link, &reply, NULL)) return ended(link);
  int64_t kept = reply.bytes < room ? reply.bytes : room;
  if (!sx_link_take(link, in, kept)) return ended(link);
  char rest[512];
  for (int64_t left = reply.bytes - kept; left > 0;) {
    int64_t part = left < (int64_t)sizeof rest ? left : (int64_t)sizeof rest;
    if (!sx_link_take(link, rest, part)) return ended(link);
    left -= part;
  }
  out[0] = reply.value;
  out[1] = kept;
  return reply.status;
}

/* ---- a run: of sx_run, only what is below is used here */

struct host_run {
  struct sx_device *link;
  sx_control *control;
  const sx_value *args, *results;
  int64_t params, per_copy, copies;
};

static void fail(sx_control *control, const struct sx_device *link) {
  control->failed = 1;
  control->site = -1;
  bool late = link->broken == 2;
  snprintf(control->code, sizeof control->code, "%s", late ? "RUN-314" : "RUN-363");
  snprintf(control->message, sizeof control->message, "%s",
           late ? "the run on the accelerator took too long" : "the program of the accelerator ended during the run");
  control->hint[0] = 0;
}

static void send_value(const sx_value *v, sx_link_value *w) {
  const sx_data *d = &v->d;
  *w = (sx_link_value){.i = v->i, .f = v->f, .is_array = d->buffer != NULL};
  if (!d->buffer) return;
  w->dtype = d->dtype;
  w->rank = d->rank;
  w->tensor = d->tensor;
  w->device = d->device;
  w->offset = d->offset;
  w->address = (int64_t)(intptr_t)d->base;
  memcpy(w->dims, d->dims, sizeof w->dims);
  memcpy(w->strides, d->strides, sizeof w->strides);
}

static void take_result(const sx_link_result *r, sx_value *v, const sx_value *args) {
  memset(v, 0, sizeof *v);
  v->i = r->i;
  v->f = r->f;
  v->d.dtype = (int32_t)r->dtype;
  v->d.rank = (int32_t)r->rank;
  memcpy(v->d.dims, r->dims, sizeof r->dims);
  if (r->same >= 0) v->d.buffer = args[r->same].d.buffer;
}

static bool run_there(struct host_run *run, const sx_value *args, sx_value *results, const sx_data *windows) {
  sx_control *control = run->control;
  struct sx_device *link = run->link;
  int64_t values = run->copies * run->params, all = run->copies * run->per_copy;
  size_t bytes = sizeof(sx_link_run) + (size_t)run->params * sizeof(sx_link_window) +
                 (size_t)values * sizeof(sx_link_value);
  char *body = malloc(bytes);
  sx_link_result *made = malloc((size_t)(all + 1) * sizeof *made);
  bool right = body && made;
  if (right) {
    *(sx_link_run *)body = (sx_link_run){control->ranks, control->cpus, control->patience, run->copies, run->params};
    sx_link_window *shapes = (sx_link_window *)(body + sizeof(sx_link_run));
    for (int64_t p = 0; p < run->params; p++) {
      shapes[p] = (sx_link_window){.dtype = windows[p].dtype, .rank = windows[p].rank};
      memcpy(shapes[p].dims, windows[p].dims, sizeof shapes[p].dims);
    }
    sx_link_value *given = (sx_link_value *)(shapes + run->params);
    for (int64_t i = 0; i < values; i++) send_value(&args[i], &given[i]);
  }
  sx_link_reply reply;
  sx_link_ended end;
  right = right &&
          sx_link_send(link, SX_LINK_BEGIN, (int64_t)(intptr_t)control->kernels, 0, body, (int64_t)bytes) &&
          sx_link_wait(link, &reply, &control->stop) && sx_link_take(link, &end, sizeof end);
  if (right) {
    control->failed = (int32_t)end.failed;
    control->site = (int32_t)end.site;
    control->operations = end.operations;
    memcpy(control->code, end.code, sizeof end.code);
    memcpy(control->message, end.message, sizeof end.message);
    memcpy(control->hint, end.hint, sizeof end.hint);
    int64_t follow = (reply.bytes - (int64_t)sizeof end) / (int64_t)sizeof *made;
    right = sx_link_take(link, made, follow * (int64_t)sizeof *made);
    for (int64_t i = 0; right && i < follow; i++)
      take_result(&made[i], &results[i], args + i / run->per_copy * run->params);
  }
  free(body);
  free(made);
  return right;
}

SX_API sx_run *sx_begin(sx_control *control, const sx_program *program, int32_t copies, sx_value *args, sx_value *results,
                        sx_data *windows) {
  struct host_run *run = calloc(1, sizeof *run);
  if (!run) return NULL;
  *run = (struct host_run){control->device, control, args, results, program->entry->params, program->entry->results, copies};
  control->failed = 0;
  if (!run_there(run, args, results, windows)) fail(control, run->link);
  return (sx_run *)run;
}

SX_API void sx_collect(sx_run *whole, const sx_data *from, void *to) {
  struct host_run *run = (struct host_run *)whole;
  int64_t copy = 0, index = 0;
  const char *at = (const char *)from, *first = (const char *)run->results, *given = (const char *)run->args;
  if (at >= first && at < first + (size_t)(run->copies * run->per_copy) * sizeof(sx_value)) {
    int64_t i = (at - first) / (int64_t)sizeof(sx_value);
    copy = i / run->per_copy;
    index = i % run->per_copy;
  } else {
    int64_t i = (at - given) / (int64_t)sizeof(sx_value);
    copy = i / run->params;
    index = -1 - i % run->params;
  }
  sx_link_reply reply;
  if (!sx_link_send(run->link, SX_LINK_COLLECT, copy, index, NULL, 0) || !sx_link_wait(run->link, &reply, NULL)) {
    fail(run->control, run->link);
    return;
  }
  if (reply.status == SX_LINK_DONE) {
    if (!sx_link_take(run->link, to, reply.bytes)) fail(run->control, run->link);
    return;
  }
  run->control->failed = 1;
  snprintf(run->control->code, sizeof run->control->code, "RUN-302");
  char message[512] = "";
  if (!sx_link_take(run->link, message, reply.bytes)) fail(run->control, run->link);
  else snprintf(run->control->message, sizeof run->control->message, "%s", message);
}

SX_API void sx_end(sx_run *whole) {
  struct host_run *run = (struct host_run *)whole;
  int64_t out[2];
  if (!run->link->broken) sx_link_call(run->link, SX_LINK_END, 0, 0, NULL, 0, NULL, 0, out);
  free(run);
}
