/* Ranks as processes over MPI. Windows are RMA memory: transfers are MPI_Put and MPI_Get, which are complete when they
   return, and signals are changed and read with the atomic operations of MPI. Collectives and the ends of tasks are
   letters, which a thread of every process attends to. That thread also looks after the waits of its process, since
   another process may end them, and finds out together with the others when nothing can end them any more.

   MPI is called by one thread at a time, under one lock. */
#include "sx_mpi.h"
#include <mpi.h>
#include <poll.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

struct sx_shared {
  MPI_Win window;
  int64_t bytes;
  struct sx_shared *next;
};

struct sending {
  MPI_Request request;
  uint8_t *bytes;
  struct sending *next;
};

/* What a process says of itself when it is asked whether it waits. */
struct answer {
  int64_t quiet, living, epoch, sent, received, site;
  char waits[400];
};

static struct {
  int rank, size;
  MPI_Comm comm;
  pthread_mutex_t mpi; /* held while MPI is called */
  pthread_mutex_t lock; /* letters */
  pthread_t attendant;
  sx_run *run;
  struct sx_shared *shared;
  struct sending *sending;
  sx_letter *letters, **last;
  _Atomic int64_t sent, received;
  _Atomic bool bye, attending;
  int64_t barriers, parts;
  bool told;
  struct answer *answers, *before;
  int64_t round, answered;
  bool asking;
  int64_t asked_at;
} world = {.mpi = PTHREAD_MUTEX_INITIALIZER, .lock = PTHREAD_MUTEX_INITIALIZER, .last = &world.letters};

enum { NO_MEMORY = 121, ABANDONED = 123 };

static void enter(void) { pthread_mutex_lock(&world.mpi); }
static void leave(void) { pthread_mutex_unlock(&world.mpi); }
static int64_t nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}
static void *room(size_t bytes) {
  void *memory = malloc(bytes ? bytes : 1);
  if (!memory) MPI_Abort(world.comm, NO_MEMORY);
  return memory;
}

/* ---- letters */

void sx_put_bytes(FILE *out, const void *from, size_t bytes) {
  if (bytes && fwrite(from, 1, bytes, out) != bytes) MPI_Abort(world.comm, NO_MEMORY);
}
void sx_put_number(FILE *out, int64_t value) { sx_put_bytes(out, &value, sizeof value); }
void sx_read_letter(sx_letter *l, void *to, size_t bytes) {
  if (bytes > l->bytes - l->at) MPI_Abort(world.comm, NO_MEMORY);
  memcpy(to, l->body + l->at, bytes);
  l->at += bytes;
}
int64_t sx_read_number(sx_letter *l) {
  int64_t value;
  sx_read_letter(l, &value, sizeof value);
  return value;
}

/* Letters that a wait may depend on; the others are about the waits. */
static bool counts(int kind) {
  return kind == SX_ARRIVED || kind == SX_MEETS || kind == SX_ENDED || kind == SX_PART;
}

/* A letter longer than MPI counts goes in pieces; all but the last have this size. */
#define PIECE ((size_t)1 << 30)

static void send_piece(int to, int kind, const uint8_t *from, size_t bytes) {
  struct sending *s = room(sizeof *s);
  s->bytes = room(bytes);
  if (bytes) memcpy(s->bytes, from, bytes);
  enter();
  MPI_Isend(s->bytes, (int)bytes, MPI_BYTE, to, kind, world.comm, &s->request);
  s->next = world.sending;
  world.sending = s;
  leave();
}
static pthread_mutex_t sending_one = PTHREAD_MUTEX_INITIALIZER;
void sx_send(int to, int kind, const void *body, size_t bytes) {
  if (counts(kind)) atomic_fetch_add(&world.sent, 1);
  pthread_mutex_lock(&sending_one);
  size_t at = 0;
  for (; bytes - at >= PIECE; at += PIECE) send_piece(to, kind, (const uint8_t *)body + at, PIECE);
  send_piece(to, kind, (const uint8_t *)body + at, bytes - at);
  pthread_mutex_unlock(&sending_one);
}
void sx_send_all(int kind, const void *body, size_t bytes) {
  for (int r = 0; r < world.size; r++)
    if (r != world.rank) sx_send(r, kind, body, bytes);
}
static void forget_sent(void) {
  enter();
  for (struct sending **at = &world.sending; *at;) {
    int done = 0;
    struct sending *s = *at;
    MPI_Test(&s->request, &done, MPI_STATUS_IGNORE);
    if (done) {
      *at = s->next;
      free(s->bytes);
      free(s);
    } else {
      at = &s->next;
    }
  }
  leave();
}

/* A letter that has come; null if there is none. */
static sx_letter *receive(void) {
  int there = 0;
  MPI_Status status;
  enter();
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, world.comm, &there, &status);
  if (!there) {
    leave();
    return NULL;
  }
  sx_letter *l = NULL;
  for (size_t at = 0;;) {
    int bytes;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    sx_letter *more = realloc(l, sizeof *l + at + (size_t)bytes);
    if (!more) MPI_Abort(world.comm, NO_MEMORY);
    l = more;
    MPI_Recv(l->body + at, bytes, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, world.comm, MPI_STATUS_IGNORE);
    at += (size_t)bytes;
    l->bytes = at;
    if ((size_t)bytes < PIECE) break;
    MPI_Probe(status.MPI_SOURCE, status.MPI_TAG, world.comm, &status);
  }
  leave();
  l->kind = status.MPI_TAG;
  l->from = status.MPI_SOURCE;
  l->next = NULL;
  l->at = 0;
  return l;
}
static void keep(sx_letter *l) {
  pthread_mutex_lock(&world.lock);
  *world.last = l;
  world.last = &l->next;
  pthread_mutex_unlock(&world.lock);
  if (counts(l->kind)) atomic_fetch_add(&world.received, 1);
}
static sx_letter *find(int kind, bool (*fits)(sx_letter *, void *), void *arg, bool take) {
  sx_letter *found = NULL;
  pthread_mutex_lock(&world.lock);
  for (sx_letter **at = &world.letters; *at && !found; at = found ? at : &(*at)->next) {
    sx_letter *l = *at;
    l->at = 0;
    if (l->kind != kind || (fits && !fits(l, arg))) continue;
    found = l;
    if (take) {
      *at = l->next;
      if (world.last == &l->next) world.last = at;
    }
  }
  pthread_mutex_unlock(&world.lock);
  return found;
}
sx_letter *sx_take_letter(int kind, bool (*fits)(sx_letter *, void *), void *arg) { return find(kind, fits, arg, true); }
bool sx_has_letter(int kind, bool (*fits)(sx_letter *, void *), void *arg) { return find(kind, fits, arg, false) != NULL; }

/* ---- all processes come to the same point */

struct barrier {
  int64_t number;
  int from;
};
static bool of_barrier(sx_letter *l, void *arg) {
  struct barrier *b = arg;
  return l->from == b->from && sx_read_number(l) == b->number;
}
static bool all_arrived(void *arg) {
  struct barrier b = *(struct barrier *)arg;
  for (b.from = 0; b.from < world.size; b.from++)
    if (b.from != world.rank && !sx_has_letter(SX_ARRIVED, of_barrier, &b)) return false;
  return true;
}
static void all_come(sx_ctx *c) {
  struct barrier b = {++world.barriers, 0};
  sx_send_all(SX_ARRIVED, &b.number, sizeof b.number);
  sx_await(c, all_arrived, &b, "for the other processes to make a window");
  for (b.from = 0; b.from < world.size; b.from++)
    if (b.from != world.rank) free(sx_take_letter(SX_ARRIVED, of_barrier, &b));
}

/* ---- windows */

/* After the elements, a word that is 1 while somebody adds to them. */
static int64_t lock_at(int64_t bytes) { return (bytes + 63) & ~(int64_t)63; }

struct sx_shared *sx_share(sx_ctx *c, int64_t bytes, uint8_t **part) {
  struct sx_shared *s = sx_alloc(c, sizeof *s);
  s->bytes = bytes;
  all_come(c);
  enter();
  void *base = NULL;
  int error = MPI_Win_allocate((MPI_Aint)(lock_at(bytes) + 64), 1, MPI_INFO_NULL, world.comm, &base, &s->window);
  if (!error) {
    memset(base, 0, (size_t)lock_at(bytes) + 64);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, s->window);
    MPI_Win_sync(s->window);
    s->next = world.shared;
    world.shared = s;
  }
  leave();
  if (error) sx_fail(c, "RUN-302", "", "MPI has no memory for a window of %lld bytes", (long long)bytes);
  all_come(c);
  for (int r = 0; r < world.size; r++) {
    /* Memory of other processes has an address, too, at which nothing can be read. */
    part[r] = r == world.rank ? base : mmap(NULL, (size_t)bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (part[r] == MAP_FAILED) sx_fail(c, "RUN-302", "", "no address space for a window of %lld bytes", (long long)bytes);
  }
  return s;
}
/* All processes do this, in the same order. */
void sx_unshare(sx_run *run, struct sx_shared *s, int64_t bytes, uint8_t **part) {
  (void)run;
  for (int r = 0; r < world.size; r++)
    if (r != world.rank) munmap(part[r], (size_t)bytes);
  enter();
  MPI_Win_unlock_all(s->window);
  MPI_Win_free(&s->window);
  leave();
}
/* What this process wrote before is visible to others after; what others wrote before, here. */
void sx_fence(sx_run *run) {
  (void)run;
  atomic_thread_fence(memory_order_seq_cst);
  enter();
  for (struct sx_shared *s = world.shared; s; s = s->next) MPI_Win_sync(s->window);
  leave();
}

static MPI_Datatype word(int bits) {
  return bits == 8 ? MPI_UINT8_T : bits == 16 ? MPI_UINT16_T : bits == 32 ? MPI_UINT32_T : MPI_UINT64_T;
}
union cell {
  uint8_t b;
  uint16_t h;
  uint32_t w;
  uint64_t d;
};
static union cell cell_of(int bits, uint64_t value) {
  union cell c = {.d = 0};
  if (bits == 8) c.b = (uint8_t)value;
  else if (bits == 16) c.h = (uint16_t)value;
  else if (bits == 32) c.w = (uint32_t)value;
  else c.d = value;
  return c;
}
static uint64_t of_cell(int bits, union cell c) { return bits == 8 ? c.b : bits == 16 ? c.h : bits == 32 ? c.w : c.d; }

uint64_t sx_load_away(struct sx_shared *s, int device, int64_t offset, int bits) {
  union cell found = {.d = 0}, nothing = {.d = 0};
  enter();
  MPI_Fetch_and_op(&nothing, &found, word(bits), device, (MPI_Aint)(offset * (bits / 8)), MPI_NO_OP, s->window);
  MPI_Win_flush(device, s->window);
  leave();
  return of_cell(bits, found);
}
bool sx_swap_away(struct sx_shared *s, int device, int64_t offset, int bits, uint64_t before, uint64_t after) {
  union cell was = cell_of(bits, before), fresh = cell_of(bits, after), found = {.d = 0};
  enter();
  MPI_Compare_and_swap(&fresh, &was, &found, word(bits), device, (MPI_Aint)(offset * (bits / 8)), s->window);
  MPI_Win_flush(device, s->window);
  leave();
  return of_cell(bits, found) == of_cell(bits, was);
}

bool sx_is_away(const sx_ctx *c, const sx_data *part) { return part->window && SX_AWAY(c->run, part->device); }

static bool lock_free(void *arg) {
  const sx_data *part = arg;
  struct sx_shared *s = sx_shared_of(part->window);
  return sx_load_away(s, part->device, lock_at(s->bytes) / 8, 64) == 0;
}
void sx_lock_part(sx_ctx *c, const sx_data *part, bool locked) {
  if (!part->window) return;
  struct sx_shared *s = sx_shared_of(part->window);
  int64_t at = lock_at(s->bytes) / 8;
  sx_data cell = *part;
  if (!locked) sx_fence(c->run);
  while (!sx_swap_away(s, part->device, at, 64, locked ? 0 : 1, locked ? 1 : 0))
    sx_await(c, lock_free, &cell, "to add to memory of another rank");
  if (locked) sx_fence(c->run);
}

/* Calls a function for every run of bytes of a region. */
static void each_run(const sx_region *r, int axis, int64_t at, void (*run)(void *, int64_t), void *arg) {
  if (axis == r->axes) {
    run(arg, at);
    return;
  }
  for (int64_t i = 0; i < r->extents[axis]; i++) each_run(r, axis + 1, at + i * r->strides[axis], run, arg);
}
struct moving {
  struct sx_shared *shared;
  int device;
  uint8_t *base; /* where byte 0 of the window would be here */
  int64_t width;
};
static void get_run(void *arg, int64_t at) {
  struct moving *m = arg;
  MPI_Get(m->base + at, (int)m->width, MPI_BYTE, m->device, (MPI_Aint)at, (int)m->width, MPI_BYTE, m->shared->window);
}
static void put_run(void *arg, int64_t at) {
  struct moving *m = arg;
  MPI_Put(m->base + at, (int)m->width, MPI_BYTE, m->device, (MPI_Aint)at, (int)m->width, MPI_BYTE, m->shared->window);
}
static void move(const sx_region *r, struct moving *m, bool put) {
  enter();
  each_run(r, 0, r->start, put ? put_run : get_run, m);
  MPI_Win_flush(m->device, m->shared->window);
  leave();
}
/* Memory here for a part of another process; the part becomes a view of it. */
static struct moving room_for(sx_ctx *c, sx_data *part, const sx_region *r, sx_data *made) {
  struct moving m = {sx_shared_of(part->window), part->device, NULL, r->width};
  int64_t bytes = r->end - r->start;
  sx_make(c, made, true, SX_U8, 1, &bytes, false);
  m.base = made->base - r->start;
  part->base = m.base;
  part->window = NULL;
  part->buffer = NULL;
  return m;
}
static bool of_part(sx_letter *l, void *arg) { return sx_read_number(l) == *(int64_t *)arg; }
static bool part_came(void *arg) { return sx_has_letter(SX_PART, of_part, arg); }
/* What the code of the host reads of a window. All processes run that code: the one whose memory it is sends the bytes,
   so that all read the same, even if one of them has gone on and the memory has changed. */
static void near_host(sx_ctx *c, sx_data *part, sx_data *made) {
  sx_region r = sx_region_of(part);
  if (!r.width) return;
  int64_t number = ++world.parts;
  size_t bytes = (size_t)(r.end - r.start);
  if (!SX_AWAY(c->run, part->device)) {
    uint8_t *body = room(sizeof number + bytes);
    memcpy(body, &number, sizeof number);
    memcpy(body + sizeof number, part->base + r.start, bytes);
    sx_send_all(SX_PART, body, sizeof number + bytes);
    free(body);
    return;
  }
  sx_await(c, part_came, &number, "for a part of a window");
  sx_letter *l = sx_take_letter(SX_PART, of_part, &number);
  room_for(c, part, &r, made);
  memcpy(made->base, l->body + sizeof number, bytes);
  free(l);
}
/* Makes a part that other memory holds a copy of it here, if it is away. */
void sx_near(sx_ctx *c, sx_data *part, sx_data *made) {
  if (c->kind == SX_HOST && part->window && c->run->ranks > 1) {
    near_host(c, part, made);
    return;
  }
  if (!sx_is_away(c, part)) return;
  sx_region r = sx_region_of(part);
  struct moving m = room_for(c, part, &r, made);
  if (r.width) move(&r, &m, false);
}
void sx_write_away(sx_ctx *c, const sx_data *part, const sx_data *source, bool atomic) {
  if (c->kind == SX_HOST) return; /* the process whose memory it is does it */
  sx_data near = *part, made = {0};
  sx_region r = sx_region_of(part);
  if (!r.width) return;
  bool shares = atomic || sx_bits(part->dtype) < 8;
  if (shares) sx_lock_part(c, part, true);
  struct moving m = room_for(c, &near, &r, &made);
  if (shares) move(&r, &m, false);
  sx_write_part(c, &near, &near, source, atomic);
  move(&r, &m, true);
  if (shares) sx_lock_part(c, part, false);
  sx_release(c, &made);
}

/* ---- collectives: every process sends its parts to all others */

static void put_array(FILE *out, sx_ctx *c, const sx_data *a) {
  sx_put_number(out, a->base ? 1 : 0);
  if (!a->base) return;
  sx_data dense = {0};
  sx_copy(c, &dense, false, a);
  sx_put_number(out, a->dtype);
  sx_put_number(out, a->rank);
  sx_put_bytes(out, a->dims, sizeof(int64_t) * (size_t)a->rank);
  sx_put_bytes(out, dense.base, (size_t)sx_bytes_for(a->dtype, sx_count(a)));
  sx_release(c, &dense);
}
static void read_array(sx_ctx *c, sx_letter *l, sx_data *out) {
  if (!sx_read_number(l)) return;
  int dtype = (int)sx_read_number(l), rank = (int)sx_read_number(l);
  int64_t dims[SX_RANK] = {0};
  sx_read_letter(l, dims, sizeof(int64_t) * (size_t)rank);
  sx_make(c, out, true, dtype, rank, dims, false);
  sx_read_letter(l, out->base, (size_t)sx_bytes_for(dtype, sx_count(out)));
}
struct meeting {
  int64_t window, offset, block, generation;
  char name[64];
  int64_t participants; /* not compared */
};
struct expected {
  const struct meeting *meeting;
  int from;
};
static bool of_meeting(sx_letter *l, void *arg) {
  struct expected *e = arg;
  struct meeting m;
  if (l->from != e->from) return false;
  sx_read_letter(l, &m, sizeof m);
  return memcmp(&m, e->meeting, offsetof(struct meeting, participants)) == 0;
}
struct others {
  const struct meeting *meeting;
  const int *device;
  int count;
};
static bool all_met(void *arg) {
  struct others *o = arg;
  for (int i = 0; i < o->count; i++) {
    struct expected e = {o->meeting, o->device[i]};
    if (o->device[i] != world.rank && !sx_has_letter(SX_MEETS, of_meeting, &e)) return false;
  }
  return true;
}
/* Gives copies of the parts of all others; `others` has `4` places for each of them. */
void sx_meet_away(sx_ctx *c, const char *name, sx_window *w, int64_t offset, int64_t generation, int place, int count,
                  const int *device, const sx_data *const *mine, int parts, sx_data *others) {
  struct meeting m;
  memset(&m, 0, sizeof m);
  m.window = sx_window_number(w);
  m.offset = offset;
  m.block = c->block;
  m.generation = generation;
  m.participants = count;
  snprintf(m.name, sizeof m.name, "%s", name);
  char *body = NULL;
  size_t bytes = 0;
  FILE *out = open_memstream(&body, &bytes);
  if (!out) sx_fail(c, "RUN-302", "", "out of memory");
  sx_put_bytes(out, &m, sizeof m);
  for (int i = 0; i < parts; i++) put_array(out, c, mine[i]);
  fclose(out);
  for (int i = 0; i < count; i++)
    if (i != place) sx_send(device[i], SX_MEETS, body, bytes);
  free(body);
  struct others o = {&m, device, count};
  sx_await(c, all_met, &o, name);
  for (int i = 0; i < count; i++) {
    if (i == place) continue;
    struct expected e = {&m, device[i]};
    struct meeting theirs;
    sx_letter *l = sx_take_letter(SX_MEETS, of_meeting, &e);
    l->at = 0;
    sx_read_letter(l, &theirs, sizeof theirs);
    for (int p = 0; p < parts; p++) read_array(c, l, &others[4 * i + p]);
    free(l);
    if (theirs.participants != count)
      sx_fail(c, "EXEC-112", "", "some take part in %s with %lld participants, this one with %d", name,
              (long long)theirs.participants, count);
  }
}

/* ---- failures and waits without end */

static void tell_failure(void) {
  sx_run *run = world.run;
  if (world.told || !atomic_load(&run->failed)) return;
  world.told = true;
  sx_control *k = run->control;
  char *body = NULL;
  size_t bytes = 0;
  FILE *out = open_memstream(&body, &bytes);
  sx_put_number(out, k->site);
  sx_put_bytes(out, k->code, sizeof k->code);
  sx_put_bytes(out, k->message, sizeof k->message);
  sx_put_bytes(out, k->hint, sizeof k->hint);
  fclose(out);
  sx_send_all(SX_FAILED, body, bytes);
  free(body);
}
static void hear_failure(sx_letter *l) {
  sx_run *run = world.run;
  sx_control k;
  int site = (int)sx_read_number(l);
  sx_read_letter(l, k.code, sizeof k.code);
  sx_read_letter(l, k.message, sizeof k.message);
  sx_read_letter(l, k.hint, sizeof k.hint);
  world.told = true;
  pthread_mutex_lock(&run->lock);
  sx_record(run, site, k.code, k.hint, k.message);
  sx_wake_all(run);
  pthread_mutex_unlock(&run->lock);
}

/* Wakes threads whose wait is over, and says whether all of them wait. */
static struct answer look(void) {
  sx_run *run = world.run;
  struct answer a = {.site = -1};
  int at = 0;
  pthread_mutex_lock(&run->lock);
  bool over = false;
  for (sx_thread *t = run->threads; t; t = (sx_thread *)t->seen) {
    if (!t->awaited) continue;
    over |= t->awaited(t->awaited_of);
    if (a.site < 0) a.site = t->waits_site;
    if (at < 200) at += snprintf(a.waits + at, sizeof a.waits - (size_t)at, "%s%s", at ? "; " : "", t->waits);
  }
  if (over) sx_wake_all(run);
  a.quiet = !over && run->waiting == run->living;
  a.living = run->living;
  a.epoch = atomic_load(&run->epoch);
  pthread_mutex_unlock(&run->lock);
  a.sent = atomic_load(&world.sent);
  a.received = atomic_load(&world.received);
  return a;
}

/* The first process asks all others, twice. If all of them waited both times, none of them woke in between, and no
   letter is in flight, then nothing can end a wait: transfers and signals are complete before their thread goes on. */
static void ask(const struct answer *own) {
  int64_t now = nanoseconds();
  if (world.asking || !own->quiet || now - world.asked_at < 2000000) return;
  world.asking = true;
  world.asked_at = now;
  world.answered = 0;
  world.round++;
  world.answers[0] = *own;
  sx_send_all(SX_ASKS, &world.round, sizeof world.round);
}
static void stuck(void) {
  char message[480] = "all of the program waits:";
  size_t at = strlen(message);
  int64_t site = -1;
  for (int r = 0; r < world.size && at < 380; r++) {
    struct answer *a = &world.answers[r];
    if (!a->living) continue;
    if (site < 0) site = a->site;
    at += (size_t)snprintf(message + at, sizeof message - at, " rank %d %.60s;", r, a->waits);
  }
  if (message[strlen(message) - 1] == ';') message[strlen(message) - 1] = 0;
  sx_run *run = world.run;
  pthread_mutex_lock(&run->lock);
  sx_record(run, (int)site, "EXEC-201", "", message);
  sx_wake_all(run);
  pthread_mutex_unlock(&run->lock);
}
static void judge(void) {
  world.asking = false;
  bool quiet = true, same = true, living = false;
  int64_t in_flight = 0;
  for (int r = 0; r < world.size; r++) {
    struct answer *a = &world.answers[r], *b = &world.before[r];
    quiet &= a->quiet != 0;
    living |= a->living != 0;
    same &= b->quiet && a->epoch == b->epoch && a->sent == b->sent && a->received == b->received;
    in_flight += a->sent - a->received;
  }
  if (quiet && same && living && in_flight == 0) stuck();
  memcpy(world.before, world.answers, sizeof *world.before * (size_t)world.size);
}

/* Returns whether there was something to do. */
static bool attend_once(sx_ctx *c) {
  bool busy = false;
  for (sx_letter *l; (l = receive());) {
    busy = true;
    struct {
      int64_t round;
      struct answer answer;
    } reply;
    switch (l->kind) {
      case SX_FAILED: hear_failure(l); break;
      case SX_ASKS:
        memset(&reply, 0, sizeof reply);
        reply.round = sx_read_number(l);
        reply.answer = look();
        sx_send(l->from, SX_ANSWERS, &reply, sizeof reply);
        break;
      case SX_ANSWERS:
        sx_read_letter(l, &reply, sizeof reply);
        world.answers[l->from] = reply.answer;
        if (++world.answered == world.size - 1) judge();
        break;
      case SX_BYE: atomic_store(&world.bye, true); break;
      default:
        keep(l);
        continue;
    }
    free(l);
  }
  sx_apply_ended(c);
  struct answer own = look();
  tell_failure();
  if (world.rank == 0) ask(&own);
  forget_sent();
  return busy;
}
/* Whoever started the processes holds the other end of the input of the first one. */
static void check_parent(void) {
  struct pollfd input = {.fd = 0, .events = POLLIN};
  char c;
  if (world.rank == 0 && poll(&input, 1, 0) > 0 && read(0, &c, 1) <= 0) {
    enter();
    MPI_Abort(world.comm, ABANDONED);
  }
}
static void *attend(void *arg) {
  (void)arg;
  sx_thread self = {.run = world.run};
  sx_ctx c = {.run = world.run, .thread = &self, .kind = SX_HOST, .rank = -1, .site = -1};
  volatile int64_t pause = 20000, turns = 0;
  if (setjmp(self.escape)) pause = 20000; /* a failure is recorded; the others hear of it */
  while (atomic_load(&world.attending)) {
    bool busy = attend_once(&c);
    if (++turns % 256 == 0) check_parent();
    pause = busy ? 20000 : pause < 500000 ? pause + pause / 8 : pause;
    struct timespec time = {0, (long)pause};
    nanosleep(&time, NULL);
  }
  return NULL;
}
void sx_attend(sx_run *run) {
  world.run = run;
  atomic_store(&world.attending, true);
  if (pthread_create(&world.attendant, NULL, attend, NULL)) MPI_Abort(world.comm, NO_MEMORY);
}

/* ---- the life of a process */

void sx_world_open(int *count, char ***words) {
  int provided;
  MPI_Init_thread(count, words, MPI_THREAD_SERIALIZED, &provided);
  if (provided < MPI_THREAD_SERIALIZED) MPI_Abort(MPI_COMM_WORLD, NO_MEMORY);
  MPI_Comm_dup(MPI_COMM_WORLD, &world.comm);
  MPI_Comm_set_errhandler(world.comm, MPI_ERRORS_RETURN);
  MPI_Comm_rank(world.comm, &world.rank);
  MPI_Comm_size(world.comm, &world.size);
  world.answers = calloc((size_t)world.size, sizeof *world.answers);
  world.before = calloc((size_t)world.size, sizeof *world.before);
  if (!world.answers || !world.before) MPI_Abort(world.comm, NO_MEMORY);
}
int sx_world_rank(void) { return world.rank; }

/* The first process reads the file; the others need not see it. */
void *sx_world_input(const char *file, size_t *bytes) {
  int64_t size = -1;
  uint8_t *all = NULL;
  FILE *in = world.rank == 0 ? fopen(file, "rb") : NULL;
  if (in && !fseeko(in, 0, SEEK_END)) size = (int64_t)ftello(in);
  MPI_Bcast(&size, 1, MPI_INT64_T, 0, world.comm);
  if (size >= 0) {
    all = room((size_t)size);
    if (in) {
      rewind(in);
      if (fread(all, 1, (size_t)size, in) != (size_t)size) MPI_Abort(world.comm, 120);
    }
    for (int64_t at = 0; at < size; at += (int64_t)PIECE) {
      int64_t left = size - at;
      MPI_Bcast(all + at, (int)(left < (int64_t)PIECE ? left : (int64_t)PIECE), MPI_BYTE, 0, world.comm);
    }
  }
  if (in) fclose(in);
  *bytes = size < 0 ? 0 : (size_t)size;
  return all;
}
void sx_world_report(const void *body, size_t bytes) { sx_send(0, SX_OVER, body, bytes); }

static bool is_from(sx_letter *l, void *arg) { return l->from == *(int *)arg; }
sx_letter *sx_world_over(int from) {
  struct timespec time = {0, 50000};
  for (;;) {
    sx_letter *l = sx_take_letter(SX_OVER, is_from, &from);
    if (l) {
      l->at = 0;
      return l;
    }
    if (atomic_load(&world.run->failed)) return NULL;
    nanosleep(&time, NULL);
  }
}

_Noreturn void sx_world_close(sx_run *run, int code) {
  struct timespec time = {0, 50000};
  if (code || atomic_load(&run->failed)) {
    /* The first process has written what is to be said; the others wait for their end. */
    if (world.rank == 0) {
      enter();
      MPI_Abort(world.comm, code);
    }
    for (;;) nanosleep(&time, NULL);
  }
  if (world.rank == 0) {
    sx_send_all(SX_BYE, NULL, 0);
    atomic_store(&world.bye, true);
  }
  while (!atomic_load(&world.bye)) nanosleep(&time, NULL);
  for (;;) {
    enter();
    bool empty = world.sending == NULL;
    leave();
    if (empty) break;
    nanosleep(&time, NULL);
  }
  atomic_store(&world.attending, false);
  pthread_join(world.attendant, NULL);
  void sx_end(sx_run *);
  sx_end(run);
  MPI_Finalize();
  exit(0);
}
