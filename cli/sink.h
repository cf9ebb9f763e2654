/* SPDX-License-Identifier: MIT
 *
 * sink.h - one message under every wanted digest: plain, several, keyed. Knows hashers and digest
 * sets; knows no files and no threads.
 */
#ifndef MHASH_SINK_H
#define MHASH_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "types.h"

struct sink {
    const struct digest_list *wanted;
    bool together; /* a digest set, else a hasher each */
    union {
        struct hm_multi set;
        struct hm_hasher each[HM_MAX_SET];
    } as;
};

/* Bytes of a sink for so many digests: what a copy on the heap needs. */
size_t sink_size(size_t digests);

/* Starts a message. together: through a digest set, which is the fastest for one message alone;
 * else through hashers, which sink_chunks() gives to the lanes. Keyed ones are hashers always. */
void sink_start(struct sink *sink, const struct digest_list *wanted, bool together);

void sink_update(struct sink *sink, const void *data, size_t len);

/* The hashers of this message and the data for them, for hm_update_many(). Returns their number,
 * at most HM_MAX_SET; not for a set. */
size_t sink_chunks(struct sink *sink, const void *data, size_t len, struct hm_chunk *chunks);

/* Between chunks: goes on through a digest set. False if it cannot, and goes on as it was. */
bool sink_join(struct sink *sink);

/* Goes on through hashers. */
void sink_part(struct sink *sink);

/* Forgets what is secret, of a message that has no end. */
void sink_drop(struct sink *sink);

/* Writes the digests and forgets what is secret. */
void sink_finish(struct sink *sink, uint8_t digests[][HM_MAX_DIGEST_SIZE]);

#endif /* MHASH_SINK_H */
