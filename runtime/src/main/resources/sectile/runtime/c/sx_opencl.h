/* Kernels of an OpenCL device: what the runtime starts and what the kernels read. C and OpenCL C read this file. */
#ifndef SX_OPENCL_H
#define SX_OPENCL_H

#include "sx_codes.h"

#define SX_NUMBERS 20

/* The place of an array in its memory; all fields have 64 bits, so that every compiler lays it out alike. */
typedef struct {
  int64_t offset, dtype, rank, is_constant;
  uint64_t bits; /* of every element, if it is constant */
  int64_t dims[SX_RANK], strides[SX_RANK];
} sx_place;

/* What else a kernel needs to know. */
typedef struct {
  int64_t count, chunk; /* positions, and how many of them one work item does */
  int64_t n[SX_NUMBERS];
  double real;
} sx_params;

/* In the order of their names in sx_kernels.cl and in OpenClKernels. */
enum {
  SX_K_COPY, SX_K_FILL, SX_K_UNARY, SX_K_COMBINE, SX_K_MERGE_VALID, SX_K_CAST, SX_K_COMPARE, SX_K_PACK, SX_K_SELECT,
  SX_K_FOLD, SX_K_MULTIPLY, SX_K_SCALE, SX_K_COUNT_UP, SX_K_TRIANGLE, SX_K_RANDOM, SX_K_GATHER_AXIS, SX_K_GATHER_FLAT,
  SX_K_GATHER_BYTES, SX_K_GATHER_COMPARE, SX_K_GATHER_PAGED, SX_K_GATHER_ROWS, SX_K_SCATTER_AXIS, SX_K_SCATTER_FLAT,
  SX_K_SCATTER_ROWS, SX_K_SCATTER_VALID, SX_K_SORT_BLOCKS, SX_K_MERGE_RUNS, SX_K_MERGE_ROWS, SX_KERNELS
};
#endif
