/* Tasks, as sx_cores.c runs them and sx_mpi.c sends them to other processes. */
#ifndef SX_TASKS_H
#define SX_TASKS_H

#include "sx.h"

typedef struct {
  sx_data data;
  int uses;
  bool adds; /* to what is there already */
} sx_use_of;

struct sx_task {
  int64_t id;
  const char *name;
  int device;
  bool done;
  int uses;
  sx_use_of *use;
  const sx_routine *routine;
  sx_value *args, *results;
  sx_ctx as;
  int deps;
  sx_task **dep;
  void (*plain)(sx_ctx *, void *); /* instead of a routine */
  void *plain_arg;
  bool bound, has_blocks;
  int64_t blocks;
  int running; /* lanes that have not ended */
  sx_thread_body body;
  sx_task *next;
  int64_t number; /* among those that the host sends to devices, from 1 */
};

struct sx_table {
  int count, room;
  sx_task **task;
};

/* The bytes of a view, beginning at its base. */
typedef struct {
  int axes;
  int64_t start, end, width, extents[SX_RANK], strides[SX_RANK];
} sx_region;
sx_region sx_region_of(const sx_data *a);
bool sx_task_done(void *task);
void sx_task_end(sx_ctx *c, sx_task *t);
void sx_force(sx_ctx *c, sx_data *d);
#endif
