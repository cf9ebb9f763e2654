/* SPDX-License-Identifier: MIT
 *
 * batch.c - many messages at once: keeps the lanes of the best kernel full with jobs. Knows jobs,
 * blocks and lanes; knows no key, no algorithm by name and no instruction set.
 *
 * Two ways of running, chosen anew whenever the lanes are empty:
 *
 *  - A wave: as many jobs as there are lanes, all of nearly the same number of blocks, go through
 *    in step with hardly any bookkeeping per lane.
 *  - A stream: each lane has its own end. The kernel runs to the nearest end, then the lanes that
 *    are there go on to their next segment, or take the next job at once.
 *
 * Jobs are taken in their own order while that makes waves. Where it does not, a window of them is
 * sorted, longest first: neighbours then differ little, and no long job is left over alone.
 */
#include "batch.h"

#include <assert.h>

#include "dispatch.h"
#include "hasher.h"
#include "lanestate.h"
#include "order.h"

enum {
    WINDOW = 1024,   /* jobs sorted at a time */
    REACH = 1 << 16, /* items they are picked from: offsets have 16 bits */
    /* Blocks that the jobs of a wave may differ by: their lanes idle so long. A stream would cost
     * more, as its ends come one by one. */
    SLACK = 5,
    /* Lanes that may share the sets of a level-1 cache; steps between lanes where more do and jobs
     * have LONG blocks: see pause_of(). */
    MAX_SAME = 8,
    STAGGER = 16,
    LONG = 512,
    /* A slot's own blocks: those of the data that others in its wave do not have, the tail's one or
     * two, HMAC's outer one. Rows of 128-byte blocks have at most half of HM_MAX_LANES. */
    OWN_TAIL = SLACK,
    OWN_OUTER = OWN_TAIL + 2,
    OWN_BLOCKS = OWN_OUTER + 1,
    OWN_ROOM = OWN_BLOCKS * HM_MAX_LANES * 64,
};

#define NEVER SIZE_MAX
#define NO_SLOT 0xff

enum segment { HEAD, BODY, TAIL, OUTER, DONE };

/* A job that was taken. */
struct slot {
    struct hm_job job;
    const uint8_t *body;
    size_t whole;  /* blocks at body */
    uint32_t rest; /* bytes after them */
    uint8_t head;  /* blocks in each of the other segments */
    uint8_t tail;
    uint8_t outer;
    uint8_t next;     /* enum segment: what follows the current one; set in streams */
    const uint8_t *p; /* while out of its lane, its state saved: the current segment, */
    size_t left;      /* and blocks left of it; 0 before it starts */
};

struct scheduler {
    const struct hm_source *source;
    const struct hm_core *core;
    const struct hm_kernel *kernel;
    unsigned lanes;
    unsigned modelled; /* slots that hold what the source's jobs have in common */
    unsigned block_shift;

    size_t next;    /* first item not taken and not in the window */
    size_t waiting; /* jobs not taken */
    size_t base;    /* item that the window's offsets count from */
    size_t drawn, filled;
    struct hm_place order[WINDOW], scratch[WINDOW];

    size_t now; /* of a stream: blocks that every lane has absorbed since its start */
    unsigned live;
    unsigned ready; /* jobs taken that wait for a lane */
    bool draining;  /* no job is admitted any more: the lanes run empty */
    bool staggered;
    size_t end[HM_MAX_LANES];      /* when the lane's segment, or its pause, is over */
    uint8_t slot_of[HM_MAX_LANES]; /* NO_SLOT in a lane without a job */
    uint8_t ready_slot[HM_MAX_LANES];
    const uint8_t *p[HM_MAX_LANES];

    struct slot slots[HM_MAX_LANES];
    uint64_t padded[HM_MAX_LANES]; /* 1 + length whose padding a slot's tail holds */
    uint8_t outer_padded[HM_MAX_LANES];
    union hm_state saved[HM_MAX_LANES];
    union hm_lane_state state;
    HM_ALIGNED(64) uint8_t own[OWN_ROOM];
};

/* ---- Lanes ------------------------------------------------------------------------------- */

HM_INLINE void absorb(struct scheduler *s, size_t blocks)
{
    if (s->lanes == 1)
        hm_run(s->kernel->fn.blocks, s->source->core, &s->state.single, s->p[0], blocks);
    else
        s->kernel->fn.lanes(&s->state, s->p, blocks);
}

static void use_kernel(struct scheduler *s, const struct hm_kernel *kernel)
{
    s->kernel = kernel;
    s->lanes = kernel->lanes;
    for (; s->modelled < s->lanes; s->modelled++)
        s->slots[s->modelled].job = s->source->model;
    assert((size_t)OWN_BLOCKS * s->lanes * s->core->block_size <= OWN_ROOM);
}

/* ---- Segments of a job ------------------------------------------------------------------ */

HM_INLINE void measure(const struct scheduler *s, struct slot *t)
{
    const struct hm_job *job = &t->job;
    size_t block = s->core->block_size, room = block - job->fill, len = job->len;

    t->body = job->data;
    t->head = 0;
    if (HM_UNLIKELY(job->fill != 0)) {
        if (len < room) {
            t->whole = t->tail = t->outer = 0;
            t->rest = (uint32_t)len;
            return;
        }
        t->head = 1;
        t->body += room;
        len -= room;
    }
    t->whole = len >> s->block_shift;
    t->rest = (uint32_t)(len & (block - 1));
    t->tail = job->ends ? (uint8_t)hm_pad_blocks(s->core, t->rest) : 0;
    t->outer = job->outer != NULL;
}

HM_INLINE size_t total_blocks(const struct slot *t)
{
    return t->head + t->whole + t->tail + t->outer;
}

static const uint8_t *make_head(const struct scheduler *s, struct slot *t)
{
    struct hm_job *job = &t->job;
    memcpy(job->head + job->fill, job->data, s->core->block_size - job->fill);
    return job->head;
}

HM_INLINE uint8_t *own_block(struct scheduler *s, unsigned slot, unsigned i)
{
    return s->own + (((size_t)slot * OWN_BLOCKS + i) << s->block_shift);
}

/* Messages of one length follow each other in a slot more often than not: their padding stays. */
HM_INLINE uint8_t *make_tail(struct scheduler *s, unsigned slot)
{
    const struct slot *t = &s->slots[slot];
    const uint8_t *from = t->rest ? t->body + (t->whole << s->block_shift) : NULL;
    uint8_t *tail = own_block(s, slot, OWN_TAIL);
    struct hm_count total = {t->job.before + t->job.len, 0};

    total.hi = total.lo < t->job.before;
    if (s->padded[slot] == total.lo + 1 && !total.hi) {
        if (t->rest)
            memcpy(tail, from, t->rest);
    } else {
        hm_pad(s->core, tail, from, t->rest, total);
        s->padded[slot] = total.hi ? 0 : total.lo + 1;
    }
    return tail;
}

/* The block of HMAC's second pass: the digest of the first, which is in the lane's state. */
static const uint8_t *make_outer(struct scheduler *s, unsigned slot, unsigned lane)
{
    size_t size = s->slots[slot].job.algorithm->digest_size;
    uint8_t *p = own_block(s, slot, OWN_OUTER);

    if (s->outer_padded[slot] != size) {
        struct hm_count total = {s->core->block_size + size, 0};
        hm_pad(s->core, p, p, size, total);
        s->outer_padded[slot] = (uint8_t)size;
    }
    hm_lane_digest(s->core, &s->state, s->lanes, lane, p, size);
    return p;
}

HM_INLINE void close_job(struct scheduler *s, unsigned lane, const struct hm_job *job)
{
    if (!s->source->close) {
        hm_lane_digest(s->core, &s->state, s->lanes, lane, job->target,
                       job->algorithm->digest_size);
        return;
    }
    union hm_state state;
    hm_lane_get(s->core, &s->state, s->lanes, lane, &state);
    s->source->close(s->source, job, &state);
    if (s->source->secret)
        hm_wipe(&state, sizeof state);
}

/* ---- Taking jobs ------------------------------------------------------------------------ */

/* Half blocks, so that jobs of as many blocks come together by the length of their tails. */
static uint16_t sort_key(const struct slot *t)
{
    return hm_order_key(2 * (uint64_t)total_blocks(t) - (t->tail == 2));
}

static void fill_window(struct scheduler *s)
{
    const struct hm_source *source = s->source;
    size_t i = s->next, n = 0;
    size_t stop = source->n - i > REACH ? i + REACH : source->n;
    struct slot t = {.job = source->model};

    for (s->base = i; i < stop && n < WINDOW; i++) {
        if (!source->open(source, i, &t.job))
            continue;
        measure(s, &t);
        s->order[n++] = (struct hm_place){sort_key(&t), (uint16_t)(i - s->base)};
    }
    s->next = i;
    s->drawn = 0;
    s->filled = n;
    hm_order_sort(s->order, s->scratch, n);
}

/* Takes the next job of the window or, if that is used up, of the source. One must be waiting. */
HM_INLINE void take(struct scheduler *s, unsigned slot)
{
    const struct hm_source *source = s->source;
    struct slot *t = &s->slots[slot];

    s->waiting--;
    if (s->drawn < s->filled) {
        source->open(source, s->base + s->order[s->drawn++].offset, &t->job);
    } else {
        while (!source->open(source, s->next++, &t->job)) {
        }
    }
    measure(s, t);
    t->left = 0;
}

static void take_sorted(struct scheduler *s, unsigned slot)
{
    while (s->drawn == s->filled)
        fill_window(s);
    take(s, slot);
}

/* ---- Waves ------------------------------------------------------------------------------ */

struct shape {
    size_t least, most; /* whole blocks at the jobs' bodies */
    bool even;          /* all have the same blocks in each segment */
    bool fits;          /* they differ little enough for a wave */
};

HM_INLINE struct shape shape_of(const struct scheduler *s, unsigned n)
{
    const struct slot *first = &s->slots[0];
    struct shape shape = {first->whole, first->whole, false, false};
    unsigned heads = 0, tails = 0;
    for (unsigned i = 1; i < n; i++) {
        const struct slot *t = &s->slots[i];
        shape.least = t->whole < shape.least ? t->whole : shape.least;
        shape.most = t->whole > shape.most ? t->whole : shape.most;
        heads |= (unsigned)(t->head ^ first->head);
        tails |= (unsigned)(t->tail ^ first->tail);
    }
    shape.even = shape.least == shape.most && !heads && !tails;
    shape.fits = shape.most - shape.least <= SLACK && !heads;
    return shape;
}

/* Whether these jobs, which are all alike, are so long that their lanes are better kept apart: see
 * pause_of(). */
static bool should_stagger(const struct scheduler *s, unsigned n)
{
    unsigned same = 0;
    if (s->slots[0].whole < LONG || n < s->lanes)
        return false;
    for (unsigned i = 0; i < n; i++)
        same += !(((uintptr_t)s->slots[i].body ^ (uintptr_t)s->slots[0].body) & 4095 & ~63u);
    return same > MAX_SAME;
}

static void absorb_first(struct scheduler *s, unsigned n, size_t blocks)
{
    for (unsigned l = n; l < s->lanes; l++)
        s->p[l] = s->p[0];
    absorb(s, blocks);
}

static void wave_begin(struct scheduler *s, unsigned n, bool outer)
{
    const union hm_state *first = outer ? s->slots[0].job.outer : s->slots[0].job.initial;
    bool same = true;
    for (unsigned l = 0; l < n; l++) {
        const struct hm_job *job = &s->slots[l].job;
        same = same && (outer ? job->outer : job->initial) == first;
    }
    if (same) {
        hm_lane_put_all(s->core, &s->state, s->lanes, first);
        return;
    }
    for (unsigned l = 0; l < n; l++) {
        const struct hm_job *job = &s->slots[l].job;
        hm_lane_put(s->core, &s->state, s->lanes, l, outer ? job->outer : job->initial);
    }
}

/* The lane has absorbed all of its job but HMAC's outer block. */
static void wave_end(struct scheduler *s, unsigned lane)
{
    const struct slot *t = &s->slots[lane];
    if (t->outer)
        make_outer(s, lane, lane);
    else
        close_job(s, lane, &t->job);
}

static void wave_even_tails(struct scheduler *s, unsigned n)
{
    const struct slot first = s->slots[0];
    if (first.tail) {
        for (unsigned l = 0; l < n; l++)
            s->p[l] = make_tail(s, l);
        absorb_first(s, n, first.tail);
    }
    for (unsigned l = 0; l < n; l++)
        wave_end(s, l);
}

/* What the jobs have beyond the blocks that all have is laid before their tails, so that each goes
 * on without a break to its own end. */
static void wave_uneven_tails(struct scheduler *s, unsigned n, size_t common)
{
    uint8_t left[HM_MAX_LANES];
    unsigned longest = 0, done = 0;

    for (unsigned l = 0; l < n; l++) {
        const struct slot *t = &s->slots[l];
        size_t more = t->whole - common, bytes = more << s->block_shift;
        uint8_t *p = t->tail ? make_tail(s, l) : own_block(s, l, OWN_TAIL);
        if (more)
            memcpy(p - bytes, t->body + (common << s->block_shift), bytes);
        s->p[l] = p - bytes;
        left[l] = (uint8_t)(more + t->tail);
        longest = left[l] > left[longest] ? l : longest;
    }
    for (unsigned l = n; l < s->lanes; l++)
        s->p[l] = s->p[longest];
    for (unsigned l = 0; l < n; l++)
        if (!left[l]) {
            wave_end(s, l);
            s->p[l] = s->p[longest];
        }
    while (done < left[longest]) {
        unsigned until = left[longest];
        for (unsigned l = 0; l < n; l++)
            if (left[l] > done && left[l] < until)
                until = left[l];
        absorb(s, until - done);
        for (unsigned l = 0; l < s->lanes; l++)
            s->p[l] += (size_t)(until - done) << s->block_shift;
        done = until;
        for (unsigned l = 0; l < n; l++)
            if (left[l] == done) {
                wave_end(s, l);
                s->p[l] = s->p[longest];
            }
    }
}

/* Runs the jobs in slots 0...n-1 in the lanes of the same numbers. */
static void run_wave(struct scheduler *s, unsigned n, const struct shape *shape)
{
    const bool head = s->slots[0].head, outer = s->slots[0].outer;

    wave_begin(s, n, false);
    if (head) {
        for (unsigned l = 0; l < n; l++)
            s->p[l] = make_head(s, &s->slots[l]);
        absorb_first(s, n, 1);
    }
    if (shape->least) {
        for (unsigned l = 0; l < n; l++)
            s->p[l] = s->slots[l].body;
        absorb_first(s, n, shape->least);
    }
    if (shape->even)
        wave_even_tails(s, n);
    else
        wave_uneven_tails(s, n, shape->least);
    if (outer) {
        for (unsigned l = 0; l < n; l++)
            s->p[l] = own_block(s, l, OWN_OUTER);
        wave_begin(s, n, true);
        absorb_first(s, n, 1);
        for (unsigned l = 0; l < n; l++)
            close_job(s, l, &s->slots[l].job);
    }
}

/* ---- Streams ---------------------------------------------------------------------------- */

/* Sets p and left to the job's next segment; false if there is none. */
static bool proceed(struct scheduler *s, unsigned lane, unsigned slot)
{
    struct slot *t = &s->slots[slot];
    if (t->next <= HEAD && t->head) {
        t->p = make_head(s, t);
        t->left = 1;
        t->next = BODY;
    } else if (t->next <= BODY && t->whole) {
        t->p = t->body;
        t->left = t->whole;
        t->next = TAIL;
    } else if (t->next <= TAIL && t->tail) {
        t->p = make_tail(s, slot);
        t->left = t->tail;
        t->next = OUTER;
    } else if (t->next <= OUTER && t->outer) {
        t->p = make_outer(s, slot, lane);
        hm_lane_put(s->core, &s->state, s->lanes, lane, t->job.outer);
        t->left = 1;
        t->next = DONE;
    } else {
        return false;
    }
    return true;
}

static void seat(struct scheduler *s, unsigned lane, unsigned slot)
{
    const struct slot *t = &s->slots[slot];
    s->p[lane] = t->p;
    s->end[lane] = s->now + t->left;
    s->slot_of[lane] = (uint8_t)slot;
}

/* Whether the lanes should rather run empty: the window's next jobs make waves, which gains more
 * than the lanes lose. An end in a stream costs about as much as a lane that idles for 4 blocks. */
static bool should_drain(const struct scheduler *s)
{
    size_t jobs = s->filled - s->drawn, longest = 0;
    const struct hm_place *next = &s->order[s->drawn];
    /* The jobs after those that were staggered would be staggered again. */
    if (s->staggered || jobs < 4 * (size_t)s->lanes ||
        next[0].key - next[s->lanes - 1].key > 2 * SLACK)
        return false;
    for (unsigned l = 0; l < s->lanes; l++)
        if (s->slot_of[l] != NO_SLOT && s->end[l] - s->now > longest)
            longest = s->end[l] - s->now;
    return longest * s->lanes <= 4 * jobs;
}

/* Fills a free lane with a job that is ready or else with the next one, taken into `slot`. */
static void admit(struct scheduler *s, unsigned lane, unsigned slot)
{
    for (;;) {
        if (s->ready)
            slot = s->ready_slot[--s->ready];
        else if (!s->waiting || s->draining || (s->live && should_drain(s))) {
            s->draining = s->waiting != 0;
            s->slot_of[lane] = NO_SLOT;
            s->end[lane] = NEVER;
            return;
        } else {
            take_sorted(s, slot);
        }
        struct slot *t = &s->slots[slot];
        hm_lane_put(s->core, &s->state, s->lanes, lane, t->left ? &s->saved[slot] : t->job.initial);
        if (!t->left)
            t->next = HEAD;
        if (t->left || proceed(s, lane, slot)) {
            seat(s, lane, slot);
            s->live++;
            return;
        }
        /* An update that does not fill a block. */
        close_job(s, lane, &t->job);
    }
}

static size_t remaining(const struct slot *t)
{
    return t->left + (t->next <= HEAD ? t->head : 0u) + (t->next <= BODY ? t->whole : 0u) +
           (t->next <= TAIL ? t->tail : 0u) + (t->next <= OUTER ? t->outer : 0u);
}

/* Moves what is in the lanes to a kernel that is better for so few; the longest get lanes. */
static void change_kernel(struct scheduler *s, const struct hm_kernel *kernel)
{
    for (unsigned l = 0; l < s->lanes; l++) {
        if (s->slot_of[l] == NO_SLOT)
            continue;
        unsigned slot = s->slot_of[l], i = s->ready++;
        struct slot *t = &s->slots[slot];
        hm_lane_get(s->core, &s->state, s->lanes, l, &s->saved[slot]);
        t->p = s->p[l];
        t->left = s->end[l] - s->now;
        /* Longest last, where admit() takes from. */
        for (; i > 0 && remaining(&s->slots[s->ready_slot[i - 1]]) > remaining(t); i--)
            s->ready_slot[i] = s->ready_slot[i - 1];
        s->ready_slot[i] = (uint8_t)slot;
    }
    use_kernel(s, kernel);
    s->live = 0;
    for (unsigned l = 0; l < s->lanes; l++)
        admit(s, l, NO_SLOT);
}

static size_t nearest_end(const struct scheduler *s)
{
    size_t least = s->end[0];
    for (unsigned l = 1; l < s->lanes; l++)
        least = s->end[l] < least ? s->end[l] : least;
    return least;
}

/* Runs every lane for so many blocks. */
static void advance(struct scheduler *s, size_t blocks)
{
    const size_t bytes = blocks << s->block_shift;
    if (s->live < s->lanes) {
        const uint8_t *alias = NULL;
        for (unsigned l = 0; !alias; l++)
            if (s->slot_of[l] != NO_SLOT)
                alias = s->p[l];
        for (unsigned l = 0; l < s->lanes; l++)
            if (s->slot_of[l] == NO_SLOT)
                s->p[l] = alias;
    }
    absorb(s, blocks);
    s->now += blocks;
    /* By twos, which the compiler makes one vector sum of; there is no odd number of lanes but 1.
     */
    s->p[0] += bytes;
    if (s->lanes == 1)
        return;
    s->p[1] += bytes;
    for (unsigned l = 2; l < s->lanes; l += 2) {
        s->p[l] += bytes;
        s->p[l + 1] += bytes;
    }
}

/* Blocks that a lane starts after the first one. Messages that begin at the same place of their
 * pages (large allocations, pieces) would keep all lanes in the same few sets of the caches. A
 * distance between them costs this many steps once and gains 13 % for MD5, 6 % for RIPEMD-160 and
 * 4 % for SHA-1 at 64 KiB, nothing for SHA-256; below 32 KiB it gains nothing. */
static size_t pause_of(unsigned lane)
{
    return lane % STAGGER;
}

/* The lane's segment or its pause is over. */
static void next_segment(struct scheduler *s, unsigned lane)
{
    unsigned slot = s->slot_of[lane];
    if (slot != NO_SLOT) {
        if (proceed(s, lane, slot)) {
            seat(s, lane, slot);
            return;
        }
        close_job(s, lane, &s->slots[slot].job);
        s->slot_of[lane] = NO_SLOT;
        s->live--;
    }
    admit(s, lane, slot);
}

/* Runs the n jobs that were taken and what can be taken after them. */
static void run_stream(struct scheduler *s, unsigned n, bool staggered)
{
    s->now = 0;
    s->live = 0;
    s->ready = 0;
    s->draining = false;
    s->staggered = staggered;
    for (unsigned l = 0; l < s->lanes; l++)
        s->slot_of[l] = NO_SLOT;
    for (unsigned i = n; i-- > 0;)
        s->ready_slot[s->ready++] = (uint8_t)i;
    for (unsigned l = 0; l < s->lanes; l++) {
        s->end[l] = staggered ? pause_of(l) : 0;
        if (!s->end[l])
            admit(s, l, l);
    }

    for (size_t nearest = nearest_end(s); s->live;) {
        const unsigned live = s->live;
        advance(s, nearest - s->now);
        nearest = NEVER;
        for (unsigned l = 0; l < s->lanes; l++) {
            if (s->end[l] == s->now)
                next_segment(s, l);
            nearest = s->end[l] < nearest ? s->end[l] : nearest;
        }
        if (s->live < live && s->live && !s->waiting) {
            const struct hm_kernel *best = hm_live_kernel(s->source->core, s->live + s->ready);
            if (best != s->kernel) {
                change_kernel(s, best);
                nearest = nearest_end(s);
            }
        }
    }
}

/* ---- All jobs --------------------------------------------------------------------------- */

void hm_batch_run(const struct hm_source *source)
{
    struct scheduler s;
    s.source = source;
    s.core = &hm_cores[source->core];
    s.block_shift = (unsigned)__builtin_ctz(s.core->block_size);
    s.next = 0;
    s.waiting = source->jobs;
    s.modelled = 0;
    s.drawn = s.filled = 0;
    memset(s.padded, 0, sizeof s.padded);
    memset(s.outer_padded, 0, sizeof s.outer_padded);

    while (s.waiting) {
        bool in_order = s.drawn == s.filled;
        size_t first = s.next;
        unsigned n = 0;

        use_kernel(&s, hm_live_kernel(source->core, s.waiting));
        while (n < s.lanes && s.waiting)
            take(&s, n++);
        struct shape shape = shape_of(&s, n);
        bool staggered = shape.even && should_stagger(&s, n);
        if (!staggered && (shape.even || (shape.fits && (!in_order || !s.waiting)))) {
            run_wave(&s, n, &shape);
        } else if (in_order && s.waiting) {
            s.next = first;
            s.waiting += n;
            fill_window(&s);
        } else {
            run_stream(&s, n, staggered);
        }
    }
    if (source->secret) {
        hm_wipe(&s.state, sizeof s.state);
        hm_wipe(s.saved, s.modelled * sizeof s.saved[0]);
        hm_wipe(s.own, (size_t)(own_block(&s, s.modelled, 0) - s.own));
        /* What kernels spilled of the states. */
        hm_wipe_stack(HM_WIPE_STACK_MAX);
    }
}
