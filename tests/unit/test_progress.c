/* SPDX-License-Identifier: MIT
 *
 * test_progress.c - the progress line as a function of counters, rate and width.
 */
#define _GNU_SOURCE /* wcwidth */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "harness.h"
#include "progress_line.h"

#define KIB UINT64_C(1024)
#define MIB (KIB << 10)
#define GIB (MIB << 10)

static void check_line(const struct progress_view *view, size_t columns, const char *want)
{
    struct text line = {0};

    progress_line(&line, view, columns);
    assert_string_equal(line.data, want);
    text_free(&line);
}

static void sizes(void **state)
{
    static const struct {
        uint64_t bytes;
        const char *want;
    } cases[] = {
        {0, "0 B, 0 files"},
        {1023, "1023 B, 0 files"},
        {1024, "1.0 KiB, 0 files"},
        {1536, "1.5 KiB, 0 files"},
        {100 * KIB - 1, "99.9 KiB, 0 files"},
        {100 * KIB, "100 KiB, 0 files"},
        {MIB - 1, "1023 KiB, 0 files"},
        {MIB, "1.0 MiB, 0 files"},
        {GIB * 5 / 2, "2.5 GiB, 0 files"},
        {GIB << 10, "1.0 TiB, 0 files"},
        {UINT64_MAX, "15.9 EiB, 0 files"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct progress_view view = {.bytes = cases[i].bytes};
        check_line(&view, 80, cases[i].want);
    }
}

static void totals(void **state)
{
    struct progress_view view = {.bytes = MIB, .files = 1};

    (void)state;
    check_line(&view, 80, "1.0 MiB, 1 file");
    view.total_bytes = 3 * MIB; /* means nothing yet */
    check_line(&view, 80, "1.0 MiB, 1 file");
    view.totals = TOTALS_COUNTING;
    view.total_files = 7;
    view.rate = MIB;
    check_line(&view, 80, "1.0 MiB of 3.0+ MiB, 1.0 MiB/s, 1 of 7+ files");
    view.totals = TOTALS_KNOWN;
    check_line(&view, 80, "1.0 MiB of 3.0 MiB, 1.0 MiB/s, 2 s left, 1 of 7 files");
    view.total_files = 1;
    check_line(&view, 80, "1.0 MiB of 3.0 MiB, 1.0 MiB/s, 2 s left, 1 of 1 file");
    view.bytes = 3 * MIB;
    check_line(&view, 80, "3.0 MiB of 3.0 MiB, 1.0 MiB/s, 1 of 1 file");
    /* Files that grew, or a count that lags behind: no total that is less than what is done. */
    view.bytes++;
    view.files = 2;
    check_line(&view, 80, "3.0 MiB, 1.0 MiB/s, 2 files");
    view.totals = TOTALS_COUNTING;
    check_line(&view, 80, "3.0 MiB, 1.0 MiB/s, 2 files");
}

static void times(void **state)
{
    static const struct {
        uint64_t seconds;
        const char *want;
    } cases[] = {{1, "1 s"},        {59, "59 s"},        {60, "1:00"},
                 {187, "3:07"},     {3599, "59:59"},     {3600, "1:00:00"},
                 {7209, "2:00:09"}, {86399, "23:59:59"}, {360000, "100:00:00"}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct progress_view view = {.totals = TOTALS_KNOWN, .rate = KIB};
        struct text line = {0}, want = {0};
        view.total_bytes = cases[i].seconds * KIB;
        progress_line(&line, &view, 200);
        text_add_string(&want, ", 1.0 KiB/s, ");
        text_add_string(&want, cases[i].want);
        text_add_string(&want, " left, 0 of 0 files");
        assert_non_null(strstr(line.data, want.data));
        text_free(&line);
        text_free(&want);
    }
}

static void widths(void **state)
{
    struct progress_view view = {.bytes = MIB,
                                 .files = 12,
                                 .totals = TOTALS_KNOWN,
                                 .total_bytes = 3 * MIB,
                                 .total_files = 345,
                                 .rate = MIB,
                                 .name = "folder/name"};

    (void)state;
    check_line(&view, 80, "1.0 MiB of 3.0 MiB, 1.0 MiB/s, 2 s left, 12 of 345 files  folder/name");
    /* 56 columns for all counters, 13 for the name, two of them blanks. */
    check_line(&view, 69, "1.0 MiB of 3.0 MiB, 1.0 MiB/s, 2 s left, 12 of 345 files  folder/name");
    check_line(&view, 68, "1.0 MiB of 3.0 MiB, 1.0 MiB/s, 2 s left, 12 of 345 files  ...er/name");
    check_line(&view, 66, "1.0 MiB of 3.0 MiB, 1.0 MiB/s, 2 s left, 12 of 345 files  .../name");
    check_line(&view, 65, "1.0 MiB of 3.0 MiB, 1.0 MiB/s, 2 s left, 12 of 345 files");
    check_line(&view, 56, "1.0 MiB of 3.0 MiB, 1.0 MiB/s, 2 s left, 12 of 345 files");
    check_line(&view, 55, "1.0 MiB of 3.0 MiB, 2 s left, 12 of 345 files  .../name");
    check_line(&view, 54, "1.0 MiB of 3.0 MiB, 2 s left, 12 of 345 files");
    check_line(&view, 45, "1.0 MiB of 3.0 MiB, 2 s left, 12 of 345 files");
    check_line(&view, 44, "1.0 MiB of 3.0 MiB, 2 s left  folder/name");
    check_line(&view, 27, "1.0 MiB of 3.0 MiB");
    check_line(&view, 17, "1.0 MiB of 3.0 Mi");
    check_line(&view, 0,
               "1.0 MiB of 3.0 MiB, 1.0 MiB/s, 2 s left, 12 of 345 files; now folder/name");
}

/* Whatever the width, the line is no wider; and at the end of what was there before. */
static void never_wider(void **state)
{
    static const char *const names[] = {"a", "a name with blanks", "tab\there", "quo'te",
                                        "long/long/long/long/long/long/long/long/long/long/name"};

    (void)state;
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        for (size_t columns = 1; columns < 130; columns++) {
            const struct progress_view view = {.bytes = GIB,
                                               .totals = TOTALS_COUNTING,
                                               .total_bytes = 5 * GIB,
                                               .rate = 100 * MIB,
                                               .name = names[n]};
            struct text line = {0};
            text_add_char(&line, '\r');
            progress_line(&line, &view, columns);
            assert_true(line.data[0] == '\r' && strlen(line.data) - 1 <= columns);
            text_free(&line);
        }
}

/* In a locale of UTF-8, columns are counted and no character is cut in two. */
static void wide_names(void **state)
{
    /* Two columns each; an e with an accent of its own, one column. */
    static const char wide[] = "\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e\xe6\x97\xa5\xe6\x9c\xac";
    static const char accents[] = "e\xcc\x81"
                                  "e\xcc\x81"
                                  "e\xcc\x81"
                                  "e\xcc\x81"
                                  "e\xcc\x81"
                                  "e\xcc\x81"
                                  "e\xcc\x81"
                                  "e\xcc\x81"
                                  "e\xcc\x81"
                                  "e\xcc\x81";
    struct progress_view view = {.name = wide};

    (void)state;
    setenv("LC_ALL", "C.UTF-8", 1);
    if (!setlocale(LC_CTYPE, "") || wcwidth(0x65e5) != 2 || wcwidth(0x301) != 0)
        skip_because("no locale C.UTF-8 that knows widths");
    check_line(&view, 22, "0 B, 0 files  ...\xe6\x97\xa5\xe6\x9c\xac");
    check_line(&view, 23, "0 B, 0 files  ...\xe8\xaa\x9e\xe6\x97\xa5\xe6\x9c\xac");
    check_line(&view, 24,
               "0 B, 0 files  \xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e\xe6\x97\xa5\xe6\x9c"
               "\xac");
    view.name = accents;
    check_line(&view, 22,
               "0 B, 0 files  ...e\xcc\x81"
               "e\xcc\x81"
               "e\xcc\x81"
               "e\xcc\x81"
               "e\xcc\x81");
    view.name = "\xff\xfe";
    check_line(&view, 80, "0 B, 0 files  ''$'\\377\\376'");
}

static void rates(void **state)
{
    const int64_t second = 1000000000;
    double rate = 0;

    (void)state;
    /* The mean of what was done so far... */
    rate = progress_rate(rate, 100, second, second);
    assert_true(rate > 99.9 && rate < 100.1);
    rate = progress_rate(rate, 300, second, 2 * second);
    assert_true(rate > 199.9 && rate < 200.1);
    /* ...no time, no change... */
    assert_true(progress_rate(rate, 5, 0, 2 * second) == rate);
    /* ...and later of what was done of late. */
    for (int i = 3; i < 100; i++) {
        const double before = rate;
        rate = progress_rate(rate, 1000, second, i * second);
        assert_true(rate > before && rate < 1000);
    }
    assert_true(rate > 999);
    for (int i = 100; i < 200; i++)
        rate = progress_rate(rate, 0, second, i * second);
    assert_true(rate >= 0 && rate < 1);
    /* A clock that stood still longer than the run is no reason for nonsense. */
    rate = progress_rate(0, 10, 10 * second, second);
    assert_true(rate > 0.9 && rate < 1.1);
}

int main(void)
{
    struct test_list list = {0};

    setenv("LC_ALL", "C", 1);
    add_test(&list, sizes, NULL, "sizes");
    add_test(&list, totals, NULL, "totals: none, counted so far, known, too small");
    add_test(&list, times, NULL, "time left");
    add_test(&list, widths, NULL, "what is left out of a narrow line");
    add_test(&list, never_wider, NULL, "no line is wider than asked for");
    add_test(&list, rates, NULL, "rates");
    /* The last, since the locale is set once. */
    add_test(&list, wide_names, NULL, "wide characters, accents, invalid bytes");
    return run_list("progress", &list);
}
