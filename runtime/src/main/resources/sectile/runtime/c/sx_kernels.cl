/* A kernel per kind of op. The host has checked shapes and bounds; what depends on values is checked here. */

#define MEMORY(name) __global uchar *name##_m, const sx_place name
#define KERNEL(name, ...) __kernel void name(__VA_ARGS__, const sx_params p, __global int *error)
/* Every work item does the next positions of `chunk`. */
#define EACH(i)                                                                                        \
  for (long i = (long)get_global_id(0) * p.chunk, end = min(i + p.chunk, p.count); i < end; i++)
#define FAIL(i)                     \
  {                                 \
    atomic_min(error, (int)(i));    \
    continue;                       \
  }

static long element(const sx_place *a, long position) {
  long at = a->offset;
  for (int i = (int)a->rank - 1; i >= 0; i--) {
    long dim = a->dims[i];
    at += position % dim * a->strides[i];
    position /= dim;
  }
  return at;
}
static ulong get_at(__global const uchar *m, const sx_place *a, long at) {
  if (a->is_constant) return a->bits;
  switch (sx_bits((int)a->dtype)) {
    case 4: return at & 1 ? m[at >> 1] >> 4 : m[at >> 1] & 15;
    case 8: return m[at];
    case 16: return ((__global const ushort *)m)[at];
    case 32: return ((__global const uint *)m)[at];
    default: return ((__global const ulong *)m)[at];
  }
}
static void put_at(__global uchar *m, const sx_place *a, long at, ulong bits) {
  switch (sx_bits((int)a->dtype)) {
    case 4: {
      __global uchar *b = m + (at >> 1);
      *b = (uchar)(at & 1 ? (*b & 15) | bits << 4 : (*b & 0xf0) | (bits & 15));
      return;
    }
    case 8: m[at] = (uchar)bits; return;
    case 16: ((__global ushort *)m)[at] = (ushort)bits; return;
    case 32: ((__global uint *)m)[at] = (uint)bits; return;
    default: ((__global ulong *)m)[at] = bits;
  }
}
#define GET(a, position) get_at(a##_m, &a, element(&a, position))
#define PUT(a, position, bits) put_at(a##_m, &a, element(&a, position), bits)
#define LONG(a, position) sx_to_long((int)a.dtype, GET(a, position))
#define DOUBLE(a, position) sx_to_double((int)a.dtype, GET(a, position))

static void unflatten(long position, int rank, const long *dims, long *at) {
  for (int i = rank - 1; i >= 0; i--) {
    at[i] = position % dims[i];
    position /= dims[i];
  }
}
static long element_at(const sx_place *a, const long *at) {
  long e = a->offset;
  for (int i = 0; i < a->rank; i++) e += at[i] * a->strides[i];
  return e;
}

/* ---- moves and creation */

KERNEL(sx_copy, MEMORY(out), MEMORY(a)) { EACH(i) PUT(out, i, GET(a, i)); }
KERNEL(sx_fill, MEMORY(out)) { EACH(i) PUT(out, i, (ulong)p.n[0]); }
KERNEL(sx_count_up, MEMORY(out)) {
  int dtype = (int)out.dtype;
  EACH(i)
  PUT(out, i, sx_is_float(dtype) ? sx_of_double(dtype, p.real + (double)p.n[0] * (double)i)
                                 : sx_of_long(dtype, (long)((ulong)p.n[1] + (ulong)(p.n[0] * i))));
}
KERNEL(sx_triangle, MEMORY(out)) {
  long columns = out.dims[out.rank - 1], rows = out.dims[out.rank - 2];
  EACH(i) {
    long distance = i % columns - i / columns % rows;
    PUT(out, i, sx_of_long((int)out.dtype, p.n[1] ? distance >= p.n[0] : distance <= p.n[0]));
  }
}
/* Philox; every position computes the block that it is in. */
KERNEL(sx_random, MEMORY(out)) {
  EACH(i) {
    ulong step = (ulong)i / 4;
    uint c[4], k0 = (uint)p.n[0], k1 = (uint)p.n[1];
    for (int w = 0; w < 4; w++) {
      ulong sum = (ulong)(uint)p.n[2 + w] + (step & 0xffffffff);
      c[w] = (uint)sum;
      step = (step >> 32) + (sum >> 32);
    }
    for (long r = 0; r < p.n[6]; r++) {
      ulong p0 = 0xD2511F53UL * c[0], p1 = 0xCD9E8D57UL * c[2];
      uint n0 = (uint)(p1 >> 32) ^ c[1] ^ k0, n2 = (uint)(p0 >> 32) ^ c[3] ^ k1;
      c[1] = (uint)p1;
      c[3] = (uint)p0;
      c[0] = n0;
      c[2] = n2;
      k0 += 0x9E3779B9;
      k1 += 0xBB67AE85;
    }
    PUT(out, i, sx_of_long((int)out.dtype, (long)c[i % 4]));
  }
}

/* ---- elementwise */

static double apply(int fn, bool wide, double x) {
  if (!wide && fn == SX_EXP) return exp_narrow(x);
  if (!wide && fn == SX_SIGMOID) return sigmoid_narrow(x);
  return sx_unary_f(fn, x);
}
KERNEL(sx_unary, MEMORY(out), MEMORY(a)) {
  int fn = (int)p.n[0], dtype = (int)out.dtype;
  EACH(i)
  PUT(out, i, sx_is_float(dtype) ? sx_of_double(dtype, apply(fn, dtype == SX_F64, DOUBLE(a, i)))
                                 : sx_of_long(dtype, sx_unary_i(fn, dtype, LONG(a, i))));
}
KERNEL(sx_combine, MEMORY(out), MEMORY(a), MEMORY(b)) {
  int fn = (int)p.n[0], dtype = (int)out.dtype;
  EACH(i) {
    if (sx_is_float(dtype)) {
      double x = DOUBLE(a, i), y = DOUBLE(b, i);
      PUT(out, i, sx_of_double(dtype, fn == SX_EXPDIF && dtype != SX_F64 ? exp_narrow(x - y) : sx_binary_f(fn, x, y)));
    } else {
      long z;
      if (!sx_binary_i(fn, dtype, LONG(a, i), LONG(b, i), &z)) FAIL(i)
      PUT(out, i, sx_of_long(dtype, z));
    }
  }
}
static bool inside(long position, const sx_place *a, const long *valid) {
  for (int i = (int)a->rank - 1; i >= 0; i--) {
    if (position % a->dims[i] >= valid[i]) return false;
    position /= a->dims[i];
  }
  return true;
}
KERNEL(sx_merge_valid, MEMORY(out), MEMORY(a), MEMORY(b)) {
  EACH(i) {
    long first[SX_RANK], second[SX_RANK];
    for (int k = 0; k < SX_RANK; k++) first[k] = p.n[k], second[k] = p.n[SX_RANK + k];
    bool in_a = inside(i, &a, first), in_b = inside(i, &b, second);
    if (in_a != in_b) PUT(out, i, in_a ? GET(a, i) : GET(b, i));
  }
}
KERNEL(sx_cast, MEMORY(out), MEMORY(a)) {
  EACH(i) PUT(out, i, sx_cast_bits((int)a.dtype, (int)out.dtype, (int)p.n[0], GET(a, i)));
}
KERNEL(sx_compare, MEMORY(out), MEMORY(a), MEMORY(b)) {
  int cmp = (int)p.n[0], dtype = (int)a.dtype;
  EACH(i)
  PUT(out, i, sx_is_float(dtype) ? sx_compare_f(cmp, DOUBLE(a, i), DOUBLE(b, i))
                                 : sx_compare_i(cmp, dtype, LONG(a, i), LONG(b, i)));
}
KERNEL(sx_pack, MEMORY(out), MEMORY(holds)) {
  long columns = p.n[0], bytes = (columns + 7) / 8;
  EACH(i) {
    ulong packed = 0;
    for (long j = i % bytes * 8, bit = 0; bit < 8 && j + bit < columns; bit++)
      if (GET(holds, i / bytes * columns + j + bit)) packed |= 1UL << bit;
    PUT(out, i, packed);
  }
}
KERNEL(sx_select, MEMORY(out), MEMORY(mask), MEMORY(a), MEMORY(b)) {
  long columns = out.dims[out.rank - 1], bytes = (columns + 7) / 8;
  EACH(i) {
    long bits = LONG(mask, i / columns * bytes + i % columns / 8);
    PUT(out, i, bits >> (i % columns % 8) & 1 ? GET(a, i) : GET(b, i));
  }
}

/* ---- reductions and products */

static int order_of(double a, double b) {
  if (a < b) return -1;
  if (a > b) return 1;
  return (signbit(b) ? 1 : 0) - (signbit(a) ? 1 : 0);
}
KERNEL(sx_fold, MEMORY(out), MEMORY(a)) {
  int fn = (int)p.n[0], axis = (int)p.n[1], dtype = (int)a.dtype;
  long length = p.n[2], along = a.strides[axis];
  EACH(i) {
    sx_place source = a;
    for (int k = 0; k < a.rank; k++) source.dims[k] = out.dims[k];
    long at = element(&source, i);
    if (fn >= SX_ARGMAX) {
      long best = 0;
      ulong top = get_at(a_m, &a, at);
      for (long k = 1; k < length; k++) {
        ulong next = get_at(a_m, &a, at + k * along);
        bool better;
        if (sx_is_float(dtype)) {
          double x = sx_to_double(dtype, next), y = sx_to_double(dtype, top);
          if (y != y) break;
          better = x != x || (fn == SX_ARGMAX ? order_of(x, y) > 0 : order_of(x, y) < 0);
        } else {
          better = sx_compare_i(fn == SX_ARGMAX ? SX_GT : SX_LT, dtype, sx_to_long(dtype, next), sx_to_long(dtype, top));
        }
        if (better) top = next, best = k;
      }
      PUT(out, i, sx_of_long(SX_I32, best));
    } else if (p.n[3] != SX_ONCE) {
      double part[64];
      int top = 0;
      for (long k = 0; k < length; k++) {
        double x = sx_to_double(dtype, get_at(a_m, &a, at + k * along));
        if (p.n[3] == SX_EACH) {
          if (top) x = sx_round_float(dtype, part[--top] + x);
        } else {
          for (long bits = k; bits & 1; bits >>= 1) x = sx_round_float(dtype, part[--top] + x);
        }
        part[top++] = x;
      }
      for (; top > 1; top--) part[top - 2] = sx_round_float(dtype, part[top - 2] + part[top - 1]);
      PUT(out, i, sx_of_double((int)out.dtype, length ? part[0] : 0));
    } else if (sx_is_float(dtype)) {
      double acc = fn == SX_SUM ? 0 : fn == SX_PROD ? 1 : fn == SX_MAX ? -INFINITY : INFINITY;
      for (long k = 0; k < length; k++) {
        double x = sx_to_double(dtype, get_at(a_m, &a, at + k * along));
        acc = fn == SX_SUM ? acc + x : fn == SX_PROD ? acc * x : fn == SX_MAX ? max_d(acc, x) : min_d(acc, x);
      }
      PUT(out, i, sx_of_double((int)out.dtype, acc));
    } else {
      int with = fn == SX_SUM ? SX_ADD : fn == SX_PROD ? SX_MUL : fn == SX_MAX ? SX_MAXIMUM : SX_MINIMUM;
      long flip = dtype == SX_U64 ? LONG_MIN : 0;
      long acc = fn == SX_SUM ? 0 : fn == SX_PROD ? 1 : (fn == SX_MAX ? LONG_MIN : LONG_MAX) ^ flip;
      for (long k = 0; k < length; k++)
        sx_binary_i(with, dtype, acc, sx_to_long(dtype, get_at(a_m, &a, at + k * along)), &acc);
      PUT(out, i, sx_of_long((int)out.dtype, acc));
    }
  }
}
/* The NaN of the interpreter; devices have others. */
#define NAN_float sx_float_of_bits(0x7fc00000)
#define NAN_double sx_double_of_bits(0x7ff8000000000000UL)
/* One element of a product: fused multiply-adds for k ascending. Operands are row-major. */
#define DOT(type, add)                                                              \
  {                                                                                 \
    __global const type *x = (__global const type *)a_m + a.offset + row * depth;   \
    __global const type *y = (__global const type *)b_m + b.offset + column;        \
    __global type *to = (__global type *)out_m + batch * m * n + i;                 \
    type sum = *to;                                                                 \
    for (long k = 0; k < depth; k++) sum = add(x[k], y[k * n], sum);                \
    *to = sum != sum ? NAN_##type : sum;                                           \
    continue;                                                                       \
  }
#define INTEGER(type)                                                               \
  {                                                                                 \
    __global const type *x = (__global const type *)a_m + a.offset + row * depth;   \
    __global const type *y = (__global const type *)b_m + b.offset + column;        \
    __global type *to = (__global type *)out_m + batch * m * n + i;                 \
    type sum = *to;                                                                 \
    for (long k = 0; k < depth; k++) sum += x[k] * y[k * n];                        \
    *to = sum;                                                                      \
    continue;                                                                       \
  }
KERNEL(sx_multiply, MEMORY(out), MEMORY(a), MEMORY(b)) {
  long m = p.n[0], n = p.n[1], depth = p.n[2], batch = p.n[3];
  EACH(i) {
    long row = i / n, column = i % n;
    switch ((int)out.dtype) {
      case SX_F32: DOT(float, fma)
      case SX_F64: DOT(double, fma)
      case SX_I32:
      case SX_U32: INTEGER(uint)
      default: INTEGER(ulong)
    }
  }
}
KERNEL(sx_scale, MEMORY(out), MEMORY(scales)) {
  long columns = out.dims[1];
  EACH(i) {
    long r = i / columns, j = i % columns;
    long at = p.n[0] ? r * scales.strides[0] + j / 32 * scales.strides[1] : r / 32 * scales.strides[0] + j * scales.strides[1];
    float scale = (float)sx_to_double((int)scales.dtype, get_at(scales_m, &scales, scales.offset + at));
    ((__global float *)out_m)[i] *= scale;
  }
}

/* ---- by index */

KERNEL(sx_gather_axis, MEMORY(out), MEMORY(a), MEMORY(index)) {
  int axis = (int)p.n[0];
  EACH(i) {
    long at[SX_RANK], dims[SX_RANK];
    for (int k = 0; k < SX_RANK; k++) dims[k] = index.dims[k];
    unflatten(i, (int)index.rank, dims, at);
    at[axis] = LONG(index, i);
    if (at[axis] < 0 || at[axis] >= a.dims[axis]) FAIL(i)
    PUT(out, i, get_at(a_m, &a, element_at(&a, at)));
  }
}
static long count_of(const sx_place *a) {
  long n = 1;
  for (int i = 0; i < a->rank; i++) n *= a->dims[i];
  return n;
}
KERNEL(sx_gather_flat, MEMORY(out), MEMORY(a), MEMORY(index)) {
  long limit = count_of(&a);
  EACH(i) {
    long from = LONG(index, i);
    if (from < 0 || from >= limit) FAIL(i)
    PUT(out, i, GET(a, from));
  }
}
KERNEL(sx_gather_bytes, MEMORY(out), MEMORY(a), MEMORY(offsets)) {
  EACH(i) {
    long from = LONG(offsets, i);
    if (from < 0 || from + 31 >= p.n[0]) FAIL(i)
    for (int k = 0; k < 32; k++) out_m[i * 32 + k] = a_m[from + k];
  }
}
KERNEL(sx_gather_compare, MEMORY(out), MEMORY(counts), MEMORY(holds)) {
  long columns = p.n[0], valid = p.n[1], room = p.n[2], offset = p.n[3];
  EACH(i) {
    long count = 0;
    for (long j = 0; j < valid; j++)
      if (GET(holds, i * columns + j) != 0 && count < room) {
        PUT(out, i * room + count, sx_of_long(SX_I32, j + offset));
        count++;
      }
    put_at(counts_m, &counts, i, sx_of_long((int)counts.dtype, count));
  }
}
KERNEL(sx_gather_paged, MEMORY(out), MEMORY(a), MEMORY(index), MEMORY(table)) {
  long block_size = p.n[0], size = p.n[1], first = p.n[2], blocks = count_of(&table);
  EACH(i) {
    long at = LONG(index, i), block = at / block_size;
    if (block < 0 || block >= blocks) FAIL(i)
    long row = LONG(table, block) * block_size + at % block_size;
    if (row < 0 || row >= a.dims[0] || (size > 0 && (first < 0 || first + size > a.dims[1]))) FAIL(i)
    for (long j = 0; j < size; j++) PUT(out, i * size + j, GET(a, row * a.dims[1] + first + j));
  }
}
KERNEL(sx_gather_rows, MEMORY(out), MEMORY(a), MEMORY(index)) {
  long length = p.n[0], limit = p.n[1], outside = p.n[2];
  EACH(i) {
    long from = LONG(index, i);
    if (from < 0 || from >= limit) {
      if (outside == 1) from = from < 0 ? 0 : limit - 1;
      else if (outside == 2) from = (from % limit + limit) % limit;
      else if (outside == 3) continue;
      else FAIL(i)
    }
    for (long j = 0; j < length; j++) PUT(out, i * length + j, GET(a, from * length + j));
  }
}
KERNEL(sx_scatter_axis, MEMORY(out), MEMORY(index), MEMORY(a)) {
  int axis = (int)p.n[0];
  EACH(i) {
    long at[SX_RANK], dims[SX_RANK];
    for (int k = 0; k < SX_RANK; k++) dims[k] = index.dims[k];
    unflatten(i, (int)index.rank, dims, at);
    at[axis] = LONG(index, i);
    if (at[axis] < 0 || at[axis] >= out.dims[axis]) FAIL(i)
    put_at(out_m, &out, element_at(&out, at), GET(a, i));
  }
}
KERNEL(sx_scatter_flat, MEMORY(out), MEMORY(a), MEMORY(index)) {
  long limit = count_of(&out);
  EACH(i) {
    long to = LONG(index, i);
    if (to < 0 || to >= limit) FAIL(i)
    PUT(out, to, GET(a, i));
  }
}
KERNEL(sx_scatter_rows, MEMORY(out), MEMORY(a), MEMORY(rows)) {
  long length = p.n[0], limit = p.n[1];
  EACH(i) {
    long to = LONG(rows, i);
    if (to < 0 || to >= limit) FAIL(i)
    for (long j = 0; j < length; j++) PUT(out, to * length + j, GET(a, i * length + j));
  }
}
KERNEL(sx_scatter_valid, MEMORY(out), MEMORY(a), MEMORY(index)) {
  long limit = count_of(&out);
  EACH(i) {
    long at[SX_RANK], dims[SX_RANK];
    for (int k = 0; k < SX_RANK; k++) dims[k] = p.n[k];
    unflatten(i, (int)a.rank, dims, at);
    long to = sx_to_long((int)index.dtype, get_at(index_m, &index, element_at(&index, at)));
    if (to < 0 || to >= limit) FAIL(i)
    PUT(out, to, get_at(a_m, &a, element_at(&a, at)));
  }
}

/* ---- pairs of value and index, the largest value first; a pair takes eight bytes */

static int larger_first(double a, double b) {
  if (b < a) return -1;
  if (b > a) return 1;
  bool x = a != a, y = b != b;
  if (x || y) return (int)y - (int)x;
  return (signbit(a) ? 1 : 0) - (signbit(b) ? 1 : 0);
}
static void write_pair(__global uchar *m, const sx_place *out, long at, ulong value, ulong index) {
  put_at(m, out, at, value);
  if (sx_bits((int)out->dtype) == 16) {
    put_at(m, out, at + 2, index & 0xffff);
    put_at(m, out, at + 3, index >> 16 & 0xffff);
  } else {
    put_at(m, out, at + 1, index);
  }
}
KERNEL(sx_sort_blocks, MEMORY(out), MEMORY(a), MEMORY(index)) {
  long columns = p.n[0], blocks = p.n[1];
  int step = 64 / sx_bits((int)a.dtype);
  EACH(i) {
    double value[32];
    ulong bits[32], where[32];
    long row = i / blocks, first = i % blocks * 32;
    int n = 0;
    for (long j = first; j < columns && j < first + 32; j++) {
      ulong next = GET(a, row * columns + j), at = GET(index, row * columns + j);
      double x = sx_to_double((int)a.dtype, next);
      int to = n++;
      for (; to > 0 && larger_first(x, value[to - 1]) < 0; to--) {
        value[to] = value[to - 1];
        bits[to] = bits[to - 1];
        where[to] = where[to - 1];
      }
      value[to] = x;
      bits[to] = next;
      where[to] = at;
    }
    for (int k = 0; k < n; k++) write_pair(out_m, &out, (row * columns + first + k) * step, bits[k], where[k]);
  }
}
/* Merges runs of pairs that lie one after the other in `a`. */
static void merge(__global uchar *out_m, const sx_place *out, long to, __global uchar *a_m, const sx_place *a, int runs,
                  const long *start, const long *pairs, bool until_exhausted) {
  int step = 64 / sx_bits((int)a->dtype);
  long next[4] = {0, 0, 0, 0};
  for (;;) {
    int best = -1;
    double top = 0;
    for (int r = 0; r < runs; r++) {
      if (next[r] == pairs[r]) {
        if (until_exhausted) return;
        continue;
      }
      double x = sx_to_double((int)a->dtype, get_at(a_m, a, element(a, start[r] + next[r] * step)));
      if (best < 0 || larger_first(x, top) < 0) best = r, top = x;
    }
    if (best < 0) return;
    long from = start[best] + next[best] * step;
    ulong index = step == 4 ? get_at(a_m, a, element(a, from + 2)) | get_at(a_m, a, element(a, from + 3)) << 16
                            : get_at(a_m, a, element(a, from + 1));
    write_pair(out_m, out, to, get_at(a_m, a, element(a, from)), index);
    to += step;
    next[best]++;
  }
}
KERNEL(sx_merge_runs, MEMORY(out), MEMORY(a)) {
  long length = p.n[0], columns = p.n[1], groups = p.n[2];
  int step = 64 / sx_bits((int)a.dtype);
  EACH(i) {
    long row = i / groups * columns, first = i % groups * 4 * length, start[4], pairs[4];
    int runs = 0;
    for (long at = first; at < columns && at < first + 4 * length; at += length) {
      start[runs] = row + at;
      pairs[runs++] = min(length, columns - at) / step;
    }
    merge(out_m, &out, row + first, a_m, &a, runs, start, pairs, false);
  }
}
KERNEL(sx_merge_rows, MEMORY(out), MEMORY(a)) {
  int runs = (int)p.n[0], step = 64 / sx_bits((int)a.dtype);
  long columns = a.dims[a.rank - 1];
  EACH(i) {
    long start[4], pairs[4], at = i * columns;
    for (int r = 0; r < runs; r++) {
      start[r] = at;
      pairs[r] = p.n[2 + r] / step;
      at += p.n[2 + r];
    }
    merge(out_m, &out, i * columns, a_m, &a, runs, start, pairs, p.n[1] != 0);
  }
}
