/* a·b + c of vectors of f32, rounded once. It is written as an instruction or function by function, because whether a
   compiler fuses a product and a sum depends on its version, its flags and the processor, and results must not. */
#ifndef SX_FMA_H
#define SX_FMA_H
#include <math.h>

#if defined(__AVX512F__)
#define SX_FMA_LANES 16
#elif defined(__AVX2__)
#define SX_FMA_LANES 8
#else
#define SX_FMA_LANES 4
#endif

/* Names of their own, since arguments may have any. */
#if defined(__AVX512F__) || (defined(__AVX2__) && defined(__FMA__))
#define SX_FMA(a, b, c)                                                              \
  __extension__({                                                                    \
    __typeof__(c) sx_fma_c = (c);                                                    \
    __asm__("vfmadd231ps %2, %1, %0" : "+v"(sx_fma_c) : "v"(a), "v"(b));             \
    sx_fma_c;                                                                        \
  })
#else
#define SX_FMA(a, b, c)                                                              \
  __extension__({                                                                    \
    __typeof__(c) sx_fma_a = (a), sx_fma_b = (b), sx_fma_c = (c);                    \
    for (unsigned sx_fma_i = 0; sx_fma_i < sizeof sx_fma_c / sizeof(float); sx_fma_i++) \
      sx_fma_c[sx_fma_i] = fmaf(sx_fma_a[sx_fma_i], sx_fma_b[sx_fma_i], sx_fma_c[sx_fma_i]); \
    sx_fma_c;                                                                        \
  })
#endif
#endif
