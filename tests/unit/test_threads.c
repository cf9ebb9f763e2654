/* SPDX-License-Identifier: MIT
 *
 * test_threads.c - threads on distinct objects, and threads that race for the first use. Run also
 * in a ThreadSanitizer build (tests/scripts/sanitize).
 *
 * `test_threads race` is one fresh process in which 40 threads make their first call at once; the
 * test starts 200 of them.
 */
#include <pthread.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>

#include <sys/wait.h>
#include <unistd.h>

#include "digests.h"
#include "harness.h"

extern char **environ;

enum { RACERS = 40, PROCESSES = 200, THREADS = 8, CALLS = 100000, MESSAGES = 61 };

/* ---- first use ---- */

static const struct digest_vector *known_answer(size_t i)
{
    /* Published digests of single short messages: the vectors with one unit. */
    size_t n = i % COUNT(digest_vectors);
    while (digest_vectors[n].times != 1)
        n = (n + 1) % COUNT(digest_vectors);
    return &digest_vectors[n];
}

static pthread_barrier_t start;

static void *racer(void *number)
{
    size_t i = (size_t)(uintptr_t)number;
    const struct digest_vector *v = known_answer(7 * i);
    uint8_t unit[256], got[HM_MAX_DIGEST_SIZE], want[HM_MAX_DIGEST_SIZE];
    size_t len = unhex(unit, v->unit), size = unhex(want, v->digest);
    pthread_barrier_wait(&start);
    /* Some threads meet the detection through other doors. */
    if (i % 4 == 1 && hm_kernel_name(hm_algorithm_at(v->algorithm), 1)[0] == '\0')
        return (void *)(uintptr_t)1;
    if (i % 4 == 2 && !hm_self_test())
        return (void *)(uintptr_t)1;
    hm_digest(hm_algorithm_at(v->algorithm), unit, len, got);
    return (void *)(uintptr_t)(memcmp(got, want, size) != 0);
}

static int race(void)
{
    pthread_t threads[RACERS];
    int bad = 0;
    pthread_barrier_init(&start, NULL, RACERS);
    for (size_t i = 0; i < RACERS; i++)
        if (pthread_create(&threads[i], NULL, racer, (void *)(uintptr_t)i))
            return 3; /* the others wait at the barrier: the process ends with them */
    for (size_t i = 0; i < RACERS; i++) {
        void *result;
        pthread_join(threads[i], &result);
        bad |= result != NULL;
    }
    return bad;
}

static const char *self;

static void first_use(void **state)
{
    (void)state;
    for (int i = 0; i < PROCESSES; i++) {
        char *args[] = {(char *)(uintptr_t)self, (char *)(uintptr_t) "race", NULL};
        int status;
        pid_t pid;
        assert_int_equal(posix_spawn(&pid, self, NULL, NULL, args, environ), 0);
        assert_int_equal(waitpid(pid, &status, 0), pid);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 3)
            skip_because("this system does not give a process %d threads", RACERS);
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
            fail_msg("process %d: wait status %#x", i, (unsigned)status);
    }
}

/* ---- distinct objects ---- */

static uint8_t data[MESSAGES];
static char digests[9][MESSAGES][HM_HEX_SIZE(HM_MAX_DIGEST_SIZE)];
static uint8_t tags[9][MESSAGES][HM_MAX_DIGEST_SIZE];
static struct hm_hmac_key keys[9];

static void *caller(void *number)
{
    size_t x = (size_t)(uintptr_t)number;
    for (size_t call = 0; call < CALLS; call++) {
        x = x * 6364136223846793005u + 1442695040888963407u;
        size_t alg = (x >> 40) % 9, len = (x >> 33) % MESSAGES;
        const struct hm_algorithm *a = hm_algorithm_at(alg);
        char hex[HM_HEX_SIZE(HM_MAX_DIGEST_SIZE)];
        uint8_t tag[HM_MAX_DIGEST_SIZE];
        hm_digest_hex(a, data, len, hex);
        if (strcmp(hex, digests[alg][len]) != 0)
            return (void *)(uintptr_t)1;
        /* The prepared keys are shared: const. */
        hm_hmac_with(&keys[alg], data, len, tag);
        if (memcmp(tag, tags[alg][len], hm_algorithm_digest_size(a)) != 0)
            return (void *)(uintptr_t)2;
    }
    return NULL;
}

static void distinct_objects(void **state)
{
    (void)state;
    pthread_t threads[THREADS];
    const struct hm_algorithm *a;
    pattern(50, data, sizeof data);
    for (size_t i = 0; i < 9 && (a = hm_algorithm_at(i)) != NULL; i++) {
        hm_hmac_prepare(&keys[i], a, "key", 3);
        for (size_t len = 0; len < MESSAGES; len++) {
            hm_digest_hex(a, data, len, digests[i][len]);
            hm_hmac(a, "key", 3, data, len, tags[i][len]);
        }
    }
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, caller, (void *)(uintptr_t)i), 0);
    for (size_t i = 0; i < THREADS; i++) {
        void *result;
        pthread_join(threads[i], &result);
        assert_null(result);
    }
}

int main(int argc, char **argv)
{
    struct test_list list = {0};
    if (argc > 1 && !strcmp(argv[1], "race"))
        return race();
    self = argv[0];
    add_test(&list, first_use, NULL, "%d threads at first use, %d processes", RACERS, PROCESSES);
    add_test(&list, distinct_objects, NULL, "%d threads, %d calls each", THREADS, CALLS);
    return run_list("threads", &list);
}
