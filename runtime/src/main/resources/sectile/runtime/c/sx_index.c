/* Elements by position: gathers, scatters and sorts. */
#include "sx.h"

static int axis_of(int64_t axis, int rank) { return (int)(axis < 0 ? axis + rank : axis); }

static int64_t checked(sx_ctx *c, int64_t index, int64_t extent) {
  if (index < 0 || index >= extent)
    sx_fail(c, "EXEC-101", "", "index %lld is outside an extent of %lld", (long long)index, (long long)extent);
  return index;
}
static uint64_t bits(const sx_data *a, int64_t position) { return sx_bits_at(a, sx_element(a, position)); }
static void put(const sx_data *a, int64_t position, uint64_t value) { sx_set_bits(a, sx_element(a, position), value); }
static int64_t number(const sx_data *a, int64_t position) { return sx_to_long(a->dtype, bits(a, position)); }

static void unflatten(int64_t position, int rank, const int64_t *dims, int64_t *at) {
  for (int i = rank - 1; i >= 0; i--) {
    at[i] = position % dims[i];
    position /= dims[i];
  }
}
static int64_t element_at(const sx_data *a, const int64_t *at) {
  int64_t e = a->offset;
  for (int i = 0; i < a->rank; i++) e += at[i] * a->strides[i];
  return e;
}

void sx_gather_axis(sx_ctx *c, sx_data *out, bool tensor, int64_t dim, const sx_data *input, const sx_data *index) {
  int axis = axis_of(dim, input->rank);
  sx_data made = {0};
  sx_make(c, &made, tensor, input->dtype, index->rank, index->dims, true);
  SX_ON_DEVICE({
    int64_t wrong = sx_k_gather_axis(c, &made, axis, input, index);
    if (wrong >= 0) checked(c, number(index, wrong), input->dims[axis]);
    sx_take(c, out, &made);
  });
  int64_t n = sx_count(&made), at[SX_RANK];
  for (int64_t i = 0; i < n; i++) {
    unflatten(i, index->rank, index->dims, at);
    at[axis] = checked(c, number(index, i), input->dims[axis]);
    sx_set_bits(&made, i, sx_bits_at(input, element_at(input, at)));
  }
  sx_take(c, out, &made);
}

void sx_gather_flat(sx_ctx *c, sx_data *out, bool tensor, const sx_data *source, const sx_data *indices) {
  sx_data made = {0};
  sx_make(c, &made, tensor, source->dtype, indices->rank, indices->dims, true);
  int64_t n = sx_count(&made), limit = sx_count(source);
  memcpy(made.valid, indices->valid, sizeof made.valid);
  SX_ON_DEVICE({
    int64_t wrong = sx_k_gather_flat(c, &made, source, indices);
    if (wrong >= 0) checked(c, number(indices, wrong), limit);
    sx_take(c, out, &made);
  });
  for (int64_t i = 0; i < n; i++) sx_set_bits(&made, i, bits(source, checked(c, number(indices, i), limit)));
  sx_take(c, out, &made);
}

void sx_gather_blocks(sx_ctx *c, sx_data *out, bool tensor, int dtype, const sx_data *source, const sx_data *offsets) {
  sx_data even = {0}, made = {0};
  int64_t dims[SX_RANK];
  sx_copy(c, &even, false, source);
  memcpy(dims, offsets->dims, sizeof dims);
  dims[offsets->rank - 1] *= 256 / sx_bits(dtype);
  sx_make(c, &made, tensor, dtype, offsets->rank, dims, true);
  int64_t n = sx_count(offsets), limit = sx_bytes_for(source->dtype, sx_count(source));
  SX_ON_DEVICE({
    int64_t wrong = sx_k_gather_bytes(c, &made, &even, offsets, limit);
    if (wrong >= 0) {
      checked(c, number(offsets, wrong) + 31, limit);
      checked(c, number(offsets, wrong), limit);
    }
    sx_release(c, &even);
    sx_take(c, out, &made);
  });
  for (int64_t i = 0; i < n; i++) {
    int64_t from = number(offsets, i);
    checked(c, from + 31, limit);
    checked(c, from, limit);
    memcpy(made.base + i * 32, even.base + from, 32);
  }
  sx_release(c, &even);
  sx_take(c, out, &made);
}

void sx_gather_mask(sx_ctx *c, sx_data *out, bool tensor, int dtype, int group, int pick, const sx_data *input) {
  sx_data view = *input, made = {0};
  int last = input->rank - 1;
  view.dims[last] = input->dims[last] / group;
  view.offset += pick * input->strides[last];
  view.strides[last] *= group;
  memcpy(view.valid, view.dims, sizeof view.valid);
  sx_copy(c, &made, tensor, &view);
  if (dtype >= 0 && dtype != made.dtype) {
    int64_t dims[SX_RANK];
    memcpy(dims, made.dims, sizeof dims);
    dims[last] = dims[last] * sx_bits(made.dtype) / sx_bits(dtype);
    sx_data seen = {0};
    sx_reinterpret(c, &seen, &made, dtype, made.rank, dims);
    sx_release(c, &made);
    made = seen;
  }
  sx_take(c, out, &made);
}

void sx_gather_compare(sx_ctx *c, sx_data *indices, sx_data *counts, bool tensor, int cmp, int64_t room,
                       int64_t offset, int count_dtype, const sx_data *input, const sx_data *value) {
  int64_t rows = input->dims[0], columns = input->dims[1];
  sx_data holds = {0}, source = *input, found = {0}, number_of = {0};
  if (room < 0) room = columns;
  sx_compare(c, &holds, false, cmp, false, input, value);
  sx_make(c, &found, tensor, SX_I32, 2, (int64_t[]){rows, room}, true);
  sx_make(c, &number_of, tensor, count_dtype, 2, (int64_t[]){rows, 1}, true);
  SX_ON_DEVICE({
    sx_k_gather_compare(c, &found, &number_of, &holds, columns, source.valid[0], source.valid[1], room, offset);
    sx_release(c, &holds);
    sx_take(c, indices, &found);
    sx_take(c, counts, &number_of);
  });
  for (int64_t i = 0; i < source.valid[0]; i++) {
    int64_t count = 0;
    for (int64_t j = 0; j < source.valid[1]; j++)
      if (bits(&holds, i * columns + j) != 0 && count < room) {
        sx_set_bits(&found, i * room + count, sx_of_long(SX_I32, j + offset));
        count++;
      }
    sx_set_bits(&number_of, i, sx_of_long(count_dtype, count));
  }
  sx_release(c, &holds);
  sx_take(c, indices, &found);
  sx_take(c, counts, &number_of);
}

static int64_t paged_row(sx_ctx *c, int64_t block_size, const sx_data *source, const sx_data *indices,
                         const sx_data *table, int64_t k) {
  int64_t index = number(indices, k), block = checked(c, index / block_size, sx_count(table));
  return checked(c, number(table, block) * block_size + index % block_size, source->dims[0]);
}

void sx_gather_paged(sx_ctx *c, sx_data *out, bool tensor, int64_t block_size, int64_t size, int64_t first,
                     int64_t rows, bool transposed, const sx_data *source, const sx_data *indices,
                     const sx_data *table) {
  sx_data made = {0};
  sx_make(c, &made, tensor, source->dtype, 2, (int64_t[]){rows, size}, true);
  int64_t given = sx_count(indices), filled = rows < given ? rows : given;
#ifdef SX_OPENCL
  int64_t wrong = sx_k_gather_paged(c, &made, source, indices, table, filled, block_size, size, first);
  if (wrong >= 0) {
    int64_t row = paged_row(c, block_size, source, indices, table, wrong);
    for (int64_t j = 0; j < size; j++) checked(c, first + j, source->dims[1]);
    (void)row;
  }
#else
  for (int64_t k = 0; k < filled; k++) {
    int64_t row = paged_row(c, block_size, source, indices, table, k);
    for (int64_t j = 0; j < size; j++) {
      checked(c, first + j, source->dims[1]);
      sx_set_bits(&made, k * size + j, bits(source, row * source->dims[1] + first + j));
    }
  }
#endif
  if (transposed) {
    sx_transpose(c, out, tensor, &made, 0, 1, NULL);
    sx_release(c, &made);
  } else {
    sx_take(c, out, &made);
  }
}

_Noreturn static void no_row(sx_ctx *c, int64_t from, int64_t limit, bool rows) {
  sx_fail(c, "EXEC-101", "gather_oob says what an index outside gives", "index %lld is outside the %lld %s",
          (long long)from, (long long)limit, rows ? "rows" : "elements");
}

void sx_gather_memory(sx_ctx *c, sx_data *out, bool tensor, bool rows, int64_t outside, const int64_t *valid,
                      const sx_data *memory, const sx_data *index) {
  sx_guard(c, memory, false);
  int64_t n = sx_count(index), length = rows ? memory->dims[memory->rank - 1] : 1;
  int64_t limit = sx_count(memory) / (length < 1 ? 1 : length);
  sx_data made = {0};
  if (rows) sx_make(c, &made, tensor, memory->dtype, 2, (int64_t[]){n, length}, true);
  else sx_make(c, &made, tensor, memory->dtype, index->rank, index->dims, true);
  if (valid) memcpy(made.valid, valid, sizeof(int64_t) * (size_t)made.rank);
  SX_ON_DEVICE({
    int64_t wrong = sx_k_gather_rows(c, &made, memory, index, length, limit, outside);
    if (wrong >= 0) no_row(c, number(index, wrong), limit, rows);
    sx_take(c, out, &made);
  });
  for (int64_t i = 0; i < n; i++) {
    int64_t from = number(index, i);
    if (from < 0 || from >= limit) {
      if (outside == 1) from = from < 0 ? 0 : limit - 1;
      else if (outside == 2) from = (from % limit + limit) % limit;
      else if (outside == 3) continue;
      else no_row(c, from, limit, rows);
    }
    for (int64_t j = 0; j < length; j++) sx_set_bits(&made, i * length + j, bits(memory, from * length + j));
  }
  sx_take(c, out, &made);
}

void sx_scatter_axis(sx_ctx *c, sx_data *out, bool tensor, int64_t dim, const sx_data *input, const sx_data *index,
                     const sx_data *source) {
  int axis = axis_of(dim, input->rank);
  sx_data made = {0};
  sx_copy(c, &made, tensor, input);
  memcpy(made.valid, made.dims, sizeof made.valid);
  SX_ON_DEVICE({
    int64_t wrong = sx_k_scatter_axis(c, &made, axis, index, source);
    if (wrong >= 0) checked(c, number(index, wrong), input->dims[axis]);
    sx_take(c, out, &made);
  });
  int64_t n = sx_count(index), at[SX_RANK];
  for (int64_t i = 0; i < n; i++) {
    unflatten(i, index->rank, index->dims, at);
    /* The source is read at the same row-major position. */
    at[axis] = checked(c, number(index, i), input->dims[axis]);
    sx_set_bits(&made, element_at(&made, at), bits(source, i));
  }
  sx_take(c, out, &made);
}

void sx_scatter_flat(sx_ctx *c, sx_data *out, const sx_data *target, const sx_data *source, const sx_data *indices) {
  int64_t n = sx_count(indices), limit = sx_count(target);
  SX_ON_DEVICE({
    int64_t wrong = sx_k_scatter_flat(c, target, source, indices);
    if (wrong >= 0) checked(c, number(indices, wrong), limit);
    sx_assign(c, out, target);
  });
  for (int64_t i = 0; i < n; i++) {
    int64_t to = checked(c, number(indices, i), limit);
    put(target, to, bits(source, i));
  }
  sx_assign(c, out, target);
}

void sx_scatter_mask(sx_ctx *c, sx_data *out, bool tensor, int group, int pick, const sx_data *target,
                     const sx_data *input) {
  sx_data made = {0};
  if (tensor) {
    sx_copy(c, &made, true, target);
    memcpy(made.valid, made.dims, sizeof made.valid);
  } else {
    sx_assign(c, &made, target);
  }
  sx_data view = made;
  int64_t zero[SX_RANK] = {0}, extents[SX_RANK];
  memcpy(extents, made.dims, sizeof extents);
  extents[1] = input->dims[1] * group;
  sx_block_of(c, &made, zero, extents, &view);
  view.offset += pick * view.strides[1];
  view.strides[1] *= group;
  view.dims[1] = input->dims[1];
  sx_copy_elements(c, &view, input);
  sx_take(c, out, &made);
}

void sx_scatter_rows(sx_ctx *c, sx_data *out, const sx_data *cache, const sx_data *rows, const sx_data *source) {
  int64_t length = cache->dims[cache->rank - 1] * (cache->rank == 4 ? cache->dims[2] : 1);
  int64_t count = sx_count(cache) / (length < 1 ? 1 : length), n = sx_count(rows);
  SX_ON_DEVICE({
    int64_t wrong = sx_k_scatter_rows(c, cache, rows, source, length, count);
    if (wrong >= 0) checked(c, number(rows, wrong), count);
    c->thread->idle = 0;
    sx_assign(c, out, cache);
  });
  for (int64_t i = 0; i < n; i++) {
    int64_t to = checked(c, number(rows, i), count);
    for (int64_t j = 0; j < length; j++) put(cache, to * length + j, bits(source, i * length + j));
  }
  c->thread->idle = 0;
  sx_assign(c, out, cache);
}

/* Where element i of the valid part goes; `at` is where it is. */
static int64_t position_in(sx_ctx *c, const sx_data *source, const sx_data *index, const sx_data *target,
                           int64_t limit, int64_t i, int64_t *at) {
  unflatten(i, source->rank, source->valid, at);
  int64_t to = sx_to_long(index->dtype, sx_bits_at(index, element_at(index, at)));
  if (to < 0 || to >= limit) {
    char shape[256];
    sx_fail(c, "EXEC-101", "", "index %lld is outside %s", (long long)to,
            sx_shape_text(shape, target->rank, target->dims));
  }
  return to;
}

void sx_scatter_memory(sx_ctx *c, sx_data *out, const sx_data *source, const sx_data *index, const sx_data *target) {
  sx_guard(c, target, true);
  int64_t n = 1, at[SX_RANK], limit = sx_count(target);
  for (int i = 0; i < source->rank; i++) n *= source->valid[i];
  SX_ON_DEVICE({
    int64_t wrong = sx_k_scatter_valid(c, target, source, index, n);
    if (wrong >= 0) position_in(c, source, index, target, limit, wrong, at);
    c->thread->idle = 0;
    sx_assign(c, out, target);
  });
  for (int64_t i = 0; i < n; i++) {
    int64_t to = position_in(c, source, index, target, limit, i, at);
    put(target, to, sx_bits_at(source, element_at(source, at)));
  }
  c->thread->idle = 0;
  sx_assign(c, out, target);
}

/* ---- pairs of value and index, the largest value first; a pair takes eight bytes */

typedef struct {
  double value;
  uint64_t bits, index;
} pair;

/* As Java's Double.compare(b, a): NaN is larger than everything, −0 less than +0. */
static int larger_first(double a, double b) {
  if (b < a) return -1;
  if (b > a) return 1;
  bool x = a != a, y = b != b;
  if (x || y) return (int)y - (int)x;
  return (int)signbit(a) - (int)signbit(b);
}
static int step_of(int dtype) { return 64 / sx_bits(dtype); }

static int64_t write_pairs(const sx_data *out, int64_t at, const pair *pairs, int64_t n) {
  for (int64_t i = 0; i < n; i++) {
    sx_set_bits(out, at, pairs[i].bits);
    if (sx_bits(out->dtype) == 16) {
      sx_set_bits(out, at + 2, pairs[i].index & 0xffff);
      sx_set_bits(out, at + 3, pairs[i].index >> 16 & 0xffff);
    } else {
      sx_set_bits(out, at + 1, pairs[i].index);
    }
    at += step_of(out->dtype);
  }
  return at;
}
static int64_t read_pairs(const sx_data *in, int64_t from, int64_t elements, pair *pairs) {
  int step = step_of(in->dtype);
  int64_t n = 0;
  for (int64_t at = from; at + step <= from + elements; at += step) {
    uint64_t value = bits(in, at);
    uint64_t index = step == 4 ? bits(in, at + 2) | bits(in, at + 3) << 16 : bits(in, at + 1);
    pairs[n++] = (pair){sx_to_double(in->dtype, value), value, index};
  }
  return n;
}

void sx_sort_blocks(sx_ctx *c, sx_data *out, bool tensor, const sx_data *source, const sx_data *index) {
  int64_t dims[SX_RANK], columns = source->dims[source->rank - 1], at = 0;
  memcpy(dims, source->dims, sizeof dims);
  dims[source->rank - 1] *= step_of(source->dtype);
  sx_data made = {0};
  sx_make(c, &made, tensor, source->dtype, source->rank, dims, true);
  SX_ON_DEVICE({
    sx_k_sort_blocks(c, &made, source, index);
    sx_take(c, out, &made);
  });
  int64_t rows = sx_count(source) / (columns < 1 ? 1 : columns);
  for (int64_t row = 0; row < rows; row++)
    for (int64_t first = 0; first < columns; first += 32) {
      pair pairs[32];
      int64_t n = 0;
      for (int64_t j = first; j < columns && j < first + 32; j++) {
        uint64_t value = bits(source, row * columns + j);
        pair next = {sx_to_double(source->dtype, value), value, bits(index, row * columns + j)};
        int64_t to = n++;
        for (; to > 0 && larger_first(next.value, pairs[to - 1].value) < 0; to--) pairs[to] = pairs[to - 1];
        pairs[to] = next;
      }
      at = write_pairs(&made, at, pairs, n);
    }
  sx_take(c, out, &made);
}

static int64_t merge(int runs, pair **run, const int64_t *length, bool until_exhausted, pair *out) {
  int64_t next[4] = {0}, n = 0;
  for (;;) {
    int best = -1;
    for (int i = 0; i < runs; i++) {
      bool used = next[i] == length[i];
      if (used && until_exhausted) return n;
      if (!used && (best < 0 || larger_first(run[i][next[i]].value, run[best][next[best]].value) < 0)) best = i;
    }
    if (best < 0) return n;
    out[n++] = run[best][next[best]++];
  }
}

void sx_merge_runs(sx_ctx *c, sx_data *out, bool tensor, int64_t length, const sx_data *source) {
  int step = step_of(source->dtype);
  if (length < 1 || length % step != 0)
    sx_fail(c, "EXEC-102", "", "a run of %lld elements is no whole number of pairs", (long long)length);
  sx_data made = {0}, room = {0};
  sx_make(c, &made, tensor, source->dtype, source->rank, source->dims, true);
  int64_t columns = source->dims[source->rank - 1], n = sx_count(source);
  SX_ON_DEVICE({
    sx_k_merge_runs(c, &made, source, length, columns);
    sx_take(c, out, &made);
  });
  int64_t bytes = (int64_t)sizeof(pair) * 2 * (columns / step + 4);
  sx_make(c, &room, false, SX_U8, 1, &bytes, false);
  pair *from = (pair *)room.base, *to = from + columns / step + 2;
  for (int64_t row = 0; row < n; row += columns)
    for (int64_t first = 0; first < columns; first += 4 * length) {
      pair *run[4];
      int64_t lengths[4], used = 0;
      int runs = 0;
      for (int64_t at = first; at < columns && at < first + 4 * length; at += length) {
        run[runs] = from + used;
        lengths[runs] = read_pairs(source, row + at, length < columns - at ? length : columns - at, run[runs]);
        used += lengths[runs++];
      }
      write_pairs(&made, row + first, to, merge(runs, run, lengths, false, to));
    }
  sx_release(c, &room);
  sx_take(c, out, &made);
}

void sx_merge_rows(sx_ctx *c, sx_data *out, bool tensor, bool exhausted, int count, const sx_data *const *sources) {
  const sx_data *first = sources[0];
  int last = first->rank - 1, step = step_of(first->dtype);
  int64_t dims[SX_RANK];
  memcpy(dims, first->dims, sizeof dims);
  dims[last] = 0;
  for (int i = 0; i < count; i++) dims[last] += sources[i]->dims[last];
  sx_data made = {0}, room = {0};
  sx_make(c, &made, tensor, first->dtype, first->rank, dims, true);
  int64_t rows = sx_count(&made) / (dims[last] < 1 ? 1 : dims[last]);
  SX_ON_DEVICE({
    sx_data joined = {0}, part;
    int64_t columns[4];
    sx_make(c, &joined, false, first->dtype, first->rank, dims, false);
    part = joined;
    for (int i = 0; i < count; i++) {
      columns[i] = part.dims[last] = sources[i]->dims[last];
      sx_copy_elements(c, &part, sources[i]);
      part.offset += columns[i];
    }
    sx_k_merge_rows(c, &made, &joined, count, columns, rows, exhausted);
    sx_release(c, &joined);
    sx_take(c, out, &made);
  });
  int64_t bytes = (int64_t)sizeof(pair) * 2 * (dims[last] / step + 4);
  sx_make(c, &room, false, SX_U8, 1, &bytes, false);
  pair *from = (pair *)room.base, *to = from + dims[last] / step + 2;
  for (int64_t row = 0; row < rows; row++) {
    pair *run[4];
    int64_t lengths[4], used = 0;
    for (int i = 0; i < count; i++) {
      int64_t columns = sources[i]->dims[last];
      run[i] = from + used;
      lengths[i] = read_pairs(sources[i], row * columns, columns, run[i]);
      used += lengths[i];
    }
    write_pairs(&made, row * dims[last], to, merge(count, run, lengths, exhausted, to));
  }
  sx_release(c, &room);
  sx_take(c, out, &made);
}
