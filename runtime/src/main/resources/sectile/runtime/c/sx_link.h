/* What a host and an accelerator say to each other over a pair of pipes. All fields have 64 bits and both sides are
   little-endian, so that every compiler lays the records out alike. The accelerator answers every request but
   SX_LINK_STOP with one reply. */
#ifndef SX_LINK_H
#define SX_LINK_H

#include "sx.h"

enum {
  SX_LINK_ALLOCATE, /* a: bytes; the value is an address, a multiple of 64 */
  SX_LINK_FREE,     /* a: address */
  SX_LINK_WRITE,    /* a: address; bytes follow */
  SX_LINK_READ,     /* a: address, b: bytes, which follow the reply */
  SX_LINK_ZERO,     /* a: address, b: bytes */
  SX_LINK_LOAD,     /* the path of a kernel library follows; the value stands for it from now on */
  SX_LINK_UNLOAD,   /* a: a kernel library */
  SX_LINK_BEGIN,    /* a: a kernel library; sx_link_call, windows and arguments follow; the run stays until SX_LINK_END */
  SX_LINK_COLLECT,  /* a: of which copy, b: which result, or parameter -1-b; its elements follow the reply */
  SX_LINK_END,
  SX_LINK_STOP,     /* ends the run that is going on; no reply */
  SX_LINK_COUNT,    /* names of counters follow, each with a line end; a line for each follows the reply: why not, or nothing */
  SX_LINK_COUNTED   /* ends counting; SX_LINK_PES numbers for each counter follow the reply */
};

/* What became of a request. Other numbers than 0 are followed by a message. */
enum { SX_LINK_DONE, SX_LINK_NO_MEMORY, SX_LINK_FAILED };

#define SX_LINK_PES 16

typedef struct {
  int64_t op, a, b, bytes;
} sx_link_request;

typedef struct {
  int64_t status, value, bytes;
} sx_link_reply;

typedef struct {
  int64_t ranks, cpus, patience, copies, params;
} sx_link_run;

/* The shape of a parameter that is a window; a rank of -1 is none. */
typedef struct {
  int64_t dtype, rank, dims[SX_RANK];
} sx_link_window;

typedef struct {
  int64_t i;
  double f;
  int64_t is_array, dtype, rank, tensor, device, offset, address;
  int64_t dims[SX_RANK], strides[SX_RANK];
} sx_link_value;

/* What came of a run; results of all copies follow, if it did not fail. */
typedef struct {
  int64_t failed, site, operations;
  char code[16], message[512], hint[256];
} sx_link_ended;

typedef struct {
  int64_t i;
  double f;
  int64_t dtype, rank, dims[SX_RANK];
  int64_t same; /* the parameter that it is, or -1 */
} sx_link_result;
#endif
