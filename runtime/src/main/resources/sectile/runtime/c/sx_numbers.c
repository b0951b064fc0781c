/* Single elements: the rules of sectile.base.array.Codec, sectile.base.array.Floats and sectile.base.number. */
#ifndef __OPENCL_VERSION__
#include "sx.h"
#endif
#include "sx_functions.h"

typedef struct {
  int exponent, fraction, overflow, largest;
} format;
SX_TABLE format F16 = {5, 10, 0x7c00, 0x7bff};
SX_TABLE format BF16 = {8, 7, 0x7f80, 0x7f7f};
SX_TABLE format E5M2 = {5, 2, 0x7c, 0x7b};
SX_TABLE format E4M3 = {4, 3, 0x7e, 0x7e};
SX_TABLE format E2M1 = {2, 1, 0x7, 0x7};

static inline uint64_t bits_of(double v) { return sx_bits_of_double(v); }
static inline double of_bits(uint64_t b) { return sx_double_of_bits(b); }
static inline float float_of(uint32_t b) { return sx_float_of_bits(b); }
static inline uint32_t bits_of_float(float v) { return sx_bits_of_float(v); }

SX_TABLE uint8_t BITS[] = {8, 4, 8, 16, 32, 64, 4, 8, 16, 32, 64, 16, 16, 32, 64, 8, 8, 8, 4};
int sx_bits(int dtype) { return BITS[dtype]; }
bool sx_is_float(int dtype) { return dtype >= SX_F16; }
bool sx_is_signed(int dtype) {
  return (dtype >= SX_I4 && dtype <= SX_I64) || (sx_is_float(dtype) && dtype != SX_F8E8M0);
}

static inline int encode(SX_TABLE_OF(format) *f, double value) {
  uint64_t raw = bits_of(value);
  int sign = raw >> 63 ? 1 << (f->exponent + f->fraction) : 0;
  raw &= INT64_MAX;
  int bias = (1 << (f->exponent - 1)) - 1;
  int exponent = (int)(raw >> 52) - 1023;
  if (exponent > 1023 || exponent > bias + 1) return sign | f->overflow;
  int lowest = 1 - bias;
  int shift = 52 - f->fraction + (lowest > exponent ? lowest - exponent : 0);
  if (shift > 53) return sign;
  uint64_t significand = (raw & ((UINT64_C(1) << 52) - 1)) | (UINT64_C(1) << 52);
  int code = (int)(significand >> shift);
  if (exponent > lowest) code += (exponent - lowest) << f->fraction;
  uint64_t rest = significand & ((UINT64_C(1) << shift) - 1);
  uint64_t middle = UINT64_C(1) << (shift - 1);
  if (rest > middle || (rest == middle && (code & 1))) code++;
  return sign | (code > f->largest ? f->overflow : code);
}

static inline float half_to_float(uint16_t h) {
#if defined(__F16C__) && !defined(__OPENCL_VERSION__)
  _Float16 x;
  memcpy(&x, &h, 2);
  return (float)x;
#else
  uint32_t sign = (uint32_t)(h & 0x8000) << 16, magnitude = h & 0x7fff;
  if (magnitude >= 0x7c00) return float_of(sign | 0x7f800000 | (magnitude & 0x3ff) << 13);
  float v = float_of(magnitude << 13) * 0x1p112f;
  return float_of(sign | bits_of_float(v));
#endif
}

/* One rounding from a float. */
static inline uint16_t float_to_half(float v) {
  if (v != v) return 0x7e00;
#if defined(__F16C__) && !defined(__OPENCL_VERSION__)
  _Float16 x = (_Float16)v;
  uint16_t h;
  memcpy(&h, &x, 2);
  return h;
#else
  return (uint16_t)encode(&F16, v);
#endif
}
static inline uint16_t float_to_bf16(float v) {
  uint32_t b = v != v ? 0x7fc00000 : bits_of_float(v);
  return (uint16_t)((b + 0x7fff + (b >> 16 & 1)) >> 16);
}

static float e4m3(int code) {
  int magnitude = code & 127, exponent = magnitude >> 3;
  if (magnitude == 127) return NAN;
  float fraction = (float)(magnitude & 7) / 8;
  float v = exponent == 0 ? ldexpf(fraction, -6) : ldexpf(1 + fraction, exponent - 7);
  return code & 128 ? -v : v;
}
static float e2m1(int code) {
  int exponent = code >> 1 & 3;
  float v = exponent == 0 ? (float)(code & 1) * 0.5f : (1 + (float)(code & 1) * 0.5f) * (float)(1 << (exponent - 1));
  return code & 8 ? -v : v;
}
static int to_e8m0(double v) {
  if (v != v || v < 0) return 0xff;
  if (v <= 0x1p-127) return 0;
  if (v >= 0x1p127) return 0xfe;
  int code = (int)(bits_of(v) >> 52) - 1023 + 127;
  double middle = ldexp(1.5, code - 127);
  return v > middle || (v == middle && (code & 1)) ? code + 1 : code;
}

static double unsigned_to_double(uint64_t b) {
  return (int64_t)b >= 0 ? (double)(int64_t)b : (double)(int64_t)(b >> 1 | (b & 1)) * 2;
}

static inline int64_t sign_extend(uint64_t b, int bits) { return (int64_t)(b << (64 - bits)) >> (64 - bits); }

/* Of an integer type. OpenCL C has no recursion, so that this is not the function for all types. */
static inline int64_t integer_of(int dtype, uint64_t b) {
  if (dtype == SX_BOOL) return (b & 0xff) != 0;
  return dtype <= SX_I64 ? sign_extend(b, sx_bits(dtype)) : (int64_t)b;
}

double sx_to_double(int dtype, uint64_t b) {
  switch (dtype) {
    case SX_U64: return unsigned_to_double(b);
    case SX_F16: return half_to_float((uint16_t)b);
    case SX_BF16: return float_of((uint32_t)b << 16);
    case SX_F32: return float_of((uint32_t)b);
    case SX_F64: return of_bits(b);
    case SX_F8E4M3: return e4m3((int)(b & 0xff));
    case SX_F8E5M2: return half_to_float((uint16_t)((b & 0xff) << 8));
    case SX_F8E8M0: return (b & 0xff) == 0xff ? NAN : ldexp(1.0, (int)(b & 0xff) - 127);
    case SX_F4E2M1: return e2m1((int)(b & 15));
    default: return (double)integer_of(dtype, b);
  }
}

int64_t sx_to_long(int dtype, uint64_t b) {
  if (sx_is_float(dtype)) return sx_to_integer(SX_I64, sx_to_double(dtype, b));
  return integer_of(dtype, b);
}

/* As Java's conversion: NaN is 0, too large saturates. */
int64_t sx_d2l(double v) {
  if (v != v) return 0;
  if (v >= 0x1p63) return INT64_MAX;
  if (v < -0x1p63) return INT64_MIN;
  return (int64_t)v;
}
static inline int64_t limited(int64_t v, int64_t low, int64_t high) { return v < low ? low : v > high ? high : v; }

int64_t sx_to_integer(int dtype, double value) {
  double whole = rint(value);
  if (dtype == SX_BOOL) return value != 0;
  if (dtype == SX_U64) {
    if (whole >= 0x1p64) return -1;
    if (whole >= 0x1p63) return sx_d2l(whole - 0x1p63) ^ INT64_MIN;
    int64_t v = sx_d2l(whole);
    return v < 0 ? 0 : v;
  }
  if (dtype <= SX_I64) {
    int64_t limit = INT64_MAX >> (64 - sx_bits(dtype));
    return limited(sx_d2l(whole), -limit - 1, limit);
  }
  return limited(sx_d2l(whole), 0, (INT64_C(1) << sx_bits(dtype)) - 1);
}

static inline uint64_t mask(int dtype, int64_t v) {
  int bits = sx_bits(dtype);
  return bits == 64 ? (uint64_t)v : (uint64_t)v & ((UINT64_C(1) << bits) - 1);
}

static inline double canonical(double v) { return v != v ? of_bits(UINT64_C(0x7ff8000000000000)) : v; }

uint64_t sx_of_double(int dtype, double v) {
  switch (dtype) {
    case SX_BOOL: return v != 0;
    case SX_F16: return (uint64_t)(v != v ? 0x7e00 : encode(&F16, v)) & 0xffff;
    case SX_BF16: return (uint64_t)(v != v ? 0x7fc0 : encode(&BF16, v)) & 0xffff;
    case SX_F32: return v != v ? 0x7fc00000 : bits_of_float((float)v);
    case SX_F64: return bits_of(canonical(v));
    case SX_F8E4M3: return (uint64_t)(v != v ? 0x7f : encode(&E4M3, v)) & 0xff;
    case SX_F8E5M2: return (uint64_t)(v != v ? 0x7e : encode(&E5M2, v)) & 0xff;
    case SX_F8E8M0: return (uint64_t)to_e8m0(v);
    case SX_F4E2M1: return (uint64_t)(v != v ? 7 : encode(&E2M1, v)) & 15;
    default: return mask(dtype, sx_to_integer(dtype, v));
  }
}

static double to_odd(int64_t v) {
  if (v > -(INT64_C(1) << 53) && v < INT64_C(1) << 53) return (double)v;
  int64_t kept = v >> 11;
  bool inexact = (int64_t)((uint64_t)kept << 11) != v;
  return (double)(inexact ? kept | 1 : kept) * 2048;
}

uint64_t sx_of_long(int dtype, int64_t v) {
  switch (dtype) {
    case SX_BOOL: return v != 0;
    case SX_F32: return bits_of_float((float)v);
    case SX_F64: return bits_of((double)v);
    default: return sx_is_float(dtype) ? sx_of_double(dtype, to_odd(v)) : mask(dtype, v);
  }
}
uint64_t sx_of_unsigned(int dtype, uint64_t v) {
  if ((int64_t)v >= 0 || !sx_is_float(dtype)) return sx_of_long(dtype, (int64_t)v);
  if (dtype == SX_F64) return bits_of(unsigned_to_double(v));
  return sx_of_double(dtype, to_odd((int64_t)(v >> 1 | (v & 1))) * 2);
}
uint64_t sx_convert(int from, int to, uint64_t b) {
  if (from == to) return b;
  if (sx_is_float(from)) return sx_of_double(to, sx_to_double(from, b));
  return from == SX_U64 ? sx_of_unsigned(to, b) : sx_of_long(to, sx_to_long(from, b));
}

double sx_round_float(int dtype, double v) {
  if (dtype == SX_F64) return canonical(v);
  if (dtype == SX_F32) return canonical((double)(float)v);
  return sx_to_double(dtype, sx_of_double(dtype, canonical(v)));
}
int64_t sx_wrap(int dtype, int64_t v) { return sx_bits(dtype) == 64 ? v : sx_to_long(dtype, sx_of_long(dtype, v)); }

/* ---- casts with a rounding mode */

static double to_whole(int mode, double v) {
  switch (mode) {
    case SX_NEAREST_AWAY: {
      double magnitude = fabs(v), whole = floor(magnitude);
      return copysign(magnitude - whole >= 0.5 ? whole + 1 : whole, v);
    }
    case SX_FLOOR: return floor(v);
    case SX_CEIL: return ceil(v);
    case SX_TRUNC: return v < 0 ? ceil(v) : floor(v);
    case SX_ODD: {
      double low = floor(v);
      return low == v || fabs(fmod(low, 2)) == 1 ? low : low + 1;
    }
    default: return rint(v);
  }
}
static double largest(int dtype) {
  switch (dtype) {
    case SX_F16: return 65504;
    case SX_BF16: return 0x1.fep127;
    case SX_F32: return 0x1.fffffep127;
    case SX_F8E4M3: return 448;
    case SX_F8E5M2: return 57344;
    case SX_F4E2M1: return 6;
    default: return 0x1.fffffffffffffp1023;
  }
}
static double neighbour(int dtype, double v, bool up) {
  uint64_t b = sx_of_double(dtype, v), sign = UINT64_C(1) << (sx_bits(dtype) - 1);
  if (v == 0) return sx_to_double(dtype, up ? 1 : sign | 1);
  bool grow = ((b & sign) == 0) == up;
  return sx_to_double(dtype, grow ? b + 1 : b - 1);
}
static double round_mode(int mode, int dtype, double v) {
  double nearest = sx_round_float(dtype, v);
  if (mode == SX_NEAREST_EVEN || nearest == v || v != v || isinf(nearest) || dtype == SX_F8E8M0 || dtype == SX_F64 ||
      fabs(v) > largest(dtype))
    return nearest;
  double below = nearest < v ? nearest : neighbour(dtype, nearest, false);
  double above = nearest > v ? nearest : neighbour(dtype, nearest, true);
  switch (mode) {
    case SX_NEAREST_AWAY: return v - below == above - v ? (v < 0 ? below : above) : nearest;
    case SX_FLOOR: return below;
    case SX_CEIL: return above;
    case SX_TRUNC: return v < 0 ? above : below;
    default: return sx_of_double(dtype, below) & 1 ? below : above;
  }
}
uint64_t sx_cast_bits(int from, int to, int mode, uint64_t b) {
  if (mode == SX_NEAREST_EVEN || !sx_is_float(from) || to == SX_BOOL) return sx_convert(from, to, b);
  double v = sx_to_double(from, b);
  if (sx_is_float(to)) return sx_of_double(to, round_mode(mode, to, v));
  return sx_of_long(to, sx_to_integer(to, to_whole(mode, v)));
}

/* ---- functions */

static inline double maximum(double a, double b) {
  if (a != a || b != b) return NAN;
  if (a == b) return signbit(a) ? b : a;
  return a > b ? a : b;
}
static inline double minimum(double a, double b) {
  if (a != a || b != b) return NAN;
  if (a == b) return signbit(a) ? a : b;
  return a < b ? a : b;
}
static double rem_f(double a, double b) {
  double rest = fmod(a, b);
  if (rest == 0) return copysign(0.0, b);
  return (rest < 0) != (b < 0) ? rest + b : rest;
}
static double floor_div(double a, double b) {
  double rest = fmod(a, b), quotient = (a - rest) / b;
  if (rest != 0 && (rest < 0) != (b < 0)) quotient -= 1;
  if (quotient == 0) return copysign(0.0, a / b);
  double low = floor(quotient);
  return quotient - low > 0.5 ? low + 1 : low;
}
static double sigmoid(double x) {
  if (x >= 0) return 1 / (1 + exp(-x));
  double e = exp(x);
  return e / (1 + e);
}
/* As Java's pow where C's differs: 1 to the power of NaN and −1 to that of an infinity are NaN. */
static double power_f(double a, double b) {
  if (b != b || (fabs(a) == 1 && isinf(b))) return NAN;
  return pow(a, b);
}

double sx_unary_f(int fn, double a) {
  switch (fn) {
    case SX_NEG: return -a;
    case SX_ABS: return fabs(a);
    case SX_RELU: return maximum(a, 0);
    case SX_RECIP: return 1 / a;
    case SX_SQRT: return sqrt(a);
    case SX_RSQRT: return 1 / sqrt(a);
    case SX_EXP: return exp(a);
    case SX_LOG: return log(a);
    case SX_SIGMOID: return sigmoid(a);
    case SX_SIN: return sin(a);
    case SX_COS: return cos(a);
    default: return NAN;
  }
}
double sx_binary_f(int fn, double a, double b) {
  switch (fn) {
    case SX_ADD: return a + b;
    case SX_SUB: return a - b;
    case SX_MUL: return a * b;
    case SX_DIV: return a / b;
    case SX_FLOOR_DIV: return floor_div(a, b);
    case SX_FMOD: return fmod(a, b);
    case SX_REM: return rem_f(a, b);
    case SX_POW: return power_f(a, b);
    case SX_MAXIMUM: return maximum(a, b);
    case SX_MINIMUM: return minimum(a, b);
    case SX_EXPDIF: return exp(a - b);
    case SX_PRELU: return a > 0 ? a : a * b;
    default: return NAN;
  }
}
int64_t sx_unary_i(int fn, int dtype, int64_t a) {
  bool is_signed = sx_is_signed(dtype);
  switch (fn) {
    case SX_NEG: return (int64_t)(0 - (uint64_t)a);
    case SX_ABS: return is_signed && a < 0 ? (int64_t)(0 - (uint64_t)a) : a;
    case SX_NOT: return dtype == SX_BOOL ? a ^ 1 : ~a;
    case SX_RELU: return is_signed && a < 0 ? 0 : a;
    default: return 0;
  }
}
bool sx_binary_i(int fn, int dtype, int64_t a, int64_t b, int64_t *out) {
  bool u = dtype == SX_U64;
  uint64_t x = (uint64_t)a, y = (uint64_t)b;
  bool beyond = b < 0 || b >= sx_bits(dtype);
  if (b == 0 && (fn == SX_DIV || fn == SX_FLOOR_DIV || fn == SX_FMOD || fn == SX_REM)) return false;
  switch (fn) {
    case SX_ADD: *out = (int64_t)(x + y); return true;
    case SX_SUB: *out = (int64_t)(x - y); return true;
    case SX_MUL: *out = (int64_t)(x * y); return true;
    case SX_DIV: *out = u ? (int64_t)(x / y) : b == -1 ? (int64_t)(0 - x) : a / b; return true;
    case SX_FLOOR_DIV:
      if (u) *out = (int64_t)(x / y);
      else if (b == -1) *out = (int64_t)(0 - x);
      else *out = a / b - ((a % b != 0) && ((a < 0) != (b < 0)));
      return true;
    case SX_FMOD: *out = u ? (int64_t)(x % y) : b == -1 ? 0 : a % b; return true;
    case SX_REM:
      if (u) *out = (int64_t)(x % y);
      else if (b == -1) *out = 0;
      else {
        int64_t rest = a % b;
        *out = rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
      }
      return true;
    case SX_POW: {
      if (b < 0 && sx_is_signed(dtype)) return false;
      uint64_t result = 1, factor = x;
      for (uint64_t rest = y; rest; rest >>= 1) {
        if (rest & 1) result *= factor;
        factor *= factor;
      }
      *out = (int64_t)result;
      return true;
    }
    case SX_MAXIMUM: *out = (u ? x < y : a < b) ? b : a; return true;
    case SX_MINIMUM: *out = (u ? x > y : a > b) ? b : a; return true;
    case SX_AND: *out = a & b; return true;
    case SX_OR: *out = a | b; return true;
    case SX_XOR: *out = a ^ b; return true;
    case SX_SHL: *out = beyond ? 0 : (int64_t)(x << b); return true;
    case SX_SHR: *out = u ? (beyond ? 0 : (int64_t)(x >> b)) : a >> (beyond ? 63 : b); return true;
    case SX_PRELU: *out = (u ? a != 0 : a > 0) ? a : (int64_t)(x * y); return true;
    default: *out = 0; return true;
  }
}
bool sx_compare_f(int cmp, double a, double b) {
  switch (cmp) {
    case SX_LT: return a < b;
    case SX_LE: return a <= b;
    case SX_GT: return a > b;
    case SX_GE: return a >= b;
    case SX_EQ: return a == b;
    default: return a != b;
  }
}
bool sx_compare_i(int cmp, int dtype, int64_t a, int64_t b) {
  int order = dtype == SX_U64 ? ((uint64_t)a > (uint64_t)b) - ((uint64_t)a < (uint64_t)b) : (a > b) - (a < b);
  switch (cmp) {
    case SX_LT: return order < 0;
    case SX_LE: return order <= 0;
    case SX_GT: return order > 0;
    case SX_GE: return order >= 0;
    case SX_EQ: return order == 0;
    default: return order != 0;
  }
}

#ifndef __OPENCL_VERSION__
/* ---- scalars of a program */

int64_t sx_scalar_binary_i(sx_ctx *c, int fn, int dtype, int64_t a, int64_t b) {
  int64_t out;
  if (!sx_binary_i(fn, dtype, a, b, &out))
    sx_fail(c, "EXEC-103", "", "%s", fn == SX_POW ? "an integer to a negative power" : "division by zero");
  return sx_wrap(dtype, out);
}
double sx_scalar_binary_f(int fn, int dtype, double a, double b) {
  return sx_round_float(dtype, sx_binary_f(fn, a, b));
}
int64_t sx_scalar_unary_i(int fn, int dtype, int64_t a) { return sx_wrap(dtype, sx_unary_i(fn, dtype, a)); }
double sx_scalar_unary_f(int fn, int dtype, double a) { return sx_round_float(dtype, sx_unary_f(fn, a)); }
double sx_long_to_float(int from, int to, int64_t v) {
  return sx_to_double(to, from == SX_U64 ? sx_of_unsigned(to, (uint64_t)v) : sx_of_long(to, v));
}

/* ---- runs of elements */

static inline uint64_t nibble(const uint8_t *base, int64_t at) { return at & 1 ? base[at >> 1] >> 4 : base[at >> 1] & 15; }

#define READ(type, convert)                                                    \
  {                                                                            \
    const type *p = (const type *)base + first;                                \
    if (step == 1)                                                             \
      for (int i = 0; i < n; i++) out[i] = convert(p[i]);                      \
    else                                                                       \
      for (int i = 0; i < n; i++) out[i] = convert(p[i * step]);               \
    return;                                                                    \
  }
#define PLAIN_D(x) (double)(x)
#define PLAIN_L(x) (int64_t)(x)
#define FROM_BF16(x) (double)float_of((uint32_t)(x) << 16)
#define FROM_HALF(x) (double)half_to_float(x)
#define FROM_E4M3(x) (double)e4m3(x)
#define TRUTH(x) ((x) != 0)

void sx_read_doubles(int dtype, const uint8_t *base, int64_t first, int64_t step, int n, double *out) {
  switch (dtype) {
    case SX_F32: READ(float, PLAIN_D)
    case SX_F64: READ(double, PLAIN_D)
    case SX_F16: READ(uint16_t, FROM_HALF)
    case SX_BF16: READ(uint16_t, FROM_BF16)
    case SX_F8E4M3: READ(uint8_t, FROM_E4M3)
    default: break;
  }
  for (int i = 0; i < n; i++) {
    int64_t at = first + i * step;
    uint64_t b = sx_bits(dtype) == 4 ? nibble(base, at) : base[at];
    if (sx_bits(dtype) > 8) {
      int64_t v;
      sx_read_longs(dtype, base, at, 1, 1, &v);
      out[i] = dtype == SX_U64 ? unsigned_to_double((uint64_t)v) : (double)v;
    } else {
      out[i] = sx_to_double(dtype, b);
    }
  }
}
void sx_read_longs(int dtype, const uint8_t *base, int64_t first, int64_t step, int n, int64_t *out) {
  switch (dtype) {
    case SX_BOOL: READ(uint8_t, TRUTH)
    case SX_I8: READ(int8_t, PLAIN_L)
    case SX_I16: READ(int16_t, PLAIN_L)
    case SX_I32: READ(int32_t, PLAIN_L)
    case SX_I64: READ(int64_t, PLAIN_L)
    case SX_U8: READ(uint8_t, PLAIN_L)
    case SX_U16: READ(uint16_t, PLAIN_L)
    case SX_U32: READ(uint32_t, PLAIN_L)
    case SX_U64: READ(int64_t, PLAIN_L)
    case SX_I4:
      for (int i = 0; i < n; i++) out[i] = sign_extend(nibble(base, first + i * step), 4);
      return;
    case SX_U4:
      for (int i = 0; i < n; i++) out[i] = (int64_t)nibble(base, first + i * step);
      return;
    default:
      for (int i = 0; i < n; i++) {
        double v;
        sx_read_doubles(dtype, base, first + i * step, 1, 1, &v);
        out[i] = sx_to_integer(SX_I64, v);
      }
  }
}
static inline void set_nibble(uint8_t *base, int64_t at, uint64_t v) {
  uint8_t *b = base + (at >> 1);
  *b = (uint8_t)(at & 1 ? (*b & 15) | v << 4 : (*b & 0xf0) | (v & 15));
}
#define WRITE(type, convert)                                                   \
  {                                                                            \
    type *p = (type *)base + first;                                            \
    if (step == 1)                                                             \
      for (int i = 0; i < n; i++) p[i] = convert(in[i]);                       \
    else                                                                       \
      for (int i = 0; i < n; i++) p[i * step] = convert(in[i]);                \
    return;                                                                    \
  }
#define TO_F32(x) ((x) != (x) ? float_of(0x7fc00000) : (float)(x))
#define TO_F64(x) canonical(x)
/* Through a float where the value is one, for that conversion is one instruction. */
static inline uint16_t narrow_half(double v) {
  float f = (float)v;
  return f == v ? float_to_half(f) : (uint16_t)sx_of_double(SX_F16, v);
}
static inline uint16_t narrow_bf16(double v) {
  float f = (float)v;
  return f == v ? float_to_bf16(f) : (uint16_t)sx_of_double(SX_BF16, v);
}
void sx_write_doubles(int dtype, uint8_t *base, int64_t first, int64_t step, int n, const double *in) {
  switch (dtype) {
    case SX_F32: WRITE(float, TO_F32)
    case SX_F64: WRITE(double, TO_F64)
    case SX_F16: WRITE(uint16_t, narrow_half)
    case SX_BF16: WRITE(uint16_t, narrow_bf16)
    default:
      for (int i = 0; i < n; i++) {
        uint64_t b = sx_of_double(dtype, in[i]);
        if (sx_bits(dtype) == 4) set_nibble(base, first + i * step, b);
        else if (sx_bits(dtype) == 8) base[first + i * step] = (uint8_t)b;
        else {
          int64_t v = sx_to_long(dtype, b);
          sx_write_longs(dtype, base, first + i * step, 1, 1, &v);
        }
      }
  }
}
#define LOW(type) (type)
void sx_write_longs(int dtype, uint8_t *base, int64_t first, int64_t step, int n, const int64_t *in) {
  switch (dtype) {
    case SX_BOOL: WRITE(uint8_t, TRUTH)
    case SX_I8: WRITE(int8_t, (int8_t))
    case SX_I16: WRITE(int16_t, (int16_t))
    case SX_I32: WRITE(int32_t, (int32_t))
    case SX_I64: WRITE(int64_t, (int64_t))
    case SX_U8: WRITE(uint8_t, (uint8_t))
    case SX_U16: WRITE(uint16_t, (uint16_t))
    case SX_U32: WRITE(uint32_t, (uint32_t))
    case SX_U64: WRITE(int64_t, (int64_t))
    case SX_I4:
    case SX_U4:
      for (int i = 0; i < n; i++) set_nibble(base, first + i * step, (uint64_t)in[i] & 15);
      return;
    default:
      for (int i = 0; i < n; i++) {
        double v = sx_to_double(dtype, sx_of_long(dtype, in[i]));
        sx_write_doubles(dtype, base, first + i * step, 1, 1, &v);
      }
  }
}
#endif
