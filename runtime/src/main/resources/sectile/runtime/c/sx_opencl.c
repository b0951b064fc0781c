/* Arrays in memory of an OpenCL device, and the kernels that compute on them. The process that calls this code opened
   the device and built the kernels; it hands over their handles and the functions of the OpenCL library. */
#include "sx.h"
#ifdef SX_OPENCL
#include "sx_opencl.h"
#include "sx_rows.h"

typedef void *handle;

/* Filled by the caller, field by field in this order. */
typedef struct sx_device {
  handle context, queue, error;
  handle (*create_buffer)(handle context, uint64_t flags, size_t bytes, void *host, int32_t *status);
  int32_t (*release)(handle memory);
  int32_t (*set_arg)(handle kernel, uint32_t index, size_t bytes, const void *value);
  int32_t (*start)(handle queue, handle kernel, uint32_t axes, const size_t *offset, const size_t *global,
                   const size_t *local, uint32_t events, const handle *event, handle *done);
  int32_t (*read)(handle queue, handle memory, uint32_t blocking, size_t offset, size_t bytes, void *to,
                  uint32_t events, const handle *event, handle *done);
  int32_t (*write)(handle queue, handle memory, uint32_t blocking, size_t offset, size_t bytes, const void *from,
                   uint32_t events, const handle *event, handle *done);
  int32_t (*fill)(handle queue, handle memory, const void *pattern, size_t pattern_bytes, size_t offset, size_t bytes,
                  uint32_t events, const handle *event, handle *done);
  int32_t (*finish)(handle queue);
  handle kernel[SX_KERNELS];
  pthread_mutex_t lock; /* arguments of a kernel are set and used by one thread at a time; zeros are an open lock */
  _Atomic int32_t failed; /* what the first transfer that failed reported, until somebody tells */
} sx_device;
_Static_assert(sizeof(pthread_mutex_t) + 8 <= 128, "the caller gives them 128 bytes");

/* What the base of an array points to. The caller makes it for its arrays. */
struct memory {
  sx_device *device;
  handle buffer;
};

static struct memory *memory_of(const uint8_t *base) { return (struct memory *)(uintptr_t)base; }
static bool constant(const sx_data *a) { return !a->buffer && !a->window; }

/* ---- memory */

uint8_t *sx_memory_new(sx_run *run, size_t bytes) {
  sx_device *d = run->control->device;
  int32_t status = 0;
  handle buffer = d->create_buffer(d->context, 1 /* read and write */, bytes ? bytes : 1, NULL, &status);
  struct memory *m = status || !buffer ? NULL : malloc(sizeof *m);
  if (m) *m = (struct memory){d, buffer};
  return (uint8_t *)m;
}
void sx_memory_free(uint8_t *memory) {
  if (!memory) return;
  memory_of(memory)->device->release(memory_of(memory)->buffer);
  free(memory);
}
/* Who transfers is not always a thread that can end the run: the next kernel, or the end of the run, reports it. */
static void note(sx_device *d, int32_t status) {
  int32_t none = 0;
  if (status) atomic_compare_exchange_strong(&d->failed, &none, status);
}
static int32_t noted(sx_device *d) { return atomic_exchange(&d->failed, 0); }

void sx_memory_zero(uint8_t *memory, size_t bytes) {
  struct memory *m = memory_of(memory);
  uint8_t zero = 0;
  if (bytes) note(m->device, m->device->fill(m->device->queue, m->buffer, &zero, 1, 0, bytes, 0, NULL, NULL));
}
void sx_memory_read(const uint8_t *memory, size_t offset, size_t bytes, void *to) {
  struct memory *m = memory_of(memory);
  memset(to, 0, bytes);
  if (bytes) note(m->device, m->device->read(m->device->queue, m->buffer, 1, offset, bytes, to, 0, NULL, NULL));
}
void sx_memory_write(uint8_t *memory, size_t offset, size_t bytes, const void *from) {
  struct memory *m = memory_of(memory);
  if (bytes) note(m->device, m->device->write(m->device->queue, m->buffer, 1, offset, bytes, from, 0, NULL, NULL));
}
bool sx_same_memory(const uint8_t *a, const uint8_t *b) { return memory_of(a)->buffer == memory_of(b)->buffer; }

static bool is_memory(int32_t status) { return status == -4 || status == -5 || status == -6; }
static bool is_lost(int32_t status) { return status == -2 || status == -33 || status == -34 || status == -36; }
static const char *code_of(int32_t status) {
  return is_memory(status) ? "RUN-302" : is_lost(status) ? "RUN-334" : "RUN-332";
}
static void describe(int32_t status, char *message, size_t bytes) {
  snprintf(message, bytes,
           is_memory(status) ? "out of memory on the OpenCL device: error %d"
           : is_lost(status) ? "the OpenCL device is not available any more: error %d"
                             : "the OpenCL device reported error %d",
           (int)status);
}

/* The end of a run: all threads have ended. */
void sx_device_finish(sx_run *run) {
  sx_device *d = run->control->device;
  int32_t finished = d->finish(d->queue), status = noted(d);
  if (!status) status = finished;
  if (!status || run->control->failed) return;
  char message[100];
  describe(status, message, sizeof message);
  sx_record(run, -1, code_of(status), "", message);
}

/* ---- elements, one by one: what orchestration reads and writes */

uint64_t sx_bits_at(const sx_data *a, int64_t at) {
  uint64_t bits = 0;
  int width = sx_bits(a->dtype);
  if (constant(a)) {
    memcpy(&bits, a->base, sizeof bits);
    return bits;
  }
  if (width == 4) {
    sx_memory_read(a->base, (size_t)(at >> 1), 1, &bits);
    return at & 1 ? bits >> 4 : bits & 15;
  }
  sx_memory_read(a->base, (size_t)(at * (width / 8)), (size_t)(width / 8), &bits);
  return bits;
}
void sx_set_bits(const sx_data *a, int64_t at, uint64_t bits) {
  int width = sx_bits(a->dtype);
  if (width == 4) {
    uint8_t both;
    sx_memory_read(a->base, (size_t)(at >> 1), 1, &both);
    both = (uint8_t)(at & 1 ? (both & 15) | bits << 4 : (both & 0xf0) | (bits & 15));
    sx_memory_write(a->base, (size_t)(at >> 1), 1, &both);
    return;
  }
  sx_memory_write(a->base, (size_t)(at * (width / 8)), (size_t)(width / 8), &bits);
}
/* Ranks are threads of this process: a lock makes reading and writing a cell one step. */
bool sx_swap_bits(const sx_data *cell, uint64_t before, uint64_t after) {
  pthread_mutex_t *lock = &memory_of(cell->base)->device->lock;
  pthread_mutex_lock(lock);
  bool same = sx_bits_at(cell, cell->offset) == before;
  if (same) sx_set_bits(cell, cell->offset, after);
  pthread_mutex_unlock(lock);
  return same;
}

/* ---- kernels */

static sx_place place_of(const sx_data *a) {
  sx_place p = {.offset = a->offset, .dtype = a->dtype, .rank = a->rank, .is_constant = constant(a)};
  if (p.is_constant) memcpy(&p.bits, a->base, sizeof p.bits);
  for (int i = 0; i < a->rank; i++) p.dims[i] = a->dims[i], p.strides[i] = a->strides[i];
  return p;
}

static void check(sx_ctx *c, int32_t status) {
  int32_t earlier = noted(c->run->control->device);
  if (earlier) status = earlier;
  if (status == 0) return;
  char message[100];
  describe(status, message, sizeof message);
  sx_fail(c, code_of(status), "", "%s", message);
}

#define LOCAL 64
#define LOCAL_ROWS 16 /* few rows should still be shared by all compute units */

/* Starts a kernel for `count` positions; `in_order` if one work item must do them all. */
static void start(sx_ctx *c, int kernel, int64_t count, bool in_order, const sx_data *out, const sx_data *const *in,
                  int inputs, sx_params p) {
  if (count == 0) return;
  sx_device *d = c->run->control->device;
  handle k = d->kernel[kernel];
  in_order |= sx_bits(out->dtype) == 4; /* neighbours share a byte */
  p.count = count;
  p.chunk = in_order ? count : 1;
  size_t local = in_order ? 1 : LOCAL, global = in_order ? 1 : ((size_t)count + LOCAL - 1) / LOCAL * LOCAL;
  int32_t status = 0;
  uint32_t arg = 0;
  pthread_mutex_lock(&d->lock);
  for (int i = -1; i < inputs && !status; i++) {
    const sx_data *a = i < 0 ? out : in[i];
    sx_place place = place_of(a);
    handle buffer = place.is_constant ? NULL : memory_of(a->base)->buffer;
    status = d->set_arg(k, arg++, sizeof buffer, place.is_constant ? NULL : &buffer);
    if (!status) status = d->set_arg(k, arg++, sizeof place, &place);
  }
  if (!status) status = d->set_arg(k, arg++, sizeof p, &p);
  if (!status) status = d->set_arg(k, arg++, sizeof d->error, &d->error);
  if (!status) status = d->start(d->queue, k, 1, NULL, &global, &local, 0, NULL, NULL);
  pthread_mutex_unlock(&d->lock);
  check(c, status);
}
#define INPUTS(...) (const sx_data *const[]){__VA_ARGS__}, (int)(sizeof((const void *[]){__VA_ARGS__}) / sizeof(void *))

void sx_k_fused(sx_ctx *c, int kernel, bool by_rows, int64_t rows, int64_t columns, int arrays,
                const sx_rows *const *array, int numbers, const float *number) {
  sx_device *d = c->run->control->device;
  handle k = c->run->control->kernels[kernel];
  int64_t items = by_rows ? rows : rows * columns;
  size_t local = by_rows ? LOCAL_ROWS : LOCAL, global = ((size_t)items + local - 1) / local * local;
  int32_t status = 0;
  uint32_t arg = 0;
  pthread_mutex_lock(&d->lock);
  for (int i = 0; i < arrays && !status; i++) {
    handle buffer = memory_of(array[i]->memory)->buffer;
    status = d->set_arg(k, arg++, sizeof buffer, &buffer);
    if (!status) status = d->set_arg(k, arg++, sizeof array[i]->at, &array[i]->at);
    if (!status) status = d->set_arg(k, arg++, sizeof array[i]->step, &array[i]->step);
  }
  for (int i = 0; i < numbers && !status; i++) status = d->set_arg(k, arg++, sizeof number[i], &number[i]);
  if (!status) status = d->set_arg(k, arg++, sizeof rows, &rows);
  if (!status) status = d->set_arg(k, arg++, sizeof columns, &columns);
  if (!status) status = d->start(d->queue, k, 1, NULL, &global, &local, 0, NULL, NULL);
  pthread_mutex_unlock(&d->lock);
  check(c, status);
}

/* The same as `start` for a kernel that may meet a position where it fails: the first such position, or -1. */
static int64_t start_checked(sx_ctx *c, int kernel, int64_t count, bool in_order, const sx_data *out,
                             const sx_data *const *in, int inputs, sx_params p) {
  static const int32_t none = INT32_MAX;
  sx_device *d = c->run->control->device;
  int32_t found = none;
  if (count == 0) return -1;
  if (count > INT32_MAX) sx_fail(c, "RUN-332", "", "more elements than a kernel can check");
  check(c, d->write(d->queue, d->error, 1, 0, sizeof none, &none, 0, NULL, NULL));
  start(c, kernel, count, in_order, out, in, inputs, p);
  check(c, d->read(d->queue, d->error, 1, 0, sizeof found, &found, 0, NULL, NULL));
  return found == none ? -1 : found;
}

void sx_k_copy(sx_ctx *c, const sx_data *to, const sx_data *from) {
  start(c, SX_K_COPY, sx_count(to), false, to, INPUTS(from), (sx_params){0});
}
void sx_k_fill(sx_ctx *c, const sx_data *a, uint64_t bits) {
  start(c, SX_K_FILL, sx_count(a), false, a, NULL, 0, (sx_params){.n = {(int64_t)bits}});
}
void sx_k_unary(sx_ctx *c, int fn, const sx_data *out, const sx_data *a) {
  start(c, SX_K_UNARY, sx_count(out), false, out, INPUTS(a), (sx_params){.n = {fn}});
}
int64_t sx_k_combine(sx_ctx *c, int fn, const sx_data *out, const sx_data *a, const sx_data *b) {
  sx_params p = {.n = {fn}};
  bool fails = !sx_is_float(out->dtype) && (fn == SX_DIV || fn == SX_FLOOR_DIV || fn == SX_FMOD || fn == SX_REM || fn == SX_POW);
  if (fails) return start_checked(c, SX_K_COMBINE, sx_count(out), false, out, INPUTS(a, b), p);
  start(c, SX_K_COMBINE, sx_count(out), false, out, INPUTS(a, b), p);
  return -1;
}
void sx_k_merge_valid(sx_ctx *c, const sx_data *out, const sx_data *a, const sx_data *b) {
  sx_params p = {0};
  for (int i = 0; i < a->rank; i++) p.n[i] = a->valid[i], p.n[SX_RANK + i] = b->valid[i];
  start(c, SX_K_MERGE_VALID, sx_count(out), false, out, INPUTS(a, b), p);
}
void sx_k_cast(sx_ctx *c, int mode, const sx_data *out, const sx_data *a) {
  start(c, SX_K_CAST, sx_count(out), false, out, INPUTS(a), (sx_params){.n = {mode}});
}
void sx_k_compare(sx_ctx *c, int cmp, const sx_data *out, const sx_data *a, const sx_data *b) {
  start(c, SX_K_COMPARE, sx_count(out), false, out, INPUTS(a, b), (sx_params){.n = {cmp}});
}
void sx_k_pack(sx_ctx *c, const sx_data *out, const sx_data *holds, int64_t columns) {
  start(c, SX_K_PACK, sx_count(out), false, out, INPUTS(holds), (sx_params){.n = {columns}});
}
void sx_k_select(sx_ctx *c, const sx_data *out, const sx_data *mask, const sx_data *a, const sx_data *b) {
  start(c, SX_K_SELECT, sx_count(out), false, out, INPUTS(mask, a, b), (sx_params){0});
}
void sx_k_fold(sx_ctx *c, const sx_data *out, int fn, int steps, const sx_data *a, int axis, int64_t length) {
  start(c, SX_K_FOLD, sx_count(out), false, out, INPUTS(a), (sx_params){.n = {fn, axis, length, steps}});
}
void sx_k_multiply(sx_ctx *c, int64_t m, int64_t n, int64_t k, const sx_data *a, const sx_data *b, const sx_data *out,
                   int64_t batch) {
  start(c, SX_K_MULTIPLY, m * n, false, out, INPUTS(a, b), (sx_params){.n = {m, n, k, batch}});
}
void sx_k_scale(sx_ctx *c, const sx_data *made, const sx_data *scales, bool rows) {
  start(c, SX_K_SCALE, sx_count(made), false, made, INPUTS(scales), (sx_params){.n = {rows}});
}
void sx_k_count_up(sx_ctx *c, const sx_data *out, int64_t sign, int64_t start_i, double start_f) {
  start(c, SX_K_COUNT_UP, sx_count(out), false, out, NULL, 0, (sx_params){.n = {sign, start_i}, .real = start_f});
}
void sx_k_triangle(sx_ctx *c, const sx_data *out, int64_t diagonal, bool upper) {
  start(c, SX_K_TRIANGLE, sx_count(out), false, out, NULL, 0, (sx_params){.n = {diagonal, upper}});
}
void sx_k_random(sx_ctx *c, const sx_data *out, const int64_t *key, const int64_t *counter, int64_t rounds) {
  sx_params p = {.n = {key[0], key[1], counter[0], counter[1], counter[2], counter[3], rounds}};
  start(c, SX_K_RANDOM, sx_count(out), false, out, NULL, 0, p);
}
int64_t sx_k_gather_axis(sx_ctx *c, const sx_data *out, int axis, const sx_data *input, const sx_data *index) {
  return start_checked(c, SX_K_GATHER_AXIS, sx_count(out), false, out, INPUTS(input, index), (sx_params){.n = {axis}});
}
int64_t sx_k_gather_flat(sx_ctx *c, const sx_data *out, const sx_data *source, const sx_data *indices) {
  return start_checked(c, SX_K_GATHER_FLAT, sx_count(out), false, out, INPUTS(source, indices), (sx_params){0});
}
int64_t sx_k_gather_bytes(sx_ctx *c, const sx_data *out, const sx_data *even, const sx_data *offsets, int64_t limit) {
  return start_checked(c, SX_K_GATHER_BYTES, sx_count(offsets), false, out, INPUTS(even, offsets),
                       (sx_params){.n = {limit}});
}
void sx_k_gather_compare(sx_ctx *c, const sx_data *found, const sx_data *counts, const sx_data *holds, int64_t columns,
                         int64_t rows, int64_t valid, int64_t room, int64_t offset) {
  start(c, SX_K_GATHER_COMPARE, rows, false, found, INPUTS(counts, holds),
        (sx_params){.n = {columns, valid, room, offset}});
}
int64_t sx_k_gather_paged(sx_ctx *c, const sx_data *out, const sx_data *source, const sx_data *indices,
                          const sx_data *table, int64_t rows, int64_t block_size, int64_t size, int64_t first) {
  return start_checked(c, SX_K_GATHER_PAGED, rows, false, out, INPUTS(source, indices, table),
                       (sx_params){.n = {block_size, size, first}});
}
int64_t sx_k_gather_rows(sx_ctx *c, const sx_data *out, const sx_data *memory, const sx_data *index, int64_t length,
                         int64_t limit, int64_t outside) {
  return start_checked(c, SX_K_GATHER_ROWS, sx_count(index), false, out, INPUTS(memory, index),
                       (sx_params){.n = {length, limit, outside}});
}
int64_t sx_k_scatter_axis(sx_ctx *c, const sx_data *out, int axis, const sx_data *index, const sx_data *source) {
  return start_checked(c, SX_K_SCATTER_AXIS, sx_count(index), true, out, INPUTS(index, source),
                       (sx_params){.n = {axis}});
}
int64_t sx_k_scatter_flat(sx_ctx *c, const sx_data *out, const sx_data *source, const sx_data *indices) {
  return start_checked(c, SX_K_SCATTER_FLAT, sx_count(indices), true, out, INPUTS(source, indices), (sx_params){0});
}
int64_t sx_k_scatter_rows(sx_ctx *c, const sx_data *out, const sx_data *rows, const sx_data *source, int64_t length,
                          int64_t limit) {
  return start_checked(c, SX_K_SCATTER_ROWS, sx_count(rows), true, out, INPUTS(source, rows),
                       (sx_params){.n = {length, limit}});
}
int64_t sx_k_scatter_valid(sx_ctx *c, const sx_data *out, const sx_data *source, const sx_data *index, int64_t n) {
  sx_params p = {0};
  for (int i = 0; i < source->rank; i++) p.n[i] = source->valid[i];
  return start_checked(c, SX_K_SCATTER_VALID, n, true, out, INPUTS(source, index), p);
}
void sx_k_sort_blocks(sx_ctx *c, const sx_data *out, const sx_data *source, const sx_data *index) {
  int64_t columns = source->dims[source->rank - 1], blocks = (columns + 31) / 32;
  int64_t rows = columns ? sx_count(source) / columns : 0;
  start(c, SX_K_SORT_BLOCKS, rows * blocks, false, out, INPUTS(source, index), (sx_params){.n = {columns, blocks}});
}
void sx_k_merge_runs(sx_ctx *c, const sx_data *out, const sx_data *source, int64_t length, int64_t columns) {
  int64_t groups = (columns + 4 * length - 1) / (4 * length), rows = columns ? sx_count(source) / columns : 0;
  start(c, SX_K_MERGE_RUNS, rows * groups, false, out, INPUTS(source), (sx_params){.n = {length, columns, groups}});
}
void sx_k_merge_rows(sx_ctx *c, const sx_data *out, const sx_data *joined, int runs, const int64_t *columns,
                     int64_t rows, bool exhausted) {
  sx_params p = {.n = {runs, exhausted}};
  for (int i = 0; i < runs; i++) p.n[2 + i] = columns[i];
  start(c, SX_K_MERGE_ROWS, rows, false, out, INPUTS(joined), p);
}
#endif
