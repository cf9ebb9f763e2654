# SPDX-License-Identifier: MIT
#
# performance_suites.py - the sections of the performance page that repeat the published reports
# (Ruby, HMAC, the tool) and those of the tool beyond them. Knows the suites' JSON.

from bench_words import details, figure, mark, table, times, unique, verdict

PUBLISHED = {
    "A": "Published (Apple M4 Max, another machine: to cite, not to compare): hexdigest of 4 KiB in "
    "ns, pure Go / MRI's Digest: MD5 5,024 / 5,618; SHA-256 1,452 / 1,676; SHA-512 2,646 / 2,723; one "
    "allocation for each result.",
    "B": "Published (2.4 GHz Core 2, another machine: to cite, not to compare): the pure-Ruby gem 1.405 "
    "s, OpenSSL 0.074 s.",
    "C": "Published (Windows, another machine: to cite, not to compare), 256 MiB in MiB/s: MD5 openssl "
    "725, the tool there 707; SHA-1 1,650, coreutils 1,592; SHA-256 1,643, coreutils 1,503; SHA-512 "
    "936, openssl 923. Its mapped reads peaked at about 261 MiB, its streamed ones at 10.3 MiB.",
}


# ---- The tool ---------------------------------------------------------------------------------

HEAD = [
    "tool", "median ms", "best ms", "MAD", "MiB/s", "CPU", "peak MiB", "wall time to first",
    "CPU time to first", "is",
]  # fmt: skip
VERDICT = {"slower": "slower", "faster": "**faster**", "even": "even"}


def tool_lines(r):
    lines = []
    for e in r["entrants"]:
        wall, first = e["wall_ms"], "ratio" not in e
        lines.append(
            [
                e["name"],
                figure(wall["median"]),
                figure(wall["min"]),
                figure(wall["mad"]),
                figure(e["mib_per_s"]) if r["bytes"] >= 16 << 20 else "–",
                f"{e['cpu_percent']:.0f} %",
                f"{e['peak_mib']:.1f}",
                "" if first else times(e),
                "" if first else f"{e['cpu_ratio']:.2f}×",
                "" if first else VERDICT[verdict(e)],
            ]
        )
    return lines


def tool_row(r):
    text = f"**{r['title']}, {r['workload']}, {r['algorithm']}**, {r['rounds']} rounds:\n\n"
    text += table(HEAD, tool_lines(r))
    absent = [f"{a['name']} ({a['why']})" for a in r["absent"]]
    return text + (f"\nNot measured: {', '.join(absent)}.\n" if absent else "") + "\n"


def neutral(name, algorithm):
    """One name for a peer whatever the digest: md5sum and sha1sum are *sum."""
    return name.replace(algorithm + "sum", "*sum")


def matrix(rows):
    """Rows on one workload: tools down, digests across."""
    of = {r["algorithm"]: r for r in rows}
    fast = rows[0]["bytes"] >= 16 << 20
    lines = []
    for name in unique(neutral(e["name"], a) for a, r in of.items() for e in r["entrants"]):
        line = [name]
        for a, r in of.items():
            e = next((e for e in r["entrants"] if neutral(e["name"], a) == name), None)
            if e is None:
                line.append("–")
                continue
            cell = figure(e["mib_per_s"]) if fast else f"{figure(e['wall_ms']['median'])} ms"
            line.append(cell + (f", {times(e)}" if "ratio" in e else ""))
        lines.append(line)
    return table([f"{'MiB/s' if fast else 'wall time'}, takes"] + list(of), lines)


def matrices(rows):
    text = ""
    for key in unique((r["title"], r["workload"]) for r in rows):
        of = [r for r in rows if (r["title"], r["workload"]) == key]
        text += f"### {key[0][0].upper()}{key[0][1:]}, {key[1]}\n\n{matrix(of)}\n"
        full = "".join(tool_row(r) for r in of)
        text += details("every figure: best, spread, CPU, peak memory", full) + "\n"
    return text


def single(rows):
    return "".join(tool_row(r) for r in rows)


def ways_to_read(rows):
    """Before and after: mapped, then streamed, wall time and peak memory."""
    head = ["digest"]
    names = unique(e["name"] for r in rows for e in r["entrants"])
    for name in names:
        head += [f"{name.replace('mhash', '').strip() or '--io auto'}: ms", "peak MiB"]
    lines = []
    for r in rows:
        line = [r["algorithm"]]
        by = {e["name"]: e for e in r["entrants"]}
        for name in names:
            e = by.get(name)
            if e is None:
                line += ["–", "–"]
                continue
            line.append(figure(e["wall_ms"]["median"]) + (mark(e) if "ratio" in e else ""))
            line.append(f"{e['peak_mib']:.1f}")
        lines.append(line)
    text = "What mapping costs beside streaming, one file of 256 MiB: `auto` streams.\n\n"
    text += table(head, lines) + "\n"
    return text + details("every figure", single(rows))


TOOL_GROUPS = (
    ("files", "One file (report C)", matrices),
    ("io", "Ways to read one file, before and after (report C)", ways_to_read),
    ("start", "Start-up", single),
    ("trees", "Many files", matrices),
    ("cold", "Cold cache", matrices),
    ("sets", "Several digests in one pass", single),
    ("lists", "Lists", single),
    ("many", "Very many tiny files", single),
    ("harness", "The harness: a command that does nothing", single),
)


def tool(results):
    text = ""
    for section, title, write in TOOL_GROUPS:
        rows = results.rows(section, "tool")
        if rows:
            text += f"\n## The tool: {title}\n\n"
            text += f"{PUBLISHED['C']}\n\n" if section == "files" else ""
            text += write(rows).rstrip() + "\n"
    skipped = results.suites.get("tool", {}).get("skipped", [])
    if skipped:
        lines = [[r["title"], r["workload"], r["algorithm"], r["skipped"]] for r in skipped]
        text += "\n## The tool: not measured\n\n" + table(["what", "files", "digest", "why"], lines)
    return text


# ---- HMAC (report B) --------------------------------------------------------------------------

CLOCKS = ("user_s", "system_s", "total_s", "real_s")
CLOCK_HEAD = ["user s", "system s", "total s", "real s", "total to first"]


def clocks(row):
    cells = [f"{row[k]['median']:.4f}" for k in CLOCKS]
    return cells + [times(row) if row.get("ratio", 1) != 1 else ""]


def hmac(results):
    suite = results.suites.get("hmac")
    if not suite:
        return ""
    text = f"\n## 10,000 HMAC-SHA-1 of 445 bytes in C (report B)\n\n{PUBLISHED['B']}\n\n"
    text += table(
        ["library", "way"] + CLOCK_HEAD, [[r["library"], r["name"]] + clocks(r) for r in suite["rows"]]
    )
    lines = [
        [m["library"], figure(m["loaded_kib"]["median"]), figure(m["used_kib"]["median"])]
        for m in suite.get("memory", [])
    ]
    text += "\n### Memory that a library adds to a process\n\n"
    return text + table(["library", "KiB once loaded", "KiB after a first call"], lines)


# ---- Ruby (reports A and B) -------------------------------------------------------------------


def one_process(suite):
    lines = []
    for r in suite["rows"]:
        for e in r["entrants"]:
            ns = e["ns"]
            lines.append(
                [r["title"], e["name"], figure(ns["min"]), figure(ns["median"]), figure(ns["mad"])]
                + [times(e) if "ratio" in e else "", f"{e['objects']:g}", f"{e['bytes']:,}"]
            )
    head = ["what", "way", "best ns", "median ns", "MAD", "takes", "objects", "malloc bytes"]
    return table(head, lines)


def processes(suite):
    lines = [
        [p["name"], f"{min(p['seconds']):.3f}", times(p) if "ratio" in p else ""]
        for p in suite["processes"]
    ]
    text = f"\n### Whole processes: {suite.get('turns', 0):,} times MD5, SHA-1 and SHA-256\n\n"
    text += "Messages of 16 to 1,024 bytes. Every runtime's checksum is compared with MRI's before "
    text += "anything is timed. A process pays for its start, and a JIT has little time to get warm."
    text += "\n\n" + table(["runtime", "best s", "takes"], lines)
    if suite.get("missing"):
        text += f"\nNot on this machine: {', '.join(suite['missing'])}.\n"
    return text


def ruby(results):
    suite = results.suites.get("ruby")
    if not suite:
        return ""
    text = f"\n## Ruby (report A)\n\n{PUBLISHED['A']}\n\n{suite['ruby']}; {suite['openssl']}. "
    text += "CPU time of passes in one process; the first of each is the yardstick.\n\n"
    text += one_process(suite)
    if suite.get("processes"):
        text += processes(suite)
    if suite.get("hmac"):
        lines = [[h["name"]] + clocks(h) for h in suite["hmac"]]
        text += "\n### 10,000 HMAC-SHA1 of 445 bytes, as Benchmark.bmbm (report B)\n\n"
        text += table(["way"] + CLOCK_HEAD, lines)
    if suite.get("memory"):
        lines = [[m["name"], figure(m["kib"]), figure(m["mad"])] for m in suite["memory"]]
        text += "\n### Memory that a require adds\n\n" + table(["feature", "KiB", "MAD"], lines)
    return text


