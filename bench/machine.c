/* SPDX-License-Identifier: MIT
 *
 * machine.c - what the numbers were taken on: processor, kernels in use, system, compiler, commit,
 * peers. Reads /proc and /sys where they exist; what is not known is left out.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "bench_build.h"
#include "bench_version.h"
#include "cpu.h"
#include "report.h"

static void set(json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, need(value)) != 0)
        need(NULL);
}

/* The value of the first line that begins with key in a file of "key : value" lines. */
static bool field(const char *path, const char *key, char *value, size_t size)
{
    FILE *f = fopen(path, "r");
    static char line[8192];
    bool found = false;

    while (f && !found && fgets(line, sizeof line, f)) {
        char *colon = strchr(line, ':');
        if (strncmp(line, key, strlen(key)) != 0 || !colon)
            continue;
        colon += 1 + strspn(colon + 1, " \t");
        colon[strcspn(colon, "\n")] = '\0';
        snprintf(value, size, "%s", colon);
        found = true;
    }
    if (f)
        fclose(f);
    return found;
}

static bool first_line(const char *path, char *value, size_t size)
{
    FILE *f = fopen(path, "r");
    bool found = f && fgets(value, (int)size, f);
    if (found)
        value[strcspn(value, "\n")] = '\0';
    if (f)
        fclose(f);
    return found;
}

static json_t *features(void)
{
    static const struct {
        uint32_t bit;
        const char *name;
    } names[] = {
        {HM_CPU_SSE2, "sse2"},
        {HM_CPU_SSSE3, "ssse3"},
        {HM_CPU_SSE41, "sse4.1"},
        {HM_CPU_SHA, "sha-ni"},
        {HM_CPU_AVX, "avx"},
        {HM_CPU_AVX2, "avx2"},
        {HM_CPU_BMI1, "bmi1"},
        {HM_CPU_BMI2, "bmi2"},
        {HM_CPU_AVX512F, "avx512f"},
        {HM_CPU_AVX512VL, "avx512vl"},
        {HM_CPU_AVX512BW, "avx512bw"},
        {HM_CPU_AVX512DQ, "avx512dq"},
        {HM_QUIRK_SLOW_ZMM, "slow-zmm"},
    };
    json_t *list = need(json_array());
    for (size_t i = 0; i < HM_COUNT(names); i++)
        if (hm_cpu_native() & names[i].bit)
            json_array_append_new(list, need(json_string(names[i].name)));
    return list;
}

/* {"MD5": {"1": "avx512vl", "2": ...}}: the choice by messages at once. */
static json_t *kernels(void)
{
    static const size_t widths[] = {1, 2, 4, 8, 16, 32, 64};
    json_t *all = need(json_object());
    const struct hm_algorithm *algorithm;

    for (size_t i = 0; (algorithm = hm_algorithm_at(i)); i++) {
        json_t *one = need(json_object());
        for (size_t k = 0; k < HM_COUNT(widths); k++) {
            char width[24];
            snprintf(width, sizeof width, "%zu", widths[k]);
            set(one, width, json_string(hm_kernel_name(algorithm, widths[k])));
        }
        set(all, hm_algorithm_name(algorithm), one);
    }
    return all;
}

json_t *machine_describe(void)
{
    json_t *m = need(json_object());
    char text[4096];
    struct utsname uts;

    if (field("/proc/cpuinfo", "model name", text, sizeof text))
        set(m, "cpu", json_string(text));
    if (field("/proc/cpuinfo", "flags", text, sizeof text))
        set(m, "virtualised", json_boolean(strstr(text, " hypervisor") != NULL));
    set(m, "features", features());
    set(m, "kernels", kernels());
    set(m, "cores", json_integer(sysconf(_SC_NPROCESSORS_ONLN)));
    set(m, "memory_mib",
        json_integer((json_int_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE) / (1 << 20)));
    if (first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", text, sizeof text))
        set(m, "governor", json_string(text));
    if (uname(&uts) == 0) {
        snprintf(text, sizeof text, "%s %s %s", uts.sysname, uts.release, uts.machine);
        set(m, "system", json_string(text));
    }
    set(m, "compiler", json_string(BENCH_COMPILER));
    set(m, "flags", json_string(BENCH_FLAGS));
    set(m, "commit", json_string(BENCH_COMMIT));
    set(m, "hashmill", json_string(hm_version()));
    return m;
}

json_t *machine_peers(void)
{
    json_t *list = need(json_object());
    const struct contender *c;
    for (size_t i = 0; (c = contender_at(i)); i++)
        if (!c->own && !json_object_get(list, c->library))
            set(list, c->library, json_string(c->version()));
    return list;
}
