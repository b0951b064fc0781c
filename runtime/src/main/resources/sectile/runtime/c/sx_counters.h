/* Counters of the PEs of a cluster. A thread is counted for the PE that it has while it runs: the lowest free one. */
#ifndef SX_COUNTERS_H
#define SX_COUNTERS_H

#include <pthread.h>
#include <stddef.h>

#define SX_COUNTERS 7

/* Counts from now on what the names say, each followed by a line end; writes a line for each: why it is not counted. */
void sx_count_from_here(const char *names, char *why, size_t room);
/* Ends counting: for every counter a number for every PE. Returns how many counters there are. */
int sx_counted(double *values);
/* Runs code on this thread, counted. */
void sx_counted_on_this(void *(*code)(void *), void *arg);
/* Starts a thread that is not counted. */
int sx_uncounted_create(pthread_t *thread, void *(*code)(void *));
#endif
