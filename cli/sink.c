/* SPDX-License-Identifier: MIT
 *
 * sink.c - one message under every wanted digest.
 */
#include "sink.h"

size_t sink_size(size_t digests)
{
    return offsetof(struct sink, as) + digests * sizeof(struct hm_hasher);
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
