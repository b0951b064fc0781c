/* Rows of f32 for loops that the emitter prints: where they are, and functions on vectors of them. The functions compute
   what sx_compute.c computes, bit for bit but for exp, whose polynomial is shorter; docs/devices.md has its bound. */
#ifndef SX_VECTOR_H
#define SX_VECTOR_H
#include "sx_rows.h"

#if defined(__AVX512F__)
#define SX_LANES 16
#elif defined(__AVX2__)
#define SX_LANES 8
#else
#define SX_LANES 4
#endif
#define SX_HALF (SX_LANES / 2)
#define SX_GROUP_ROWS 8

typedef float sx_v __attribute__((vector_size(SX_LANES * 4)));
typedef float sx_loose __attribute__((vector_size(SX_LANES * 4), aligned(4), may_alias));
typedef int32_t sx_vi __attribute__((vector_size(SX_LANES * 4)));
typedef float sx_vh __attribute__((vector_size(SX_HALF * 4)));
typedef double sx_vd __attribute__((vector_size(SX_HALF * 8)));
typedef int64_t sx_vl __attribute__((vector_size(SX_HALF * 8)));

/* ---- vectors */

static inline sx_v sx_all(float x) { return x - (sx_v){0}; }
static inline sx_v sx_vload(const float *p) { return *(const sx_loose *)p; }
static inline sx_v sx_vload_part(const float *p, int64_t n, float rest) {
  float room[SX_LANES];
  for (int i = 0; i < SX_LANES; i++) room[i] = i < n ? p[i] : rest;
  return *(const sx_loose *)room;
}
static inline void sx_vstore_part(float *p, int64_t n, sx_v v) {
  float room[SX_LANES];
  *(sx_loose *)room = v;
  for (int64_t i = 0; i < n; i++) p[i] = room[i];
}
static inline void sx_vstore(float *p, sx_v v) { *(sx_loose *)p = v; }
/* Past the caches, for results that are larger than they are; `p` is aligned. */
static inline void sx_vstore_past(float *p, sx_v v) {
#if defined(__AVX512F__)
  __asm__ volatile("vmovntps %1, %0" : "=m"(*(sx_v *)p) : "v"(v));
#elif defined(__AVX2__)
  __asm__ volatile("vmovntps %1, %0" : "=m"(*(sx_v *)p) : "x"(v));
#else
  *(sx_loose *)p = v;
#endif
}
static inline bool sx_past(const sx_rows *r, int64_t bytes) {
  return bytes > (16 << 20) && ((uintptr_t)r->at % (SX_LANES * 4)) == 0 &&
         (r->rows == 1 || r->step % SX_LANES == 0);
}
static inline void sx_past_end(void) {
#if defined(__x86_64__)
  __asm__ volatile("sfence" ::: "memory");
#endif
}

static inline sx_v sx_choose(sx_vi m, sx_v a, sx_v b) { return (sx_v)((m & (sx_vi)a) | (~m & (sx_vi)b)); }
static inline sx_vd sx_choose_d(sx_vl m, sx_vd a, sx_vd b) { return (sx_vd)((m & (sx_vl)a) | (~m & (sx_vl)b)); }
static inline sx_v sx_clean(sx_v v) { return sx_choose(v == v, v, sx_all(__builtin_nanf(""))); }
static inline float sx_clean_one(float v) { return v != v ? __builtin_nanf("") : v; }

static inline sx_v sx_max_v(sx_v x, sx_v y) {
  sx_v m = sx_choose(x > y, x, y);
  m = sx_choose(x == y, (sx_v)((sx_vi)x & (sx_vi)y), m); /* +0 of two zeros */
  return sx_choose(x == x, m, x);
}
static inline sx_v sx_min_v(sx_v x, sx_v y) {
  sx_v m = sx_choose(x < y, x, y);
  m = sx_choose(x == y, (sx_v)((sx_vi)x | (sx_vi)y), m); /* -0 of two zeros */
  return sx_choose(x == x, m, x);
}
static inline sx_v sx_neg_v(sx_v x) { return -x; }
static inline sx_v sx_abs_v(sx_v x) { return (sx_v)((sx_vi)x & 0x7fffffff); }
static inline sx_v sx_relu_v(sx_v x) { return sx_max_v(x, (sx_v){0}); }
static inline sx_v sx_recip_v(sx_v x) { return 1 / x; }
static inline sx_v sx_div_v(sx_v x, sx_v y) { return x / y; }
static inline sx_v sx_prelu_v(sx_v x, sx_v y) { return sx_choose(x > 0, x, x * y); }
static inline sx_v sx_sqrt_v(sx_v x) {
  sx_v r;
  for (int i = 0; i < SX_LANES; i++) r[i] = sqrtf(x[i]);
  return r;
}

/* ---- through f64, rounded once */

typedef union {
  sx_v whole;
  sx_vh half[2];
} sx_halves;
/* One instruction, for which compilers have several. */
static inline sx_vd sx_widened(sx_vh x) {
#if defined(__AVX2__)
  sx_vd wide;
  __asm__("vcvtps2pd %1, %0" : "=v"(wide) : "v"(x));
  return wide;
#else
  return __builtin_convertvector(x, sx_vd);
#endif
}
static inline sx_vd sx_low(sx_v x) { return sx_widened(((sx_halves){x}).half[0]); }
static inline sx_vd sx_high(sx_v x) { return sx_widened(((sx_halves){x}).half[1]); }
/* Where it can be, without memory: a load must wait for two stores that make it up. */
static inline sx_v sx_joined(sx_vd low, sx_vd high) {
  sx_vh l = __builtin_convertvector(low, sx_vh), h = __builtin_convertvector(high, sx_vh);
#if defined(__has_builtin) && __has_builtin(__builtin_shufflevector)
#if SX_LANES == 16
  return __builtin_shufflevector(l, h, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#elif SX_LANES == 8
  return __builtin_shufflevector(l, h, 0, 1, 2, 3, 4, 5, 6, 7);
#else
  return __builtin_shufflevector(l, h, 0, 1, 2, 3);
#endif
#else
  sx_halves both;
  both.half[0] = l;
  both.half[1] = h;
  return both.whole;
#endif
}

/* a·b + c; fused where the processor can, which is faster and no less exact. */
static inline sx_vd sx_fma_d(sx_vd a, sx_vd b, sx_vd c) {
#if defined(__AVX512F__)
  __asm__("vfmadd213pd %2, %1, %0" : "+v"(a) : "v"(b), "v"(c));
  return a;
#elif defined(__AVX2__) && defined(__FMA__)
  __asm__("vfmadd213pd %2, %1, %0" : "+x"(a) : "x"(b), "x"(c));
  return a;
#else
  return a * b + c;
#endif
}

/* e^x with an error below 2 units of f64, for results that are rounded to f32: beyond ±700 those are 0 or infinite. */
static inline sx_vd sx_exp_d(sx_vd x) {
  const sx_vd zero = {0};
#define SX_C(v) ((v) - zero)
  sx_vd bounded = sx_choose_d(x > 700, SX_C(700.0), sx_choose_d(x < -700, SX_C(-700.0), x));
  sx_vd shifted = bounded * 0x1.71547652b82fep0 + 0x1.8p52;
  sx_vd n = shifted - 0x1.8p52;
  sx_vd r = sx_fma_d(n, SX_C(-0x1.62e42fefa3800p-1), bounded);
  r = sx_fma_d(n, SX_C(-0x1.ef35793c76730p-45), r);
  /* Terms in pairs, so that a multiplication need not wait for all before it; the largest two are added last. */
  sx_vd r2 = r * r, r4 = r2 * r2;
  sx_vd c2 = sx_fma_d(SX_C(0x1.555555555555ap-3), r, SX_C(0x1.0000000000011p-1));
  sx_vd c4 = sx_fma_d(SX_C(0x1.111111110f21ep-7), r, SX_C(0x1.555555554f0bap-5));
  sx_vd c6 = sx_fma_d(SX_C(0x1.a01a01b1461c5p-13), r, SX_C(0x1.6c16c1880029fp-10));
  sx_vd c8 = sx_fma_d(SX_C(0x1.71ddf56d8deb5p-19), r, SX_C(0x1.a01991a10d9aep-16));
  sx_vd c10 = sx_fma_d(SX_C(0x1.af632a0f7e2cep-26), r, SX_C(0x1.28b4101c77212p-22));
  sx_vd q = sx_fma_d(sx_fma_d(c10, r2, c8), r2, c6);
  q = sx_fma_d(q, r4, sx_fma_d(c4, r2, c2));
  sx_vd p = sx_fma_d(q, r2, r) + 1;
#undef SX_C
  sx_vd y = (sx_vd)((sx_vl)p + ((sx_vl)shifted << 52));
  return sx_choose_d(x == x, y, x);
}
static inline sx_vd sx_sigmoid_d(sx_vd x) {
  sx_vd e = sx_exp_d(sx_choose_d(x < 0, x, -x)), d = 1 + e;
  return sx_choose_d(x >= 0, 1 / d, e / d);
}
static inline sx_v sx_exp_v(sx_v x) { return sx_joined(sx_exp_d(sx_low(x)), sx_exp_d(sx_high(x))); }
static inline sx_v sx_sigmoid_v(sx_v x) { return sx_joined(sx_sigmoid_d(sx_low(x)), sx_sigmoid_d(sx_high(x))); }
static inline sx_v sx_expdif_v(sx_v x, sx_v y) {
  return sx_joined(sx_exp_d(sx_low(x) - sx_low(y)), sx_exp_d(sx_high(x) - sx_high(y)));
}
static inline sx_v sx_rsqrt_v(sx_v x) {
  sx_v r;
  for (int i = 0; i < SX_LANES; i++) r[i] = (float)(1 / sqrt((double)x[i]));
  return r;
}
/* A function that has no vector form, element by element. */
static inline sx_v sx_each_v(int fn, sx_v x) {
  sx_v r;
  for (int i = 0; i < SX_LANES; i++) r[i] = (float)sx_unary_f(fn, (double)x[i]);
  return r;
}

/* ---- across a row */

static inline float sx_across(sx_v m, bool largest) {
  sx_v r = m;
  for (int i = 1; i < SX_LANES; i++) {
    sx_v next = sx_all(m[i]);
    r = largest ? sx_max_v(r, next) : sx_min_v(r, next);
  }
  return sx_clean_one(r[0]);
}

/* Sums or products of rows, each in f64 in ascending order and rounded once; rows side by side, so that one addition
   need not wait for the one before. */
static inline void sx_fold_rows(bool product, int rows, int64_t n, const float *at, int64_t step, float *out) {
  double acc[SX_GROUP_ROWS];
  for (int q = 0; q < SX_GROUP_ROWS; q++) acc[q] = product ? 1 : 0;
  if (rows == SX_GROUP_ROWS && !product) {
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, s6 = 0, s7 = 0;
    const float *p0 = at, *p1 = p0 + step, *p2 = p1 + step, *p3 = p2 + step, *p4 = p3 + step, *p5 = p4 + step,
                *p6 = p5 + step, *p7 = p6 + step;
    for (int64_t i = 0; i < n; i++) {
      s0 += (double)p0[i], s1 += (double)p1[i], s2 += (double)p2[i], s3 += (double)p3[i];
      s4 += (double)p4[i], s5 += (double)p5[i], s6 += (double)p6[i], s7 += (double)p7[i];
    }
    double all[SX_GROUP_ROWS] = {s0, s1, s2, s3, s4, s5, s6, s7};
    memcpy(acc, all, sizeof acc);
  } else {
    for (int q = 0; q < rows; q++) {
      const float *p = at + q * step;
      double s = acc[q];
      if (product)
        for (int64_t i = 0; i < n; i++) s *= (double)p[i];
      else
        for (int64_t i = 0; i < n; i++) s += (double)p[i];
      acc[q] = s;
    }
  }
  for (int q = 0; q < rows; q++) out[q] = sx_clean_one((float)acc[q]);
}
#endif
