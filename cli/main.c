/* SPDX-License-Identifier: MIT
 *
 * main.c - entry of the tool: which name, which job, and the end of the standard streams.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "auditing.h"
#include "bench.h"
#include "check.h"
#include "checking.h"
#include "etag_check.h"
#include "hashing.h"
#include "help.h"
#include "msg.h"
#include "options.h"
#include "outfile.h"
#include "progress.h"
#include "signals.h"
#include "text.h"
#include "updating.h"
#include "writers.h"

/* A standard descriptor that is closed would be given to the next file opened, and "-" or a
 * message would meet that file. Each is occupied by something that fails as a closed one does. */
static void occupy_standard_descriptors(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 &&
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
            _exit(EXIT_UNREADABLE);
}

static void add_column(struct text *line, const char *s, size_t width)
{
    text_add_string(line, s);
    /* At least one blank, however long the text. */
    size_t n = strlen(s);
    do
        text_add_char(line, ' ');
    while (++n < width);
}

static void add_size(struct text *line, size_t size)
{
    struct text number = {0};
    text_add_number(&number, size);
    add_column(line, number.data, 8);
    text_free(&number);
}

/* Enough messages for any number of lanes. */
enum { MANY = 64 };

/* The sets that people ask for, and the kernels that share their rounds out. */
static void list_sets(struct output *out)
{
    enum {
        MD5 = 1 << HM_MD5,
        SHA1 = 1 << HM_SHA1,
        SHA256 = 1 << HM_SHA256,
        SHA512 = 1 << HM_SHA512
    };
    static const unsigned sets[] = {
        MD5 | SHA1,    MD5 | SHA256,    SHA1 | SHA256, MD5 | SHA1 | SHA256,
        SHA1 | SHA512, SHA256 | SHA512, MD5 | SHA512,  MD5 | SHA1 | SHA256 | SHA512};

    text_add_string(&out->line, "\nseveral digests at once          kernels\n");
    for (size_t i = 0; output_line(out) && i < sizeof sets / sizeof *sets; i++) {
        const struct hm_algorithm *algorithms[4];
        struct text names = {0};
        struct hm_multi set;
        char kernels[256];
        size_t n = 0;

        for (unsigned id = 0; id <= HM_SHA512; id++)
            if (sets[i] >> id & 1) {
                if (n)
                    text_add_char(&names, ',');
                algorithms[n++] = hm_algorithm_at(id);
                text_add_string(&names, hm_algorithm_name(algorithms[n - 1]));
            }
        hm_multi_init(&set, algorithms, n);
        hm_multi_describe(&set, kernels, sizeof kernels);
        add_column(&out->line, names.data, 33);
        text_add_string(&out->line, kernels);
        text_add_char(&out->line, '\n');
        text_free(&names);
    }
}

static void list_algorithms(struct output *out)
{
    const struct hm_algorithm *a;

    text_add_string(&out->line,
                    "name          tag          digest  block   kernel           many\n");
    for (size_t i = 0; output_line(out) && (a = hm_algorithm_at(i)) != NULL; i++) {
        add_column(&out->line, hm_algorithm_name(a), 14);
        add_column(&out->line, hm_algorithm_tag(a), 13);
        add_size(&out->line, hm_algorithm_digest_size(a));
        add_size(&out->line, hm_algorithm_block_size(a));
        add_column(&out->line, hm_kernel_name(a, 1), 17);
        text_add_string(&out->line, hm_kernel_name(a, MANY));
        text_add_char(&out->line, '\n');
    }
    list_sets(out);
}

static int run(struct options *o, struct output *out, struct msg *msg)
{
    switch (o->action) {
    case ACTION_HASH:
        return run_hashing(o, out, msg);
    case ACTION_CHECK:
    case ACTION_EXPECT:
        return o->etag ? run_etag_check(o, out, msg) : run_checking(o, out, msg);
    case ACTION_AUDIT:
        return run_auditing(o, out, msg);
    case ACTION_UPDATE:
        return run_updating(o, out, msg);
    case ACTION_LIST:
        list_algorithms(out);
        return EXIT_ALL_WELL;
    case ACTION_SELF_TEST:
        if (!hm_self_test()) {
            msg_say(msg, "self-test FAILED: do not trust this build on this machine");
            return EXIT_MISMATCH;
        }
        text_add_string(&out->line, "self-test passed\n");
        break;
    case ACTION_BENCH:
        return run_bench(out, o->json);
    case ACTION_HELP:
        if (o->sum)
            help_sum(&out->line, msg->program, o->sum);
        else
            help_mhash(&out->line);
        break;
    case ACTION_VERSION:
        if (o->sum)
            version_sum(&out->line, o->sum_name);
        else
            version_mhash(&out->line);
        break;
    case ACTION_USAGE_ERROR:
        return EXIT_USAGE;
    }
    output_line(out);
    return EXIT_ALL_WELL;
}

/* Whether standard input was read and turns out to be closed: coreutils tells that once more. */
static bool stdin_is_broken(const struct options *o)
{
    bool reads = (o->action == ACTION_HASH || o->action == ACTION_CHECK) && !o->operand_count;

    for (int i = 0; i < o->operand_count && !reads; i++)
        reads = strcmp(o->operands[i], "-") == 0;
    return reads && close(STDIN_FILENO) != 0;
}

static bool wants_color(const struct options *o)
{
    const char *no_color = getenv("NO_COLOR");

    if (o->color != COLOR_AUTO)
        return o->color == COLOR_ALWAYS;
    return !o->sum && o->action != ACTION_HASH && !o->output && !(no_color && *no_color) &&
           isatty(STDOUT_FILENO);
}

/* Whether the list or the file to be checked would be replaced by what is told about it. Where
 * files are hashed, the one that the output goes to is told and skipped instead. */
static bool input_is_output(const struct options *o, struct msg *msg)
{
    struct stat st;

    for (int i = 0; i < o->operand_count && o->action != ACTION_HASH; i++)
        if (strcmp(o->operands[i], "-") != 0 && stat(o->operands[i], &st) == 0 &&
            selection_is_own(&o->selection, st.st_dev, st.st_ino)) {
            msg_file(msg, o->operands[i], "is where the output goes");
            return true;
        }
    return false;
}

/* Runs with a file of --output. What is wrong with it is told here, and no more of standard output
 * is to be. */
static int run_to_file(struct options *o, struct output *out, struct msg *msg)
{
    struct outfile file;
    int code, error = 0;

    if (!outfile_open(&file, o->output)) {
        msg_file_error(msg, o->output, errno);
        return EXIT_UNREADABLE;
    }
    outfile_exclude(&file, &o->selection);
    if (input_is_output(o, msg)) {
        outfile_discard(&file);
        return EXIT_UNREADABLE;
    }
    out->fd = file.fd;
    out->bulk = !file.direct;
    code = run(o, out, msg);
    if (out->abandoned || signals_stop()) {
        outfile_discard(&file);
    } else if (!output_flush(out)) {
        error = out->error;
        outfile_discard(&file);
    } else if (!outfile_commit(&file)) {
        error = errno;
    }
    out->used = out->dead = false;
    if (!error)
        return code;
    msg_file_error(msg, o->output, error);
    return check_worse(code, EXIT_UNREADABLE);
}

/* Runs with standard output. */
static int run_plainly(struct options *o, struct output *out, struct msg *msg)
{
    /* A file may be named as the output of itself under the sum names, as in coreutils. */
    if (!o->sum &&
        (o->action == ACTION_HASH || o->action == ACTION_AUDIT || o->action == ACTION_UPDATE))
        outfile_exclude_stdout(&o->selection);
    return run(o, out, msg);
}

int main(int argc, char **argv)
{
    const char *sum_name = options_sum_name(argv[0]);
    static char mhash_name[] = "mhash";
    struct msg msg = {.program = sum_name ? argv[0] : mhash_name};
    struct output out = {.fd = STDOUT_FILENO, .patient = !sum_name};
    struct options options;
    const int failure = sum_name ? 1 : EXIT_UNREADABLE;
    const char *tier = getenv("HASHMILL_CPU");
    int close_error, code;

    memory_set_failure(msg.program, failure);
    if (!sum_name) {
        occupy_standard_descriptors();
        if (argc)
            argv[0] = mhash_name;
    }
    if (tier && *tier && !hm_cpu_limit(tier)) {
        msg_say_word(&msg, "HASHMILL_CPU names no tier:", tier);
        options = (struct options){.action = ACTION_USAGE_ERROR};
    } else {
        options_read(&options, sum_name, argc, argv, &msg);
    }
    out.color = wants_color(&options);
    const bool reads = options.action == ACTION_HASH || options.action == ACTION_CHECK ||
                       options.action == ACTION_EXPECT;
    struct progress progress;
    progress_start(&progress, msg.program, options.progress,
                   options.progress && !options.output && isatty(STDOUT_FILENO));
    msg.progress = &progress;
    if (!sum_name && (reads || options.action == ACTION_AUDIT || options.action == ACTION_UPDATE)) {
        signals_watch();
        if (reads)
            options.engine.progress = &progress;
    }
    code = options.output && options.action != ACTION_USAGE_ERROR
               ? run_to_file(&options, &out, &msg)
               : run_plainly(&options, &out, &msg);
    progress_end(&progress);
    msg.progress = NULL;
    if (sum_name && code)
        code = 1;
    if (sum_name && stdin_is_broken(&options)) {
        msg_error(&msg, "standard input", errno);
        code = 1;
    }
    if (!output_close(&out, &close_error)) {
        /* coreutils 9.1 has forgotten by now why the write of a line failed. Records that end in
         * NUL are not line buffered there, so that it is the last write that fails. */
        if (!close_error && (!sum_name || options.format.zero))
            close_error = out.error;
        msg_error(&msg, "write error", close_error);
        code = sum_name ? failure : check_worse(code, failure);
    }
    if (msg.failed && !code)
        code = failure;
    text_free(&msg.line);
    options_free(&options);
    signals_die();
    return code;
}
