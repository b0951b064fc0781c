/* Processes that are ranks, as sx_mpi.c connects them: what sx_main.c and sx_away.c need of it. */
#ifndef SX_MPI_H
#define SX_MPI_H

#include "sx_tasks.h"

/* Text that processes send each other. A letter that waits for its reader is in a list. */
typedef struct sx_letter {
  int32_t kind, from;
  struct sx_letter *next;
  size_t bytes, at; /* how much of it was read */
  uint8_t body[];
} sx_letter;

enum { SX_ARRIVED, SX_MEETS, SX_ENDED, SX_FAILED, SX_ASKS, SX_ANSWERS, SX_OVER, SX_BYE, SX_PART };

void sx_send(int to, int kind, const void *body, size_t bytes);
void sx_send_all(int kind, const void *body, size_t bytes);
/* The first letter of a kind that the predicate accepts, taken out of the list; null if there is none. */
sx_letter *sx_take_letter(int kind, bool (*fits)(sx_letter *, void *), void *arg);
bool sx_has_letter(int kind, bool (*fits)(sx_letter *, void *), void *arg);
void sx_read_letter(sx_letter *l, void *to, size_t bytes);
int64_t sx_read_number(sx_letter *l);
void sx_put_bytes(FILE *out, const void *from, size_t bytes);
void sx_put_number(FILE *out, int64_t value);

/* Tasks that ended elsewhere: sx_away.c. */
void sx_apply_ended(sx_ctx *c);

/* The life of a process. */
void sx_world_open(int *count, char ***words);
int sx_world_rank(void);
void *sx_world_input(const char *file, size_t *bytes);
_Noreturn void sx_world_close(sx_run *run, int code);
/* Of the first process: waits until all others are over, and gives what each left. */
sx_letter *sx_world_over(int from);
void sx_world_report(const void *body, size_t bytes);
#endif
