/* Functions on doubles. C and OpenCL C read this file. */
#ifndef SX_FUNCTIONS_H
#define SX_FUNCTIONS_H

static inline uint64_t sx_bits_of_double(double value) {
  union {
    double value;
    uint64_t bits;
  } u = {value};
  return u.bits;
}
static inline float sx_float_of_bits(uint32_t bits) {
  union {
    uint32_t bits;
    float value;
  } u = {bits};
  return u.value;
}
static inline uint32_t sx_bits_of_float(float value) {
  union {
    float value;
    uint32_t bits;
  } u = {value};
  return u.bits;
}
static inline double sx_double_of_bits(uint64_t bits) {
  union {
    uint64_t bits;
    double value;
  } u = {bits};
  return u.value;
}

/* e^x for results that are rounded to 32 bits or fewer: 13 terms, an error below 2 units of f64. */
static inline double exp_narrow(double x) {
  double bounded = x > 800 ? 800 : x < -800 ? -800 : x;
  double shifted = bounded * 0x1.71547652b82fep0 + 0x1.8p52;
  int64_t k = (int64_t)sx_bits_of_double(shifted);
  double whole = shifted - 0x1.8p52;
  double r = (bounded - whole * 0x1.62e42fefa3800p-1) - whole * 0x1.ef35793c76730p-45;
  double p = 1.0 / 6227020800;
  p = p * r + 1.0 / 479001600;
  p = p * r + 1.0 / 39916800;
  p = p * r + 1.0 / 3628800;
  p = p * r + 1.0 / 362880;
  p = p * r + 1.0 / 40320;
  p = p * r + 1.0 / 5040;
  p = p * r + 1.0 / 720;
  p = p * r + 1.0 / 120;
  p = p * r + 1.0 / 24;
  p = p * r + 1.0 / 6;
  p = p * r + 0.5;
  p = p * r + 1;
  p = p * r + 1;
  uint64_t low = ((uint64_t)k << 52) >> 52; /* k modulo 4096 is enough: |k| < 1200 */
  int64_t n = (int64_t)(low << 52) >> 52;
  int64_t low_part = n >> 1, rest = n - low_part;
  uint64_t a = (uint64_t)(low_part + 1023) << 52, b = (uint64_t)(rest + 1023) << 52;
  double y = p * sx_double_of_bits(a) * sx_double_of_bits(b);
  return x != x ? x : y;
}
static inline double sigmoid_narrow(double x) {
  double e = exp_narrow(x < 0 ? x : -x), d = 1 + e;
  return x >= 0 ? 1 / d : e / d;
}

static inline double max_d(double a, double b) {
  double m = a > b ? a : b;
  m = a == b ? (signbit(a) ? b : a) : m;
  return a != a ? a : b != b ? b : m;
}
static inline double min_d(double a, double b) {
  double m = a < b ? a : b;
  m = a == b ? (signbit(a) ? a : b) : m;
  return a != a ? a : b != b ? b : m;
}

#endif
