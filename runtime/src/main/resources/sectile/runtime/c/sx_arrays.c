/* Views of buffers, and copies between them. */
#include "sx.h"

static const char *const TEXT[] = {"bool", "i4",  "i8",   "i16", "i32", "i64",     "u4",      "u8",      "u16",    "u32",
                                   "u64",  "f16", "bf16", "f32", "f64", "fp8e4m3", "fp8e5m2", "fp8e8m0", "fp4e2m1"};
const char *sx_dtype_text(int dtype) { return TEXT[dtype]; }

const char *sx_shape_text(char *text, int rank, const int64_t *dims) {
  int at = sprintf(text, "[");
  for (int i = 0; i < rank; i++) at += sprintf(text + at, i ? ", %lld" : "%lld", (long long)dims[i]);
  sprintf(text + at, "]");
  return text;
}

int64_t sx_count(const sx_data *a) {
  int64_t n = 1;
  for (int i = 0; i < a->rank; i++) n *= a->dims[i];
  return n;
}
int64_t sx_bytes_for(int dtype, int64_t elements) {
  int bits = sx_bits(dtype);
  return bits == 4 ? elements / 2 + elements % 2 : elements * (bits / 8);
}

void sx_check_shape(sx_ctx *c, int rank, const int64_t *dims) {
  int64_t n = 1;
  for (int i = 0; i < rank; i++) {
    if (dims[i] < 0) sx_fail(c, "EXEC-102", "", "an extent of %lld is negative", (long long)dims[i]);
    if (__builtin_mul_overflow(n, dims[i], &n)) sx_fail(c, "EXEC-102", "", "too large a shape");
  }
}

/* ---- memory of this process */

#ifndef SX_OPENCL
uint8_t *sx_memory_new(sx_run *run, size_t bytes) {
  (void)run;
  return aligned_alloc(64, (bytes + 63) & ~(size_t)63);
}
void sx_memory_free(uint8_t *memory) { free(memory); }
void sx_memory_zero(uint8_t *memory, size_t bytes) { memset(memory, 0, bytes); }
void sx_memory_read(const uint8_t *memory, size_t offset, size_t bytes, void *to) { memcpy(to, memory + offset, bytes); }
#endif

/* ---- buffers */

static sx_buffer *take_buffer(sx_ctx *c, size_t bytes) {
  for (sx_buffer **at = &c->thread->free_buffers; *at; at = &(*at)->next) {
    sx_buffer *b = *at;
    if (b->bytes >= bytes && b->bytes <= 2 * bytes + 256) {
      *at = b->next;
      atomic_store_explicit(&b->refs, 1, memory_order_relaxed);
      return b;
    }
  }
  pthread_mutex_lock(&c->run->memory);
  for (sx_buffer **at = &c->run->spare; *at; at = &(*at)->next) {
    sx_buffer *b = *at;
    if (b->bytes >= bytes && b->bytes <= 2 * bytes + 256) {
      *at = b->next;
      pthread_mutex_unlock(&c->run->memory);
      atomic_store_explicit(&b->refs, 1, memory_order_relaxed);
      return b;
    }
  }
  pthread_mutex_unlock(&c->run->memory);
  size_t room = (bytes + 127) & ~(size_t)63;
  sx_buffer *b = calloc(1, sizeof *b);
  uint8_t *data = b ? sx_memory_new(c->run, room) : NULL;
  if (!data) {
    free(b);
    sx_fail(c, "RUN-302", "", "out of memory: %lld bytes", (long long)bytes);
  }
  b->bytes = room;
  b->data = data;
  atomic_store_explicit(&b->refs, 1, memory_order_relaxed);
  pthread_mutex_lock(&c->run->memory);
  b->all = c->run->buffers;
  c->run->buffers = b;
  pthread_mutex_unlock(&c->run->memory);
  return b;
}

static void drop_buffer(sx_ctx *c, sx_buffer *b) {
  if (atomic_fetch_sub_explicit(&b->refs, 1, memory_order_acq_rel) != 1 || b->external) return;
  b->next = c->thread->free_buffers;
  c->thread->free_buffers = b;
}

void sx_release(sx_ctx *c, sx_data *d) {
  if (d->buffer) drop_buffer(c, d->buffer);
  memset(d, 0, offsetof(sx_data, dims));
}

void sx_assign(sx_ctx *c, sx_data *to, const sx_data *from) {
  if (to == from) return;
  if (from->buffer) atomic_fetch_add_explicit(&from->buffer->refs, 1, memory_order_relaxed);
  sx_buffer *old = to->buffer;
  *to = *from;
  if (old) drop_buffer(c, old);
}

/* Moves a value; its source is empty then. */
void sx_take(sx_ctx *c, sx_data *to, sx_data *from) {
  sx_buffer *old = to->buffer;
  *to = *from;
  memset(from, 0, offsetof(sx_data, dims));
  if (old) drop_buffer(c, old);
}

void sx_make(sx_ctx *c, sx_data *out, bool tensor, int dtype, int rank, const int64_t *dims, bool zero) {
  int64_t n = 1, extents[SX_RANK]; /* `dims` may be those of `out` */
  for (int i = 0; i < rank; i++) n *= extents[i] = dims[i];
  size_t bytes = (size_t)sx_bytes_for(dtype, n);
  sx_buffer *b = out->buffer;
  if (!b || b->external || atomic_load_explicit(&b->refs, memory_order_acquire) != 1 || b->bytes < bytes ||
      b->bytes > 2 * bytes + 256) {
    sx_buffer *fresh = take_buffer(c, bytes);
    if (b) drop_buffer(c, b);
    b = fresh;
  }
  if (zero || sx_bits(dtype) == 4) sx_memory_zero(b->data, bytes);
  *out = (sx_data){.buffer = b, .base = b->data, .dtype = dtype, .rank = rank, .tensor = tensor, .device = c->rank};
  int64_t stride = 1;
  for (int i = rank - 1; i >= 0; i--) {
    out->dims[i] = out->valid[i] = extents[i];
    out->strides[i] = stride;
    stride *= extents[i];
  }
}

const sx_data *sx_number_i(sx_number *n, int dtype, int64_t value) {
  n->bits = sx_of_long(dtype, value);
  n->d = (sx_data){.base = (uint8_t *)&n->bits, .dtype = dtype};
  return &n->d;
}
const sx_data *sx_number_f(sx_number *n, int dtype, double value) {
  n->bits = sx_of_double(dtype, value);
  n->d = (sx_data){.base = (uint8_t *)&n->bits, .dtype = dtype};
  return &n->d;
}

/* ---- elements */

bool sx_contiguous(const sx_data *a) {
  int64_t stride = 1;
  for (int i = a->rank - 1; i >= 0; i--) {
    if (a->dims[i] != 1 && a->strides[i] != stride) return sx_count(a) == 0;
    stride *= a->dims[i];
  }
  return true;
}

int64_t sx_element(const sx_data *a, int64_t position) {
  int64_t at = a->offset;
  for (int i = a->rank - 1; i >= 0; i--) {
    int64_t dim = a->dims[i];
    at += position % dim * a->strides[i];
    position /= dim;
  }
  return at;
}

#ifndef SX_OPENCL
uint64_t sx_bits_at(const sx_data *a, int64_t at) {
  switch (sx_bits(a->dtype)) {
    case 4: return at & 1 ? a->base[at >> 1] >> 4 : a->base[at >> 1] & 15;
    case 8: return a->base[at];
    case 16: return ((const uint16_t *)a->base)[at];
    case 32: return ((const uint32_t *)a->base)[at];
    default: return ((const uint64_t *)a->base)[at];
  }
}

void sx_set_bits(const sx_data *a, int64_t at, uint64_t bits) {
  switch (sx_bits(a->dtype)) {
    case 4: {
      uint8_t *b = a->base + (at >> 1);
      *b = (uint8_t)(at & 1 ? (*b & 15) | bits << 4 : (*b & 0xf0) | (bits & 15));
      return;
    }
    case 8: a->base[at] = (uint8_t)bits; return;
    case 16: ((uint16_t *)a->base)[at] = (uint16_t)bits; return;
    case 32: ((uint32_t *)a->base)[at] = (uint32_t)bits; return;
    default: ((uint64_t *)a->base)[at] = bits;
  }
}
#endif

/* ---- copies */

static void copy_row(const sx_data *to, int64_t t, int64_t ts, const sx_data *from, int64_t f, int64_t fs, int64_t n) {
  int bits = sx_bits(to->dtype);
  if (bits == 4) {
    for (int64_t i = 0; i < n; i++) sx_set_bits(to, t + i * ts, sx_bits_at(from, f + i * fs));
    return;
  }
  int bytes = bits / 8;
  if (ts == 1 && fs == 1) {
    memcpy(to->base + t * bytes, from->base + f * bytes, (size_t)(n * bytes));
    return;
  }
#define ROW(type)                                                \
  {                                                              \
    type *p = (type *)to->base + t;                              \
    const type *q = (const type *)from->base + f;                \
    for (int64_t i = 0; i < n; i++) p[i * ts] = q[i * fs];       \
    return;                                                      \
  }
  switch (bytes) {
    case 1: ROW(uint8_t)
    case 2: ROW(uint16_t)
    case 4: ROW(uint32_t)
    default: ROW(uint64_t)
  }
}

static void copy_axes(const sx_data *to, int64_t t, const sx_data *from, int64_t f, int axis) {
  if (axis + 1 >= to->rank) {
    int last = to->rank - 1;
    copy_row(to, t, last < 0 ? 1 : to->strides[last], from, f, last < 0 ? 1 : from->strides[last],
             last < 0 ? 1 : to->dims[last]);
    return;
  }
  for (int64_t i = 0; i < to->dims[axis]; i++)
    copy_axes(to, t + i * to->strides[axis], from, f + i * from->strides[axis], axis + 1);
}

static void copy_all(sx_ctx *c, const sx_data *to, const sx_data *from) {
  SX_ON_DEVICE(sx_k_copy(c, to, from));
  (void)c;
  if (sx_contiguous(to) && sx_contiguous(from)) copy_row(to, to->offset, 1, from, from->offset, 1, sx_count(to));
  else copy_axes(to, to->offset, from, from->offset, 0);
}

static bool same_memory(const sx_data *a, const sx_data *b) {
  return a->buffer ? a->buffer == b->buffer : a->base == b->base;
}

/* Overwrites every element of `to` with those of `from`, which is stretched and converted as needed. */
void sx_copy_elements(sx_ctx *c, const sx_data *to, const sx_data *from) {
  sx_data view, copy = {0};
  if (!sx_broadcast_to(from, to->rank, to->dims, &view)) {
    char x[256], y[256];
    sx_fail(c, "EXEC-104", "", "shapes %s and %s differ", sx_shape_text(x, to->rank, to->dims),
            sx_shape_text(y, from->rank, from->dims));
  }
  if (sx_count(to) == 0) return;
  if (to->dtype != from->dtype) {
    sx_cast(c, &copy, false, to->dtype, SX_NEAREST_EVEN, &view);
    view = copy;
  } else if (same_memory(to, from)) {
    sx_copy(c, &copy, false, &view);
    view = copy;
  }
  copy_all(c, to, &view);
  sx_release(c, &copy);
}

void sx_copy(sx_ctx *c, sx_data *out, bool tensor, const sx_data *a) {
  int64_t valid[SX_RANK];
  memcpy(valid, a->valid, sizeof valid);
  sx_data source = *a;
  sx_data made = {0};
  sx_make(c, &made, tensor, a->dtype, a->rank, a->dims, false);
  if (sx_count(&source) > 0) copy_all(c, &made, &source);
  memcpy(made.valid, valid, sizeof valid);
  sx_take(c, out, &made);
}

/* ---- views; they borrow the buffer of their array */

bool sx_broadcast_to(const sx_data *a, int rank, const int64_t *dims, sx_data *view) {
  if (a->rank > rank) return false;
  sx_data v = *a;
  v.rank = rank;
  for (int i = 1; i <= rank; i++) {
    int to = rank - i, from = a->rank - i;
    v.dims[to] = v.valid[to] = dims[to];
    if (from < 0) {
      v.strides[to] = 0;
    } else if (a->dims[from] == dims[to]) {
      v.strides[to] = a->strides[from];
    } else if (a->dims[from] == 1) {
      v.strides[to] = 0;
    } else {
      return false;
    }
  }
  *view = v;
  return true;
}

/* The same elements in another shape; into `copy` when strides ask for it. */
void sx_reshaped(sx_ctx *c, const sx_data *a, int rank, const int64_t *dims, sx_data *view, sx_data *copy) {
  sx_data v = *a;
  v.rank = rank;
  bool same = rank == a->rank && memcmp(dims, a->dims, sizeof(int64_t) * (size_t)rank) == 0;
  if (same) {
    memcpy(v.valid, v.dims, sizeof v.valid);
    *view = v;
    return;
  }
  /* Group by group of axes with equal products, each of which must lie evenly. */
  int i = 0, j = 0;
  bool even = true;
  int64_t n = sx_count(a);
  while (even && n > 0 && (i < a->rank || j < rank)) {
    int64_t x = 1, y = 1;
    int i0 = i, j0 = j;
    if (i < a->rank) x = a->dims[i++];
    if (j < rank) y = dims[j++];
    while (x != y) {
      if (x < y && i < a->rank) x *= a->dims[i++];
      else if (j < rank) y *= dims[j++];
      else break;
    }
    while (i < a->rank && a->dims[i] == 1) i++;
    while (j < rank && dims[j] == 1) j++;
    int64_t stride = 0;
    for (int k = i - 1; k >= i0; k--) {
      if (a->dims[k] == 1) continue;
      if (stride == 0) stride = a->strides[k];
      else if (a->strides[k] != stride) even = false;
      stride *= a->dims[k];
    }
    int64_t step = 1;
    for (int k = i - 1; k >= i0; k--)
      if (a->dims[k] != 1) {
        step = a->strides[k];
        break;
      }
    for (int k = j - 1; k >= j0; k--) {
      v.dims[k] = v.valid[k] = dims[k];
      v.strides[k] = step;
      step *= dims[k];
    }
  }
  if (n == 0) {
    int64_t step = 1;
    for (int k = rank - 1; k >= 0; k--) {
      v.dims[k] = v.valid[k] = dims[k];
      v.strides[k] = step;
      step *= dims[k];
    }
  }
  if (!even) {
    sx_copy(c, copy, a->tensor, a);
    copy->device = a->device;
    sx_data flat = *copy;
    sx_reshaped(c, &flat, rank, dims, view, copy);
    return;
  }
  *view = v;
}

void sx_block_of(sx_ctx *c, const sx_data *a, const int64_t *offsets, const int64_t *extents, sx_data *view) {
  sx_data v = *a;
  for (int i = 0; i < a->rank; i++) {
    if (offsets[i] < 0 || extents[i] < 0 || offsets[i] + extents[i] > a->dims[i]) {
      char shape[256];
      const char *hint = "give valid_shape, or clamp=True, for a part that reaches over the edge";
      sx_shape_text(shape, a->rank, a->dims);
      if (extents[i] == 0)
        sx_fail(c, "EXEC-101", hint, "the offset %lld in dimension %d is outside %s", (long long)offsets[i], i, shape);
      sx_fail(c, "EXEC-101", hint, "elements %lld to %lld of dimension %d are outside %s", (long long)offsets[i],
              (long long)(offsets[i] + extents[i]), i, shape);
    }
    v.offset += offsets[i] * a->strides[i];
    v.dims[i] = v.valid[i] = extents[i];
  }
  *view = v;
}

void sx_valid_of(const sx_data *a, sx_data *view) {
  *view = *a;
  memcpy(view->dims, a->valid, sizeof view->dims);
}
