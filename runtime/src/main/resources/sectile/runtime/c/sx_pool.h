/* A pool of worker threads that take work from each other. */
#ifndef SX_POOL_H
#define SX_POOL_H

#include "sx.h"

/* A piece of work that can begin: it waits for nothing, and lives until it has run. */
typedef struct sx_item {
  void (*run)(sx_ctx *c, struct sx_item *item);
} sx_item;

/* Lets any thread of the pool run it. The bytes that it works on say how long it may take. */
void sx_pool_push(sx_ctx *c, sx_item *item, int64_t bytes);
/* Starts the workers, if they have not been started: as many as processors, with the caller. */
void sx_pool_start(sx_ctx *c);
/* Takes back the newest item that this thread pushed and that no other has taken; null if there is none. */
sx_item *sx_pool_take_back(sx_ctx *c);
/* Waits, and works meanwhile. */
void sx_pool_await(sx_ctx *c, sx_condition condition, void *arg, const char *what);
/* Does what is left of the work that this thread pushed, before it ends. */
void sx_pool_leave(sx_ctx *c);
/* Workers end as soon as they have no work; close waits until they have. */
void sx_pool_dismiss(sx_run *run);
void sx_pool_close(sx_run *run);
#endif
