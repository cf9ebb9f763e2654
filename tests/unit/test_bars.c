/* SPDX-License-Identifier: MIT
 *
 * test_bars.c - the tables of the tool suite fit together: every bar names a row, an algorithm and
 * commands that the row has, and every command line can be expanded. Measures nothing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tool_rows.h"

static const struct tool_row *row_named(const char *id)
{
    for (size_t i = 0; tool_rows[i].id; i++)
        if (strcmp(tool_rows[i].id, id) == 0)
            return &tool_rows[i];
    return NULL;
}

static unsigned mask_of(const char *algorithm)
{
    for (unsigned a = 0; a < 4; a++)
        if (strcmp((const char *const[]){"md5", "sha1", "sha256", "sha512"}[a], algorithm) == 0)
            return 1u << a;
    return 0;
}

/* Whether name is an entrant: "{a}" in the row's names stands for the algorithm. */
static bool has_entrant(const struct tool_row *row, const char *name, const char *algorithm)
{
    char text[128];
    for (size_t i = 0; row->tools[i].name; i++) {
        const char *key = strstr(row->tools[i].name, "{a}");
        if (key)
            snprintf(text, sizeof text, "%.*s%s%s", (int)(key - row->tools[i].name),
                     row->tools[i].name, algorithm ? algorithm : "", key + 3);
        else
            snprintf(text, sizeof text, "%s", row->tools[i].name);
        if (strcmp(text, name) == 0)
            return true;
    }
    return false;
}

static size_t judged_peers(const struct tool_row *row)
{
    size_t n = 0;
    for (size_t i = 1; row->tools[i].name; i++)
        n += (row->tools[i].flags & TOOL_JUDGED) != 0;
    return n;
}

static void bars_name_rows(void **state)
{
    (void)state;
    for (size_t i = 0; tool_bars[i].id; i++) {
        const struct tool_bar *bar = &tool_bars[i];
        const struct tool_row *row = row_named(bar->row);
        print_message("# %s\n", bar->id);
        assert_non_null(row);
        if (bar->algorithm)
            assert_true(row->algorithms & mask_of(bar->algorithm));
        if (bar->subject)
            assert_true(has_entrant(row, bar->subject, bar->algorithm));
        if (bar->against)
            assert_true(has_entrant(row, bar->against, bar->algorithm));
        else if (bar->measure == BAR_TIME || bar->measure == BAR_SPEED)
            assert_true(judged_peers(row) > 0);
        assert_true(bar->asked > 0);
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(bar->id, tool_bars[k].id);
    }
}

static void rows_are_complete(void **state)
{
    (void)state;
    for (size_t i = 0; tool_rows[i].id; i++) {
        const struct tool_row *row = &tool_rows[i];
        print_message("# %s\n", row->id);
        assert_true((row->algorithms != 0) != (row->together != 0));
        assert_true(row->rounds >= 3);
        assert_true(row->full_only || row->quick_rounds >= 3);
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(row->id, tool_rows[k].id);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bars_name_rows),
        cmocka_unit_test(rows_are_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
