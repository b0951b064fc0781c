/* OpenCL C that reads like C: names of types and functions that the shared files use. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

typedef char int8_t;
typedef uchar uint8_t;
typedef short int16_t;
typedef ushort uint16_t;
typedef int int32_t;
typedef uint uint32_t;
typedef long int64_t;
typedef ulong uint64_t;
#define INT64_MAX LONG_MAX
#define INT64_MIN LONG_MIN
#define UINT64_MAX ULONG_MAX
#define INT64_C(x) x##L
#define UINT64_C(x) x##UL
#define ldexpf ldexp
#define SX_TABLE __constant
#define SX_TABLE_OF(type) __constant type

/* The functions of sx_numbers.c that others of that file use before they are defined. */
int sx_bits(int dtype);
bool sx_is_float(int dtype);
bool sx_is_signed(int dtype);
double sx_to_double(int dtype, uint64_t bits);
int64_t sx_to_long(int dtype, uint64_t bits);
uint64_t sx_of_double(int dtype, double value);
uint64_t sx_of_long(int dtype, int64_t value);
uint64_t sx_of_unsigned(int dtype, uint64_t value);
uint64_t sx_convert(int from, int to, uint64_t bits);
int64_t sx_to_integer(int dtype, double value);
double sx_round_float(int dtype, double value);
int64_t sx_wrap(int dtype, int64_t value);
int64_t sx_d2l(double value);
uint64_t sx_cast_bits(int from, int to, int mode, uint64_t bits);
double sx_unary_f(int fn, double a);
double sx_binary_f(int fn, double a, double b);
int64_t sx_unary_i(int fn, int dtype, int64_t a);
bool sx_binary_i(int fn, int dtype, int64_t a, int64_t b, int64_t *out);
bool sx_compare_f(int cmp, double a, double b);
bool sx_compare_i(int cmp, int dtype, int64_t a, int64_t b);
