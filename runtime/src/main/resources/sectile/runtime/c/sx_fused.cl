/* What kernels of a program use: the functions of sx_vector.h, on one element. They compute in f64 where f32 is not
   rounded correctly on every device. */
typedef float sx_v;

/* Devices have NaNs of their own. */
static float sx_clean(float v) { return v != v ? sx_float_of_bits(0x7fc00000) : v; }
static float sx_max_v(float x, float y) {
  float m = x > y ? x : y;
  m = x == y ? (signbit(x) ? y : x) : m;
  return x != x ? x : y != y ? y : m;
}
static float sx_min_v(float x, float y) {
  float m = x < y ? x : y;
  m = x == y ? (signbit(x) ? x : y) : m;
  return x != x ? x : y != y ? y : m;
}
static float sx_neg_v(float x) { return -x; }
static float sx_abs_v(float x) { return fabs(x); }
static float sx_relu_v(float x) { return sx_max_v(x, 0); }
static float sx_div_v(float x, float y) { return (float)((double)x / (double)y); }
static float sx_recip_v(float x) { return (float)(1 / (double)x); }
static float sx_prelu_v(float x, float y) { return x > 0 ? x : x * y; }
static float sx_sqrt_v(float x) { return (float)sqrt((double)x); }
static float sx_rsqrt_v(float x) { return (float)(1 / sqrt((double)x)); }
static float sx_exp_v(float x) { return (float)exp_narrow((double)x); }
static float sx_sigmoid_v(float x) { return (float)sigmoid_narrow((double)x); }
static float sx_expdif_v(float x, float y) { return (float)exp_narrow((double)x - (double)y); }
static float sx_each_v(int fn, float x) {
  double a = (double)x;
  return (float)(fn == SX_LOG ? log(a) : fn == SX_SIN ? sin(a) : cos(a));
}
