/* Numbers that emitted programs, the runtime and kernels of devices share. C and OpenCL C read this file. */
#ifndef SX_CODES_H
#define SX_CODES_H

#define SX_RANK 8

/* In the order of the element types of `sectile.base.array`. */
enum {
  SX_BOOL, SX_I4, SX_I8, SX_I16, SX_I32, SX_I64, SX_U4, SX_U8, SX_U16, SX_U32, SX_U64,
  SX_F16, SX_BF16, SX_F32, SX_F64, SX_F8E4M3, SX_F8E5M2, SX_F8E8M0, SX_F4E2M1
};

/* Functions of `sectile.base.number`, in their order there. */
enum { SX_NEG, SX_ABS, SX_NOT, SX_RELU, SX_RECIP, SX_SQRT, SX_RSQRT, SX_EXP, SX_LOG, SX_SIGMOID, SX_SIN, SX_COS };
enum {
  SX_ADD, SX_SUB, SX_MUL, SX_DIV, SX_FLOOR_DIV, SX_FMOD, SX_REM, SX_POW, SX_MAXIMUM, SX_MINIMUM, SX_AND, SX_OR,
  SX_XOR, SX_SHL, SX_SHR, SX_EXPDIF, SX_PRELU
};
enum { SX_LT, SX_LE, SX_GT, SX_GE, SX_EQ, SX_NE };
enum { SX_SUM, SX_PROD, SX_MAX, SX_MIN, SX_ARGMAX, SX_ARGMIN };
/* When a sum is rounded. */
enum { SX_ONCE, SX_EACH, SX_PAIRS };
enum { SX_NEAREST_EVEN, SX_NEAREST_AWAY, SX_FLOOR, SX_CEIL, SX_TRUNC, SX_ODD };
enum { SX_PAD_NULL, SX_PAD_ZERO, SX_PAD_MAX, SX_PAD_MIN };

#endif
