/* Rows of f32, for the loops and the kernels that the emitter prints: where they are, and whether they overlap. */
#ifndef SX_ROWS_H
#define SX_ROWS_H
#include "sx.h"

typedef struct {
#ifdef SX_OPENCL
  const uint8_t *memory; /* of the device */
  int64_t at;            /* where they begin there, in elements */
#else
  float *at;
#endif
  int64_t step, rows, columns;
} sx_rows;

/* Whether all of an array is valid and lies in rows of f32 at equal distances. */
static inline bool sx_rows_of(const sx_data *a, sx_rows *r) {
  if (a->dtype != SX_F32 || a->rank < 1) return false;
  int last = a->rank - 1;
  if (a->dims[last] != 1 && a->strides[last] != 1) return false;
  r->rows = 1;
  r->step = a->dims[last];
  for (int i = last; i >= 0; i--) {
    if (a->valid[i] != a->dims[i]) return false;
    if (i == last || a->dims[i] == 1) continue;
    if (r->rows == 1) r->step = a->strides[i];
    else if (a->strides[i] != r->step * r->rows) return false;
    r->rows *= a->dims[i];
  }
  r->columns = a->dims[last];
#ifdef SX_OPENCL
  if (!a->buffer && !a->window) return false; /* a number, which is not in memory of the device */
  r->memory = a->base;
  r->at = a->offset;
#else
  r->at = (float *)a->base + a->offset;
#endif
  return true;
}
/* The same of a part of an array. False if it is not inside, which the plain path reports. */
static inline bool sx_part_rows(const sx_data *a, int rank, const int64_t *offsets, const int64_t *extents,
                                sx_data *part, sx_rows *r) {
  if (a->rank != rank) return false;
  *part = *a;
  for (int i = 0; i < rank; i++) {
    if (offsets[i] < 0 || extents[i] < 1 || offsets[i] + extents[i] > a->dims[i]) return false;
    part->offset += offsets[i] * a->strides[i];
    part->dims[i] = part->valid[i] = extents[i];
  }
  return sx_rows_of(part, r);
}
static inline bool sx_disjoint(const sx_rows *w, const sx_rows *r) {
#ifdef SX_OPENCL
  if (!sx_same_memory(w->memory, r->memory)) return true;
#endif
  return w->at + (w->rows - 1) * w->step + w->columns <= r->at || r->at + (r->rows - 1) * r->step + r->columns <= w->at;
}
/* Whether rows can be written while others are read: they are apart, or the same element by element. */
static inline bool sx_apart(const sx_rows *w, const sx_rows *r) {
  return (w->at == r->at && w->step == r->step && w->columns == r->columns) || sx_disjoint(w, r);
}

/* A new array with the shape of another one, or with one column or one row of it. */
static inline void sx_make_like(sx_ctx *c, sx_data *out, bool tensor, const sx_data *like, bool row, bool column,
                                sx_rows *r) {
  int64_t dims[SX_RANK];
  int rank = like->rank;
  for (int i = 0; i < rank; i++) dims[i] = (row && i == rank - 1) || (column && i < rank - 1) ? 1 : like->dims[i];
  sx_make(c, out, tensor, SX_F32, rank, dims, false);
  sx_rows_of(out, r);
}

#ifdef SX_OPENCL
/* Starts a kernel of the program. Its parameters are buffer, beginning and step of each array, the numbers, and the
   rows and columns; a work item is a row, or an element if `by_rows` is false. */
void sx_k_fused(sx_ctx *c, int kernel, bool by_rows, int64_t rows, int64_t columns, int arrays,
                const sx_rows *const *array, int numbers, const float *number);
#endif
#endif
