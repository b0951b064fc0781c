/* Meetings, flags and pipes between cores. */
#include "sx.h"

/* ---- where a known number of participants come together, again and again */

struct sx_meeting {
  int participants, arrived;
  int64_t generation;
  void **brought;
};
sx_meeting *sx_meeting_new(sx_ctx *c) { return sx_alloc(c, sizeof(sx_meeting)); }

struct over {
  sx_meeting *meeting;
  int64_t before;
};
static bool is_over(void *arg) {
  struct over *o = arg;
  return __atomic_load_n(&o->meeting->generation, __ATOMIC_ACQUIRE) != o->before;
}

void sx_meet(sx_ctx *c, sx_meeting *m, int place, int participants, void *mine,
             void (*combine)(sx_ctx *c, void **brought, int count, void *arg), void *arg, const char *what) {
  void **room = sx_alloc(c, sizeof(void *) * (size_t)participants);
  pthread_mutex_lock(&c->run->lock);
  if (m->arrived == 0) {
    m->participants = participants;
    m->brought = room;
  }
  int expected = m->participants;
  if (expected == participants) m->brought[place] = mine;
  struct over o = {m, m->generation};
  bool last = expected == participants && ++m->arrived == participants;
  pthread_mutex_unlock(&c->run->lock);
  if (expected != participants)
    sx_fail(c, "EXEC-112", "", "some take part in %s with %d participants, this one with %d", what, expected,
            participants);
  if (last) {
    if (combine) combine(c, m->brought, participants, arg);
    m->arrived = 0;
    __atomic_store_n(&m->generation, o.before + 1, __ATOMIC_RELEASE);
    sx_changed(c->run);
  } else {
    sx_await(c, is_over, &o, what);
  }
}

/* ---- launches: barriers and flags that its cores share */

struct flag {
  char event[96], producer[80];
  int64_t raised;
  struct flag *next;
};
struct taken {
  struct flag *flag;
  char consumer[80];
  int64_t count;
  struct taken *next;
};
struct sx_launch {
  int64_t blocks;
  sx_meeting *barriers[8];
  struct flag *flags;
  struct taken *taken;
};
sx_launch *sx_launch_new(sx_ctx *c, int64_t blocks) {
  sx_launch *l = sx_alloc(c, sizeof *l);
  l->blocks = blocks;
  return l;
}
int64_t sx_block_count(const sx_ctx *c) { return c->launch->blocks; }

static void core_name(char *text, int kind, int64_t block, int64_t lane) {
  if (kind == SX_CUBE) sprintf(text, "the matrix core of block %lld", (long long)block);
  else if (kind == SX_VECTOR) sprintf(text, "vector core %lld of block %lld", (long long)lane, (long long)block);
  else sprintf(text, "block %lld", (long long)block);
}
static struct flag *flag_of(sx_ctx *c, const char *event, const char *producer) {
  struct flag *fresh = sx_alloc(c, sizeof *fresh);
  snprintf(fresh->event, sizeof fresh->event, "%s", event);
  snprintf(fresh->producer, sizeof fresh->producer, "%s", producer);
  pthread_mutex_lock(&c->run->lock);
  struct flag *f = c->launch->flags;
  while (f && (strcmp(f->event, event) || strcmp(f->producer, producer))) f = f->next;
  if (!f) {
    f = fresh;
    f->next = c->launch->flags;
    c->launch->flags = f;
  }
  pthread_mutex_unlock(&c->run->lock);
  return f;
}
static void raise_flag(sx_ctx *c, const char *event) {
  char here[80];
  core_name(here, c->kind, c->block, c->lane);
  __atomic_add_fetch(&flag_of(c, event, here)->raised, 1, __ATOMIC_RELEASE);
  sx_changed(c->run);
}
struct raised {
  struct flag *flag;
  int64_t before;
};
static bool is_raised(void *arg) {
  struct raised *r = arg;
  return __atomic_load_n(&r->flag->raised, __ATOMIC_ACQUIRE) > r->before;
}
static void take_flag(sx_ctx *c, const char *event, const char *producer, const char *what) {
  char here[80];
  core_name(here, c->kind, c->block, c->lane);
  struct flag *f = flag_of(c, event, producer);
  struct taken *fresh = sx_alloc(c, sizeof *fresh);
  pthread_mutex_lock(&c->run->lock);
  struct taken *t = c->launch->taken;
  while (t && (t->flag != f || strcmp(t->consumer, here))) t = t->next;
  if (!t) {
    t = fresh;
    t->flag = f;
    strcpy(t->consumer, here);
    t->next = c->launch->taken;
    c->launch->taken = t;
  }
  pthread_mutex_unlock(&c->run->lock);
  struct raised r = {f, t->count};
  sx_await(c, is_raised, &r, what);
  t->count++;
}

void sx_event_set(sx_ctx *c, const char *event) { raise_flag(c, event); }
void sx_event_await(sx_ctx *c, const char *event, int64_t id) {
  char here[80];
  (void)id;
  core_name(here, c->kind, c->block, c->lane);
  take_flag(c, event, here, "for an event between pipes");
}
static void core_event(char *text, int64_t mode, int64_t event) {
  sprintf(text, "core %lld %lld", (long long)mode, (long long)event);
}
void sx_flag_set(sx_ctx *c, int64_t mode, int64_t event) {
  char text[96];
  core_event(text, mode, event);
  raise_flag(c, text);
}

int64_t sx_group_lanes(const sx_group *g);

void sx_flag_await(sx_ctx *c, int64_t mode, int64_t event) {
  char text[96], producer[80];
  core_event(text, mode, event);
  if (c->kind != SX_CUBE && c->kind != SX_VECTOR) {
    core_name(producer, c->kind, c->block, c->lane);
    take_flag(c, text, producer, "for a flag");
  } else if (mode == 0) {
    for (int64_t b = 0; b < c->launch->blocks; b++) {
      core_name(producer, c->kind, b, c->lane);
      take_flag(c, text, producer, "for a flag of other blocks");
    }
  } else if (mode == 2 && c->kind == SX_VECTOR) {
    core_name(producer, SX_CUBE, c->block, 0);
    take_flag(c, text, producer, "for a flag of the matrix core");
  } else {
    for (int64_t lane = 0; lane < sx_group_lanes(c->group); lane++) {
      core_name(producer, SX_VECTOR, c->block, lane);
      take_flag(c, text, producer, "for a flag of a vector core");
    }
  }
}

/* ---- groups: pipes between the matrix core and its vector cores */

typedef struct pipe {
  int64_t id, lane, slots, bytes;
  bool to_vector;
  sx_data *slot;
  int64_t pushed, taken; /* positions; full slots lie between them */
  int64_t in_use, popped;
  struct pipe *next;
} pipe_t;
struct sx_group {
  int64_t lanes;
  bool split;
  pipe_t *pipes;
  sx_meeting *meeting;
};
sx_group *sx_group_new(sx_ctx *c, int64_t lanes, bool split) {
  sx_group *g = sx_alloc(c, sizeof *g);
  g->lanes = lanes;
  g->split = split;
  return g;
}
int64_t sx_group_lanes(const sx_group *g) { return g->lanes; }

enum { MIX, AIC, AIV };
void sx_sync_all(sx_ctx *c, int type, const int64_t *used) {
  int64_t lanes = c->group->lanes;
  bool split = c->kind == SX_CUBE || c->kind == SX_VECTOR, alone = !split || !c->group->split;
  int64_t per_block = alone ? 1 : type == MIX ? 1 + lanes : type == AIC ? 1 : lanes;
  int64_t place = alone ? 0 : type == MIX ? (c->kind == SX_CUBE ? 0 : 1 + c->lane) : c->lane;
  int64_t participants = used ? *used : per_block * c->launch->blocks;
  int64_t index = c->block * per_block + place;
  if (index >= participants)
    sx_fail(c, "EXEC-112", "", "core %lld takes no part in a barrier of %lld", (long long)index,
            (long long)participants);
  sx_meeting *fresh = sx_meeting_new(c);
  pthread_mutex_lock(&c->run->lock);
  sx_meeting **m = &c->launch->barriers[type];
  if (!*m) *m = fresh;
  pthread_mutex_unlock(&c->run->lock);
  sx_meet(c, *m, (int)index, (int)participants, NULL, NULL, NULL, "in syncall");
}

static pipe_t *find_pipe(sx_ctx *c, int64_t id, bool to_vector, int64_t lane) {
  pthread_mutex_lock(&c->run->lock);
  pipe_t *p = c->group->pipes;
  while (p && (p->id != id || p->to_vector != to_vector || p->lane != lane)) p = p->next;
  pthread_mutex_unlock(&c->run->lock);
  return p;
}
struct opened {
  sx_ctx *c;
  int64_t id, lane;
  bool to_vector;
  pipe_t *found;
};
static pipe_t *pipe_of(sx_ctx *c, int64_t id, bool to_vector, int64_t lane) {
  pipe_t *p = find_pipe(c, id, to_vector, lane);
  if (!p)
    sx_fail(c, "EXEC-106", "call pl.aic_initialize_pipe or pl.aiv_initialize_pipe with this id and direction first",
            "pipe %lld %s vector core %lld was never set up", (long long)id,
            to_vector ? "from the matrix core to" : "to the matrix core from", (long long)lane);
  return p;
}

void sx_pipe_open(sx_ctx *c, int64_t id, int64_t mask, int64_t slots, int64_t bytes) {
  for (int direction = 0; direction < 2; direction++) {
    bool to_vector = direction == 0;
    if (!(mask & (to_vector ? 1 : 2))) continue;
    for (int64_t lane = 0; lane < c->group->lanes; lane++) {
      pipe_t *fresh = sx_alloc(c, sizeof *fresh);
      *fresh = (pipe_t){.id = id, .lane = lane, .slots = slots, .bytes = bytes, .to_vector = to_vector};
      fresh->slot = sx_alloc(c, sizeof(sx_data) * (size_t)(slots < 1 ? 1 : slots));
      pthread_mutex_lock(&c->run->lock);
      pipe_t *p = c->group->pipes;
      while (p && (p->id != id || p->to_vector != to_vector || p->lane != lane)) p = p->next;
      if (!p) {
        fresh->next = c->group->pipes;
        c->group->pipes = fresh;
      }
      pthread_mutex_unlock(&c->run->lock);
      if (p && (p->slots != slots || p->bytes != bytes))
        sx_fail(c, "EXEC-107", "slot_num and slot_size must be the same at both ends",
                "the two ends of pipe %lld differ in the number or size of slots", (long long)id);
    }
  }
}

static bool has_room(void *arg) {
  pipe_t *p = arg;
  return __atomic_load_n(&p->in_use, __ATOMIC_ACQUIRE) < p->slots;
}
static bool has_tile(void *arg) {
  pipe_t *p = arg;
  return __atomic_load_n(&p->pushed, __ATOMIC_ACQUIRE) > p->taken;
}
static void push(sx_ctx *c, pipe_t *p, const sx_data *tile) {
  int64_t bytes = sx_bytes_for(tile->dtype, sx_count(tile));
  if (bytes > p->bytes)
    sx_fail(c, "EXEC-108", "give the pipe a larger slot_size",
            "a tile of %lld bytes does not fit a slot of %lld bytes of pipe %lld", (long long)bytes,
            (long long)p->bytes, (long long)p->id);
  sx_await(c, has_room, p, "for a free slot of a pipe");
  __atomic_add_fetch(&p->in_use, 1, __ATOMIC_ACQ_REL);
  sx_copy(c, &p->slot[p->pushed % p->slots], false, tile);
  __atomic_store_n(&p->pushed, p->pushed + 1, __ATOMIC_RELEASE);
  sx_changed(c->run);
}
static void pop(sx_ctx *c, pipe_t *p, sx_data *out) {
  sx_await(c, has_tile, p, "for a tile from a pipe");
  sx_take(c, out, &p->slot[p->taken % p->slots]);
  __atomic_store_n(&p->taken, p->taken + 1, __ATOMIC_RELEASE);
  p->popped++;
}
static void give_back(sx_ctx *c, pipe_t *p) {
  if (p->popped == 0)
    sx_fail(c, "EXEC-109", "pop a tile first", "there is no received slot of pipe %lld to give back", (long long)p->id);
  p->popped--;
  __atomic_sub_fetch(&p->in_use, 1, __ATOMIC_ACQ_REL);
  sx_changed(c->run);
}

/* 0 whole, 1 rows, 2 columns */
static int division_of(int64_t code) { return code == 0 ? 0 : code % 2 == 1 ? 1 : 2; }
static int axis_of(int division, int rank) { return division == 1 ? rank - 2 : rank - 1; }

static void half(const sx_data *whole, int division, int64_t lane, int64_t lanes, int64_t stride, sx_data *view) {
  *view = *whole;
  if (division == 0 || lanes == 1) return;
  int axis = axis_of(division, whole->rank);
  int64_t extent = whole->dims[axis], size = (extent + lanes - 1) / lanes;
  int64_t from = lane * (stride > 0 ? stride : size), to = extent < from + size ? extent : from + size;
  int64_t valid = whole->valid[axis] - from;
  view->offset += from * whole->strides[axis];
  view->dims[axis] = to - from;
  view->valid[axis] = valid < 0 ? 0 : valid > to - from ? to - from : valid;
}
static void joined(sx_ctx *c, sx_data *out, const sx_data *a, const sx_data *b, int division) {
  int axis = axis_of(division, a->rank);
  int64_t dims[SX_RANK], border = a->dims[axis];
  memcpy(dims, a->dims, sizeof dims);
  dims[axis] += b->dims[axis];
  sx_data made = {0};
  sx_make(c, &made, false, a->dtype, a->rank, dims, true);
  sx_data part = made;
  part.dims[axis] = border;
  sx_copy_elements(c, &part, a);
  part.offset += border * made.strides[axis];
  part.dims[axis] = b->dims[axis];
  sx_copy_elements(c, &part, b);
  memcpy(made.valid, a->valid, sizeof made.valid);
  made.valid[axis] = b->valid[axis] > 0 ? border + b->valid[axis] : a->valid[axis];
  sx_take(c, out, &made);
}
static void received(sx_ctx *c, const sx_data *tile, int dtype, int rank, const int64_t *dims) {
  sx_check_shape(c, rank, dims);
  if (tile->dtype != dtype || tile->rank != rank || memcmp(tile->dims, dims, sizeof(int64_t) * (size_t)rank)) {
    char x[256], y[256];
    sx_fail(c, "EXEC-104", "", "the tile that came is %s %s, expected %s %s",
            sx_shape_text(x, tile->rank, tile->dims), sx_dtype_text(tile->dtype), sx_shape_text(y, rank, dims),
            sx_dtype_text(dtype));
  }
}

void sx_push_to_vector(sx_ctx *c, int64_t id, int64_t split, int64_t stride, const sx_data *tile) {
  for (int64_t lane = 0; lane < c->group->lanes; lane++) {
    sx_data part;
    half(tile, division_of(split), lane, c->group->lanes, stride, &part);
    push(c, pipe_of(c, id, true, lane), &part);
  }
}
void sx_push_to_matrix(sx_ctx *c, int64_t id, const sx_data *tile) { push(c, pipe_of(c, id, false, c->lane), tile); }
void sx_pop_from_matrix(sx_ctx *c, sx_data *out, int64_t id, int dtype, int rank, const int64_t *dims) {
  pop(c, pipe_of(c, id, true, c->lane), out);
  received(c, out, dtype, rank, dims);
}
void sx_pop_from_vector(sx_ctx *c, sx_data *out, int64_t id, int64_t split, int dtype, int rank, const int64_t *dims) {
  int division = division_of(split);
  sx_data whole = {0}, next = {0};
  pop(c, pipe_of(c, id, false, 0), &whole);
  for (int64_t lane = 1; lane < c->group->lanes; lane++) {
    pop(c, pipe_of(c, id, false, lane), &next);
    if (division) {
      sx_data both = {0};
      joined(c, &both, &whole, &next, division);
      sx_take(c, &whole, &both);
    }
    sx_release(c, &next);
  }
  received(c, &whole, dtype, rank, dims);
  sx_take(c, out, &whole);
}
void sx_free_to_vector(sx_ctx *c, int64_t id) { give_back(c, pipe_of(c, id, true, c->lane)); }
void sx_free_to_matrix(sx_ctx *c, int64_t id) {
  for (int64_t lane = 0; lane < c->group->lanes; lane++) give_back(c, pipe_of(c, id, false, lane));
}

/* ---- halves of a value */

void sx_shard(sx_ctx *c, sx_data *out, bool tensor, int division, int64_t stride, const sx_data *a) {
  sx_data part;
  half(a, division, c->lane, 2, stride, &part);
  sx_copy(c, out, tensor, &part);
}

struct whole {
  int division;
  sx_data result;
};
static void put_together(sx_ctx *c, void **brought, int count, void *arg) {
  struct whole *w = arg;
  sx_data all = {0};
  sx_assign(c, &all, brought[0]);
  for (int i = 1; i < count; i++) {
    sx_data both = {0};
    joined(c, &both, &all, brought[i], w->division);
    sx_take(c, &all, &both);
  }
  for (int i = 0; i < count; i++) sx_assign(c, brought[i], &all);
  sx_release(c, &all);
}
void sx_lane_gather(sx_ctx *c, sx_data *out, bool tensor, int division, const sx_data *a) {
  if (division == 0) {
    sx_assign(c, out, a);
    return;
  }
  int64_t lanes = c->group->lanes;
  if (lanes == 1)
    sx_fail(c, "EXEC-113", "use it in a `for lane in pl.split_aiv(2, …)` loop",
            "there is one vector core here, so there are no halves to put together");
  sx_meeting *fresh = sx_meeting_new(c);
  pthread_mutex_lock(&c->run->lock);
  if (!c->group->meeting) c->group->meeting = fresh;
  sx_meeting *m = c->group->meeting;
  pthread_mutex_unlock(&c->run->lock);
  sx_data *mine = sx_alloc(c, sizeof *mine);
  struct whole w = {division, {0}};
  sx_copy(c, mine, false, a);
  sx_meet(c, m, (int)c->lane, (int)lanes, mine, put_together, &w, "in aic_gather");
  sx_copy(c, out, tensor, mine);
  sx_release(c, mine);
}
