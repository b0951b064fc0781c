/* Hand-written kernels: products of tiles of one shape, whose result stays in registers. As in sx_matmul.c every element
   is `fma(a[i][k], b[k][j], …)` for k ascending. */
#include "sx.h"
#include "sx_fma.h"

/* `L` lanes of a vector, `N` columns; rows of `b` and `o` are contiguous. */
#define MAC(M, N, L)                                                                                              \
  typedef float v##M##x##N __attribute__((vector_size((L) * 4), aligned(4)));                                     \
  static void mac_##M##x##N(int64_t k, const float *a, int64_t ar, int64_t ac, const float *b, int64_t br, float *o) { \
    v##M##x##N acc[M][(N) / (L)];                                                                                 \
    _Pragma("GCC unroll 16") for (int i = 0; i < (M); i++)                                                        \
        _Pragma("GCC unroll 4") for (int j = 0; j < (N) / (L); j++)                                               \
            acc[i][j] = *(const v##M##x##N *)(o + i * (N) + j * (L));                                             \
    for (int64_t p = 0; p < k; p++)                                                                               \
      _Pragma("GCC unroll 4") for (int j = 0; j < (N) / (L); j++) {                                               \
        v##M##x##N y = *(const v##M##x##N *)(b + p * br + j * (L));                                               \
        _Pragma("GCC unroll 16") for (int i = 0; i < (M); i++)                                                    \
            acc[i][j] = SX_FMA(a[i * ar + p * ac] - (v##M##x##N){0}, y, acc[i][j]);                               \
      }                                                                                                           \
    _Pragma("GCC unroll 16") for (int i = 0; i < (M); i++)                                                        \
        _Pragma("GCC unroll 4") for (int j = 0; j < (N) / (L); j++)                                               \
            *(v##M##x##N *)(o + i * (N) + j * (L)) = acc[i][j];                                                   \
  }

MAC(4, 4, 4)
#if SX_FMA_LANES >= 8
MAC(8, 8, 8)
MAC(6, 16, 8)
#else
MAC(8, 8, 4)
MAC(6, 16, 4)
#endif
MAC(16, 16, SX_FMA_LANES)

#define MAC_I8(M, N)                                                                                              \
  static void mac_i8_##M##x##N(int64_t k, const int8_t *a, int64_t ar, int64_t ac, const int8_t *b, int64_t br,   \
                               int32_t *o) {                                                                      \
    int32_t acc[M][N];                                                                                            \
    memcpy(acc, o, sizeof acc);                                                                                   \
    for (int64_t p = 0; p < k; p++)                                                                               \
      for (int i = 0; i < (M); i++)                                                                               \
        for (int j = 0; j < (N); j++)                                                                             \
          acc[i][j] = (int32_t)((uint32_t)acc[i][j] + (uint32_t)(a[i * ar + p * ac] * b[p * br + j]));            \
    memcpy(o, acc, sizeof acc);                                                                                   \
  }
MAC_I8(8, 8)
MAC_I8(16, 16)

void sx_micro(sx_ctx *c, sx_data *out, int kernel, const sx_data *acc, bool overwrite, const sx_data *a,
              const sx_data *b) {
  bool real = kernel < SX_MAC_8X8_I8;
  int dtype = real ? SX_F32 : SX_I32;
  int64_t k = a->valid[1] < b->valid[0] ? a->valid[1] : b->valid[0];
  int64_t dims[] = {a->dims[0], b->dims[1]}, count = dims[0] * dims[1];
  sx_data made = {0}, rows = {0};
  const sx_data *by = b;
  if (b->strides[1] != 1) {
    sx_copy(c, &rows, false, b);
    by = &rows;
  }
  bool here = acc && acc->dtype == dtype && sx_contiguous(acc);
  if (here) sx_assign(c, &made, acc);
  else sx_make(c, &made, false, dtype, 2, dims, !acc);
  if (acc && !here) sx_copy_elements(c, &made, acc);
  int64_t ar = a->strides[0], ac = a->strides[1], br = by->strides[0];
  SX_WORK(c, dtype, 2 * count * k);
  if (real) {
    const float *x = (const float *)a->base + a->offset, *y = (const float *)by->base + by->offset;
    float *o = (float *)made.base + made.offset;
    if (overwrite) memset(o, 0, sizeof *o * (size_t)count);
    switch (kernel) {
      case SX_MAC_4X4_F32: mac_4x4(k, x, ar, ac, y, br, o); break;
      case SX_MAC_8X8_F32: mac_8x8(k, x, ar, ac, y, br, o); break;
      case SX_MAC_6X16_F32: mac_6x16(k, x, ar, ac, y, br, o); break;
      default: mac_16x16(k, x, ar, ac, y, br, o); break;
    }
    for (int64_t i = 0; i < count; i++)
      if (o[i] != o[i]) o[i] = __builtin_nanf("");
  } else {
    const int8_t *x = (const int8_t *)a->base + a->offset, *y = (const int8_t *)by->base + by->offset;
    int32_t *o = (int32_t *)made.base + made.offset;
    if (overwrite) memset(o, 0, sizeof *o * (size_t)count);
    if (kernel == SX_MAC_8X8_I8) mac_i8_8x8(k, x, ar, ac, y, br, o);
    else mac_i8_16x16(k, x, ar, ac, y, br, o);
  }
  sx_release(c, &rows);
  c->thread->idle = 0;
  if (acc) {
    if (!here) sx_copy_elements(c, acc, &made);
    sx_release(c, &made);
    sx_assign(c, out, acc);
    return;
  }
  made.valid[0] = a->valid[0];
  made.valid[1] = b->valid[1];
  sx_take(c, out, &made);
}
