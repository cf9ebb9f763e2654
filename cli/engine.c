/* SPDX-License-Identifier: MIT
 *
 * engine.c - reads and hashes entries one after another. A single digest goes through a hasher,
 * several through a digest set, so that each file is read once; HMACs through a hasher each.
 */
#include "engine.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reader.h"

/* Large enough that a read call costs nothing beside the hashing, small enough to stay in the
 * second-level cache between the copy and the hash (docs/performance.md). Static, so that its
 * pages exist only once they are used. */
enum { BUFFER_SIZE = 256 * 1024 };
static _Alignas(4096) unsigned char buffer[BUFFER_SIZE];

/* One message under every wanted digest. */
struct sink {
    const struct digest_list *wanted;
    union {
        struct hm_hasher one;
        struct hm_multi set;
        struct hm_hasher each[HM_MAX_SET];
    } as;
};

static void sink_start(struct sink *sink, const struct digest_list *wanted)
{
    sink->wanted = wanted;
    if (wanted->keys)
        for (size_t i = 0; i < wanted->n; i++)
            hm_hmac_init(&sink->as.each[i], &wanted->keys[i]);
    else if (wanted->n == 1)
        hm_init(&sink->as.one, wanted->algorithms[0]);
    else
        hm_multi_init(&sink->as.set, wanted->algorithms, wanted->n);
}

static void sink_update(struct sink *sink, const void *data, size_t len)
{
    size_t n = sink->wanted->n;

    if (sink->wanted->keys) {
        struct hm_chunk chunks[HM_MAX_SET];
        for (size_t i = 0; i < n; i++)
            chunks[i] = (struct hm_chunk){&sink->as.each[i], data, len};
        hm_update_many(chunks, n);
    } else if (n == 1) {
        hm_update(&sink->as.one, data, len);
    } else {
        hm_multi_update(&sink->as.set, data, len);
    }
}

static void sink_finish(struct sink *sink, uint8_t digests[][HM_MAX_DIGEST_SIZE])
{
    for (size_t i = 0; i < sink->wanted->n; i++) {
        if (sink->wanted->keys)
            hm_hmac_final(&sink->as.each[i], &sink->wanted->keys[i], digests[i]);
        else if (sink->wanted->n == 1)
            hm_final(&sink->as.one, digests[i]);
        else
            hm_multi_final(&sink->as.set, i, digests[i]);
    }
    if (sink->wanted->keys)
        hm_wipe(sink, sizeof *sink);
}

/* Hashes all that can be read from fd. Returns 0 or the errno value of the failed read. */
static int hash_descriptor(int fd, const struct digest_list *wanted, bool wait,
                           struct result *result)
{
    struct sink sink;
    bool advised = false;
    ssize_t n;

    sink_start(&sink, wanted);
    while ((n = reader_read(fd, buffer, sizeof buffer, wait)) > 0) {
        sink_update(&sink, buffer, (size_t)n);
        result->size += (uint64_t)n;
        /* Said only of what is larger than the buffer: small files are read in any case. */
        if ((size_t)n == sizeof buffer && !advised)
            advised = posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL) || true;
    }
    if (n < 0)
        return errno;
    sink_finish(&sink, result->digests);
    return 0;
}

static void note_mtime(int fd, struct result *result)
{
    struct stat st;

    result->has_mtime = fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
    if (result->has_mtime)
        result->mtime = st.st_mtim;
}

static void hash_entry(const struct engine *engine, const struct entry *entry,
                       const struct digest_list *wanted, struct result *result)
{
    int fd = reader_open(entry, engine->patient);

    *result = (struct result){.fault = FAULT_NONE};
    if (fd < 0) {
        result->error = errno;
        result->fault = errno ? FAULT_OPEN : FAULT_SPECIAL;
        return;
    }
    if (engine->times)
        note_mtime(fd, result);
    result->error = hash_descriptor(fd, wanted, engine->patient, result);
    if (entry->source != SOURCE_STDIN && close(fd) != 0 && !result->error)
        result->error = errno;
    if (result->error)
        result->fault = FAULT_READ;
}

void engine_start(struct engine *engine, engine_handler *handler, void *context, bool patient)
{
    *engine = (struct engine){.handler = handler, .context = context, .patient = patient};
}

static bool deliver(struct engine *engine, const struct entry *entry,
                    const struct digest_list *wanted, const struct result *result, void *item)
{
    if (!engine->stopped)
        engine->stopped = !engine->handler(engine->context, entry, wanted, result, item);
    return !engine->stopped;
}

bool engine_submit(struct engine *engine, const struct entry *entry,
                   const struct digest_list *wanted, void *item)
{
    struct result result;

    if (engine->stopped)
        return false;
    hash_entry(engine, entry, wanted, &result);
    return deliver(engine, entry, wanted, &result, item);
}

bool engine_report(struct engine *engine, const struct entry *entry, enum fault fault, int error,
                   void *item)
{
    const struct result result = {.fault = fault, .error = error};
    return deliver(engine, entry, NULL, &result, item);
}

bool engine_finish(struct engine *engine)
{
    return !engine->stopped;
}
