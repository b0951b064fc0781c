/* The runtime of emitted programs: values, arithmetic, cores, tasks and ranks. Emitted C includes this file. */
#ifndef SX_H
#define SX_H

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sx_codes.h"

#define SX_API __attribute__((visibility("default")))
#define SX_RUN 512

/* Tables that every file that needs them has of its own; OpenCL C has a place of its own for them. */
#define SX_TABLE static const
#define SX_TABLE_OF(type) const type

/* In a build for a device with memory of its own, a kernel of the device does what the rest of the function does. */
#ifdef SX_OPENCL
#define SX_ON_DEVICE(...)  \
  do {                     \
    __VA_ARGS__;           \
    return;                \
  } while (0)
#else
#define SX_ON_DEVICE(...) \
  do {                    \
  } while (0)
#endif

typedef struct sx_ctx sx_ctx;
typedef struct sx_task sx_task;
typedef struct sx_window sx_window;
typedef struct sx_run sx_run;

typedef struct sx_buffer {
  _Atomic int64_t refs;
  size_t bytes;
  uint8_t *data;
  bool external;           /* memory of the caller */
  struct sx_buffer *next;  /* among free ones of a thread */
  struct sx_buffer *all;   /* among all of the run */
} sx_buffer;

/* A tile, a tensor or a window: a view of a buffer, and the part of it that holds data. */
typedef struct {
  sx_buffer *buffer;
  uint8_t *base;
  int64_t offset; /* in elements, as strides */
  int32_t dtype, rank;
  bool tensor, manual;
  int32_t device;    /* whose memory it is; -1 for the host's */
  sx_window *window; /* if peers can reach it */
  sx_task *pending;  /* its result number `result`, which may not be there yet */
  int32_t result;
  int64_t dims[SX_RANK], strides[SX_RANK], valid[SX_RANK];
} sx_data;

/* A scalar as an array of rank 0. */
typedef struct {
  sx_data d;
  uint64_t bits;
} sx_number;

/* A scalar or an array, as arguments and results of functions. */
typedef struct {
  int64_t i;
  double f;
  sx_data d;
} sx_value;

typedef void (*sx_function)(sx_ctx *c, const sx_value *args, sx_value *results);

/* What a function does with an argument. */
enum { SX_READS = 1, SX_WRITES = 2 };

typedef struct {
  const char *name;
  sx_function code;
  int params, results;
  const uint8_t *uses;   /* of each parameter */
  const int8_t *aliases; /* of each result the parameter it always is, or -1 */
  const uint8_t *kinds;  /* of each result: 0 integer, 1 floating point, 2 array */
  int kind;              /* of function, as sectile.ir.symbol.FunctionKind orders them */
  bool host, blocks_peers, ordered, lanes_known;
  bool local; /* uses the memory of its arguments and nothing else, and waits for nothing */
  int64_t core_num, lanes;
} sx_routine;

enum { SX_HOST, SX_ORCHESTRATOR, SX_BLOCK, SX_CUBE, SX_VECTOR };
enum { SX_OPAQUE, SX_ORCHESTRATION, SX_IN_CORE, SX_AIC, SX_AIV, SX_GROUP, SX_SPMD, SX_INLINE, SX_GRAPH };
enum { SX_NEXT, SX_BREAK, SX_CONTINUE, SX_RETURN };

typedef struct sx_launch sx_launch;
typedef struct sx_group sx_group;
typedef struct sx_table sx_table;
typedef struct sx_children sx_children;
typedef struct sx_deferred sx_deferred;

typedef bool (*sx_condition)(void *arg);

typedef struct sx_thread {
  sx_run *run;
  jmp_buf escape;
  sx_buffer *free_buffers;
  int64_t idle;
  int64_t operations; /* of floating-point numbers */
  volatile int32_t trap; /* the signal that ended its code, or 0 */
  int64_t seen;
  const char *waits;
  int waits_site;
  sx_condition awaited; /* what it waits for, while it waits */
  void *awaited_of;
  struct sx_deque *deque; /* its work that others may take */
  int victim;             /* where it last found work of others */
  char *room;             /* for small blocks, and how much of it is left */
  size_t room_left;
} sx_thread;

/* Where code runs. */
struct sx_ctx {
  sx_run *run;
  sx_thread *thread;
  int kind, rank;
  sx_launch *launch;
  sx_group *group;
  int64_t block, lane;
  sx_table *tasks;
  bool manual;
  sx_children *children;
  sx_deferred *deferred;
  int site;
};

/* A frame: the variables of one activation of a function. */
typedef struct {
  int integers, floats, arrays;
  int64_t *i;
  double *f;
  sx_data *d;
  bool returned;
} sx_frame;

typedef int (*sx_body)(sx_ctx *c, sx_frame *f);

#ifdef SX_OPENCL
/* ---- kernels of the device: sx_opencl.c; those that give a position found it to fail there, or -1 */
void sx_device_finish(sx_run *run);
bool sx_same_memory(const uint8_t *a, const uint8_t *b);
bool sx_swap_bits(const sx_data *cell, uint64_t before, uint64_t after);
void sx_k_copy(sx_ctx *c, const sx_data *to, const sx_data *from);
void sx_k_fill(sx_ctx *c, const sx_data *a, uint64_t bits);
void sx_k_unary(sx_ctx *c, int fn, const sx_data *out, const sx_data *a);
int64_t sx_k_combine(sx_ctx *c, int fn, const sx_data *out, const sx_data *a, const sx_data *b);
void sx_k_merge_valid(sx_ctx *c, const sx_data *out, const sx_data *a, const sx_data *b);
void sx_k_cast(sx_ctx *c, int mode, const sx_data *out, const sx_data *a);
void sx_k_compare(sx_ctx *c, int cmp, const sx_data *out, const sx_data *a, const sx_data *b);
void sx_k_pack(sx_ctx *c, const sx_data *out, const sx_data *holds, int64_t columns);
void sx_k_select(sx_ctx *c, const sx_data *out, const sx_data *mask, const sx_data *a, const sx_data *b);
void sx_k_fold(sx_ctx *c, const sx_data *out, int fn, int steps, const sx_data *a, int axis, int64_t length);
void sx_k_multiply(sx_ctx *c, int64_t m, int64_t n, int64_t k, const sx_data *a, const sx_data *b, const sx_data *out,
                   int64_t batch);
void sx_k_scale(sx_ctx *c, const sx_data *made, const sx_data *scales, bool rows);
void sx_k_count_up(sx_ctx *c, const sx_data *out, int64_t sign, int64_t start_i, double start_f);
void sx_k_triangle(sx_ctx *c, const sx_data *out, int64_t diagonal, bool upper);
void sx_k_random(sx_ctx *c, const sx_data *out, const int64_t *key, const int64_t *counter, int64_t rounds);
int64_t sx_k_gather_axis(sx_ctx *c, const sx_data *out, int axis, const sx_data *input, const sx_data *index);
int64_t sx_k_gather_flat(sx_ctx *c, const sx_data *out, const sx_data *source, const sx_data *indices);
int64_t sx_k_gather_bytes(sx_ctx *c, const sx_data *out, const sx_data *even, const sx_data *offsets, int64_t limit);
void sx_k_gather_compare(sx_ctx *c, const sx_data *found, const sx_data *counts, const sx_data *holds, int64_t columns,
                         int64_t rows, int64_t valid, int64_t room, int64_t offset);
int64_t sx_k_gather_paged(sx_ctx *c, const sx_data *out, const sx_data *source, const sx_data *indices,
                          const sx_data *table, int64_t rows, int64_t block_size, int64_t size, int64_t first);
int64_t sx_k_gather_rows(sx_ctx *c, const sx_data *out, const sx_data *memory, const sx_data *index, int64_t length,
                         int64_t limit, int64_t outside);
int64_t sx_k_scatter_axis(sx_ctx *c, const sx_data *out, int axis, const sx_data *index, const sx_data *source);
int64_t sx_k_scatter_flat(sx_ctx *c, const sx_data *out, const sx_data *source, const sx_data *indices);
int64_t sx_k_scatter_rows(sx_ctx *c, const sx_data *out, const sx_data *rows, const sx_data *source, int64_t length,
                          int64_t limit);
int64_t sx_k_scatter_valid(sx_ctx *c, const sx_data *out, const sx_data *source, const sx_data *index, int64_t n);
void sx_k_sort_blocks(sx_ctx *c, const sx_data *out, const sx_data *source, const sx_data *index);
void sx_k_merge_runs(sx_ctx *c, const sx_data *out, const sx_data *source, int64_t length, int64_t columns);
void sx_k_merge_rows(sx_ctx *c, const sx_data *out, const sx_data *joined, int runs, const int64_t *columns,
                     int64_t rows, bool exhausted);
#endif

/* ---- errors and waiting: sx_run.c */
_Noreturn void sx_fail(sx_ctx *c, const char *code, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static inline void sx_defined(sx_ctx *c, int64_t flag, const char *name) {
  if (!flag) sx_fail(c, "EXEC-100", "", "`%s` has no value here", name);
}
void sx_await(sx_ctx *c, sx_condition condition, void *arg, const char *what);
void sx_changed(sx_run *run);
void sx_round(sx_ctx *c);
void sx_tick(sx_ctx *c);
void *sx_alloc(sx_ctx *c, size_t bytes);
void sx_account(sx_thread *t);
void sx_watch(sx_thread *t);
void sx_unwatch(sx_thread *t);
#define SX_WORK(c, dtype, count) \
  do { \
    if (sx_is_float(dtype)) (c)->thread->operations += (count); \
  } while (0)

/* ---- memory of arrays: of this process, or of the device */
uint8_t *sx_memory_new(sx_run *run, size_t bytes); /* null if there is none left */
void sx_memory_free(uint8_t *memory);
void sx_memory_zero(uint8_t *memory, size_t bytes);
void sx_memory_read(const uint8_t *memory, size_t offset, size_t bytes, void *to);

/* ---- arrays: sx_arrays.c */
int sx_bits(int dtype);
bool sx_is_float(int dtype);
bool sx_is_signed(int dtype);
int64_t sx_count(const sx_data *a);
int64_t sx_bytes_for(int dtype, int64_t elements);
void sx_make(sx_ctx *c, sx_data *out, bool tensor, int dtype, int rank, const int64_t *dims, bool zero);
void sx_assign(sx_ctx *c, sx_data *to, const sx_data *from);
void sx_release(sx_ctx *c, sx_data *d);
const sx_data *sx_use(sx_ctx *c, sx_data *d, const char *name);
void sx_guard(sx_ctx *c, const sx_data *part, bool write);
void sx_end_calls(sx_ctx *c);
const sx_data *sx_number_i(sx_number *n, int dtype, int64_t value);
const sx_data *sx_number_f(sx_number *n, int dtype, double value);
bool sx_contiguous(const sx_data *a);
int64_t sx_element(const sx_data *a, int64_t position);
uint64_t sx_bits_at(const sx_data *a, int64_t element);
void sx_set_bits(const sx_data *a, int64_t element, uint64_t bits);
void sx_copy_elements(sx_ctx *c, const sx_data *to, const sx_data *from);
bool sx_broadcast_to(const sx_data *a, int rank, const int64_t *dims, sx_data *view);
void sx_reshaped(sx_ctx *c, const sx_data *a, int rank, const int64_t *dims, sx_data *view, sx_data *copy);
void sx_block_of(sx_ctx *c, const sx_data *a, const int64_t *offsets, const int64_t *extents, sx_data *view);
void sx_valid_of(const sx_data *a, sx_data *view);
void sx_check_shape(sx_ctx *c, int rank, const int64_t *dims);
const char *sx_shape_text(char *text, int rank, const int64_t *dims);
const char *sx_dtype_text(int dtype);

/* ---- numbers: sx_numbers.c */
double sx_to_double(int dtype, uint64_t bits);
int64_t sx_to_long(int dtype, uint64_t bits);
uint64_t sx_of_double(int dtype, double value);
uint64_t sx_of_long(int dtype, int64_t value);
uint64_t sx_of_unsigned(int dtype, uint64_t value);
uint64_t sx_convert(int from, int to, uint64_t bits);
int64_t sx_to_integer(int dtype, double value);
double sx_round_float(int dtype, double value);
int64_t sx_wrap(int dtype, int64_t value);
double sx_unary_f(int fn, double a);
double sx_binary_f(int fn, double a, double b);
int64_t sx_unary_i(int fn, int dtype, int64_t a);
bool sx_binary_i(int fn, int dtype, int64_t a, int64_t b, int64_t *out); /* false if undefined */
bool sx_compare_f(int cmp, double a, double b);
bool sx_compare_i(int cmp, int dtype, int64_t a, int64_t b);
uint64_t sx_cast_bits(int from, int to, int mode, uint64_t bits);
void sx_read_doubles(int dtype, const uint8_t *base, int64_t first, int64_t step, int n, double *out);
void sx_write_doubles(int dtype, uint8_t *base, int64_t first, int64_t step, int n, const double *in);
void sx_read_longs(int dtype, const uint8_t *base, int64_t first, int64_t step, int n, int64_t *out);
void sx_write_longs(int dtype, uint8_t *base, int64_t first, int64_t step, int n, const int64_t *in);

/* Scalars of a program. */
int64_t sx_scalar_binary_i(sx_ctx *c, int fn, int dtype, int64_t a, int64_t b);
double sx_scalar_binary_f(int fn, int dtype, double a, double b);
int64_t sx_scalar_unary_i(int fn, int dtype, int64_t a);
double sx_scalar_unary_f(int fn, int dtype, double a);
double sx_long_to_float(int from, int to, int64_t value);
static inline int64_t sx_trip(int64_t from, int64_t to, int64_t by) {
  if (by > 0) return to > from ? (to - from + by - 1) / by : 0;
  return from > to ? (from - to - by - 1) / -by : 0;
}
static inline int64_t sx_add_i64(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }
static inline int64_t sx_sub_i64(int64_t a, int64_t b) { return (int64_t)((uint64_t)a - (uint64_t)b); }
static inline int64_t sx_mul_i64(int64_t a, int64_t b) { return (int64_t)((uint64_t)a * (uint64_t)b); }
int64_t sx_d2l(double value);

/* ---- computing: sx_compute.c, sx_matmul.c */
void sx_unary(sx_ctx *c, sx_data *out, bool tensor, int fn, const sx_data *a);
void sx_binary(sx_ctx *c, sx_data *out, bool tensor, int fn, const sx_data *a, const sx_data *b, const sx_data *lhs);
void sx_binary_valid(sx_ctx *c, sx_data *out, bool tensor, int fn, const sx_data *a, const sx_data *b);
void sx_cast(sx_ctx *c, sx_data *out, bool tensor, int to, int mode, const sx_data *a);
void sx_compare(sx_ctx *c, sx_data *out, bool tensor, int cmp, bool packed, const sx_data *a, const sx_data *b);
void sx_select(sx_ctx *c, sx_data *out, bool tensor, const sx_data *mask, const sx_data *a, const sx_data *b);
void sx_expand(sx_ctx *c, sx_data *out, bool tensor, bool same_valid, const sx_data *value, const sx_data *like);
void sx_reduce(sx_ctx *c, sx_data *out, bool tensor, int fn, bool pairs, int64_t axis, bool keep, const sx_data *a);
void sx_combine_into(sx_ctx *c, int fn, const sx_data *into, const sx_data *with);
void sx_matmul(sx_ctx *c, sx_data *out, bool tensor, int dtype, bool a_trans, bool b_trans, const sx_data *a,
               const sx_data *b, const sx_data *bias);
void sx_matmul_acc(sx_ctx *c, sx_data *out, bool a_trans, bool b_trans, const sx_data *acc, const sx_data *a,
                   const sx_data *b, bool overwrite);
void sx_scaled(sx_ctx *c, sx_data *out, const sx_data *values, const sx_data *scales, bool rows);
void sx_gemm_f32(int64_t m, int64_t n, int64_t k, const float *a, int64_t as, const float *b, int64_t bs, float *o,
                 int64_t os, float *room);
size_t sx_gemm_room(int64_t m, int64_t n, int64_t k);

/* ---- hand-written kernels: sx_micro.c */
enum { SX_MAC_4X4_F32, SX_MAC_8X8_F32, SX_MAC_6X16_F32, SX_MAC_16X16_F32, SX_MAC_8X8_I8, SX_MAC_16X16_I8 };
void sx_micro(sx_ctx *c, sx_data *out, int kernel, const sx_data *acc, bool overwrite, const sx_data *a,
              const sx_data *b);

/* ---- views, moves and creation: sx_moves.c */
void sx_reshape(sx_ctx *c, sx_data *out, const sx_data *a, int rank, const int64_t *dims, const int64_t *valid);
void sx_reinterpret(sx_ctx *c, sx_data *out, const sx_data *a, int dtype, int rank, const int64_t *dims);
void sx_valid_part(sx_ctx *c, sx_data *out, const sx_data *a, int64_t rows, int64_t columns);
void sx_transpose_view(sx_ctx *c, sx_data *out, const sx_data *a);
void sx_slice(sx_ctx *c, sx_data *out, bool tensor, const sx_data *a, int rank, const int64_t *extents,
              const int64_t *offsets, const int64_t *valid, int drops, const int64_t *drop, bool clamp, int pad);
void sx_load(sx_ctx *c, sx_data *out, bool tensor, const sx_data *from, const int64_t *offsets, int rank,
             const int64_t *extents, const int64_t *valid, bool clamp);
void sx_store(sx_ctx *c, sx_data *out, const sx_data *tile, const sx_data *to, const int64_t *offsets, int rank,
              const int64_t *shapes, bool atomic);
void sx_copy(sx_ctx *c, sx_data *out, bool tensor, const sx_data *a);
void sx_extract(sx_ctx *c, sx_data *out, bool tensor, const sx_data *a, const int64_t *offsets, int rank,
                const int64_t *dims);
void sx_assemble(sx_ctx *c, sx_data *out, const sx_data *target, const sx_data *source, const int64_t *offsets,
                 bool atomic);
void sx_copy_region(sx_ctx *c, sx_data *out, const sx_data *acc, const sx_data *source, const int64_t *to,
                    const int64_t *from, int rank, const int64_t *extents, bool transpose);
void sx_write_part(sx_ctx *c, const sx_data *whole, const sx_data *part, const sx_data *source, bool atomic);
void sx_transpose(sx_ctx *c, sx_data *out, bool tensor, const sx_data *a, int64_t x, int64_t y, const int64_t *valid);
void sx_concat(sx_ctx *c, sx_data *out, bool tensor, const sx_data *a, const sx_data *b);
void sx_pad(sx_ctx *c, sx_data *out, bool tensor, const sx_data *a, int rank, const int64_t *dims, int pad);
void sx_pad_in_place(sx_ctx *c, sx_data *out, const sx_data *a, int pad);
void sx_zeros(sx_ctx *c, sx_data *out, bool tensor, int dtype, int rank, const int64_t *dims, bool manual);
void sx_fill(sx_ctx *c, const sx_data *a, uint64_t bits);
void sx_count_up(sx_ctx *c, sx_data *out, bool tensor, int dtype, int rank, const int64_t *dims, bool descending,
                 int64_t start_i, double start_f);
void sx_random(sx_ctx *c, sx_data *out, bool tensor, int dtype, int rank, const int64_t *dims, const int64_t *key,
               const int64_t *counter, int64_t rounds);
void sx_triangle(sx_ctx *c, sx_data *out, bool tensor, int dtype, int rank, const int64_t *dims, int64_t diagonal,
                 bool upper, const int64_t *valid);
int64_t sx_extent(const sx_data *a, int64_t axis);
int64_t sx_read_i(sx_ctx *c, const sx_data *a, int n, const int64_t *at);
double sx_read_f(sx_ctx *c, const sx_data *a, int n, const int64_t *at);
void sx_write(sx_ctx *c, sx_data *out, const sx_data *a, int n, const int64_t *at, const sx_data *value);
void sx_scalars_create(sx_ctx *c, sx_data *out, int dtype, int64_t extent);
void sx_scalars_set(sx_ctx *c, sx_data *out, const sx_data *a, int64_t at, const sx_data *value);

/* ---- by index: sx_index.c */
void sx_gather_axis(sx_ctx *c, sx_data *out, bool tensor, int64_t dim, const sx_data *input, const sx_data *index);
void sx_gather_flat(sx_ctx *c, sx_data *out, bool tensor, const sx_data *source, const sx_data *indices);
void sx_gather_blocks(sx_ctx *c, sx_data *out, bool tensor, int dtype, const sx_data *source, const sx_data *offsets);
void sx_gather_mask(sx_ctx *c, sx_data *out, bool tensor, int dtype, int group, int pick, const sx_data *input);
void sx_gather_compare(sx_ctx *c, sx_data *indices, sx_data *counts, bool tensor, int cmp, int64_t room,
                       int64_t offset, int count_dtype, const sx_data *input, const sx_data *value);
void sx_gather_paged(sx_ctx *c, sx_data *out, bool tensor, int64_t block_size, int64_t size, int64_t first,
                     int64_t rows, bool transposed, const sx_data *source, const sx_data *indices,
                     const sx_data *table);
void sx_gather_memory(sx_ctx *c, sx_data *out, bool tensor, bool rows, int64_t outside, const int64_t *valid,
                      const sx_data *memory, const sx_data *index);
void sx_scatter_axis(sx_ctx *c, sx_data *out, bool tensor, int64_t dim, const sx_data *input, const sx_data *index,
                     const sx_data *source);
void sx_scatter_flat(sx_ctx *c, sx_data *out, const sx_data *target, const sx_data *source, const sx_data *indices);
void sx_scatter_mask(sx_ctx *c, sx_data *out, bool tensor, int group, int pick, const sx_data *target,
                     const sx_data *input);
void sx_scatter_rows(sx_ctx *c, sx_data *out, const sx_data *cache, const sx_data *rows, const sx_data *source);
void sx_scatter_memory(sx_ctx *c, sx_data *out, const sx_data *source, const sx_data *index, const sx_data *target);
void sx_sort_blocks(sx_ctx *c, sx_data *out, bool tensor, const sx_data *source, const sx_data *index);
void sx_merge_runs(sx_ctx *c, sx_data *out, bool tensor, int64_t length, const sx_data *source);
void sx_merge_rows(sx_ctx *c, sx_data *out, bool tensor, bool exhausted, int count, const sx_data *const *sources);

/* ---- cores and tasks: sx_cores.c, sx_tasks.c */
void sx_frame_open(sx_ctx *c, sx_frame *f, int integers, int floats, int arrays, int64_t *i, double *fl, sx_data *d);
void sx_frame_close(sx_ctx *c, sx_frame *f);
void sx_take(sx_ctx *c, sx_data *to, sx_data *from);
void sx_call(sx_ctx *c, const sx_routine *r, sx_value *args, sx_value *results, const int64_t *device,
             const int64_t *blocks, int deps, const int64_t *dep, uint64_t free_args);
int64_t sx_submit(sx_ctx *c, const sx_routine *r, sx_value *args, sx_value *results, const int64_t *device,
                  const int64_t *blocks, int deps, const int64_t *dep, uint64_t free_args);
void sx_enter(sx_ctx *c, const sx_routine *r, sx_value *args, sx_value *results);
int64_t sx_scope_task(sx_ctx *c, const char *name);
void sx_await_tasks(sx_ctx *c, int deps, const int64_t *dep);
bool sx_task_valid(sx_ctx *c, int64_t id);
int64_t sx_join(sx_ctx *c, int deps, const int64_t *dep);
int sx_scope_manual(sx_ctx *c, sx_frame *f, sx_body body);
int sx_scope_block(sx_ctx *c, sx_frame *f, const char *name, sx_body body);
int sx_scope_cluster(sx_ctx *c, sx_frame *f, const char *name, bool lanes_known, sx_body body);
void sx_scope_several(sx_ctx *c, sx_frame *f, const char *name, bool blocks, int64_t count, int index, bool blocking,
                      bool ordered, sx_body body);
int64_t sx_block_count(const sx_ctx *c);
int64_t sx_core_groups(const sx_ctx *c);
int64_t sx_deps_of(sx_ctx *c, const sx_data *array, int64_t *ids, int64_t room);

/* ---- between cores: sx_sync.c */
void sx_pipe_open(sx_ctx *c, int64_t id, int64_t mask, int64_t slots, int64_t bytes);
void sx_push_to_vector(sx_ctx *c, int64_t id, int64_t split, int64_t stride, const sx_data *tile);
void sx_push_to_matrix(sx_ctx *c, int64_t id, const sx_data *tile);
void sx_pop_from_matrix(sx_ctx *c, sx_data *out, int64_t id, int dtype, int rank, const int64_t *dims);
void sx_pop_from_vector(sx_ctx *c, sx_data *out, int64_t id, int64_t split, int dtype, int rank, const int64_t *dims);
void sx_free_to_vector(sx_ctx *c, int64_t id);
void sx_free_to_matrix(sx_ctx *c, int64_t id);
void sx_shard(sx_ctx *c, sx_data *out, bool tensor, int division, int64_t stride, const sx_data *a);
void sx_lane_gather(sx_ctx *c, sx_data *out, bool tensor, int division, const sx_data *a);
void sx_event_set(sx_ctx *c, const char *event);
void sx_event_await(sx_ctx *c, const char *event, int64_t id);
void sx_flag_set(sx_ctx *c, int64_t mode, int64_t event);
void sx_flag_await(sx_ctx *c, int64_t mode, int64_t event);
void sx_sync_all(sx_ctx *c, int core_type, const int64_t *used);

/* ---- ranks: sx_ranks.c */
int64_t sx_window_new(sx_ctx *c, const char *name, int64_t bytes, int group, int slot);
void sx_window_view(sx_ctx *c, sx_data *out, int64_t window, int dtype, int rank, const int64_t *dims);
int64_t sx_comm_context(sx_ctx *c, const sx_data *a);
int64_t sx_rank_of(sx_ctx *c, int64_t window);
int64_t sx_rank_count(sx_ctx *c, int64_t window);
int64_t sx_world_size(const sx_ctx *c);
void sx_remote_load(sx_ctx *c, sx_data *out, bool tensor, const sx_data *target, int64_t peer,
                    const int64_t *offsets, int rank, const int64_t *dims, const int64_t *valid, bool clamp);
void sx_remote_store(sx_ctx *c, sx_data *out, const sx_data *source, const sx_data *target, int64_t peer,
                     const int64_t *offsets, bool atomic);
void sx_put(sx_ctx *c, sx_data *out, const sx_data *target, const sx_data *source, int64_t peer, const int64_t *to,
            const int64_t *from, const int64_t *dims, bool atomic);
void sx_get(sx_ctx *c, sx_data *out, const sx_data *target, const sx_data *source, int64_t peer, const int64_t *to,
            const int64_t *from, const int64_t *dims);
void sx_notify(sx_ctx *c, const sx_data *target, int64_t peer, const int64_t *offsets, int64_t value, bool add);
void sx_wait(sx_ctx *c, const sx_data *signal, const int64_t *offsets, int64_t expected, bool exactly, bool at_end);
enum { SX_ALL_REDUCE, SX_BARRIER, SX_BROADCAST, SX_REDUCE_SCATTER, SX_ALL_GATHER, SX_ALL_TO_ALL, SX_ALL_TO_ALL_COUNTED };
void sx_collective(sx_ctx *c, sx_data *out, const char *name, int op, int function, int64_t root, const sx_data *target,
                   const sx_data *input, const sx_data *send_counts, const sx_data *recv_counts);

/* ---- the run: sx_run.c */

/* What the caller gives, and gets. */
typedef struct {
  int32_t ranks, cpus;
  int64_t patience;
  _Atomic int32_t stop; /* set to 1 to end the run */
  int32_t failed;
  int32_t site;
  char code[16];
  char message[512];
  char hint[256];
  int64_t operations; /* of floating-point numbers that the run did */
  struct sx_device *device; /* of a build for a device */
  void *const *kernels;     /* of the program, on that device */
  void (*watch)(jmp_buf *to, volatile int32_t *number); /* where traps of a thread go; null if nothing catches them */
  int32_t here;  /* the rank of this process, if every rank is a process */
} sx_control;

typedef struct sx_thread_body {
  void (*code)(sx_ctx *c, void *arg);
  void *arg;
  sx_ctx ctx;
  bool done;
  struct sx_thread_body *next;
  pthread_t thread;
} sx_thread_body;

struct sx_run {
  sx_control *control;
  int ranks, cpus;
  int here; /* the rank of this process if every rank is a process */
  pthread_mutex_t lock;
  pthread_cond_t changed;
  _Atomic int sleepers;
  _Atomic int failed;
  _Atomic int64_t epoch, operations;
  int waiting, living;
  pthread_mutex_t memory;
  sx_buffer *buffers, *spare;
  sx_thread_body *bodies;
  void *blocks; /* small allocations of the run */
  sx_thread *threads;
  pthread_mutex_t adding;
  sx_task **tasks;
  int64_t task_count, task_room, tasks_sent;
  struct sx_queue *queues;
  struct sx_pool *pool;
  sx_window **windows;
  int64_t window_count;
  void *collectives;
  const struct sx_program *program;
};

typedef struct sx_program {
  const sx_routine *entry;
  int groups;
  const struct sx_comm_group *group;
} sx_program;

typedef struct sx_comm_group {
  int devices;
  const int *device;    /* by rank; none means all */
  const int64_t *bytes; /* of each window on every device */
} sx_comm_group;


void sx_spawn(sx_ctx *c, const sx_ctx *as, void (*code)(sx_ctx *, void *), void *arg, sx_thread_body *body);
void sx_join_all(sx_ctx *c, int64_t count, sx_thread_body *bodies);
bool sx_protect(sx_ctx *c, void (*code)(sx_ctx *, void *), void *arg);
_Noreturn void sx_rethrow(sx_ctx *c);
void sx_settle(sx_ctx *c, sx_condition condition, void *arg, const char *what);
void sx_start_held(sx_ctx *c);
typedef struct sx_meeting sx_meeting;
sx_meeting *sx_meeting_new(sx_ctx *c);
void sx_meet(sx_ctx *c, sx_meeting *m, int place, int participants, void *mine,
             void (*combine)(sx_ctx *c, void **brought, int count, void *arg), void *arg, const char *what);
void sx_window_join(sx_window *w, int device);
sx_window *sx_window_open(sx_run *run, sx_ctx *c, const char *name, int64_t bytes);
void sx_bind(sx_ctx *c, sx_data *d, int device);
void sx_record(sx_run *run, int site, const char *code, const char *hint, const char *message);
void sx_wake_all(sx_run *run);

/* ---- ranks that are processes: sx_mpi.c */
#ifdef SX_MPI
#define SX_AWAY(run, device) ((device) != (run)->here)
struct sx_part;
struct sx_shared;
bool sx_is_away(const sx_ctx *c, const sx_data *part); /* whether it is memory of another process */
void sx_near(sx_ctx *c, sx_data *part, sx_data *room);
void sx_write_away(sx_ctx *c, const sx_data *part, const sx_data *source, bool atomic);
void sx_lock_part(sx_ctx *c, const sx_data *part, bool locked);
struct sx_shared *sx_share(sx_ctx *c, int64_t bytes, uint8_t **part);
void sx_unshare(sx_run *run, struct sx_shared *shared, int64_t bytes, uint8_t **part);
uint64_t sx_load_away(struct sx_shared *shared, int device, int64_t offset, int bits);
bool sx_swap_away(struct sx_shared *shared, int device, int64_t offset, int bits, uint64_t before, uint64_t after);
struct sx_shared *sx_shared_of(const sx_window *w);
int64_t sx_window_number(const sx_window *w);
sx_window *sx_window_numbered(sx_run *run, int64_t number);
void sx_fence(sx_run *run);
void sx_meet_away(sx_ctx *c, const char *name, sx_window *w, int64_t offset, int64_t generation, int place, int count,
                  const int *device, const sx_data *const *mine, int parts, sx_data *others);
void sx_attend(sx_run *run);
void sx_task_away(sx_task *t);
void sx_task_begins(sx_ctx *c, sx_task *t);
void sx_task_ended(sx_ctx *c, sx_task *t);
#else
#define SX_AWAY(run, device) false
static inline bool sx_is_away(const sx_ctx *c, const sx_data *part) { return (void)c, (void)part, false; }
static inline void sx_near(sx_ctx *c, sx_data *part, sx_data *room) { (void)c, (void)part, (void)room; }
static inline void sx_write_away(sx_ctx *c, const sx_data *part, const sx_data *source, bool atomic) {
  (void)c, (void)part, (void)source, (void)atomic;
}
static inline void sx_lock_part(sx_ctx *c, const sx_data *part, bool locked) { (void)c, (void)part, (void)locked; }
static inline void sx_fence(sx_run *run) { (void)run; }
static inline void sx_attend(sx_run *run) { (void)run; }
static inline void sx_task_away(sx_task *t) { (void)t; }
static inline void sx_task_begins(sx_ctx *c, sx_task *t) { (void)c, (void)t; }
static inline void sx_task_ended(sx_ctx *c, sx_task *t) { (void)c, (void)t; }
#endif
#endif
