/* Tasks, as sx_tasks.c orders them, sx_cores.c runs them and sx_mpi.c sends them to other processes. */
#ifndef SX_TASKS_H
#define SX_TASKS_H

#include "sx_pool.h"

enum { SX_DONE = 1, SX_AWAITED = 2 };

typedef struct sx_use_of {
  const sx_data *data;
  int uses;
  bool adds; /* to what is there already */
  sx_task *task;
  struct sx_use_of *next, **at; /* in the table; `at` is null if it is not there */
} sx_use_of;

/* What must begin after a task. It belongs to the later one. */
typedef struct sx_edge {
  sx_task *to;
  struct sx_edge *next;
} sx_edge;

struct sx_task {
  sx_item item; /* first, so that an item is its task */
  int64_t id;   /* 0 for a call */
  const char *name;
  int device;
  _Atomic int state;
  _Atomic int missing; /* tasks that have to end before, and 1 until all of them are known */
  sx_edge *_Atomic after;
  int uses, use_room;
  sx_use_of *use;
  const sx_routine *routine;
  int arg_room, result_room;
  sx_value *args, *results;
  sx_ctx as;
  int deps, dep_room;
  sx_task **dep;
  sx_edge *edge;
  void (*plain)(sx_ctx *, void *); /* instead of a routine */
  void *plain_arg;
  bool call; /* not submitted: nothing but the table refers to it */
  bool bound, has_blocks;
  int64_t blocks;
  int64_t bytes; /* of its arguments */
  int64_t scan;  /* the last search that found it */
  int running;  /* lanes that have not ended */
  sx_thread_body body;
  sx_task *next;
  int64_t number; /* among those that the host sends to devices, from 1 */
};

/* The bytes of a view, beginning at its base. */
typedef struct {
  int axes;
  int64_t start, end, width, extents[SX_RANK], strides[SX_RANK];
} sx_region;
sx_region sx_region_of(const sx_data *a);

sx_table *sx_table_new(sx_ctx *c);
sx_task *sx_task_new(sx_ctx *c, const char *name, int device);
sx_task *sx_call_new(sx_ctx *c, const sx_routine *r, int device);
sx_task *sx_task_of(sx_ctx *c, int64_t id);
void sx_task_uses(sx_ctx *c, sx_task *t, const sx_value *args, bool copies, uint64_t free_args);
void sx_task_depends(sx_ctx *c, sx_task *t, const sx_value *args, int deps, const int64_t *dep);
void sx_task_begin(sx_ctx *c, sx_task *t);
void sx_task_end(sx_ctx *c, sx_task *t);
bool sx_task_done(void *task);
void sx_await_task(sx_ctx *c, sx_task *t);
void sx_await_uses(sx_ctx *c, const sx_routine *r, const sx_value *args, uint64_t free_args);
void sx_await_all(sx_ctx *c);
void sx_table_add(sx_ctx *c, sx_task *t);
void sx_force(sx_ctx *c, sx_data *d);
#endif
