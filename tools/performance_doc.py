#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
#
# performance_doc.py - writes docs/performance.md and the README's speed table from the JSON that
# hashmill-bench left in docs/results. Knows that JSON; computes nothing but units and picks.
#
#   ./dev bench --results docs/results && tools/performance_doc.py
#   tools/performance_doc.py --check     exit status 1 if a page is not what the results say

import argparse
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BEGIN, END = "<!-- speed table: begin -->", "<!-- speed table: end -->"
SLOWER = 0.98  # a row below this, not noisy, is listed as slower than the peer


def size(n):
    if n >= 1 << 20 and n % (1 << 20) == 0:
        return f"{n >> 20} MiB"
    if n >= 1 << 10 and n % (1 << 10) == 0:
        return f"{n >> 10} KiB"
    return f"{n} B"


def figure(x):
    """Three significant digits, no more: the machine does not give more."""
    if x >= 100:
        return f"{x:,.0f}"
    if x >= 10:
        return f"{x:.1f}"
    return f"{x:.2f}"


def speed(row):
    """Short messages in time, long ones in throughput."""
    ns = row["entrants"][0]["ns"]["median"]
    each = row["total_bytes"] / row["messages"]
    return f"{figure(ns)} ns" if each < 1024 else f"{figure(each / ns)} GB/s"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def times(entrant):
    return f"{figure(entrant['ratio'])}×{'~' if entrant['noisy'] else ''}"


def peers(row):
    return [e for e in row["entrants"][1:] if e["library"] != "Hashmill"]


def peer(row, name):
    return next((e for e in peers(row) if e["name"] == name), None)


def fastest_peer(row):
    return min(peers(row), key=lambda e: e["ns"]["median"], default=None)


def unique(values):
    return list(dict.fromkeys(values))


class Results:
    def __init__(self, folder):
        self.suites = {}
        for name in ("library", "hmac", "tool", "ruby"):
            path = folder / f"{name}.json"
            if path.exists():
                suite = self.suites[name] = json.loads(path.read_text())
                for row in suite.get("rows", []):
                    for e in row.get("entrants", []):
                        e.update(suite.get("contenders", {}).get(e.get("contender"), {}))
        if not self.suites:
            sys.exit(f"performance_doc.py: no results in {folder}")

    def rows(self, section, suite="library"):
        rows = self.suites.get(suite, {}).get("rows", [])
        return [r for r in rows if r.get("section") == section]

    def bars(self):
        bars = []
        for suite in self.suites.values():
            bars += suite.get("bars", [])
        return sorted(bars, key=lambda bar: bar["issue"])


# ---- Sections of the page ---------------------------------------------------------------------


def machine(results):
    m = next((s["machine"] for s in results.suites.values() if "machine" in s), None)
    if m is None:
        return "Not recorded: no suite of hashmill-bench is among the results.\n"
    versions, missing = {}, []
    for s in results.suites.values():
        versions.update({k: v for k, v in s.get("peers", {}).items() if k != "mhash"})
        missing += s.get("missing", [])
    facts = [
        ("processor", m.get("cpu", "unknown")),
        ("features that matter here", ", ".join(m["features"])),
        ("cores, memory", f"{m['cores']}, {m['memory_mib']:,} MiB"),
        ("virtualised", "yes" if m.get("virtualised") else "no"),
        ("frequency governor", m.get("governor", "not visible")),
        ("system", m["system"]),
        ("compiler, flags", f"{m['compiler']}, `{m['flags']}`"),
        ("Hashmill", f"{m['hashmill']}, commit `{m['commit']}`"),
        ("peers", "; ".join(f"{k}: {v}" for k, v in versions.items())),
    ]
    if missing:
        facts.append(("not on this machine", ", ".join(missing)))
    for name, s in results.suites.items():
        quick = " (a quick run: fewer rounds)" if s["quick"] else ""
        facts.append((f"{name} suite", f"`{s['command']}`, {s['date']}{quick}"))
    widths = list(next(iter(m["kernels"].values())))
    kernels = [[name] + [one[w] for w in widths] for name, one in m["kernels"].items()]
    return (
        table(["", ""], [list(f) for f in facts])
        + "\nKernels in use, by messages at once:\n\n"
        + table(["algorithm"] + widths, kernels)
    )


BAR_GROUPS = (
    (2, "Single messages, HMAC, the tool"),
    (3, "Many messages, digest sets"),
    (4, "Trees and large files"),
    (5, "Lists"),
    (6, "Ruby"),
    (7, "The harness"),
)


def bars(results):
    text = ""
    for issue, title in BAR_GROUPS:
        rows = []
        for bar in results.bars():
            if bar["issue"] != issue:
                continue
            sign = "≤" if bar["at_most"] else "≥"
            unit = "×" if bar["unit"] == "x" else bar["unit"]
            kind = "" if unit != "×" else "time " if bar["at_most"] else "speed "
            asked = f"{kind}{sign} {bar['asked']:.2f}{unit}"
            if "aim" in bar:
                asked += f" (aim {bar['aim']:.2f})"
            measured = f"{bar['measured']:.3f}{unit}{'~' if bar['noisy'] else ''}"
            verdict = "met" if bar["met"] else "**missed**"
            rows.append(
                [bar["what"], asked, measured, bar["against"], verdict, f"`{bar['command']}`"]
            )
        if rows:
            met = sum(row[4] == "met" for row in rows)
            head = ["what", "asked", "measured", "against", "", "repeat it with"]
            text += f"### {title}: {met} of {len(rows)} met\n\n{table(head, rows)}\n"
    missing = [b for s in results.suites.values() for b in s.get("bars_not_measured", [])]
    if missing:
        rows = [[bar["what"], f"{bar['asked']:g}", bar["why"]] for bar in missing]
        text += f"### Not measured\n\n{table(['what', 'asked', 'why'], rows)}\n"
    return text


def single(results):
    rows, text = results.rows("single"), ""
    sizes = sorted(unique(r["bytes"] for r in rows))
    for mode in unique(r["mode"] for r in rows):
        lines = []
        for name in unique(r["algorithms"][0] for r in rows):
            line = [name]
            for n in sizes:
                row = next(
                    r
                    for r in rows
                    if r["mode"] == mode and r["algorithms"][0] == name and r["bytes"] == n
                )
                best = fastest_peer(row)
                line.append(speed(row) + (f", {times(best)}" if best else ""))
            lines.append(line)
        text += f"### {mode[0].upper()}{mode[1:]}\n\n"
        text += table(["algorithm"] + [size(n) for n in sizes], lines) + "\n"
    return text


def beside_peers(results):
    rows = [r for r in results.rows("single") if r["bytes"] in (16, 4096, 65536)]
    text = ""
    for mode in unique(r["mode"] for r in rows):
        chosen = [r for r in rows if r["mode"] == mode]
        titles = unique(e["title"] for r in chosen for e in peers(r))
        lines = []
        for r in chosen:
            by = {e["title"]: e for e in peers(r)}
            cells = [times(by[t]) if t in by else "–" for t in titles]
            lines.append([r["algorithms"][0], size(r["bytes"]), speed(r)] + cells)
        text += f"### {mode[0].upper()}{mode[1:]}\n\n"
        text += table(["algorithm", "message", "Hashmill"] + titles, lines) + "\n"
    return text


def kernels(results):
    rows = [
        r
        for r in results.rows("single")
        if r["mode"] == "one-shot" and r["bytes"] == 65536 and len(r["entrants"]) > len(peers(r))
    ]
    lines = []
    for r in rows:
        for e in r["entrants"]:
            if e["library"] == "Hashmill":
                rate = r["bytes"] / e["ns"]["median"]
                lines.append([r["algorithms"][0], e["kernel"], f"{figure(rate)} GB/s"])
    return table(["algorithm", "kernel", "one message of 64 KiB"], lines)


def batch(results):
    rows, text = results.rows("batch"), ""
    for name in unique(r["algorithms"][0] for r in rows):
        of = [r for r in rows if r["algorithms"][0] == name and r["layout"] == "apart"]
        sizes = sorted(unique(r["bytes"] for r in of))
        lines = []
        for width in sorted(unique(r["messages"] for r in of)):
            line = [f"{width:,}"]
            for n in sizes:
                row = next((r for r in of if r["messages"] == width and r["bytes"] == n), None)
                line.append("–" if row is None else many_cell(row))
            lines.append(line)
        text += f"### {name}\n\n" + table(["messages"] + [size(n) for n in sizes], lines) + "\n"
    lines = [
        [
            r["algorithms"][0],
            f"{r['messages']:,}",
            f"0 B to {size(r['bytes'])}, evenly spread"
            if r["layout"] == "spread"
            else f"{size(r['bytes'])} each, without a gap",
            many_cell(r),
        ]
        for r in rows
        if r["layout"] != "apart"
    ]
    text += "### Unequal lengths, adjacent buffers\n\n"
    return text + table(["algorithm", "messages", "lengths", "Hashmill, against EVP"], lines)


def rate(row):
    """All bytes of a row over its whole time."""
    each = row["total_bytes"] / row["messages"]
    return each / row["entrants"][0]["ns"]["median"]


def many_cell(row):
    evp, jobs = peer(row, "evp"), peer(row, "ipsec-mb-jobs")
    cell = f"{figure(rate(row))} GB/s"
    if evp:
        cell += f", {times(evp)}"
    if jobs:
        cell += f" ({times(jobs)})"
    return cell


def tiers(results):
    lines = []
    for r in results.rows("tiers"):
        first = r["entrants"][0]["ns"]["median"]
        for e in r["entrants"]:
            if e["library"] == "Hashmill":
                gbs = r["total_bytes"] / r["messages"] / e["ns"]["median"]
                share = "" if e is r["entrants"][0] else f"{first / e['ns']['median']:.2f}"
                lines.append(
                    [r["algorithms"][0], e.get("tier", "native"), e["kernel"], figure(gbs), share]
                )
    head = ["algorithm", "tier", "kernel", "GB/s, 64 messages of 4 KiB", "of native"]
    return table(head, lines)


def hmac_many(results):
    rows = results.rows("hmac-many")
    titles = unique(e["title"] for r in rows for e in r["entrants"][1:])
    lines = []
    for r in rows:
        by = {e["title"]: e for e in r["entrants"][1:]}
        lines.append(
            [
                r["algorithms"][0],
                "one" if "one key" in r["mode"] else "each",
                f"{r['messages']:,}",
                size(r["bytes"]),
                f"{figure(r['entrants'][0]['ns']['median'])} ns",
            ]
            + [times(by[t]) if t in by else "–" for t in titles]
        )
    return table(["algorithm", "key", "messages", "bytes", "per message"] + titles, lines)


def sets(results):
    lines = [
        [
            " + ".join(r["algorithms"]),
            size(r["bytes"]),
            f"{figure(rate(r))} GB/s",
            " ".join(times(e) for e in peers(r)),
            r["entrants"][0]["kernel"],
        ]
        for r in results.rows("sets")
    ]
    return table(["set", "message", "all of them", "against a pass of EVP each", "kernels"], lines)


def portable(results):
    lines = [
        [r["algorithms"][0], speed(r), times(e)] for r in results.rows("portable") for e in peers(r)
    ]
    return table(["algorithm", "portable C", "libgcrypt's C takes"], lines)


def allocations(results):
    own, lines = 0, {}
    for r in results.rows("single") + results.rows("batch") + results.rows("sets"):
        for e in r["entrants"]:
            if "allocations" not in e:
                continue
            if e["library"] == "Hashmill":
                own = max(own, e["allocations"])
            elif r["messages"] == 1 and len(r["algorithms"]) == 1:
                lines.setdefault((e["library"], e["title"]), (e["allocations"], e["allocated"]))
    rows = [["Hashmill", "every function, every row", str(own), "0" if own == 0 else ""]]
    rows += [[k[0], k[1], str(v[0]), f"{v[1]:,}"] for k, v in lines.items()]
    return table(["library", "way", "allocations per message", "bytes"], rows)


def slower(results):
    lines = []
    for section in ("single", "batch", "hmac-many", "sets"):
        for r in results.rows(section):
            for e in r["entrants"][1:]:
                # Our own one by one is a peer of the many-message functions, other kernels are not.
                one_by_one = section != "single" and e["name"] in ("digest", "keyed")
                if e["library"] == "Hashmill" and not one_by_one:
                    continue
                if e["ratio"] < SLOWER and not e["noisy"]:
                    what = f"{r['messages']:,} × {size(r['bytes'])}"
                    if r["layout"] != "apart":
                        what += {"spread": ", mixed", "adjacent": ", adjacent"}[r["layout"]]
                    lines.append(
                        [" + ".join(r["algorithms"]), r["mode"], what, e["title"], times(e)]
                    )
    if not lines:
        return "No row is.\n"
    return table(["algorithm", "what", "messages", "peer", "takes"], lines)


TOOL_GROUPS = (
    ("files", "One file (report C)"),
    ("io", "Ways to read one file: --io before and after (report C)"),
    ("start", "Start-up"),
    ("trees", "Many files"),
    ("sets", "Several digests in one pass"),
    ("cold", "Cold cache"),
    ("many", "Very many tiny files"),
    ("lists", "Lists"),
    ("harness", "The harness: a command that does nothing"),
)
VERDICT = {"slower": "slower", "faster": "**faster**", "even": "even"}


def tool_row(r):
    lines = []
    for e in r["entrants"]:
        wall = e["wall_ms"]
        first = "ratio" not in e
        lines.append(
            [
                e["name"],
                figure(wall["median"]),
                figure(wall["min"]),
                figure(wall["mad"]),
                figure(e["mib_per_s"]) if r["bytes"] >= 1 << 20 else "–",
                f"{e['cpu_percent']:.0f} %",
                f"{e['peak_mib']:.1f}",
                "" if first else f"{e['ratio']:.2f}×{'~' if e['noisy'] else ''}",
                "" if first else f"{e['cpu_ratio']:.2f}×",
                "" if first else VERDICT[e["peer_is"]],
            ]
        )
    head = ["tool", "median ms", "best ms", "MAD", "MiB/s", "CPU", "peak MiB", "wall time to first"]
    text = f"### {r['title']}, {r['workload']}, {r['algorithm']}: {r['rounds']} rounds\n\n"
    text += table(head + ["CPU time to first", "is"], lines)
    absent = [f"{a['name']} ({a['why']})" for a in r["absent"]]
    return text + (f"\nNot measured: {', '.join(absent)}.\n" if absent else "") + "\n"


def tool(results):
    text = ""
    for section, title in TOOL_GROUPS:
        rows = results.rows(section, "tool")
        if rows:
            text += f"\n## The tool: {title}\n\n" + "".join(tool_row(r) for r in rows)
    skipped = results.suites.get("tool", {}).get("skipped", [])
    if skipped:
        lines = [[r["title"], r["workload"], r["algorithm"], r["skipped"]] for r in skipped]
        text += "\n## The tool: not measured\n\n" + table(["what", "files", "digest", "why"], lines)
    return text


def hmac(results):
    suite = results.suites.get("hmac")
    if not suite:
        return ""
    text = "\n## 10,000 HMAC-SHA-1 of 445 bytes (report B)\n\n"
    lines = [
        [r["library"], r["name"]]
        + [f"{r[k]['median']:.4f}" for k in ("user_s", "system_s", "total_s", "real_s")]
        + [f"{figure(r['ratio'])}×{'~' if r['noisy'] else ''}"]
        for r in suite["rows"]
    ]
    head = ["library", "way", "user s", "system s", "total s", "real s", "to hm_hmac"]
    text += table(head, lines)
    lines = [
        [m["library"], figure(m["loaded_kib"]["median"]), figure(m["used_kib"]["median"])]
        for m in suite.get("memory", [])
    ]
    text += "\n### Memory that a library adds to a process\n\n"
    return text + table(["library", "KiB once loaded", "KiB after a first call"], lines)


def ruby(results):
    suite = results.suites.get("ruby")
    if not suite:
        return ""
    text = f"\n## Ruby (report A)\n\n{suite['ruby']}; {suite['openssl']}. "
    text += "Best of the passes, in one process; the first of each is the yardstick.\n\n"
    lines = []
    for r in suite["rows"]:
        for e in r["entrants"]:
            cells = [figure(e["best_ns"]), figure(e["median_ns"]), f"{e['ratio']:.2f}×"]
            counts = [str(e["objects"]), str(e["bytes"])]
            lines.append([r["title"], e["name"]] + cells + counts)
    head = ["what", "way", "best ns", "median ns", "takes", "objects", "malloc bytes"]
    text += table(head, lines)
    if suite.get("processes"):
        lines = [[p["name"], f"{min(p['seconds']):.3f}"] for p in suite["processes"]]
        text += "\n### Whole processes\n\nA process pays for its start, and a JIT has little time "
        text += "to get warm.\n\n" + table(["runtime", "best s"], lines)
        if suite.get("missing"):
            text += f"\nNot on this machine: {', '.join(suite['missing'])}.\n"
    if suite.get("hmac"):
        lines = [
            [h["name"]] + [f"{h[k]:.4f}" for k in ("user", "system", "total", "real")]
            for h in suite["hmac"]
        ]
        text += "\n### 10,000 HMAC-SHA1 of 445 bytes, as Benchmark.bmbm (report B)\n\n"
        text += table(["way", "user s", "system s", "total s", "real s"], lines)
    if suite.get("memory"):
        lines = [[m["name"], str(m["kib"])] for m in suite["memory"]]
        text += "\n### Memory that a require adds\n\n" + table(["feature", "KiB"], lines)
    return text


INTRO = """<!-- Made by tools/performance_doc.py from docs/results. Do not edit. -->

# Performance

Every figure on this page comes from one run of the benchmark suite on one machine, and none was
typed. Repeat it with `./dev bench --results docs/results && tools/performance_doc.py`, or one bar
with the command beside it.

How it is measured: all candidates of a row first give their answers, which are compared; a wrong
one stops the run. Then they take turns: in every round each runs once, and each round starts with
another one. A pass lasts some tenths of a millisecond at least; what is shown is the median CPU
time of 25 passes after 3 untimed ones (fewer where one pass is long; the JSON says how many). A
pass during which the system took the processor away is taken again. Ratios are taken round by
round, so that what slows the machine down hits both sides, and their median is shown: **2× means
that the peer takes twice as long as Hashmill**. `~` marks a row whose ratios spread by more than
10 % (half of the rounds lie outside of ±5 % of the median): read it as "about". Where no peer is
named, the ratio is to the fastest of them, and EVP means OpenSSL's EVP with the algorithm fetched
once and a reused context. The tools are timed from outside: wall time from before the start to
after the end, CPU time and peak memory as the kernel accounts for each.

What it does not show: machines other than this one; anything below some tens of nanoseconds to
better than a few per cent; what a shared machine does to a single run. The messages of a batch lie in separate buffers, in the
cache as far as they fit, unless a row says otherwise. intel-ipsec-mb's jobs end at 65,528 bytes
and know no plain MD5 and no RIPEMD-160.
"""

SECTIONS = (
    ("The machine", "library", machine),
    ("What was asked, what was measured", "", bars),
    ("Where a peer is faster, or our own one by one", "single", slower),
    ("Single messages: Hashmill, and the fastest peer", "single", single),
    ("Single messages beside each peer", "single", beside_peers),
    ("Kernels for single messages", "single", kernels),
    ("Many messages: GB/s, against EVP one by one (against intel-ipsec-mb's jobs)", "batch", batch),
    ("Tiers", "tiers", tiers),
    ("HMAC of many messages", "hmac-many", hmac_many),
    ("Digest sets", "sets", sets),
    ("Portable kernels beside libgcrypt's generic C", "portable", portable),
    ("Allocations", "single", allocations),
)


def page(results):
    text = INTRO
    for title, section, write in SECTIONS:
        if section in ("", "library") or results.rows(section):
            text += f"\n## {title}\n\n{write(results).rstrip()}\n"
    for write in (tool, hmac, ruby):
        text += write(results).rstrip("\n") + "\n" if write(results) else ""
    return text


# ---- The README's table -----------------------------------------------------------------------


def readme_table(results):
    names = ["MD5", "SHA-1", "SHA-256", "SHA-512"]
    suite = results.suites["library"]

    def line(title, cell):
        return [title] + [cell(name) for name in names]

    def pick(section, name, **want):
        for r in results.rows(section):
            if r["algorithms"] == [name] and all(r[k] == v for k, v in want.items()):
                return r
        return None

    def single_cell(name, n):
        r = pick("single", name, mode="one-shot", bytes=n)
        return "–" if r is None else f"{speed(r)}, {times(peer(r, 'evp'))}"

    def batch_cell(name, n, length, layout="apart"):
        r = pick("batch", name, messages=n, bytes=length, layout=layout)
        return "–" if r is None else f"{figure(rate(r))} GB/s, {times(peer(r, 'evp'))}"

    def file_cell(name):
        key = name.replace("-", "").lower()
        for r in results.rows("files", "tool"):
            if r["algorithm"] == key and r["bytes"] == 256 << 20:
                stock = next((e for e in r["entrants"] if e["name"] == "coreutils"), None)
                ms = f"{figure(r['entrants'][0]['wall_ms']['median'])} ms"
                return ms if stock is None else f"{ms}, {times(stock)} `{key}sum`"
        return "–"

    rows = [
        line("one message of 16 bytes", lambda name: single_cell(name, 16)),
        line("one message of 64 KiB", lambda name: single_cell(name, 65536)),
        line("64 messages of 4 KiB", lambda name: batch_cell(name, 64, 4096)),
        line("1,000 messages of 64 bytes", lambda name: batch_cell(name, 1000, 64)),
        line("1,000 messages of 0 to 8 KiB", lambda name: batch_cell(name, 1000, 8192, "spread")),
    ]
    if results.rows("files", "tool"):
        rows.append(line("`mhash`, one file of 256 MiB", file_cell))
    cpu, compiler = suite["machine"].get("cpu", "unknown"), suite["machine"]["compiler"]
    text = table(["one thread"] + names, rows)
    text += (
        f"\n{cpu}{', virtualised' if suite['machine'].get('virtualised') else ''}, {compiler}, "
        f"{suite['date'][:10]}. 2× means that OpenSSL {suite['peers'].get('libcrypto', '')} (EVP, "
        "algorithm fetched once, reused context) takes twice as long. "
        "All rows, all peers and what is slower: [docs/performance.md](docs/performance.md).\n"
    )
    return text


def readme(results, old):
    start, end = old.find(BEGIN), old.find(END)
    if start < 0 or end < start:
        sys.exit(f"performance_doc.py: README.md lacks the lines {BEGIN} and {END}")
    return old[: start + len(BEGIN)] + "\n" + readme_table(results) + old[end:]


def main():
    parser = argparse.ArgumentParser(description="Writes the performance page and README table.")
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "docs" / "results")
    parser.add_argument("--page", type=pathlib.Path, default=ROOT / "docs" / "performance.md")
    parser.add_argument("--readme", type=pathlib.Path, default=ROOT / "README.md")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    args = parser.parse_args()

    results = Results(args.results)
    wanted = {args.page: page(results)}
    if args.readme.exists() and "library" in results.suites:
        wanted[args.readme] = readme(results, args.readme.read_text())
    stale = [p for p, text in wanted.items() if not p.exists() or p.read_text() != text]
    if args.check:
        for path in stale:
            print(f"{path}: not what {args.results} says; run tools/performance_doc.py")
        return 1 if stale else 0
    for path in stale:
        path.write_text(wanted[path])
        print(f"wrote {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
