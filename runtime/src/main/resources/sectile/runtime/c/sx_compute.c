/* Elementwise functions and reductions. A row at a time: as floats where that is exact, else as doubles or longs. */
#include "sx.h"
#include "sx_functions.h"

/* ---- walking operands of one shape, of which the first is the result */

typedef struct {
  int rank, operands;
  int64_t dims[SX_RANK], strides[3][SX_RANK], offset[3];
} walk;

static void walk_open(walk *w, int operands, const sx_data *const *d) {
  w->operands = operands;
  w->rank = 0;
  for (int o = 0; o < operands; o++) w->offset[o] = d[o]->offset;
  for (int i = 0; i < d[0]->rank; i++) {
    int64_t dim = d[0]->dims[i];
    if (dim == 1) continue;
    bool joins = w->rank > 0;
    for (int o = 0; o < operands && joins; o++) joins = w->strides[o][w->rank - 1] == d[o]->strides[i] * dim;
    int at = joins ? w->rank - 1 : w->rank++;
    w->dims[at] = joins ? w->dims[at] * dim : dim;
    for (int o = 0; o < operands; o++) w->strides[o][at] = d[o]->strides[i];
  }
  if (w->rank == 0) {
    w->rank = 1;
    w->dims[0] = 1;
    for (int o = 0; o < operands; o++) w->strides[o][0] = 1;
  }
}

/* The next row; `index` starts as zeros. False at the end. */
static bool walk_next(const walk *w, int64_t *index, int64_t *at) {
  for (int i = w->rank - 2; i >= 0; i--) {
    for (int o = 0; o < w->operands; o++) at[o] += w->strides[o][i];
    if (++index[i] < w->dims[i]) return true;
    for (int o = 0; o < w->operands; o++) at[o] -= w->strides[o][i] * w->dims[i];
    index[i] = 0;
  }
  return false;
}

#define ROWS(w, at)                                                                          \
  for (int64_t index[SX_RANK] = {0}, at[3] = {(w).offset[0], (w).offset[1], (w).offset[2]}, more = 1; more; \
       more = walk_next(&(w), index, at))

/* ---- functions on rows */

#define EACH(expression)                                   \
  for (int i = 0; i < n; i++) {                            \
    double x = a[i];                                       \
    o[i] = (expression);                                   \
  }                                                        \
  return;
static void unary_row(int fn, bool wide, int n, const double *a, double *o) {
  switch (fn) {
    case SX_NEG: EACH(-x)
    case SX_ABS: EACH(fabs(x))
    case SX_RELU: EACH(max_d(x, 0.0))
    case SX_RECIP: EACH(1 / x)
    case SX_SQRT: EACH(sqrt(x))
    case SX_RSQRT: EACH(1 / sqrt(x))
    case SX_EXP:
      if (!wide) { EACH(exp_narrow(x)) }
      break;
    case SX_SIGMOID:
      if (!wide) { EACH(sigmoid_narrow(x)) }
      break;
    default: break;
  }
  for (int i = 0; i < n; i++) o[i] = sx_unary_f(fn, a[i]);
}
#undef EACH

#define EACH(expression)                                   \
  for (int i = 0; i < n; i++) {                            \
    double x = a[i], y = b[i];                             \
    o[i] = (expression);                                   \
  }                                                        \
  return;
static void binary_row(int fn, bool wide, int n, const double *a, const double *b, double *o) {
  switch (fn) {
    case SX_ADD: EACH(x + y)
    case SX_SUB: EACH(x - y)
    case SX_MUL: EACH(x * y)
    case SX_DIV: EACH(x / y)
    case SX_MAXIMUM: EACH(max_d(x, y))
    case SX_MINIMUM: EACH(min_d(x, y))
    case SX_PRELU: EACH(x > 0 ? x : x * y)
    case SX_EXPDIF:
      if (!wide) { EACH(exp_narrow(x - y)) }
      break;
    default: break;
  }
  for (int i = 0; i < n; i++) o[i] = sx_binary_f(fn, a[i], b[i]);
}
#undef EACH

static inline float clean(float v) { return v != v ? __builtin_nanf("") : v; }

/* Functions whose f32 result is the rounded exact one. False if there is none. */
#define EACH(expression)                                   \
  if (as == 1 && bs == 1) {                                \
    for (int64_t i = 0; i < n; i++) {                      \
      float x = a[i], y = b[i];                            \
      o[i] = clean(expression);                            \
    }                                                      \
  } else if (as == 1 && bs == 0) {                         \
    float y = b[0];                                        \
    for (int64_t i = 0; i < n; i++) {                      \
      float x = a[i];                                      \
      o[i] = clean(expression);                            \
    }                                                      \
  } else {                                                 \
    for (int64_t i = 0; i < n; i++) {                      \
      float x = a[i * as], y = b[i * bs];                  \
      o[i] = clean(expression);                            \
    }                                                      \
  }                                                        \
  return true;
static bool float_row(int fn, int64_t n, const float *a, int64_t as, const float *b, int64_t bs, float *restrict o) {
  switch (fn) {
    case SX_ADD: EACH(x + y)
    case SX_SUB: EACH(x - y)
    case SX_MUL: EACH(x * y)
    case SX_DIV: EACH(x / y)
    case SX_MAXIMUM: EACH(x != x || y != y ? NAN : x == y ? (signbit(x) ? y : x) : x > y ? x : y)
    case SX_MINIMUM: EACH(x != x || y != y ? NAN : x == y ? (signbit(x) ? x : y) : x < y ? x : y)
    default: return false;
  }
}
#undef EACH

/* ---- elementwise ops */

static void keep_valid(sx_data *out, const sx_data *lhs) {
  if (out->rank == lhs->rank && memcmp(out->dims, lhs->dims, sizeof(int64_t) * (size_t)out->rank) == 0)
    memcpy(out->valid, lhs->valid, sizeof out->valid);
}

void sx_unary(sx_ctx *c, sx_data *out, bool tensor, int fn, const sx_data *a) {
  sx_data operand = *a;
  sx_make(c, out, tensor, a->dtype, a->rank, a->dims, false);
  memcpy(out->valid, operand.valid, sizeof out->valid);
  if (sx_count(out) == 0) return;
  SX_ON_DEVICE(sx_k_unary(c, fn, out, &operand));
  walk w;
  walk_open(&w, 2, (const sx_data *const[]){out, &operand});
  int64_t length = w.dims[w.rank - 1], os = w.strides[0][w.rank - 1], as = w.strides[1][w.rank - 1];
  int dtype = operand.dtype;
  SX_WORK(c, dtype, sx_count(out));
  ROWS(w, at) for (int64_t from = 0; from < length; from += SX_RUN) {
    int n = (int)(length - from < SX_RUN ? length - from : SX_RUN);
    if (sx_is_float(dtype)) {
      double x[SX_RUN], y[SX_RUN];
      sx_read_doubles(dtype, operand.base, at[1] + from * as, as, n, x);
      unary_row(fn, dtype == SX_F64, n, x, y);
      sx_write_doubles(dtype, out->base, at[0] + from * os, os, n, y);
    } else {
      int64_t x[SX_RUN];
      sx_read_longs(dtype, operand.base, at[1] + from * as, as, n, x);
      for (int i = 0; i < n; i++) x[i] = sx_unary_i(fn, dtype, x[i]);
      sx_write_longs(dtype, out->base, at[0] + from * os, os, n, x);
    }
  }
}

static void undefined(sx_ctx *c, int fn, const sx_data *out, int64_t element) {
  char text[256];
  int64_t at[SX_RANK], rest = 0;
  sx_data plain = *out;
  (void)rest;
  for (int i = plain.rank - 1; i >= 0; i--) {
    at[i] = element % plain.dims[i];
    element /= plain.dims[i];
  }
  sx_fail(c, "EXEC-103", "", "%s at element %s",
          fn == SX_POW ? "an integer to a negative power" : "division by zero", sx_shape_text(text, plain.rank, at));
}

/* Elements of `out` from those of two operands of its shape. */
static void combine(sx_ctx *c, int fn, const sx_data *out, const sx_data *a, const sx_data *b) {
  if (sx_count(out) == 0) return;
  SX_WORK(c, out->dtype, sx_count(out));
  SX_ON_DEVICE({
    int64_t at = sx_k_combine(c, fn, out, a, b);
    if (at >= 0) undefined(c, fn, out, at);
  });
  walk w;
  walk_open(&w, 3, (const sx_data *const[]){out, a, b});
  int last = w.rank - 1, dtype = out->dtype;
  int64_t length = w.dims[last], os = w.strides[0][last], as = w.strides[1][last], bs = w.strides[2][last];
  int64_t row = 0;
  ROWS(w, at) {
    if (dtype == SX_F32 && os == 1 &&
        float_row(fn, length, (const float *)a->base + at[1], as, (const float *)b->base + at[2], bs,
                  (float *)out->base + at[0]))
      continue;
    for (int64_t from = 0; from < length; from += SX_RUN) {
      int n = (int)(length - from < SX_RUN ? length - from : SX_RUN);
      if (sx_is_float(dtype)) {
        double x[SX_RUN], y[SX_RUN];
        sx_read_doubles(dtype, a->base, at[1] + from * as, as, n, x);
        sx_read_doubles(dtype, b->base, at[2] + from * bs, bs, n, y);
        binary_row(fn, dtype == SX_F64, n, x, y, x);
        sx_write_doubles(dtype, out->base, at[0] + from * os, os, n, x);
      } else {
        int64_t x[SX_RUN], y[SX_RUN];
        sx_read_longs(dtype, a->base, at[1] + from * as, as, n, x);
        sx_read_longs(dtype, b->base, at[2] + from * bs, bs, n, y);
        for (int i = 0; i < n; i++)
          if (!sx_binary_i(fn, dtype, x[i], y[i], &x[i])) undefined(c, fn, out, row * length + from + i);
        sx_write_longs(dtype, out->base, at[0] + from * os, os, n, x);
      }
    }
    row++;
  }
}

static int common_shape(sx_ctx *c, const sx_data *a, const sx_data *b, int64_t *dims) {
  int rank = a->rank > b->rank ? a->rank : b->rank;
  for (int i = 1; i <= rank; i++) {
    int64_t x = i > a->rank ? 1 : a->dims[a->rank - i], y = i > b->rank ? 1 : b->dims[b->rank - i];
    if (x != y && x != 1 && y != 1) {
      char s[256], t[256];
      sx_fail(c, "EXEC-104", "", "shapes %s and %s do not broadcast", sx_shape_text(s, a->rank, a->dims),
              sx_shape_text(t, b->rank, b->dims));
    }
    dims[rank - i] = x == 1 ? y : x;
  }
  return rank;
}

void sx_binary(sx_ctx *c, sx_data *out, bool tensor, int fn, const sx_data *a, const sx_data *b, const sx_data *lhs) {
  int64_t dims[SX_RANK];
  int rank = common_shape(c, a, b, dims);
  sx_data x, y, first = *lhs;
  sx_broadcast_to(a, rank, dims, &x);
  sx_broadcast_to(b, rank, dims, &y);
  bool divides = !sx_is_float(a->dtype) && (fn == SX_DIV || fn == SX_FLOOR_DIV || fn == SX_FMOD || fn == SX_REM);
  sx_make(c, out, tensor, x.dtype, rank, dims, divides);
  keep_valid(out, &first);
  sx_data part = *out;
  if (divides) {
    memcpy(part.dims, out->valid, sizeof part.dims);
    memcpy(x.dims, out->valid, sizeof x.dims);
    memcpy(y.dims, out->valid, sizeof y.dims);
  }
  combine(c, fn, &part, &x, &y);
}

void sx_combine_into(sx_ctx *c, int fn, const sx_data *into, const sx_data *with) {
  sx_data y;
  if (!sx_broadcast_to(with, into->rank, into->dims, &y)) sx_fail(c, "EXEC-104", "", "shapes differ");
  combine(c, fn, into, into, &y);
}

static bool inside(const sx_data *a, int64_t position) {
  for (int i = a->rank - 1; i >= 0; i--) {
    if (position % a->dims[i] >= a->valid[i]) return false;
    position /= a->dims[i];
  }
  return true;
}

void sx_binary_valid(sx_ctx *c, sx_data *out, bool tensor, int fn, const sx_data *a, const sx_data *b) {
  sx_data x = *a, y = *b, all, made = {0};
  sx_broadcast_to(&y, x.rank, x.dims, &all);
  sx_make(c, &made, tensor, x.dtype, x.rank, x.dims, false);
  combine(c, fn, &made, &x, &all);
  for (int i = 0; i < x.rank; i++) made.valid[i] = x.valid[i] > y.valid[i] ? x.valid[i] : y.valid[i];
  SX_ON_DEVICE({
    sx_k_merge_valid(c, &made, &x, &y);
    sx_take(c, out, &made);
  });
  int64_t n = sx_count(&made);
  for (int64_t i = 0; i < n; i++) {
    bool in_x = inside(&x, i), in_y = inside(&y, i);
    if (in_x != in_y) sx_set_bits(&made, i, in_x ? sx_bits_at(&x, sx_element(&x, i)) : sx_bits_at(&y, sx_element(&y, i)));
  }
  sx_take(c, out, &made);
}

void sx_cast(sx_ctx *c, sx_data *out, bool tensor, int to, int mode, const sx_data *a) {
  if (a->dtype == to) {
    sx_copy(c, out, tensor, a);
    return;
  }
  sx_data operand = *a;
  sx_make(c, out, tensor, to, a->rank, a->dims, false);
  memcpy(out->valid, operand.valid, sizeof out->valid);
  if (sx_count(out) == 0) return;
  SX_ON_DEVICE(sx_k_cast(c, mode, out, &operand));
  walk w;
  walk_open(&w, 2, (const sx_data *const[]){out, &operand});
  int last = w.rank - 1, from = operand.dtype;
  int64_t length = w.dims[last], os = w.strides[0][last], as = w.strides[1][last];
  bool floats = mode == SX_NEAREST_EVEN && sx_is_float(from) && sx_is_float(to);
  ROWS(w, at) for (int64_t first = 0; first < length; first += SX_RUN) {
    int n = (int)(length - first < SX_RUN ? length - first : SX_RUN);
    if (floats) {
      double x[SX_RUN];
      sx_read_doubles(from, operand.base, at[1] + first * as, as, n, x);
      sx_write_doubles(to, out->base, at[0] + first * os, os, n, x);
    } else {
      for (int i = 0; i < n; i++)
        sx_set_bits(out, at[0] + (first + i) * os,
                    sx_cast_bits(from, to, mode, sx_bits_at(&operand, at[1] + (first + i) * as)));
    }
  }
}

/* Whether elements compare, as bools. */
static void compare(sx_ctx *c, sx_data *holds, int cmp, const sx_data *a, const sx_data *b) {
  int64_t dims[SX_RANK];
  int rank = common_shape(c, a, b, dims);
  sx_data x, y;
  sx_broadcast_to(a, rank, dims, &x);
  sx_broadcast_to(b, rank, dims, &y);
  sx_make(c, holds, false, SX_BOOL, rank, dims, false);
  if (sx_count(holds) == 0) return;
  SX_ON_DEVICE(sx_k_compare(c, cmp, holds, &x, &y));
  walk w;
  walk_open(&w, 3, (const sx_data *const[]){holds, &x, &y});
  int last = w.rank - 1, dtype = x.dtype;
  int64_t length = w.dims[last], as = w.strides[1][last], bs = w.strides[2][last];
  ROWS(w, at) for (int64_t first = 0; first < length; first += SX_RUN) {
    int n = (int)(length - first < SX_RUN ? length - first : SX_RUN);
    uint8_t *o = holds->base + at[0] + first;
    if (sx_is_float(dtype)) {
      double p[SX_RUN], q[SX_RUN];
      sx_read_doubles(dtype, x.base, at[1] + first * as, as, n, p);
      sx_read_doubles(dtype, y.base, at[2] + first * bs, bs, n, q);
      for (int i = 0; i < n; i++) o[i] = sx_compare_f(cmp, p[i], q[i]);
    } else {
      int64_t p[SX_RUN], q[SX_RUN];
      sx_read_longs(dtype, x.base, at[1] + first * as, as, n, p);
      sx_read_longs(dtype, y.base, at[2] + first * bs, bs, n, q);
      for (int i = 0; i < n; i++) o[i] = sx_compare_i(cmp, dtype, p[i], q[i]);
    }
  }
}

static void pack(sx_ctx *c, const sx_data *out, const sx_data *holds, int64_t columns, int64_t bytes) {
  SX_ON_DEVICE(sx_k_pack(c, out, holds, columns));
  (void)c;
  int64_t rows = columns == 0 ? 0 : sx_count(holds) / columns;
  for (int64_t r = 0; r < rows; r++)
    for (int64_t j = 0; j < columns; j++)
      if (holds->base[r * columns + j]) out->base[r * bytes + j / 8] |= (uint8_t)(1 << (j % 8));
}

void sx_compare(sx_ctx *c, sx_data *out, bool tensor, int cmp, bool packed, const sx_data *a, const sx_data *b) {
  sx_data holds = {0};
  int dtype = a->dtype;
  compare(c, &holds, cmp, a, b);
  if (!packed) {
    sx_cast(c, out, tensor, dtype, SX_NEAREST_EVEN, &holds);
    memcpy(out->valid, out->dims, sizeof out->valid);
  } else {
    int last = holds.rank - 1;
    int64_t dims[SX_RANK], columns = holds.dims[last], bytes = (columns + 7) / 8;
    memcpy(dims, holds.dims, sizeof dims);
    dims[last] = bytes;
    sx_make(c, out, tensor, SX_U8, holds.rank, dims, true);
    pack(c, out, &holds, columns, bytes);
  }
  sx_release(c, &holds);
}

void sx_select(sx_ctx *c, sx_data *out, bool tensor, const sx_data *mask, const sx_data *a, const sx_data *b) {
  int64_t dims[SX_RANK];
  int rank = common_shape(c, a, b, dims);
  sx_data x, y, set = *a, made = {0};
  sx_broadcast_to(a, rank, dims, &x);
  sx_broadcast_to(b, rank, dims, &y);
  sx_make(c, &made, tensor, x.dtype, rank, dims, false);
  keep_valid(&made, &set);
  SX_ON_DEVICE({
    sx_k_select(c, &made, mask, &x, &y);
    sx_take(c, out, &made);
  });
  int64_t n = sx_count(&made), columns = dims[rank - 1], bytes = (columns + 7) / 8;
  for (int64_t i = 0; i < n; i++) {
    int64_t at = i / columns * bytes + i % columns / 8;
    int64_t bits;
    sx_read_longs(mask->dtype, mask->base, sx_element(mask, at), 1, 1, &bits);
    const sx_data *from = bits >> (i % columns % 8) & 1 ? &x : &y;
    sx_set_bits(&made, i, sx_bits_at(from, sx_element(from, i)));
  }
  sx_take(c, out, &made);
}

void sx_expand(sx_ctx *c, sx_data *out, bool tensor, bool same_valid, const sx_data *value, const sx_data *like) {
  sx_data made = {0};
  sx_make(c, &made, tensor, value->dtype, like->rank, like->dims, false);
  sx_copy_elements(c, &made, value);
  if (same_valid) memcpy(made.valid, like->valid, sizeof made.valid);
  sx_take(c, out, &made);
}

/* ---- reductions */

static void fold_doubles(int fn, int n, double *acc, const double *x) {
  switch (fn) {
    case SX_SUM:
      for (int i = 0; i < n; i++) acc[i] += x[i];
      return;
    case SX_PROD:
      for (int i = 0; i < n; i++) acc[i] *= x[i];
      return;
    case SX_MAX:
      for (int i = 0; i < n; i++) acc[i] = max_d(acc[i], x[i]);
      return;
    default:
      for (int i = 0; i < n; i++) acc[i] = min_d(acc[i], x[i]);
  }
}
static double fold_all(int fn, int n, double acc, const double *x) {
  switch (fn) {
    case SX_SUM:
      for (int i = 0; i < n; i++) acc += x[i];
      return acc;
    case SX_PROD:
      for (int i = 0; i < n; i++) acc *= x[i];
      return acc;
    default: break;
  }
  double part[8];
  for (int j = 0; j < 8; j++) part[j] = acc;
  int i = 0;
  if (fn == SX_MAX) {
    for (; i + 8 <= n; i += 8)
      for (int j = 0; j < 8; j++) part[j] = max_d(part[j], x[i + j]);
    for (; i < n; i++) part[0] = max_d(part[0], x[i]);
    for (int j = 0; j < 8; j++) acc = max_d(acc, part[j]);
  } else {
    for (; i + 8 <= n; i += 8)
      for (int j = 0; j < 8; j++) part[j] = min_d(part[j], x[i + j]);
    for (; i < n; i++) part[0] = min_d(part[0], x[i]);
    for (int j = 0; j < 8; j++) acc = min_d(acc, part[j]);
  }
  return acc;
}
static double start_of(int fn) { return fn == SX_SUM ? 0 : fn == SX_PROD ? 1 : fn == SX_MAX ? -INFINITY : INFINITY; }
static int64_t start_of_longs(int fn, int dtype) {
  int64_t flip = dtype == SX_U64 ? INT64_MIN : 0;
  return fn == SX_SUM ? 0 : fn == SX_PROD ? 1 : (fn == SX_MAX ? INT64_MIN : INT64_MAX) ^ flip;
}
static void fold_longs(int fn, int dtype, int n, int64_t *acc, int step, const int64_t *x) {
  static const int functions[] = {SX_ADD, SX_MUL, SX_MAXIMUM, SX_MINIMUM};
  for (int i = 0; i < n; i++) sx_binary_i(functions[fn], dtype, acc[i * step], x[i], &acc[i * step]);
}

static int order_of(double a, double b) {
  if (a < b) return -1;
  if (a > b) return 1;
  return (int)signbit(b) - (int)signbit(a);
}
static int64_t position_of(int fn, const sx_data *a, int64_t at, int64_t stride, int64_t length) {
  int64_t best = 0;
  if (sx_is_float(a->dtype)) {
    double top;
    sx_read_doubles(a->dtype, a->base, at, 1, 1, &top);
    for (int64_t i = 1; i < length && top == top; i++) {
      double x;
      sx_read_doubles(a->dtype, a->base, at + i * stride, 1, 1, &x);
      int order = x != x ? 0 : order_of(x, top);
      if (x != x || (fn == SX_ARGMAX ? order > 0 : order < 0)) top = x, best = i;
    }
    return best;
  }
  int64_t top;
  sx_read_longs(a->dtype, a->base, at, 1, 1, &top);
  for (int64_t i = 1; i < length; i++) {
    int64_t x;
    sx_read_longs(a->dtype, a->base, at + i * stride, 1, 1, &x);
    if (sx_compare_i(fn == SX_ARGMAX ? SX_GT : SX_LT, a->dtype, x, top)) top = x, best = i;
  }
  return best;
}

/* The sum of `length` elements, rounded after every addition: one after the other, or neighbours first. */
static double sum_in_steps(const sx_data *a, int64_t at, int64_t stride, int64_t length, int steps) {
  double part[64];
  int top = 0;
  for (int64_t k = 0; k < length; k++) {
    double x;
    sx_read_doubles(a->dtype, a->base, at + k * stride, 1, 1, &x);
    if (steps == SX_EACH) {
      if (top) x = sx_round_float(a->dtype, part[--top] + x);
    } else {
      for (int64_t bits = k; bits & 1; bits >>= 1) x = sx_round_float(a->dtype, part[--top] + x);
    }
    part[top++] = x;
  }
  for (; top > 1; top--) part[top - 2] = sx_round_float(a->dtype, part[top - 2] + part[top - 1]);
  return length ? part[0] : 0;
}

/* Folds `length` elements along an axis into each element of `out`, whose axis has extent 1. */
static void fold(sx_ctx *c, const sx_data *out, int fn, int steps, const sx_data *a, int axis, int64_t length) {
  SX_ON_DEVICE(sx_k_fold(c, out, fn, steps, a, axis, length));
  (void)c;
  int64_t results = sx_count(out);
  int last = a->rank - 1;
  int64_t along = a->strides[axis];
  bool across = axis != last && fn < SX_ARGMAX;
  int64_t width = across ? a->dims[last] : 1;
  sx_data source = *a;
  memcpy(source.dims, out->dims, sizeof source.dims);
  for (int64_t r = 0; r < results; r += width) {
    int64_t at = sx_element(&source, r);
    if (fn >= SX_ARGMAX) {
      int64_t found = position_of(fn, a, at, along, length);
      sx_write_longs(SX_I32, out->base, r, 1, 1, &found);
      continue;
    }
    int64_t limit = across ? width : 1;
    for (int64_t first = 0; first < limit; first += SX_RUN) {
      int n = (int)(limit - first < SX_RUN ? limit - first : SX_RUN);
      int64_t step = across ? a->strides[last] : 1, here = at + first * step;
      if (sx_is_float(a->dtype)) {
        double acc[SX_RUN], x[SX_RUN];
        for (int i = 0; i < n; i++) acc[i] = start_of(fn);
        if (steps != SX_ONCE) {
          for (int i = 0; i < n; i++) acc[i] = sum_in_steps(a, here + i * step, along, length, steps);
        } else if (across) {
          for (int64_t k = 0; k < length; k++) {
            sx_read_doubles(a->dtype, a->base, here + k * along, step, n, x);
            fold_doubles(fn, n, acc, x);
          }
        } else {
          for (int64_t k = 0; k < length; k += SX_RUN) {
            int m = (int)(length - k < SX_RUN ? length - k : SX_RUN);
            sx_read_doubles(a->dtype, a->base, here + k * along, along, m, x);
            acc[0] = fold_all(fn, m, acc[0], x);
          }
        }
        sx_write_doubles(out->dtype, out->base, r + first, 1, n, acc);
      } else {
        int64_t acc[SX_RUN], x[SX_RUN];
        for (int i = 0; i < n; i++) acc[i] = start_of_longs(fn, a->dtype);
        if (across) {
          for (int64_t k = 0; k < length; k++) {
            sx_read_longs(a->dtype, a->base, here + k * along, step, n, x);
            fold_longs(fn, a->dtype, n, acc, 1, x);
          }
        } else {
          for (int64_t k = 0; k < length; k += SX_RUN) {
            int m = (int)(length - k < SX_RUN ? length - k : SX_RUN);
            sx_read_longs(a->dtype, a->base, here + k * along, along, m, x);
            fold_longs(fn, a->dtype, m, acc, 0, x);
          }
        }
        sx_write_longs(out->dtype, out->base, r + first, 1, n, acc);
      }
    }
  }
}

void sx_reduce(sx_ctx *c, sx_data *out, bool tensor, int fn, bool pairs, int64_t given, bool keep, const sx_data *a) {
  int axis = (int)(given < 0 ? given + a->rank : given);
  int64_t length = a->valid[axis], dims[SX_RANK];
  if (length == 0 && fn != SX_SUM && fn != SX_PROD)
    sx_fail(c, "EXEC-105", "", "there is no element to reduce in an empty part");
  sx_data operand = *a;
  memcpy(dims, a->dims, sizeof dims);
  SX_WORK(c, a->dtype, a->dims[axis] ? sx_count(a) / a->dims[axis] * length : 0);
  dims[axis] = 1;
  sx_make(c, out, tensor, fn >= SX_ARGMAX ? SX_I32 : a->dtype, a->rank, dims, false);
  bool in_steps = fn == SX_SUM && a->dtype == SX_F16 && axis != a->rank - 1;
  fold(c, out, fn, !in_steps ? SX_ONCE : pairs ? SX_PAIRS : SX_EACH, &operand, axis, length);
  memcpy(out->valid, operand.valid, sizeof out->valid);
  out->valid[axis] = 1;
  if (!keep) {
    for (int i = axis; i + 1 < operand.rank; i++) {
      out->dims[i] = out->dims[i + 1];
      out->strides[i] = out->strides[i + 1];
      out->valid[i] = out->valid[i + 1];
    }
    out->rank--;
  }
}
