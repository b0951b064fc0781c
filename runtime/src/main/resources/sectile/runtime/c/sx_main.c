/* The main function of a program that runs in a process or on a board of its own: reads the arguments of a run from a
   file, runs, and writes what came of it to another one. Numbers are little-endian. */
#include "sx.h"
#include <errno.h>
#include <time.h>
#ifdef SX_MPI
#include "sx_mpi.h"
#endif

extern const sx_program sx_the_program;
sx_run *sx_begin(sx_control *, const sx_program *, int32_t, sx_value *, sx_value *, sx_data *);
void sx_end(sx_run *);
void sx_collect(sx_run *, const sx_data *, void *);
int32_t sx_same(const sx_data *, const sx_data *);
void sx_external(sx_value *, int32_t, int32_t, const int64_t *, void *, int32_t, int32_t);

/* As ProcessProgram reads them. */
enum { NO_ROOM = 118, ALONE = 119, BAD_FILE = 120, NO_MEMORY = 121, FAILED = 122 };

static void need(bool right, int code) {
  if (!right) exit(code);
}
static void get(FILE *in, void *to, size_t bytes) { need(bytes == 0 || fread(to, 1, bytes, in) == bytes, BAD_FILE); }
static void need_written(bool right) {
  if (!right) exit(errno == ENOSPC ? NO_ROOM : BAD_FILE);
}
static void put(FILE *out, const void *from, size_t bytes) {
  need_written(bytes == 0 || fwrite(from, 1, bytes, out) == bytes);
}
static int64_t number(FILE *in) {
  int64_t value;
  get(in, &value, sizeof value);
  return value;
}
static void put_number(FILE *out, int64_t value) { put(out, &value, sizeof value); }
static void *room(size_t bytes) {
  void *memory = calloc(1, bytes ? bytes : 1);
  need(memory != NULL, NO_MEMORY);
  return memory;
}
static int64_t nanoseconds(void) {
#ifdef SX_BARE
  uint64_t ticks; /* of 10 MHz, as the board of QEMU has */
  __asm__ volatile("rdtime %0" : "=r"(ticks));
  return (int64_t)ticks * 100;
#else
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
#endif
}

static void put_array(FILE *out, sx_run *run, const sx_data *d) {
  size_t bytes = (size_t)sx_bytes_for(d->dtype, sx_count(d));
  void *copy = room(bytes);
  sx_collect(run, d, copy);
  put_number(out, d->dtype);
  put_number(out, d->rank);
  for (int i = 0; i < d->rank; i++) put_number(out, d->dims[i]);
  put(out, copy, bytes);
  free(copy);
}

/* Arrays among the parameters of a copy of the entry function, and its results. */
static void put_copy(FILE *out, sx_run *run, const sx_value *args, const uint8_t *arrays, const sx_value *results) {
  const sx_routine *entry = sx_the_program.entry;
  for (int p = 0; p < entry->params; p++)
    if (arrays[p]) put_array(out, run, &args[p].d);
  for (int i = 0; i < entry->results; i++) {
    const sx_value *v = &results[i];
    put_number(out, entry->kinds[i]);
    if (entry->kinds[i] == 0) put_number(out, v->i);
    else if (entry->kinds[i] == 1) put(out, &v->f, sizeof v->f);
    else put_array(out, run, &v->d);
    for (int p = 0; p < entry->params; p++)
      put_number(out, entry->kinds[i] == 2 && arrays[p] && sx_same(&v->d, &args[p].d));
  }
}

#ifdef SX_MPI
/* What a process other than the first has to say. */
_Noreturn static void report(sx_run *run, int copies, const sx_value *args, const uint8_t *arrays,
                             const sx_value *results) {
  const sx_routine *entry = sx_the_program.entry;
  int here = sx_world_rank();
  char *body = NULL;
  size_t bytes = 0;
  FILE *out = open_memstream(&body, &bytes);
  need(out != NULL, NO_MEMORY);
  put_number(out, run->control->operations);
  if (copies > 1 && !run->control->failed)
    put_copy(out, run, args + here * entry->params, arrays + here * entry->params, results + here * entry->results);
  need(fclose(out) == 0, NO_MEMORY);
  if (!run->control->failed) sx_world_report(body, bytes);
  sx_world_close(run, 0);
}
#endif

static int whole(const char *input, const char *output) {
#ifdef SX_MPI
  size_t size;
  void *all = sx_world_input(input, &size);
  need(all != NULL, BAD_FILE);
  FILE *in = fmemopen(all, size, "rb");
#else
  FILE *in = fopen(input, "rb");
#endif
  need(in != NULL, BAD_FILE);
  const sx_routine *entry = sx_the_program.entry;
  sx_control *control = room(sizeof *control);
  control->ranks = (int32_t)number(in);
  control->cpus = (int32_t)number(in);
  control->patience = number(in);
#ifdef SX_MPI
  control->here = sx_world_rank();
#endif
  int copies = (int)number(in);
  int64_t params = number(in);
  need(params == entry->params, BAD_FILE);
  sx_value *args = room(sizeof *args * (size_t)(copies * params + 1));
  sx_value *results = room(sizeof *results * (size_t)(copies * entry->results + 1));
  sx_data *windows = room(sizeof *windows * (size_t)(params + 1));
  uint8_t *arrays = room((size_t)(copies * params + 1));
  for (int64_t i = 0; i < copies * params; i++) {
    int64_t kind = number(in);
    sx_data *window = &windows[i % params];
    if (kind == 0) args[i].i = number(in);
    else if (kind == 1) get(in, &args[i].f, sizeof args[i].f);
    if (kind < 2) {
      window->rank = -1;
      continue;
    }
    bool is_window = number(in) != 0;
    int32_t device = (int32_t)number(in), tensor = (int32_t)number(in), dtype = (int32_t)number(in);
    int32_t rank = (int32_t)number(in);
    int64_t dims[SX_RANK], n = 1;
    need(rank >= 0 && rank <= SX_RANK, BAD_FILE);
    for (int a = 0; a < rank; a++) n *= dims[a] = number(in);
    size_t bytes = (size_t)sx_bytes_for(dtype, n);
    uint8_t *memory = aligned_alloc(64, (bytes + 127) & ~(size_t)63);
    need(memory != NULL, NO_MEMORY);
    get(in, memory, bytes);
    sx_external(&args[i], dtype, rank, dims, memory, device, tensor);
    arrays[i] = 1;
    window->dtype = dtype;
    window->rank = is_window ? rank : -1;
    for (int a = 0; a < rank; a++) window->dims[a] = dims[a];
  }
  fclose(in);
  int64_t start = nanoseconds();
  sx_run *run = sx_begin(control, &sx_the_program, copies, args, results, windows);
  int64_t time = nanoseconds() - start;
  need(run != NULL, NO_MEMORY);
#ifdef SX_MPI
  if (control->here) report(run, copies, args, arrays, results);
  sx_letter **reports = room(sizeof *reports * (size_t)control->ranks);
  for (int r = 1; r < control->ranks; r++)
    if ((reports[r] = sx_world_over(r))) control->operations += sx_read_number(reports[r]);
#endif
  FILE *out = fopen(output, "wb");
  need_written(out != NULL);
  put_number(out, control->failed);
  put_number(out, control->site);
  put(out, control->code, sizeof control->code);
  put(out, control->message, sizeof control->message);
  put(out, control->hint, sizeof control->hint);
  put_number(out, time);
  put_number(out, control->operations);
  for (int r = 0; r < copies && !control->failed; r++) {
#ifdef SX_MPI
    if (r > 0) {
      put(out, reports[r]->body + reports[r]->at, reports[r]->bytes - reports[r]->at);
      continue;
    }
#endif
    put_copy(out, run, args + r * params, arrays + r * params, results + r * entry->results);
  }
  need_written(fclose(out) == 0);
#ifdef SX_MPI
  sx_world_close(run, control->failed ? FAILED : 0);
#endif
  return 0;
}

#ifdef SX_BARE
/* A board has no arguments: names of files are fixed, and the emulator starts in their directory. */
int main(void) { return whole("input.bin", "output.bin"); }
#else
#ifndef SX_MPI
#include <sys/stat.h>
#include <unistd.h>

/* Who starts this program holds the other end of its input open: when that closes, nobody waits for the results. */
static void *attend_parent(void *arg) {
  char byte;
  ssize_t n;
  while ((n = read(0, &byte, 1)) > 0 || (n < 0 && errno == EINTR)) continue;
  _exit(ALONE);
  return arg;
}
static void attach(void) {
  struct stat input;
  pthread_t thread;
  if (fstat(0, &input) == 0 && S_ISFIFO(input.st_mode) && pthread_create(&thread, NULL, attend_parent, NULL) == 0)
    pthread_detach(thread);
}
#endif
int main(int count, char **words) {
#ifdef SX_MPI
  sx_world_open(&count, &words);
#else
  attach();
#endif
  return count == 3 ? whole(words[1], words[2]) : BAD_FILE;
}
#endif
