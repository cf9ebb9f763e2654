/* SPDX-License-Identifier: MIT
 *
 * types.h - the nouns that the parts of the tool hand to each other: what to hash, what came out,
 * what a list says. Data only; includes nothing but the library's header and plain types.
 */
#ifndef MHASH_TYPES_H
#define MHASH_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "hashmill.h"

/* Exit codes of `mhash`. Under the sum names every failure is 1. */
enum {
    EXIT_ALL_WELL = 0,
    EXIT_MISMATCH = 1,   /* a digest differs from the list */
    EXIT_UNREADABLE = 2, /* something missing, unreadable or not writable */
    EXIT_MALFORMED = 3,  /* a list is malformed, or nothing was verified */
    EXIT_USAGE = 64,
};

/* How an entry is reached. */
enum source {
    SOURCE_STDIN,
    SOURCE_PATH, /* named by the user or by a list: symlinks followed, may block as any open */
    SOURCE_TREE, /* found in a tree: relative to dir, must be regular, never blocks */
    SOURCE_LINK, /* a symlink found in a tree, whose target's text is the message */
};

/* One thing to hash. The strings and dir belong to whoever made it. */
struct entry {
    const char *name; /* as shown */
    const char *base; /* as opened, relative to dir */
    int dir;          /* descriptor of the folder, or AT_FDCWD */
    /* Entries of one folder have the same number, other folders of the run another one, though
     * their descriptor may be the same; 0 goes with AT_FDCWD. */
    uint64_t folder;
    enum source source;
    bool follow; /* SOURCE_TREE: base may be a symlink */
};

/* The digests wanted of an entry: plain, or HMACs under prepared keys. */
struct digest_list {
    size_t n;
    const struct hm_algorithm *algorithms[HM_MAX_SET];
    const struct hm_hmac_key *keys; /* one for each algorithm, or NULL */
};

/* Why there are no digests. */
enum fault {
    FAULT_NONE,
    FAULT_OPEN,    /* error is of the open */
    FAULT_READ,    /* error is of a read or of the close */
    FAULT_SPECIAL, /* a socket, FIFO or device in a tree */
    FAULT_LOOP,    /* a link in a tree to a folder that it lies in */
    FAULT_MOVED,   /* a folder of a tree that was moved during the walk */
    FAULT_CHANGED, /* its size or time of change differs after reading */
    FAULT_OWN,     /* what this run writes to */
    /* A name of --files-from that is none; the entry's name tells the list and the line. */
    FAULT_NAME_EMPTY,
    FAULT_NAME_NUL,
    FAULT_NAME_LONG,
    FAULT_NAME_STDIN, /* "-", but standard input is the list itself */
};

struct result {
    enum fault fault;
    int error;      /* an errno value */
    uint64_t size;  /* bytes hashed */
    bool has_mtime; /* it is a regular file's */
    struct timespec mtime;
    uint8_t digests[HM_MAX_SET][HM_MAX_DIGEST_SIZE];
};

/* What one line of a list claims. */
enum digest_form { FORM_BYTES, FORM_BUBBLEBABBLE };

struct record {
    const char *name;                     /* within the line's buffer or the manifest */
    const struct hm_algorithm *algorithm; /* NULL: the size alone is claimed */
    bool keyed;                           /* an HMAC */
    bool tagged;                          /* says its algorithm */
    bool link;                            /* of a symlink's text */
    bool has_size;
    uint64_t size;         /* of the file, if has_size */
    enum digest_form form; /* FORM_BYTES: digest holds it; else text does */
    size_t digest_len;     /* of FORM_BYTES: less than the algorithm's for a cut HMAC */
    union {
        uint8_t digest[HM_MAX_DIGEST_SIZE];
        char text[HM_BUBBLEBABBLE_SIZE(HM_MAX_DIGEST_SIZE)];
    };
};

enum style {
    STYLE_GNU,
    STYLE_BSD,
    STYLE_OPENSSL,
    STYLE_HASHDEEP,
    STYLE_SFV,
    STYLE_CSV,
    STYLE_JSON,
    STYLE_JSONL,
    STYLE_CERTUTIL,
    STYLE_GET_FILEHASH,
    STYLE_BARE,
    STYLE_TEMPLATE,
};
enum encoding { ENCODING_HEX, ENCODING_BASE64, ENCODING_RAW, ENCODING_BUBBLEBABBLE };

/* How a digest line looks. */
struct line_format {
    enum style style;
    enum encoding encoding;
    bool zero;        /* lines end in NUL and names are not escaped */
    bool binary;      /* the mode character of GNU lines is '*' */
    bool keyed;       /* tags say HMAC- */
    size_t tag_bytes; /* of HMACs so many bytes are written; 0: all */
    bool upper;       /* hex in upper case */
    const char *template;
};

#endif /* MHASH_TYPES_H */
