/* Values as the caller of a program gives and gets them. */
#include "sx.h"

SX_API void sx_value_layout(int64_t *out) {
  out[0] = sizeof(sx_value);
  out[1] = offsetof(sx_value, i);
  out[2] = offsetof(sx_value, f);
  out[3] = offsetof(sx_value, d);
  out[4] = sizeof(sx_data);
  out[5] = offsetof(sx_data, dtype);
  out[6] = offsetof(sx_data, rank);
  out[7] = offsetof(sx_data, dims);
  out[8] = sizeof(sx_control);
  out[9] = offsetof(sx_control, patience);
  out[10] = offsetof(sx_control, stop);
  out[11] = offsetof(sx_control, failed);
  out[12] = offsetof(sx_control, site);
  out[13] = offsetof(sx_control, code);
  out[14] = offsetof(sx_control, message);
  out[15] = offsetof(sx_control, hint);
  out[16] = offsetof(sx_data, tensor);
  out[17] = offsetof(sx_data, device);
  out[18] = offsetof(sx_control, operations);
  out[19] = offsetof(sx_control, device);
  out[20] = offsetof(sx_control, watch);
  out[21] = offsetof(sx_control, kernels);
}

SX_API int32_t sx_same(const sx_data *a, const sx_data *b) {
  bool same_memory = a->window ? a->window == b->window && a->base == b->base : a->buffer && a->buffer == b->buffer;
  return same_memory && a->rank == b->rank &&
         memcmp(a->dims, b->dims, sizeof(int64_t) * (size_t)a->rank) == 0;
}

/* An argument over memory of the caller. */
SX_API void sx_external(sx_value *v, int32_t dtype, int32_t rank, const int64_t *dims, void *memory, int32_t device,
                 int32_t tensor) {
  sx_buffer *b = calloc(1, sizeof *b);
  if (!b) abort();
  b->external = true;
  b->data = memory;
  atomic_store(&b->refs, 1);
  memset(v, 0, sizeof *v);
  v->d = (sx_data){.buffer = b, .base = memory, .dtype = dtype, .rank = rank, .tensor = tensor, .device = device};
  int64_t stride = 1;
  for (int i = rank - 1; i >= 0; i--) {
    v->d.dims[i] = v->d.valid[i] = dims[i];
    v->d.strides[i] = stride;
    stride *= dims[i];
  }
}
/* Which elements of that memory it is. */
SX_API void sx_external_view(sx_value *v, const int64_t *strides, int64_t offset) {
  v->d.offset = offset;
  for (int i = 0; i < v->d.rank; i++) v->d.strides[i] = strides[i];
}
SX_API void sx_external_free(sx_buffer *b) { free(b); }
