/* Runs an emitted host program several times; all its parameters are f32 of one shape. */
#include "sx.h"

extern const sx_program sx_the_program;
sx_run *sx_begin(sx_control *, const sx_program *, int32_t, sx_value *, sx_value *, sx_data *);
void sx_end(sx_run *);
void sx_external(sx_value *, int32_t, int32_t, const int64_t *, void *, int32_t, int32_t);
void sx_external_free(sx_buffer *);

int main(int count, char **words) {
  if (count != 4) return 2;
  int64_t dims[] = {atoi(words[1]), 1, atoi(words[2])}, n = dims[0] * dims[2];
  for (int k = 0; k < atoi(words[3]); k++) {
    sx_control *control = calloc(1, sizeof *control);
    control->ranks = (int32_t)dims[0];
    control->cpus = 2;
    control->patience = 20000000;
    int params = sx_the_program.entry->params;
    sx_value *args = calloc((size_t)params, sizeof *args), results[8] = {0};
    sx_data *windows = calloc((size_t)params, sizeof *windows);
    float *memory = calloc((size_t)(n * params), sizeof *memory);
    for (int64_t i = 0; i < n; i++) memory[i] = (float)i;
    for (int p = 0; p < params; p++) {
      sx_external(&args[p], SX_F32, 3, dims, memory + p * n, -1, 1);
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
