/* Windows that ranks share, signals and collectives. */
#include "sx.h"

struct sx_window {
  const char *name;
  int64_t bytes;
  int ranks;
  const sx_comm_group *group; /* NULL if the devices share it that it was sent to */
  uint8_t **part;
  _Atomic bool *member;
#ifdef SX_MPI
  int64_t number;
  struct sx_shared *shared;
#endif
};

sx_window *sx_window_open(sx_run *run, sx_ctx *c, const char *name, int64_t bytes) {
  sx_window *w = sx_alloc(c, sizeof *w);
  w->name = name;
  w->bytes = bytes;
  w->ranks = run->ranks;
  w->group = NULL;
  w->part = sx_alloc(c, sizeof *w->part * (size_t)run->ranks);
  w->member = sx_alloc(c, sizeof *w->member * (size_t)run->ranks);
#ifdef SX_MPI
  w->shared = sx_share(c, bytes, w->part);
  w->number = run->window_count;
#else
  for (int i = 0; i < run->ranks; i++) {
    w->part[i] = sx_memory_new(run, (size_t)bytes + 64);
    if (!w->part[i]) sx_fail(c, "RUN-302", "", "out of memory: a window of %lld bytes", (long long)bytes);
    sx_memory_zero(w->part[i], (size_t)bytes);
  }
#endif
  /* Room for a power of two of them, so that the copies of many windows take no more than the windows. */
  int64_t count = run->window_count;
  sx_window **more = count & (count - 1) ? NULL : sx_alloc(c, sizeof *more * (size_t)(count ? 2 * count : 1));
  pthread_mutex_lock(&run->lock);
  if (more) {
    if (count) memcpy(more, run->windows, sizeof *more * (size_t)count);
    run->windows = more;
  }
  run->windows[run->window_count++] = w;
  pthread_mutex_unlock(&run->lock);
  return w;
}
void sx_windows_close(sx_run *run) {
  for (int64_t i = 0; i < run->window_count; i++) {
    sx_window *w = run->windows[i];
#ifdef SX_MPI
    sx_unshare(run, w->shared, w->bytes, w->part);
#else
    for (int r = 0; r < w->ranks; r++) sx_memory_free(w->part[r]);
#endif
  }
}
#ifdef SX_MPI
struct sx_shared *sx_shared_of(const sx_window *w) { return w->shared; }
int64_t sx_window_number(const sx_window *w) { return w->number; }
sx_window *sx_window_numbered(sx_run *run, int64_t number) {
  return number >= 0 && number < run->window_count ? run->windows[number] : NULL;
}
#endif
void sx_window_join(sx_window *w, int device) {
  if (!w->group) atomic_store(&w->member[device], true);
}

/* A window that a group has is as large as the group says, and has the ranks of its devices. */
int64_t sx_window_new(sx_ctx *c, const char *name, int64_t bytes, int group, int slot) {
  if (bytes < 1 || bytes > INT32_MAX - 8) sx_fail(c, "EXEC-102", "", "a window of %lld bytes", (long long)bytes);
  const sx_comm_group *g = group < 0 ? NULL : &c->run->program->group[group];
  if (g)
    for (int d = 0; d < g->devices; d++)
      if (g->device[d] < 0 || g->device[d] >= c->run->ranks)
        sx_fail(c, "EXEC-110", "run with more devices", "group %d needs device %d, the run has %d devices", group,
                g->device[d], c->run->ranks);
  sx_window *w = sx_window_open(c->run, c, name, g ? g->bytes[slot] : bytes);
  w->group = g;
  return (int64_t)(intptr_t)w;
}

void sx_window_view(sx_ctx *c, sx_data *out, int64_t window, int dtype, int rank, const int64_t *dims) {
  sx_window *w = (sx_window *)(intptr_t)window;
  sx_check_shape(c, rank, dims);
  int64_t n = 1, stride = 1;
  for (int i = 0; i < rank; i++) n *= dims[i];
  if (sx_bytes_for(dtype, n) > w->bytes) {
    char x[256];
    sx_fail(c, "EXEC-101", "", "%s of %s takes %lld bytes, the buffer has %lld", sx_shape_text(x, rank, dims),
            sx_dtype_text(dtype), (long long)sx_bytes_for(dtype, n), (long long)w->bytes);
  }
  int device = c->rank < 0 ? 0 : c->rank;
  sx_release(c, out);
  *out = (sx_data){.base = w->part[device], .dtype = dtype, .rank = rank, .tensor = true, .device = device, .window = w};
  for (int i = rank - 1; i >= 0; i--) {
    out->dims[i] = out->valid[i] = dims[i];
    out->strides[i] = stride;
    stride *= dims[i];
  }
}

/* A window becomes the part of it that lies on the device. */
void sx_bind(sx_ctx *c, sx_data *d, int device) {
  (void)c;
  if (!d->window) return;
  sx_window_join(d->window, device);
  d->base = d->window->part[device];
  d->device = device;
}

static sx_window *window_of(sx_ctx *c, const sx_data *a) {
  if (!a->window) sx_fail(c, "EXEC-114", "", "an array that is not a window");
  return a->window;
}
/* The devices of a window's group; all devices before any was sent the window. */
static int devices_of(sx_ctx *c, sx_window *w, int *device) {
  int n = 0;
  if (w->group && w->group->devices) {
    for (; n < w->group->devices; n++) device[n] = w->group->device[n];
    return n;
  }
  for (int i = 0; i < c->run->ranks; i++)
    if (atomic_load(&w->member[i])) device[n++] = i;
  if (n == 0)
    for (int i = 0; i < c->run->ranks; i++) device[n++] = i;
  return n;
}
#define DEVICES(c, w)                                                      \
  int *device = __builtin_alloca(sizeof(int) * (size_t)(c)->run->ranks);   \
  int devices = devices_of(c, w, device)

int64_t sx_comm_context(sx_ctx *c, const sx_data *a) { return (int64_t)(intptr_t)window_of(c, a); }
static int rank_in(sx_ctx *c, sx_window *w) {
  DEVICES(c, w);
  for (int i = 0; i < devices; i++)
    if (device[i] == c->rank) return i;
  sx_fail(c, "EXEC-115", "ranks exist on devices that were sent the window", "device %d is not in the group of %s",
          c->rank, w->name);
}
int64_t sx_rank_of(sx_ctx *c, int64_t window) { return rank_in(c, (sx_window *)(intptr_t)window); }
int64_t sx_rank_count(sx_ctx *c, int64_t window) {
  DEVICES(c, (sx_window *)(intptr_t)window);
  (void)device;
  return devices;
}
int64_t sx_world_size(const sx_ctx *c) { return c->run->ranks; }

/* A peer's view of the same window. */
static void peer_of(sx_ctx *c, const sx_data *a, int64_t peer, sx_data *view) {
  sx_end_calls(c);
  sx_window *w = window_of(c, a);
  DEVICES(c, w);
  if (peer < 0 || peer >= devices)
    sx_fail(c, "EXEC-110", "peers count from 0 to pld.nranks(ctx) - 1", "there is no peer %lld among %d ranks",
            (long long)peer, devices);
  *view = *a;
  view->base = w->part[device[peer]];
  view->device = device[peer];
}

void sx_remote_load(sx_ctx *c, sx_data *out, bool tensor, const sx_data *target, int64_t peer,
                    const int64_t *offsets, int rank, const int64_t *dims, const int64_t *valid, bool clamp) {
  sx_data source;
  peer_of(c, target, peer, &source);
  sx_load(c, out, tensor, &source, offsets, rank, dims, valid, clamp);
}
void sx_remote_store(sx_ctx *c, sx_data *out, const sx_data *source, const sx_data *target, int64_t peer,
                     const int64_t *offsets, bool atomic) {
  sx_data to, written = {0};
  peer_of(c, target, peer, &to);
  sx_assemble(c, &written, &to, source, offsets, atomic);
  sx_release(c, &written);
  sx_assign(c, out, target);
}
static void transfer(sx_ctx *c, const sx_data *target, const sx_data *source, const int64_t *to, const int64_t *from,
                     const int64_t *dims, bool atomic) {
  static const int64_t zeros[SX_RANK];
  sx_data values, part;
  const int64_t *extents = dims ? dims : target->dims;
  sx_block_of(c, source, from ? from : zeros, extents, &values);
  sx_guard(c, &values, false);
  sx_data room = {0};
  sx_near(c, &values, &room);
  sx_block_of(c, target, to ? to : zeros, extents, &part);
  sx_write_part(c, target, &part, &values, atomic);
  sx_release(c, &room);
}
void sx_put(sx_ctx *c, sx_data *out, const sx_data *target, const sx_data *source, int64_t peer, const int64_t *to,
            const int64_t *from, const int64_t *dims, bool atomic) {
  sx_data remote;
  peer_of(c, target, peer, &remote);
  transfer(c, &remote, source, to, from, dims, atomic);
  sx_assign(c, out, target);
}
void sx_get(sx_ctx *c, sx_data *out, const sx_data *target, const sx_data *source, int64_t peer, const int64_t *to,
            const int64_t *from, const int64_t *dims) {
  sx_data remote;
  peer_of(c, source, peer, &remote);
  transfer(c, target, &remote, to, from, dims, false);
  sx_assign(c, out, target);
}

/* ---- signals: cells that are changed and read atomically, a change after all that its sender wrote before */

#ifdef SX_OPENCL
static uint64_t load_cell(const sx_data *cell) { return sx_bits_at(cell, cell->offset); }
static bool swap_cell(const sx_data *cell, uint64_t before, uint64_t after) { return sx_swap_bits(cell, before, after); }
#else
static uint64_t load_cell(const sx_data *cell) {
#ifdef SX_MPI
  if (cell->window) return sx_load_away(cell->window->shared, cell->device, cell->offset, sx_bits(cell->dtype));
#endif
  switch (sx_bits(cell->dtype)) {
    case 8: return __atomic_load_n(cell->base + cell->offset, __ATOMIC_ACQUIRE);
    case 16: return __atomic_load_n((uint16_t *)cell->base + cell->offset, __ATOMIC_ACQUIRE);
    case 32: return __atomic_load_n((uint32_t *)cell->base + cell->offset, __ATOMIC_ACQUIRE);
    case 64: return __atomic_load_n((uint64_t *)cell->base + cell->offset, __ATOMIC_ACQUIRE);
    default: {
      uint8_t both = __atomic_load_n(cell->base + cell->offset / 2, __ATOMIC_ACQUIRE);
      return cell->offset & 1 ? both >> 4 : both & 15;
    }
  }
}
#define SWAP(type)                                                                                       \
  {                                                                                                      \
    type *p = (type *)cell->base + cell->offset, old = (type)before;                                     \
    return __atomic_compare_exchange_n(p, &old, (type)after, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE); \
  }
#ifdef __riscv
/* RISC-V swaps words: a smaller cell is swapped with its neighbours in the word. Windows end with a whole word. */
static bool swap_in_word(const sx_data *cell, int bytes, uint64_t before, uint64_t after) {
  uint8_t *at = cell->base + cell->offset * bytes;
  uint32_t *word = (uint32_t *)((uintptr_t)at & ~(uintptr_t)3);
  int shift = (int)((uintptr_t)at & 3) * 8;
  uint32_t mask = (bytes == 1 ? UINT32_C(0xff) : UINT32_C(0xffff)) << shift;
  uint32_t old = __atomic_load_n(word, __ATOMIC_ACQUIRE);
  if ((old & mask) >> shift != before) return false;
  uint32_t fresh = (old & ~mask) | ((uint32_t)after << shift & mask);
  return __atomic_compare_exchange_n(word, &old, fresh, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}
#define SWAP_SMALL(type) return swap_in_word(cell, sizeof(type), before, after);
#else
#define SWAP_SMALL(type) SWAP(type)
#endif
static bool swap_cell(const sx_data *cell, uint64_t before, uint64_t after) {
#ifdef SX_MPI
  if (cell->window)
    return sx_swap_away(cell->window->shared, cell->device, cell->offset, sx_bits(cell->dtype), before, after);
#endif
  switch (sx_bits(cell->dtype)) {
    case 8: SWAP_SMALL(uint8_t)
    case 16: SWAP_SMALL(uint16_t)
    case 32: SWAP(uint32_t)
    case 64: SWAP(uint64_t)
    default: {
      uint8_t *p = cell->base + cell->offset / 2, old = __atomic_load_n(p, __ATOMIC_ACQUIRE);
      bool high = cell->offset & 1;
      if ((high ? old >> 4 : old & 15) != before) return false;
      uint8_t fresh = (uint8_t)(high ? (old & 15) | after << 4 : (old & 0xf0) | (after & 15));
#ifdef __riscv
      sx_data byte = *cell;
      byte.offset = cell->offset / 2;
      return swap_in_word(&byte, 1, old, fresh);
#else
      return __atomic_compare_exchange_n(p, &old, fresh, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
#endif
    }
  }
}
#endif
static void cell_of(sx_ctx *c, const sx_data *a, const int64_t *offsets, sx_data *cell) {
  int64_t ones[SX_RANK];
  for (int i = 0; i < SX_RANK; i++) ones[i] = 1;
  sx_block_of(c, a, offsets, ones, cell);
}

/* MPI changes whole bytes atomically. */
static void whole_bytes(sx_ctx *c, const sx_data *cell) {
#ifdef SX_MPI
  if (cell->window && sx_bits(cell->dtype) < 8)
    sx_fail(c, "RUN-301", "use INT32", "a signal of %s cannot be changed by another process", sx_dtype_text(cell->dtype));
#else
  (void)c, (void)cell;
#endif
}

void sx_notify(sx_ctx *c, const sx_data *target, int64_t peer, const int64_t *offsets, int64_t value, bool add) {
  sx_data signal, cell;
  peer_of(c, target, peer, &signal);
  cell_of(c, &signal, offsets, &cell);
  whole_bytes(c, &cell);
  sx_fence(c->run);
  for (;;) {
    uint64_t before = load_cell(&cell);
    int64_t next = add ? sx_add_i64(sx_to_long(cell.dtype, before), value) : value;
    if (swap_cell(&cell, before, sx_of_long(cell.dtype, next))) break;
  }
  c->thread->idle = 0;
  sx_changed(c->run);
}

struct expected {
  const sx_data *cell;
  int64_t value;
  bool exactly;
};
static bool has_come(void *arg) {
  struct expected *e = arg;
  int64_t found = sx_to_long(e->cell->dtype, load_cell(e->cell));
  return e->exactly ? found == e->value : found >= e->value;
}
void sx_wait_cell(sx_ctx *c, const sx_data *cell, int64_t expected, bool exactly) {
  struct expected e = {cell, expected, exactly};
  whole_bytes(c, cell);
  sx_await(c, has_come, &e, "for a signal");
  sx_fence(c->run);
}
void sx_defer(sx_ctx *c, const sx_data *cell, int64_t expected, bool exactly);
void sx_wait(sx_ctx *c, const sx_data *signal, const int64_t *offsets, int64_t expected, bool exactly, bool at_end) {
  sx_data cell;
  sx_end_calls(c);
  cell_of(c, signal, offsets, &cell);
  if (at_end) sx_defer(c, &cell, expected, exactly);
  else sx_wait_cell(c, &cell, expected, exactly);
}

/* ---- collectives: all meet, the last to come moves the data */

struct place {
  const char *name;
  sx_window *window;
  int64_t offset, block, meetings;
  sx_meeting *meeting;
  struct place *next;
};
static struct place *place_of(sx_ctx *c, const char *name, sx_window *w, int64_t offset) {
  struct place *fresh = sx_alloc(c, sizeof *fresh);
  *fresh = (struct place){name, w, offset, c->block, 0, sx_meeting_new(c), NULL};
  pthread_mutex_lock(&c->run->lock);
  struct place *p = c->run->collectives;
  while (p && (strcmp(p->name, name) || p->window != w || p->offset != offset || p->block != c->block)) p = p->next;
  if (!p) {
    p = fresh;
    p->next = c->run->collectives;
    c->run->collectives = p;
  }
  pthread_mutex_unlock(&c->run->lock);
  return p;
}

struct part {
  sx_data target, input, send, receive;
};
struct exchange {
  int op, function;
  int64_t root;
  int first, last; /* the ranks whose results are wanted, up to but without the last */
};
static void piece(sx_ctx *c, const sx_data *whole, int index, int parts, sx_data *view) {
  int64_t n = sx_count(whole);
  char x[256];
  if (n % parts)
    sx_fail(c, "EXEC-104", "", "%s cannot be divided among %d ranks", sx_shape_text(x, whole->rank, whole->dims), parts);
  if (!sx_contiguous(whole)) sx_fail(c, "EXEC-104", "", "a window of a collective must be contiguous");
  *view = *whole;
  view->rank = 1;
  view->offset += index * (n / parts);
  view->dims[0] = view->valid[0] = n / parts;
  view->strides[0] = 1;
}
static void reduced(sx_ctx *c, sx_data *total, int function, struct part **rank, int count) {
  sx_copy(c, total, false, &rank[0]->target);
  for (int i = 1; i < count; i++) sx_combine_into(c, function, total, &rank[i]->target);
}
static void exchange(sx_ctx *c, void **brought, int count, void *arg) {
  struct exchange *e = arg;
  struct part **rank = (struct part **)brought;
  sx_data total = {0}, to, from;
  sx_data *inputs = sx_alloc(c, sizeof *inputs * (size_t)count);
  if (e->op == SX_ALL_GATHER || e->op == SX_ALL_TO_ALL || e->op == SX_ALL_TO_ALL_COUNTED)
    for (int i = 0; i < count; i++) sx_copy(c, &inputs[i], false, &rank[i]->input);
  switch (e->op) {
    case SX_ALL_REDUCE:
      reduced(c, &total, e->function, rank, count);
      for (int i = e->first; i < e->last; i++) sx_copy_elements(c, &rank[i]->target, &total);
      break;
    case SX_BROADCAST:
      if (e->root < 0 || e->root >= count)
        sx_fail(c, "EXEC-110", "", "there is no root %lld among %d ranks", (long long)e->root, count);
      sx_copy(c, &total, false, &rank[e->root]->target);
      for (int i = e->first; i < e->last; i++) sx_copy_elements(c, &rank[i]->target, &total);
      break;
    case SX_REDUCE_SCATTER:
      reduced(c, &total, e->function, rank, count);
      for (int i = e->first; i < e->last; i++) {
        piece(c, &rank[i]->target, i, count, &to);
        piece(c, &total, i, count, &from);
        sx_copy_elements(c, &to, &from);
      }
      break;
    case SX_ALL_GATHER:
      for (int r = e->first; r < e->last; r++)
        for (int i = 0; i < count; i++) {
          piece(c, &rank[r]->target, i, count, &to);
          if (to.dims[0] != sx_count(&inputs[i]))
            sx_fail(c, "EXEC-104", "", "the target has room for %lld elements of a rank, which gives %lld",
                    (long long)to.dims[0], (long long)sx_count(&inputs[i]));
          piece(c, &inputs[i], 0, 1, &from);
          sx_copy_elements(c, &to, &from);
        }
      break;
    case SX_ALL_TO_ALL:
      for (int r = e->first; r < e->last; r++)
        for (int i = 0; i < count; i++) {
          piece(c, &rank[r]->target, i, count, &to);
          piece(c, &inputs[i], r, count, &from);
          sx_copy_elements(c, &to, &from);
        }
      break;
    case SX_ALL_TO_ALL_COUNTED:
      for (int r = e->first; r < e->last; r++)
        for (int i = 0; i < count; i++) {
          piece(c, &inputs[i], r, count, &from);
          int64_t rows = inputs[i].dims[0] / count;
          const sx_data *counts = &rank[i]->send;
          int64_t sent = sx_to_long(counts->dtype, sx_bits_at(counts, sx_element(counts, r)));
          if (sent < 0 || sent > rows)
            sx_fail(c, "EXEC-101", "", "rank %d sends %lld rows to rank %d, there is room for %lld", i,
                    (long long)sent, r, (long long)rows);
          int64_t elements = rows == 0 ? 0 : from.dims[0] / rows * sent;
          piece(c, &rank[r]->target, i, count, &to);
          to.dims[0] = from.dims[0] = elements;
          sx_copy_elements(c, &to, &from);
          sx_set_bits(&rank[r]->receive, sx_element(&rank[r]->receive, i), sx_of_long(rank[r]->receive.dtype, sent));
        }
      break;
    default: break;
  }
  sx_release(c, &total);
  for (int i = 0; i < count; i++) sx_release(c, &inputs[i]);
}

static void meet(sx_ctx *c, const char *name, struct exchange *e, struct part *mine, const sx_data *on_host) {
  sx_window *w = window_of(c, on_host);
  int rank = rank_in(c, w);
  DEVICES(c, w);
  struct place *place = place_of(c, name, w, on_host->offset);
#ifdef SX_MPI
  /* Every process has the parts of all others, and computes its own results. */
  struct part *parts = sx_alloc(c, sizeof *parts * (size_t)devices);
  void **all = sx_alloc(c, sizeof *all * (size_t)devices);
  for (int i = 0; i < devices; i++) all[i] = i == rank ? mine : &parts[i];
  const sx_data *given[] = {&mine->target, &mine->input, &mine->send, &mine->receive};
  int64_t generation = __atomic_fetch_add(&place->meetings, 1, __ATOMIC_RELAXED);
  sx_meet_away(c, name, w, on_host->offset, generation, rank, devices, device, given, e->op == SX_BARRIER ? 0 : 4,
               (sx_data *)parts);
  e->first = rank;
  e->last = rank + 1;
  exchange(c, all, devices, e);
  for (int i = 0; i < devices; i++) {
    sx_release(c, &parts[i].target);
    sx_release(c, &parts[i].input);
    sx_release(c, &parts[i].send);
    sx_release(c, &parts[i].receive);
  }
#else
  (void)device;
  e->first = 0;
  e->last = devices;
  sx_meet(c, place->meeting, rank, devices, mine, exchange, e, name);
#endif
}

int64_t sx_everywhere(sx_ctx *c, int device, const char *name, void (*code)(sx_ctx *, void *), void *arg);

struct everywhere {
  const char *name;
  struct exchange e;
  struct part part;
  sx_data on_host;
};
static void meet_on_device(sx_ctx *c, void *arg) {
  struct everywhere *a = arg;
  meet(c, a->name, &a->e, &a->part, &a->on_host);
}

void sx_collective(sx_ctx *c, sx_data *out, const char *name, int op, int function, int64_t root, const sx_data *target,
                   const sx_data *input, const sx_data *send_counts, const sx_data *recv_counts) {
  sx_end_calls(c);
  struct part *mine = sx_alloc(c, sizeof *mine);
  mine->target = *target;
  if (input) mine->input = *input;
  if (send_counts) mine->send = *send_counts;
  if (recv_counts) mine->receive = *recv_counts;
  struct exchange *e = sx_alloc(c, sizeof *e);
  *e = (struct exchange){op, function, root, 0, 0};
  sx_data window = *target;
  if (c->kind == SX_HOST) {
    sx_window *w = window_of(c, target);
    DEVICES(c, w);
    for (int i = 0; i < devices; i++) {
      struct everywhere *a = sx_alloc(c, sizeof *a);
      *a = (struct everywhere){name, *e, *mine, window};
      sx_bind(c, &a->part.target, device[i]);
      sx_bind(c, &a->part.input, device[i]);
      sx_bind(c, &a->part.send, device[i]);
      sx_bind(c, &a->part.receive, device[i]);
      sx_everywhere(c, device[i], name, meet_on_device, a);
    }
  } else {
    sx_guard(c, target, true);
    if (input) sx_guard(c, input, false);
    meet(c, name, e, mine, &window);
  }
  sx_assign(c, out, &window);
}
