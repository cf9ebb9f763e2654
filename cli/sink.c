/* SPDX-License-Identifier: MIT
 *
 * sink.c - one message under every wanted digest.
 */
#include "sink.h"

#include <string.h>

size_t sink_size(size_t digests)
{
    const size_t each = digests * sizeof(struct hm_hasher);
    const size_t set = digests > 1 ? sizeof(struct hm_multi) : 0;
    return offsetof(struct sink, as) + (each > set ? each : set);
}

void sink_start(struct sink *sink, const struct digest_list *wanted, bool together)
{
    sink->wanted = wanted;
    sink->together = together && !wanted->keys && wanted->n > 1;
    if (sink->together) {
        hm_multi_init(&sink->as.set, wanted->algorithms, wanted->n);
        return;
    }
    for (size_t i = 0; i < wanted->n; i++) {
        if (wanted->keys)
            hm_hmac_init(&sink->as.each[i], &wanted->keys[i]);
        else
            hm_init(&sink->as.each[i], wanted->algorithms[i]);
    }
}

size_t sink_chunks(struct sink *sink, const void *data, size_t len, struct hm_chunk *chunks)
{
    for (size_t i = 0; i < sink->wanted->n; i++)
        chunks[i] = (struct hm_chunk){&sink->as.each[i], data, len};
    return sink->wanted->n;
}

void sink_update(struct sink *sink, const void *data, size_t len)
{
    struct hm_chunk chunks[HM_MAX_SET];

    if (sink->together)
        hm_multi_update(&sink->as.set, data, len);
    else if (sink->wanted->n == 1)
        hm_update(&sink->as.each[0], data, len);
    else
        hm_update_many(chunks, sink_chunks(sink, data, len, chunks));
}

bool sink_join(struct sink *sink)
{
    struct hm_hasher hashers[HM_MAX_SET];
    const struct hm_hasher *all[HM_MAX_SET];
    const size_t n = sink->wanted->n;
    struct hm_multi set;

    if (sink->together)
        return true;
    if (n < 2 || sink->wanted->keys)
        return false;
    memcpy(hashers, sink->as.each, n * sizeof *hashers);
    for (size_t i = 0; i < n; i++)
        all[i] = &hashers[i];
    if (!hm_multi_join(&set, all, n))
        return false;
    sink->as.set = set;
    return sink->together = true;
}

void sink_part(struct sink *sink)
{
    if (!sink->together)
        return;
    const struct hm_multi set = sink->as.set;
    for (size_t i = 0; i < sink->wanted->n; i++)
        hm_multi_leave(&set, i, &sink->as.each[i]);
    sink->together = false;
}

void sink_drop(struct sink *sink)
{
    if (sink->wanted->keys)
        hm_wipe(&sink->as, sink->wanted->n * sizeof(struct hm_hasher));
}

void sink_finish(struct sink *sink, uint8_t digests[][HM_MAX_DIGEST_SIZE])
{
    const struct digest_list *wanted = sink->wanted;

    for (size_t i = 0; i < wanted->n; i++) {
        if (sink->together)
            hm_multi_final(&sink->as.set, i, digests[i]);
        else if (wanted->keys)
            hm_hmac_final(&sink->as.each[i], &wanted->keys[i], digests[i]);
        else
            hm_final(&sink->as.each[i], digests[i]);
    }
    sink_drop(sink);
}
