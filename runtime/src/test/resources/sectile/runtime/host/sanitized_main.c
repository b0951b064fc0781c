/* Runs an emitted program several times: ranks, shape such as 4x1x256, times. All parameters have that shape and 32 bits. */
#include "sx.h"

extern const sx_program sx_the_program;
sx_run *sx_begin(sx_control *, const sx_program *, int32_t, sx_value *, sx_value *, sx_data *);
void sx_end(sx_run *);
void sx_external(sx_value *, int32_t, int32_t, const int64_t *, void *, int32_t, int32_t);
void sx_external_free(sx_buffer *);

int main(int count, char **words) {
  if (count != 4) return 2;
  int64_t dims[8], n = 1;
  int rank = 0;
  for (char *at = words[2]; *at && rank < 8; at += *at == 'x') n *= dims[rank++] = strtol(at, &at, 10);
  for (int k = 0; k < atoi(words[3]); k++) {
    sx_control *control = calloc(1, sizeof *control);
    control->ranks = (int32_t)atoi(words[1]);
    control->cpus = 4;
    control->patience = 20000000;
    int params = sx_the_program.entry->params;
    sx_value *args = calloc((size_t)params, sizeof *args), results[8] = {0};
    sx_data *windows = calloc((size_t)params, sizeof *windows);
    float *memory = calloc((size_t)(n * params), sizeof *memory);
    for (int64_t i = 0; i < n; i++) memory[i] = (float)i;
    for (int p = 0; p < params; p++) {
      sx_external(&args[p], SX_F32, rank, dims, memory + p * n, -1, 1);
      windows[p].rank = -1;
    }
    sx_run *run = sx_begin(control, &sx_the_program, 1, args, results, windows);
    if (control->failed) {
      printf("%s %s\n", control->code, control->message);
      return 1;
    }
    sx_end(run);
    for (int p = 0; p < params; p++) sx_external_free(args[p].d.buffer);
    free(control), free(args), free(windows), free(memory);
  }
  return 0;
}
