/* Matrix products. Every element is `fma(a[i][k], b[k][j], …)` for k ascending, whatever the blocks. */
#include "sx.h"
#include "sx_fma.h"

#define LANES SX_FMA_LANES
#if defined(__AVX512F__)
#define MR 12
#elif defined(__AVX2__)
#define MR 6
#else
#define MR 4
#endif
#define NR (2 * LANES)
#define KC 256
#define MC (MR * 12)
#define NC 1024

typedef float vec __attribute__((vector_size(LANES * 4)));
typedef float loose __attribute__((vector_size(LANES * 4), aligned(4)));

/* MR rows and NR columns: o += a·b for packed operands. */
static void tile(int64_t k, const float *restrict a, const float *restrict b, float *o, int64_t os) {
  vec acc[MR][2];
#pragma GCC unroll 16
  for (int i = 0; i < MR; i++) {
    acc[i][0] = *(const loose *)(o + i * os);
    acc[i][1] = *(const loose *)(o + i * os + LANES);
  }
  for (int64_t p = 0; p < k; p++) {
    vec b0 = *(const vec *)(b + p * NR), b1 = *(const vec *)(b + p * NR + LANES);
#pragma GCC unroll 16
    for (int i = 0; i < MR; i++) {
      vec x = a[p * MR + i] - (vec){0};
      acc[i][0] = SX_FMA(x, b0, acc[i][0]);
      acc[i][1] = SX_FMA(x, b1, acc[i][1]);
    }
  }
#pragma GCC unroll 16
  for (int i = 0; i < MR; i++) {
    *(loose *)(o + i * os) = acc[i][0];
    *(loose *)(o + i * os + LANES) = acc[i][1];
  }
}

size_t sx_gemm_room(int64_t m, int64_t n, int64_t k) {
  (void)m, (void)n, (void)k;
  return sizeof(float) * (KC * (NC + NR) + KC * (MC + MR) + MR * NR) + 192;
}

void sx_gemm_f32(int64_t m, int64_t n, int64_t k, const float *a, int64_t as, const float *b, int64_t bs, float *o,
                 int64_t os, float *room) {
  float *packed_b = room, *packed_a = packed_b + KC * (NC + NR), *edge = packed_a + KC * (MC + MR);
  for (int64_t j0 = 0; j0 < n; j0 += NC) {
    int64_t columns = n - j0 < NC ? n - j0 : NC;
    for (int64_t p0 = 0; p0 < k; p0 += KC) {
      int64_t depth = k - p0 < KC ? k - p0 : KC;
      for (int64_t j = 0; j < columns; j += NR) {
        int64_t width = columns - j < NR ? columns - j : NR;
        float *to = packed_b + j * depth;
        for (int64_t p = 0; p < depth; p++) {
          const float *from = b + (p0 + p) * bs + j0 + j;
          if (width == NR) memcpy(to + p * NR, from, NR * sizeof(float));
          else
            for (int64_t x = 0; x < NR; x++) to[p * NR + x] = x < width ? from[x] : 0;
        }
      }
      for (int64_t i0 = 0; i0 < m; i0 += MC) {
        int64_t rows = m - i0 < MC ? m - i0 : MC;
        for (int64_t i = 0; i < rows; i += MR) {
          int64_t height = rows - i < MR ? rows - i : MR;
          float *to = packed_a + i * depth;
          for (int64_t y = 0; y < MR; y++) {
            const float *from = a + (i0 + i + y) * as + p0;
            if (y < height)
              for (int64_t p = 0; p < depth; p++) to[p * MR + y] = from[p];
            else
              for (int64_t p = 0; p < depth; p++) to[p * MR + y] = 0;
          }
        }
        for (int64_t j = 0; j < columns; j += NR) {
          int64_t width = columns - j < NR ? columns - j : NR;
          for (int64_t i = 0; i < rows; i += MR) {
            int64_t height = rows - i < MR ? rows - i : MR;
            float *to = o + (i0 + i) * os + j0 + j;
            if (width == NR && height == MR) {
              tile(depth, packed_a + i * depth, packed_b + j * depth, to, os);
            } else {
              for (int64_t y = 0; y < MR; y++)
                for (int64_t x = 0; x < NR; x++) edge[y * NR + x] = y < height && x < width ? to[y * os + x] : 0;
              tile(depth, packed_a + i * depth, packed_b + j * depth, edge, NR);
              for (int64_t y = 0; y < height; y++)
                for (int64_t x = 0; x < width; x++) to[y * os + x] = edge[y * NR + x];
            }
          }
        }
      }
    }
  }
}

static int accumulator_of(int dtype) {
  switch (dtype) {
    case SX_F64: return SX_F64;
    case SX_I4: case SX_I8: case SX_I16: case SX_I32: return SX_I32;
    case SX_U4: case SX_U8: case SX_U16: case SX_U32: return SX_U32;
    case SX_I64: return SX_I64;
    case SX_U64: return SX_U64;
    default: return SX_F32;
  }
}

/* A row-major matrix of the accumulator's type. */
static void operand(sx_ctx *c, sx_data *out, const sx_data *a, int dtype) {
  if (a->dtype == dtype) {
    if (sx_contiguous(a)) sx_assign(c, out, a);
    else sx_copy(c, out, false, a);
  } else {
    sx_cast(c, out, false, dtype, SX_NEAREST_EVEN, a);
  }
}

static void multiply(sx_ctx *c, int dtype, int64_t m, int64_t n, int64_t k, const sx_data *a, const sx_data *b,
                     const sx_data *o, int64_t batch, float *room) {
  SX_ON_DEVICE(sx_k_multiply(c, m, n, k, a, b, o, batch));
  int64_t first = batch * m * n;
  int64_t ai = a->offset, bi = b->offset;
  SX_WORK(c, dtype, 2 * m * n * k);
  if (dtype == SX_F32) {
    float *to = (float *)o->base + first;
    sx_gemm_f32(m, n, k, (const float *)a->base + ai, k, (const float *)b->base + bi, n, to, n, room);
    for (int64_t i = 0; i < m * n; i++)
      if (to[i] != to[i]) to[i] = __builtin_nanf("");
    return;
  }
  for (int64_t i = 0; i < m; i++)
    for (int64_t p = 0; p < k; p++) {
      int64_t x = ai + i * k + p, y = bi + p * n, z = first + i * n;
      if (dtype == SX_F64) {
        double f = ((const double *)a->base)[x];
        const double *q = (const double *)b->base + y;
        double *t = (double *)o->base + z;
        for (int64_t j = 0; j < n; j++) t[j] = fma(f, q[j], t[j]);
      } else if (dtype == SX_I32 || dtype == SX_U32) {
        uint32_t f = ((const uint32_t *)a->base)[x];
        const uint32_t *q = (const uint32_t *)b->base + y;
        uint32_t *t = (uint32_t *)o->base + z;
        for (int64_t j = 0; j < n; j++) t[j] += f * q[j];
      } else {
        uint64_t f = ((const uint64_t *)a->base)[x];
        const uint64_t *q = (const uint64_t *)b->base + y;
        uint64_t *t = (uint64_t *)o->base + z;
        for (int64_t j = 0; j < n; j++) t[j] += f * q[j];
      }
    }
}

static void swap_last(sx_data *v) {
  int a = v->rank - 2, b = v->rank - 1;
  int64_t t = v->dims[a];
  v->dims[a] = v->dims[b], v->dims[b] = t;
  t = v->strides[a];
  v->strides[a] = v->strides[b], v->strides[b] = t;
  t = v->valid[a];
  v->valid[a] = v->valid[b], v->valid[b] = t;
}

/* start + a·b in the accumulator's type, in a new array; `start` null means zeros. */
static void product(sx_ctx *c, sx_data *out, bool a_trans, bool b_trans, const sx_data *lhs, const sx_data *rhs,
                    const sx_data *start) {
  sx_data a = *lhs, b = *rhs;
  if (a_trans) swap_last(&a);
  if (b_trans) swap_last(&b);
  int ra = a.rank, rb = b.rank;
  if (a.dims[ra - 1] != b.dims[rb - 2]) {
    char x[256], y[256];
    sx_fail(c, "EXEC-104", "", "the inner extents of %s and %s differ", sx_shape_text(x, ra, a.dims),
            sx_shape_text(y, rb, b.dims));
  }
  int64_t k = a.valid[ra - 1] < b.valid[rb - 2] ? a.valid[ra - 1] : b.valid[rb - 2];
  int64_t m = a.dims[ra - 2], n = b.dims[rb - 1];
  int rank = ra > rb ? ra : rb;
  int64_t dims[SX_RANK], da[SX_RANK], db[SX_RANK], valid[SX_RANK], batches = 1;
  for (int i = 0; i < rank - 2; i++) {
    int64_t x = i + ra - rank < 0 ? 1 : a.dims[i + ra - rank], y = i + rb - rank < 0 ? 1 : b.dims[i + rb - rank];
    if (x != y && x != 1 && y != 1) {
      char s[256], t[256];
      sx_fail(c, "EXEC-104", "", "shapes %s and %s do not broadcast", sx_shape_text(s, ra - 2, a.dims),
              sx_shape_text(t, rb - 2, b.dims));
    }
    dims[i] = da[i] = db[i] = valid[i] = x == 1 ? y : x;
    batches *= dims[i];
  }
  dims[rank - 2] = da[rank - 2] = m;
  dims[rank - 1] = db[rank - 1] = n;
  da[rank - 1] = db[rank - 2] = k;
  valid[rank - 2] = a.valid[ra - 2];
  valid[rank - 1] = b.valid[rb - 1];
  a.dims[ra - 1] = b.dims[rb - 2] = k;
  int dtype = accumulator_of(a.dtype);
  sx_data va, vb, x = {0}, y = {0}, room = {0}, made = {0};
  sx_broadcast_to(&a, rank, da, &va);
  sx_broadcast_to(&b, rank, db, &vb);
  operand(c, &x, &va, dtype);
  operand(c, &y, &vb, dtype);
  sx_make(c, &made, false, dtype, rank, dims, start == NULL);
  if (start) sx_copy_elements(c, &made, start);
  if (dtype == SX_F32) {
    int64_t bytes = (int64_t)sx_gemm_room(m, n, k);
    sx_make(c, &room, false, SX_U8, 1, &bytes, false);
  }
  int64_t ax = x.offset, by = y.offset;
  for (int64_t i = 0; i < batches; i++) {
    x.offset = ax + i * m * k;
    y.offset = by + i * k * n;
    multiply(c, dtype, m, n, k, &x, &y, &made, i, (float *)room.base);
  }
  memcpy(made.valid, valid, sizeof(int64_t) * (size_t)rank);
  sx_release(c, &x);
  sx_release(c, &y);
  sx_release(c, &room);
  sx_take(c, out, &made);
}

void sx_matmul(sx_ctx *c, sx_data *out, bool tensor, int dtype, bool a_trans, bool b_trans, const sx_data *a,
               const sx_data *b, const sx_data *bias) {
  sx_data sum = {0};
  product(c, &sum, a_trans, b_trans, a, b, bias);
  if (sum.dtype == dtype) {
    sum.tensor = tensor;
    sx_take(c, out, &sum);
  } else {
    sx_cast(c, out, tensor, dtype, SX_NEAREST_EVEN, &sum);
    sx_release(c, &sum);
  }
  if (tensor) memcpy(out->valid, out->dims, sizeof out->valid);
}

void sx_matmul_acc(sx_ctx *c, sx_data *out, bool a_trans, bool b_trans, const sx_data *acc, const sx_data *a,
                   const sx_data *b, bool overwrite) {
  sx_data sum = {0};
  product(c, &sum, a_trans, b_trans, a, b, overwrite ? NULL : acc);
  sx_copy_elements(c, acc, &sum);
  sx_release(c, &sum);
  c->thread->idle = 0;
  sx_assign(c, out, acc);
}

/* Every 32 elements along the inner axis share a scale. */
void sx_scaled(sx_ctx *c, sx_data *out, const sx_data *values, const sx_data *scales, bool rows) {
  sx_data made = {0};
  sx_cast(c, &made, false, SX_F32, SX_NEAREST_EVEN, values);
  SX_ON_DEVICE({
    sx_k_scale(c, &made, scales, rows);
    sx_take(c, out, &made);
  });
  for (int64_t i = 0; i < made.dims[0]; i++)
    for (int64_t j = 0; j < made.dims[1]; j++) {
      int64_t at = rows ? i * scales->strides[0] + j / 32 * scales->strides[1]
                        : i / 32 * scales->strides[0] + j * scales->strides[1];
      double scale;
      sx_read_doubles(scales->dtype, scales->base, scales->offset + at, 1, 1, &scale);
      ((float *)made.base)[i * made.dims[1] + j] *= (float)scale;
    }
  sx_take(c, out, &made);
}
