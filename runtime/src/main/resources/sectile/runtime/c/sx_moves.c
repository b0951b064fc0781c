/* Views, moves, creation, and single elements. */
#include "sx.h"

static void widened(sx_ctx *c, int from, const int64_t *extents, int rank, int64_t *wide) {
  int extra = from - rank;
  for (int i = 0; i < extra; i++)
    if (extents[i] != 1) {
      char x[256];
      sx_fail(c, "EXEC-104", "", "%s does not fit rank %d", sx_shape_text(x, from, extents), rank);
    }
  for (int i = 0; i < rank; i++) wide[i] = i + extra < 0 ? 1 : extents[i + extra];
}
static void clamped(const sx_data *whole, const int64_t *offsets, const int64_t *extents, int64_t *kept) {
  for (int i = 0; i < whole->rank; i++) {
    int64_t left = whole->dims[i] - offsets[i];
    kept[i] = left < 0 ? 0 : left > extents[i] ? extents[i] : left;
  }
}
static int axis_of(int64_t axis, int rank) { return (int)(axis < 0 ? axis + rank : axis); }

/* ---- views */

/* A view that keeps the buffer, or the copy it needed. */
static void keep(sx_ctx *c, sx_data *out, sx_data *view, sx_data *copy) {
  if (copy->buffer) {
    sx_data made = *view;
    made.window = NULL;
    memset(copy, 0, sizeof *copy);
    sx_take(c, out, &made);
  } else {
    sx_assign(c, out, view);
  }
}

void sx_reshape(sx_ctx *c, sx_data *out, const sx_data *a, int rank, const int64_t *dims, const int64_t *valid) {
  sx_check_shape(c, rank, dims);
  int64_t n = 1;
  for (int i = 0; i < rank; i++) n *= dims[i];
  if (n != sx_count(a)) {
    char x[256], y[256];
    sx_fail(c, "EXEC-104", "the number of elements must stay", "%s cannot become %s",
            sx_shape_text(x, a->rank, a->dims), sx_shape_text(y, rank, dims));
  }
  bool same = rank == a->rank && memcmp(dims, a->dims, sizeof(int64_t) * (size_t)rank) == 0;
  sx_data view, copy = {0};
  sx_reshaped(c, a, rank, dims, &view, &copy);
  const int64_t *parts = valid ? valid : same ? a->valid : dims;
  memcpy(view.valid, parts, sizeof(int64_t) * (size_t)rank);
  keep(c, out, &view, &copy);
}

void sx_reinterpret(sx_ctx *c, sx_data *out, const sx_data *a, int dtype, int rank, const int64_t *dims) {
  sx_check_shape(c, rank, dims);
  sx_data flat, copy = {0};
  int64_t count = sx_count(a), n = 1;
  sx_reshaped(c, a, 1, &count, &flat, &copy);
  for (int i = 0; i < rank; i++) n *= dims[i];
  int64_t bits = count * sx_bits(a->dtype), start = flat.offset * sx_bits(a->dtype);
  bool right = bits == n * sx_bits(dtype) && (sx_bits(dtype) == sx_bits(a->dtype) ||
               ((flat.strides[0] == 1 || count <= 1) && start % sx_bits(dtype) == 0));
  if (!right) {
    char x[256], y[256];
    sx_fail(c, "EXEC-104", "", "%s of %s cannot be seen as %s of %s", sx_shape_text(x, a->rank, a->dims),
            sx_dtype_text(a->dtype), sx_shape_text(y, rank, dims), sx_dtype_text(dtype));
  }
  flat.dtype = dtype;
  flat.dims[0] = flat.valid[0] = n;
  if (sx_bits(dtype) != sx_bits(a->dtype)) {
    flat.offset = start / sx_bits(dtype);
    flat.strides[0] = 1;
  }
  sx_data view, second = {0};
  sx_reshaped(c, &flat, rank, dims, &view, &second);
  memcpy(view.valid, view.dims, sizeof view.valid);
  if (second.buffer) {
    sx_release(c, &copy);
    keep(c, out, &view, &second);
  } else {
    keep(c, out, &view, &copy);
  }
}

void sx_valid_part(sx_ctx *c, sx_data *out, const sx_data *a, int64_t rows, int64_t columns) {
  sx_data view = *a;
  view.valid[0] = rows;
  view.valid[1] = columns;
  sx_assign(c, out, &view);
}

static void swap_axes(sx_data *v, int a, int b) {
  int64_t t = v->dims[a];
  v->dims[a] = v->dims[b], v->dims[b] = t;
  t = v->strides[a];
  v->strides[a] = v->strides[b], v->strides[b] = t;
  t = v->valid[a];
  v->valid[a] = v->valid[b], v->valid[b] = t;
}

void sx_transpose_view(sx_ctx *c, sx_data *out, const sx_data *a) {
  sx_data view = *a;
  swap_axes(&view, 0, 1);
  sx_assign(c, out, &view);
}

void sx_fill(sx_ctx *c, const sx_data *a, uint64_t bits) {
  SX_ON_DEVICE(sx_k_fill(c, a, bits));
  (void)c;
  int64_t n = sx_count(a);
  bool even = sx_contiguous(a);
  for (int64_t i = 0; i < n; i++) sx_set_bits(a, even ? a->offset + i : sx_element(a, i), bits);
}

static uint64_t padding(int dtype, int pad) {
  if (pad == SX_PAD_NULL || pad == SX_PAD_ZERO) return 0;
  bool greatest = pad == SX_PAD_MAX;
  if (sx_is_float(dtype)) return sx_of_double(dtype, greatest ? INFINITY : -INFINITY);
  if (dtype == SX_BOOL) return greatest;
  int bits = sx_bits(dtype);
  uint64_t all = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1, sign = UINT64_C(1) << (bits - 1);
  return sx_is_signed(dtype) ? (greatest ? all & ~sign : sign) : greatest ? all : 0;
}

static void drop_axes(sx_data *v, int drops, const bool *dropped) {
  if (!drops) return;
  int to = 0;
  for (int i = 0; i < v->rank; i++) {
    if (dropped[i]) continue;
    v->dims[to] = v->dims[i];
    v->strides[to] = v->strides[i];
    v->valid[to++] = v->valid[i];
  }
  v->rank = to;
}

void sx_slice(sx_ctx *c, sx_data *out, bool tensor, const sx_data *a, int rank, const int64_t *extents,
              const int64_t *offsets, const int64_t *given, int drops, const int64_t *drop, bool clamp, int pad) {
  int64_t valid[SX_RANK];
  memcpy(valid, given ? given : extents, sizeof(int64_t) * (size_t)rank);
  if (clamp) clamped(a, offsets, valid, valid);
  if (!given)
    for (int i = 0; i < rank; i++) {
      int64_t left = a->valid[i] - offsets[i];
      left = left < 0 ? 0 : left;
      if (valid[i] > left) valid[i] = left;
    }
  bool dropped[SX_RANK] = {false};
  for (int i = 0; i < drops; i++) dropped[axis_of(drop[i], a->rank)] = true;
  bool inside = true;
  for (int i = 0; i < rank; i++) inside &= offsets[i] + extents[i] <= a->dims[i];
  sx_data view;
  if (inside) {
    sx_block_of(c, a, offsets, extents, &view);
    memcpy(view.valid, valid, sizeof(int64_t) * (size_t)rank);
    drop_axes(&view, drops, dropped);
    sx_assign(c, out, &view);
    return;
  }
  sx_block_of(c, a, offsets, valid, &view);
  sx_guard(c, &view, false);
  sx_check_shape(c, rank, extents);
  sx_data made = {0};
  sx_make(c, &made, tensor, a->dtype, rank, extents, true);
  if (padding(a->dtype, pad)) sx_fill(c, &made, padding(a->dtype, pad));
  sx_data part = made;
  memcpy(part.dims, valid, sizeof(int64_t) * (size_t)rank);
  sx_copy_elements(c, &part, &view);
  memcpy(made.valid, valid, sizeof(int64_t) * (size_t)rank);
  drop_axes(&made, drops, dropped);
  sx_take(c, out, &made);
}

/* ---- moves */

void sx_load(sx_ctx *c, sx_data *out, bool tensor, const sx_data *from, const int64_t *offsets, int rank,
             const int64_t *extents, const int64_t *valid, bool clamp) {
  int64_t kept[SX_RANK];
  memcpy(kept, valid ? valid : extents, sizeof(int64_t) * (size_t)rank);
  if (clamp) clamped(from, offsets, kept, kept);
  sx_check_shape(c, rank, extents);
  bool all = true;
  for (int i = 0; i < rank; i++) {
    if (kept[i] > extents[i]) kept[i] = extents[i];
    all &= kept[i] == extents[i];
  }
  sx_data part;
  sx_block_of(c, from, offsets, kept, &part);
  sx_guard(c, &part, false);
  sx_data room = {0};
  sx_near(c, &part, &room);
  if (out->buffer && out->buffer == from->buffer) sx_release(c, out);
  sx_make(c, out, tensor, from->dtype, rank, extents, !all);
  sx_data target = *out;
  memcpy(target.dims, kept, sizeof(int64_t) * (size_t)rank);
  sx_copy_elements(c, &target, &part);
  memcpy(out->valid, kept, sizeof(int64_t) * (size_t)rank);
  sx_release(c, &room);
}

void sx_write_part(sx_ctx *c, const sx_data *whole, const sx_data *part, const sx_data *source, bool atomic) {
  (void)whole;
#ifdef SX_MPI
  if (source->window && !source->pending) {
    sx_data near = *source, room = {0};
    sx_guard(c, source, false);
    sx_near(c, &near, &room);
    near.window = NULL;
    sx_write_part(c, whole, part, &near, atomic);
    sx_release(c, &room);
    return;
  }
#endif
  sx_guard(c, part, true);
  if (sx_is_away(c, part)) {
    sx_write_away(c, part, source, atomic);
  } else if (!atomic) {
    sx_copy_elements(c, part, source);
  } else {
    sx_data values = {0};
    if (source->dtype != part->dtype) sx_cast(c, &values, false, part->dtype, SX_NEAREST_EVEN, source);
    else sx_assign(c, &values, source);
    sx_lock_part(c, part, true);
    pthread_mutex_lock(&c->run->adding);
    sx_combine_into(c, SX_ADD, part, &values);
    pthread_mutex_unlock(&c->run->adding);
    sx_lock_part(c, part, false);
    sx_release(c, &values);
  }
  c->thread->idle = 0;
}

void sx_store(sx_ctx *c, sx_data *out, const sx_data *tile, const sx_data *to, const int64_t *offsets, int rank,
              const int64_t *shapes, bool atomic) {
  sx_data source, view, copy = {0}, part;
  int64_t extents[SX_RANK];
  sx_valid_of(tile, &source);
  if (shapes) {
    memcpy(extents, shapes, sizeof(int64_t) * (size_t)rank);
    sx_check_shape(c, rank, extents);
    int64_t n = 1;
    for (int i = 0; i < rank; i++) n *= extents[i];
    if (sx_count(&source) == n) {
      sx_reshaped(c, &source, rank, extents, &view, &copy);
    } else {
      int64_t wide[SX_RANK], zeros[SX_RANK] = {0};
      sx_data whole;
      widened(c, tile->rank, tile->dims, to->rank, wide);
      sx_reshaped(c, tile, to->rank, wide, &whole, &copy);
      sx_block_of(c, &whole, zeros, extents, &view);
    }
  } else {
    widened(c, source.rank, source.dims, to->rank, extents);
    sx_reshaped(c, &source, to->rank, extents, &view, &copy);
  }
  sx_block_of(c, to, offsets, extents, &part);
  sx_write_part(c, to, &part, &view, atomic);
  sx_release(c, &copy);
  sx_assign(c, out, to);
}

void sx_extract(sx_ctx *c, sx_data *out, bool tensor, const sx_data *a, const int64_t *offsets, int rank,
                const int64_t *dims) {
  (void)rank;
  sx_data view;
  sx_block_of(c, a, offsets, dims, &view);
  sx_copy(c, out, tensor, &view);
}

void sx_assemble(sx_ctx *c, sx_data *out, const sx_data *target, const sx_data *source, const int64_t *offsets,
                 bool atomic) {
  sx_data values, view, copy = {0}, part;
  int64_t extents[SX_RANK];
  sx_valid_of(source, &values);
  sx_guard(c, &values, false);
  widened(c, values.rank, values.dims, target->rank, extents);
  sx_block_of(c, target, offsets, extents, &part);
  sx_reshaped(c, &values, target->rank, extents, &view, &copy);
  sx_write_part(c, target, &part, &view, atomic);
  sx_release(c, &copy);
  sx_assign(c, out, target);
}

void sx_copy_region(sx_ctx *c, sx_data *out, const sx_data *acc, const sx_data *source, const int64_t *to,
                    const int64_t *from, int rank, const int64_t *extents, bool transpose) {
  (void)rank;
  sx_data values, view, copy = {0}, part;
  int64_t wide[SX_RANK];
  sx_block_of(c, source, from, extents, &values);
  sx_guard(c, &values, false);
  if (transpose) swap_axes(&values, values.rank - 2, values.rank - 1);
  widened(c, values.rank, values.dims, acc->rank, wide);
  sx_block_of(c, acc, to, wide, &part);
  sx_guard(c, &part, true);
  sx_reshaped(c, &values, acc->rank, wide, &view, &copy);
  sx_copy_elements(c, &part, &view);
  sx_release(c, &copy);
  sx_assign(c, out, acc);
}

/* ---- rearrangement */

void sx_transpose(sx_ctx *c, sx_data *out, bool tensor, const sx_data *a, int64_t x, int64_t y, const int64_t *valid) {
  sx_data view = *a;
  swap_axes(&view, axis_of(x, a->rank), axis_of(y, a->rank));
  int rank = a->rank;
  sx_copy(c, out, tensor, &view);
  if (valid) memcpy(out->valid, valid, sizeof(int64_t) * (size_t)rank);
}

void sx_concat(sx_ctx *c, sx_data *out, bool tensor, const sx_data *a, const sx_data *b) {
  int last = a->rank - 1;
  int64_t dims[SX_RANK], left = a->dims[last];
  memcpy(dims, a->dims, sizeof dims);
  dims[last] += b->dims[last];
  sx_data made = {0};
  sx_make(c, &made, tensor, a->dtype, a->rank, dims, true);
  sx_data part = made;
  part.dims[last] = left;
  sx_copy_elements(c, &part, a);
  part.offset += left * made.strides[last];
  part.dims[last] = b->dims[last];
  sx_copy_elements(c, &part, b);
  memcpy(made.valid, a->valid, sizeof made.valid);
  made.valid[last] = left + b->valid[last];
  sx_take(c, out, &made);
}

void sx_pad(sx_ctx *c, sx_data *out, bool tensor, const sx_data *a, int rank, const int64_t *dims, int pad) {
  sx_check_shape(c, rank, dims);
  sx_data made = {0}, valid, part;
  int64_t zeros[SX_RANK] = {0};
  sx_make(c, &made, tensor, a->dtype, rank, dims, true);
  if (padding(a->dtype, pad)) sx_fill(c, &made, padding(a->dtype, pad));
  sx_valid_of(a, &valid);
  sx_block_of(c, &made, zeros, valid.dims, &part);
  sx_copy_elements(c, &part, &valid);
  sx_take(c, out, &made);
}

void sx_pad_in_place(sx_ctx *c, sx_data *out, const sx_data *a, int pad) {
  sx_data made = {0};
  sx_pad(c, &made, false, a, a->rank, a->dims, pad);
  sx_copy_elements(c, a, &made);
  sx_release(c, &made);
  sx_data view = *a;
  memcpy(view.valid, view.dims, sizeof view.valid);
  sx_assign(c, out, &view);
}

/* ---- creation */

void sx_zeros(sx_ctx *c, sx_data *out, bool tensor, int dtype, int rank, const int64_t *dims, bool manual) {
  sx_check_shape(c, rank, dims);
  sx_make(c, out, tensor, dtype, rank, dims, true);
  out->manual = manual;
}

void sx_count_up(sx_ctx *c, sx_data *out, bool tensor, int dtype, int rank, const int64_t *dims, bool descending,
                 int64_t start_i, double start_f) {
  sx_zeros(c, out, tensor, dtype, rank, dims, false);
  int64_t n = sx_count(out), sign = descending ? -1 : 1;
  SX_ON_DEVICE(sx_k_count_up(c, out, sign, start_i, start_f));
  for (int64_t i = 0; i < n; i++)
    sx_set_bits(out, i,
                sx_is_float(dtype) ? sx_of_double(dtype, start_f + (double)sign * (double)i)
                                   : sx_of_long(dtype, sx_add_i64(start_i, sign * i)));
}

static void philox(const uint32_t *counter, uint32_t k0, uint32_t k1, int64_t rounds, uint32_t *c) {
  memcpy(c, counter, 16);
  for (int64_t i = 0; i < rounds; i++) {
    uint64_t p0 = UINT64_C(0xD2511F53) * c[0], p1 = UINT64_C(0xCD9E8D57) * c[2];
    uint32_t next[4] = {(uint32_t)(p1 >> 32) ^ c[1] ^ k0, (uint32_t)p1, (uint32_t)(p0 >> 32) ^ c[3] ^ k1, (uint32_t)p0};
    memcpy(c, next, 16);
    k0 += 0x9E3779B9;
    k1 += 0xBB67AE85;
  }
}

void sx_random(sx_ctx *c, sx_data *out, bool tensor, int dtype, int rank, const int64_t *dims, const int64_t *key,
               const int64_t *counter, int64_t rounds) {
  sx_zeros(c, out, tensor, dtype, rank, dims, false);
  SX_ON_DEVICE(sx_k_random(c, out, key, counter, rounds));
  uint32_t words[4], block[4];
  for (int i = 0; i < 4; i++) words[i] = (uint32_t)counter[i];
  int64_t n = sx_count(out);
  for (int64_t i = 0; i < n; i += 4) {
    philox(words, (uint32_t)key[0], (uint32_t)key[1], rounds, block);
    for (int j = 0; j < 4 && i + j < n; j++) sx_set_bits(out, i + j, sx_of_long(dtype, block[j]));
    int word = 0;
    while (word < 4 && ++words[word] == 0) word++;
  }
}

void sx_triangle(sx_ctx *c, sx_data *out, bool tensor, int dtype, int rank, const int64_t *dims, int64_t diagonal,
                 bool upper, const int64_t *valid) {
  sx_zeros(c, out, tensor, dtype, rank, dims, false);
  if (valid) memcpy(out->valid, valid, sizeof(int64_t) * (size_t)rank);
  SX_ON_DEVICE(sx_k_triangle(c, out, diagonal, upper));
  int64_t n = sx_count(out), columns = dims[rank - 1], rows = dims[rank - 2];
  for (int64_t i = 0; i < n; i++) {
    int64_t distance = i % columns - i / columns % rows;
    sx_set_bits(out, i, sx_of_long(dtype, upper ? distance >= diagonal : distance <= diagonal));
  }
}

/* ---- elements */

int64_t sx_extent(const sx_data *a, int64_t axis) { return a->dims[axis_of(axis, a->rank)]; }

static int64_t floor_mod(int64_t a, int64_t b) {
  int64_t rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

static void cell(sx_ctx *c, const sx_data *a, int n, const int64_t *at, sx_data *view) {
  int64_t index[SX_RANK], ones[SX_RANK];
  for (int i = 0; i < a->rank; i++) ones[i] = 1;
  if (n == 1 && a->rank != 1) {
    int64_t rest = at[0];
    for (int i = a->rank - 1; i > 0; i--) {
      int64_t dim = a->dims[i] < 1 ? 1 : a->dims[i];
      index[i] = floor_mod(rest, dim);
      rest = (rest - index[i]) / dim;
    }
    if (a->rank > 0) index[0] = rest;
    sx_block_of(c, a, index, ones, view);
  } else {
    sx_block_of(c, a, at, ones, view);
  }
}

int64_t sx_read_i(sx_ctx *c, const sx_data *a, int n, const int64_t *at) {
  sx_data one;
  cell(c, a, n, at, &one);
  sx_guard(c, &one, false);
  sx_data room = {0};
  sx_near(c, &one, &room);
  int64_t value = sx_to_long(a->dtype, sx_bits_at(&one, one.offset));
  sx_release(c, &room);
  return value;
}
double sx_read_f(sx_ctx *c, const sx_data *a, int n, const int64_t *at) {
  sx_data one;
  cell(c, a, n, at, &one);
  sx_guard(c, &one, false);
  sx_data room = {0};
  sx_near(c, &one, &room);
  double value = sx_to_double(a->dtype, sx_bits_at(&one, one.offset));
  sx_release(c, &room);
  return value;
}
void sx_write(sx_ctx *c, sx_data *out, const sx_data *a, int n, const int64_t *at, const sx_data *value) {
  sx_data one;
  cell(c, a, n, at, &one);
  sx_guard(c, &one, true);
  if (sx_is_away(c, &one)) sx_write_away(c, &one, value, false);
  else sx_set_bits(&one, one.offset, sx_bits_at(value, 0));
  c->thread->idle = 0;
  sx_assign(c, out, a);
}

static int64_t position(sx_ctx *c, const sx_data *a, int64_t at) {
  if (at < 0 || at >= a->dims[0])
    sx_fail(c, "EXEC-101", "", "index %lld is outside an extent of %lld", (long long)at, (long long)a->dims[0]);
  return at;
}
void sx_scalars_create(sx_ctx *c, sx_data *out, int dtype, int64_t extent) {
  if (extent < 0) sx_fail(c, "EXEC-102", "", "an array of %lld elements", (long long)extent);
  sx_make(c, out, false, dtype, 1, &extent, true);
}
void sx_scalars_set(sx_ctx *c, sx_data *out, const sx_data *a, int64_t at, const sx_data *value) {
  position(c, a, at);
  sx_data made = {0};
  sx_copy(c, &made, false, a);
  sx_set_bits(&made, at, sx_bits_at(value, 0));
  sx_take(c, out, &made);
}
