/* SPDX-License-Identifier: MIT
 *
 * crew.c - several workers at one file. The file's own worker fills the ring and hashes the groups
 * that nobody has come for, so that it never depends on help; a group that it has begun stays its
 * own until the crew ends.
 */
#include "crew.h"

#include <string.h>

void crew_start(struct crew *crew, struct sink *sink, const uint8_t group_of[], size_t groups,
                unsigned char *memory, size_t size)
{
    const size_t ring = size / CREW_BLOCK;

    sink_part(sink);
    *crew = (struct crew){.memory = memory, .ring = ring < CREW_BLOCKS ? ring : CREW_BLOCKS};
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->filled, NULL);
    pthread_cond_init(&crew->emptied, NULL);
    crew->count = groups;
    for (size_t g = 0; g < groups; g++) {
        struct crew_group *group = &crew->groups[g];
        group->crew = crew;
        for (size_t i = 0; i < sink->wanted->n; i++) {
            if (group_of[i] != g)
                continue;
            const size_t at = group->wanted.n++;
            group->place[at] = i;
            group->wanted.algorithms[at] = sink->wanted->algorithms[i];
            group->sink.as.each[at] = sink->as.each[i];
        }
        group->sink.wanted = &group->wanted;
        sink_join(&group->sink);
    }
}

static uint64_t least_done(const struct crew *crew)
{
    uint64_t least = crew->blocks;

    for (size_t g = 0; g < crew->count; g++)
        if (crew->groups[g].wanted.n && crew->groups[g].done < least)
            least = crew->groups[g].done;
    return least;
}

unsigned char *crew_place(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    const bool fits = crew->blocks - least_done(crew) < crew->ring;
    pthread_mutex_unlock(&crew->lock);
    return fits ? crew->memory + crew->blocks % crew->ring * CREW_BLOCK : NULL;
}

void crew_filled(struct crew *crew, size_t len)
{
    pthread_mutex_lock(&crew->lock);
    crew->len[crew->blocks++ % crew->ring] = len;
    pthread_cond_broadcast(&crew->filled);
    pthread_mutex_unlock(&crew->lock);
}

/* Hashes the group's next block, with the lock held before and after. */
static void hash_block(struct crew_group *group)
{
    struct crew *crew = group->crew;
    const size_t at = group->done % crew->ring, len = crew->len[at];

    pthread_mutex_unlock(&crew->lock);
    sink_update(&group->sink, crew->memory + at * CREW_BLOCK, len);
    pthread_mutex_lock(&crew->lock);
    group->done++;
}

/* A block that the file's worker may hash: of its own groups first. */
static struct crew_group *next_group(struct crew *crew)
{
    struct crew_group *found = NULL;

    for (size_t g = 0; g < crew->count; g++) {
        struct crew_group *group = &crew->groups[g];
        if (group->wanted.n && !group->taken && group->done < crew->blocks &&
            (group->own || !found))
            found = group;
        if (found && found->own)
            break;
    }
    return found;
}

void crew_work(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    struct crew_group *group = next_group(crew);
    if (group) {
        group->own = true;
        hash_block(group);
    } else if (crew->blocks - least_done(crew) == crew->ring) {
        pthread_cond_wait(&crew->emptied, &crew->lock);
    }
    pthread_mutex_unlock(&crew->lock);
}

struct crew_group *crew_join(struct crew *crew)
{
    struct crew_group *found = NULL;

    pthread_mutex_lock(&crew->lock);
    for (size_t g = 0; g < crew->count && !found && !crew->ended; g++)
        if (crew->groups[g].wanted.n && !crew->groups[g].taken && !crew->groups[g].own)
            found = &crew->groups[g];
    if (found) {
        found->taken = true;
        crew->inside++;
    }
    pthread_mutex_unlock(&crew->lock);
    return found;
}

void crew_help(struct crew_group *group)
{
    struct crew *crew = group->crew;

    pthread_mutex_lock(&crew->lock);
    for (;;) {
        while (group->done == crew->blocks && !crew->ended)
            pthread_cond_wait(&crew->filled, &crew->lock);
        if (group->done == crew->blocks)
            break;
        hash_block(group);
        pthread_cond_signal(&crew->emptied);
    }
    crew->inside--;
    pthread_cond_signal(&crew->emptied);
    pthread_mutex_unlock(&crew->lock);
}

void crew_end(struct crew *crew, struct sink *sink)
{
    struct crew_group *group;

    pthread_mutex_lock(&crew->lock);
    crew->ended = true;
    pthread_cond_broadcast(&crew->filled);
    while ((group = next_group(crew)) != NULL)
        hash_block(group);
    while (crew->inside)
        pthread_cond_wait(&crew->emptied, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
    for (size_t g = 0; g < crew->count; g++) {
        group = &crew->groups[g];
        sink_part(&group->sink);
        for (size_t i = 0; i < group->wanted.n; i++)
            sink->as.each[group->place[i]] = group->sink.as.each[i];
    }
    if (sink->wanted->keys)
        hm_wipe(crew->groups, crew->count * sizeof *crew->groups);
    pthread_cond_destroy(&crew->emptied);
    pthread_cond_destroy(&crew->filled);
    pthread_mutex_destroy(&crew->lock);
}
