/* The program of an accelerator that serves a host: it keeps arrays and kernel libraries until the host frees them, and
   runs kernels on them. Its input and output are the link. All kernels share this runtime, which is built once. */
#include "sx_counters.h"
#include "sx_link.h"

#include <dlfcn.h>
#include <errno.h>
#include <unistd.h>

sx_run *sx_begin(sx_control *, const sx_program *, int32_t, sx_value *, sx_value *, sx_data *);
void sx_end(sx_run *);
void sx_collect(sx_run *, const sx_data *, void *);
int32_t sx_same(const sx_data *, const sx_data *);
void sx_external(sx_value *, int32_t, int32_t, const int64_t *, void *, int32_t, int32_t);
void sx_external_view(sx_value *, const int64_t *, int64_t);
void sx_external_free(sx_buffer *);

enum { ALONE = 119, BAD_LINK = 120, NO_MEMORY = 121 };

static void get(void *to, size_t bytes) {
  for (size_t at = 0; at < bytes;) {
    ssize_t n = read(0, (char *)to + at, bytes - at);
    if (n == 0) _exit(ALONE); /* the host has gone */
    if (n < 0 && errno != EINTR) _exit(BAD_LINK);
    if (n > 0) at += (size_t)n;
  }
}
static void put(const void *from, size_t bytes) {
  for (size_t at = 0; at < bytes;) {
    ssize_t n = write(1, (const char *)from + at, bytes - at);
    if (n < 0 && errno != EINTR) _exit(BAD_LINK);
    if (n > 0) at += (size_t)n;
  }
}
static void reply(int64_t status, int64_t value, const void *body, size_t bytes) {
  sx_link_reply head = {status, value, (int64_t)bytes};
  put(&head, sizeof head);
  put(body, bytes);
}
static void refuse(int64_t status, const char *message) { reply(status, 0, message, strlen(message)); }
_Noreturn static void no_memory(size_t bytes) {
  fprintf(stderr, "no memory on the accelerator for %zu bytes beside the arrays\n", bytes);
  _exit(NO_MEMORY);
}
static void *room(size_t bytes) {
  void *memory = calloc(1, bytes ? bytes : 1);
  if (!memory) no_memory(bytes);
  return memory;
}

/* The run that is going on, or whose results the host may still ask for. */
static struct {
  sx_control control;
  const sx_program *program;
  sx_link_run given;
  sx_value *args, *before, *results;
  sx_data *windows;
  sx_run *run;
  pthread_t thread;
  bool going; /* its thread was not joined yet */
} job;

static void begin_reply(void) {
  const sx_routine *entry = job.program->entry;
  int64_t all = job.control.failed ? 0 : job.given.copies * entry->results;
  size_t bytes = sizeof(sx_link_ended) + (size_t)all * sizeof(sx_link_result);
  char *body = room(bytes);
  sx_link_ended *ended = (sx_link_ended *)body;
  ended->failed = job.control.failed;
  ended->site = job.control.site;
  ended->operations = job.control.operations;
  memcpy(ended->code, job.control.code, sizeof ended->code);
  memcpy(ended->message, job.control.message, sizeof ended->message);
  memcpy(ended->hint, job.control.hint, sizeof ended->hint);
  sx_link_result *made = (sx_link_result *)(body + sizeof *ended);
  for (int64_t i = 0; i < all; i++) {
    const sx_value *v = &job.results[i];
    int kind = entry->kinds[i % entry->results];
    made[i] = (sx_link_result){.i = v->i, .f = v->f, .same = -1};
    if (kind != 2) continue;
    made[i].dtype = v->d.dtype;
    made[i].rank = v->d.rank;
    memcpy(made[i].dims, v->d.dims, sizeof made[i].dims);
    const sx_value *args = job.args + i / entry->results * entry->params;
    for (int p = entry->params - 1; p >= 0; p--)
      if (args[p].d.buffer && sx_same(&v->d, &args[p].d)) made[i].same = p;
  }
  reply(SX_LINK_DONE, 0, body, bytes);
  free(body);
}

static void *run_job(void *arg) {
  job.run = sx_begin(&job.control, job.program, (int32_t)job.given.copies, job.args, job.results, job.windows);
  if (!job.run) no_memory(sizeof(sx_run));
  return arg;
}
/* The host waits for this reply before it sends anything but SX_LINK_STOP. */
static void *run_and_reply(void *arg) {
  sx_counted_on_this(run_job, NULL);
  begin_reply();
  return arg;
}

static void begin(void *library, const char *body) {
  memset(&job, 0, sizeof job);
  memcpy(&job.given, body, sizeof job.given);
  const sx_link_window *shapes = (const sx_link_window *)(body + sizeof job.given);
  const sx_link_value *given = (const sx_link_value *)(shapes + job.given.params);
  job.program = dlsym(library, "sx_the_program");
  if (!job.program || job.program->entry->params != job.given.params) _exit(BAD_LINK);
  size_t values = (size_t)(job.given.copies * job.given.params);
  job.control.ranks = (int32_t)job.given.ranks;
  job.control.cpus = (int32_t)job.given.cpus;
  job.control.patience = job.given.patience;
  job.args = room((values + 1) * sizeof *job.args);
  job.before = room((values + 1) * sizeof *job.before);
  job.results = room((size_t)(job.given.copies * job.program->entry->results + 1) * sizeof *job.results);
  job.windows = room((size_t)(job.given.params + 1) * sizeof *job.windows);
  for (int64_t p = 0; p < job.given.params; p++) {
    job.windows[p].dtype = (int32_t)shapes[p].dtype;
    job.windows[p].rank = (int32_t)shapes[p].rank;
    memcpy(job.windows[p].dims, shapes[p].dims, sizeof shapes[p].dims);
  }
  for (size_t i = 0; i < values; i++) {
    const sx_link_value *v = &given[i];
    if (v->is_array) {
      sx_external(&job.args[i], (int32_t)v->dtype, (int32_t)v->rank, v->dims, (void *)(intptr_t)v->address,
                  (int32_t)v->device, (int32_t)v->tensor);
      sx_external_view(&job.args[i], v->strides, v->offset);
    } else {
      job.args[i].i = v->i;
      job.args[i].f = v->f;
    }
  }
  memcpy(job.before, job.args, values * sizeof *job.args);
  if (sx_uncounted_create(&job.thread, run_and_reply)) {
    job.control.failed = 1;
    snprintf(job.control.code, sizeof job.control.code, "RUN-303");
    snprintf(job.control.message, sizeof job.control.message, "no thread could be started");
    begin_reply();
    return;
  }
  job.going = true;
}

static void collect(int64_t copy, int64_t index) {
  const sx_routine *entry = job.program->entry;
  const sx_data *from = index >= 0 ? &job.results[copy * entry->results + index].d
                                   : &job.args[copy * entry->params - 1 - index].d;
  size_t bytes = (size_t)sx_bytes_for(from->dtype, sx_count(from));
  void *copied = room(bytes);
  sx_collect(job.run, from, copied);
  if (job.control.failed) refuse(SX_LINK_FAILED, job.control.message);
  else reply(SX_LINK_DONE, 0, copied, bytes);
  free(copied);
}

static void end(void) {
  if (job.run) sx_end(job.run);
  for (int64_t i = 0; i < job.given.copies * job.given.params; i++)
    if (job.before[i].d.buffer) sx_external_free(job.before[i].d.buffer);
  free(job.args);
  free(job.before);
  free(job.results);
  free(job.windows);
  memset(&job, 0, sizeof job);
  reply(SX_LINK_DONE, 0, NULL, 0);
}

static void serve(const sx_link_request *r, char *body) {
  void *at = (void *)(intptr_t)r->a;
  switch (r->op) {
  case SX_LINK_ALLOCATE: {
    void *memory = r->a > (int64_t)(SIZE_MAX / 4) ? NULL : aligned_alloc(64, ((size_t)r->a + 64) & ~(size_t)63);
    if (memory) reply(SX_LINK_DONE, (int64_t)(intptr_t)memory, NULL, 0);
    else refuse(SX_LINK_NO_MEMORY, "no memory");
    break;
  }
  case SX_LINK_FREE: free(at); reply(SX_LINK_DONE, 0, NULL, 0); break;
  case SX_LINK_READ: reply(SX_LINK_DONE, 0, at, (size_t)r->b); break;
  case SX_LINK_ZERO: memset(at, 0, (size_t)r->b); reply(SX_LINK_DONE, 0, NULL, 0); break;
  case SX_LINK_LOAD: {
    void *library = dlopen(body, RTLD_NOW | RTLD_LOCAL);
    if (library) reply(SX_LINK_DONE, (int64_t)(intptr_t)library, NULL, 0);
    else refuse(SX_LINK_FAILED, dlerror());
    break;
  }
  case SX_LINK_UNLOAD: dlclose(at); reply(SX_LINK_DONE, 0, NULL, 0); break;
  case SX_LINK_BEGIN: begin(at, body); break;
  case SX_LINK_COLLECT: collect(r->a, r->b); break;
  case SX_LINK_END: end(); break;
  case SX_LINK_COUNT: {
    char why[4096];
    sx_count_from_here(body, why, sizeof why);
    reply(SX_LINK_DONE, 0, why, strlen(why));
    break;
  }
  case SX_LINK_COUNTED: {
    double values[SX_COUNTERS * SX_LINK_PES];
    int counters = sx_counted(values);
    reply(SX_LINK_DONE, 0, values, sizeof(double) * (size_t)counters * SX_LINK_PES);
    break;
  }
  default: _exit(BAD_LINK);
  }
}

int main(void) {
  for (;;) {
    sx_link_request r;
    get(&r, sizeof r);
    if (r.op == SX_LINK_STOP) {
      if (job.going) atomic_store(&job.control.stop, 1);
      continue;
    }
    if (job.going) {
      pthread_join(job.thread, NULL);
      job.going = false;
    }
    if (r.op == SX_LINK_WRITE) {
      get((void *)(intptr_t)r.a, (size_t)r.bytes);
      reply(SX_LINK_DONE, 0, NULL, 0);
      continue;
    }
    char *body = room((size_t)r.bytes + 1);
    get(body, (size_t)r.bytes);
    serve(&r, body);
    free(body);
  }
}
