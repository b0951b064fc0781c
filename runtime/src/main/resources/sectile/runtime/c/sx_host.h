/* The host's end of the link to an accelerator. */
#ifndef SX_HOST_H
#define SX_HOST_H

#include "sx_link.h"

/* In the place of a device, of which a program on the host knows nothing else. */
struct sx_device {
  int32_t to, from;  /* ends of pipes */
  int64_t limit;     /* milliseconds that a request may take */
  int32_t broken;    /* 1 when the accelerator has ended, 2 when it took too long */
  int32_t padding;
};

enum { SX_LINK_ENDED = -1, SX_LINK_TOO_LONG = -2 };

/* Sends a request. */
bool sx_link_send(struct sx_device *link, int64_t op, int64_t a, int64_t b, const void *body, int64_t bytes);
/* Waits for its reply, and sends SX_LINK_STOP when `stop` is set. */
bool sx_link_wait(struct sx_device *link, sx_link_reply *reply, _Atomic int32_t *stop);
/* Reads what follows the reply. */
bool sx_link_take(struct sx_device *link, void *to, int64_t bytes);
#endif
