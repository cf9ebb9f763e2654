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

import performance_suites
from bench_words import (
    fastest_peer, figure, peer, peers, size, speed, table, times, unique, verdict,
)  # fmt: skip

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUITES = ("library", "hmac", "tool", "ruby")
SLOWER = 0.98  # a row below this, not noisy, is listed as slower than the peer


class Results:
    def __init__(self, folder):
        self.suites = {}
        for name in SUITES:
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
        missing += [name for name in s.get("missing", []) if name not in missing]
    facts = [
        ("processor", m.get("cpu", "unknown")),
        ("features that matter here", ", ".join(m["features"])),
        ("cores, memory", f"{m['cores']}, {m['memory_mib']:,} MiB"),
        ("virtualised", "yes" if m.get("virtualised") else "no"),
        ("frequency governor", m.get("governor", "not visible")),
        ("system", m["system"]),
        ("compiler, flags", f"{m['compiler']}, `{m['flags']}`"),
        ("Hashmill", f"{m['hashmill']}, commit `{m['commit']}`"),
    ]
    for name, s in results.suites.items():
        quick = " (a quick run: fewer rounds)" if s["quick"] else ""
        took = sum(s.get("seconds", {}).values())
        took = f", {took:.0f} seconds" if took else ""
        facts.append((f"{name} suite", f"`{s['command']}`, {s['date']}{took}{quick}"))
    absent = [name for name in SUITES if name not in results.suites]
    if absent:
        facts.append(("not measured", f"the suites {', '.join(absent)}"))
    widths = list(next(iter(m["kernels"].values())))
    kernels = [[name] + [one[w] for w in widths] for name, one in m["kernels"].items()]
    return (
        table(["", ""], [list(f) for f in facts])
        + "\nPeers, as they call themselves:\n\n"
        + table(
            ["peer", "version"],
            [[k, v] for k, v in versions.items()] + [[k, "not on this machine"] for k in missing],
        )
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


def outcome(bar):
    """met or missed, and whether the distance to what was asked lies within the noise"""
    word = "met" if bar["met"] else "**missed**"
    close = abs(bar["measured"] - bar["asked"]) <= 2 * bar.get("mad", 0)
    return word + (", within the noise" if close and bar.get("mad") else "")


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
            number = f"{bar['measured']:.3f}" if unit == "×" else figure(bar["measured"])
            measured = f"{number}{unit}{'~' if bar['noisy'] else ''}"
            rows.append(
                [bar["what"], asked, measured, bar["against"], outcome(bar), f"`{bar['command']}`"]
            )
        if rows:
            met = sum(row[4].startswith("met") for row in rows)
            head = ["what", "asked", "measured", "against", "bar", "repeat it with"]
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


def memory(results):
    rows = results.rows("memory")
    shapes = unique((r["messages"], r["bytes"]) for r in rows)
    lines = []
    for name in unique(r["algorithms"][0] for r in rows):
        line = [name]
        for messages, n in shapes:
            key = (name, messages, n)
            of = [r for r in rows if (r["algorithms"][0], r["messages"], r["bytes"]) == key]
            row = of[0] if of else None
            if row is None:
                line.append("–")
            elif messages > 1:
                line.append(many_cell(row))
            else:
                best = fastest_peer(row)
                line.append(f"{figure(rate(row))} GB/s" + (f", {times(best)}" if best else ""))
        lines.append(line)
    titles = [
        f"{messages:,} of {size(n)}, against " + ("EVP" if messages > 1 else "the fastest peer")
        for messages, n in shapes
    ]
    return table(["algorithm"] + titles, lines)


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
                if e["ratio"] < SLOWER and not e["noisy"] and verdict(e) == "faster":
                    what = f"{r['messages']:,} × {size(r['bytes'])}"
                    if r["layout"] != "apart":
                        what += {"spread": ", mixed", "adjacent": ", adjacent"}[r["layout"]]
                    lines.append(
                        [" + ".join(r["algorithms"]), r["mode"], what, e["title"], times(e)]
                    )
    if not lines:
        return "No row is.\n"
    return table(["algorithm", "what", "messages", "peer", "takes"], lines)


INTRO = """<!-- Made by tools/performance_doc.py from docs/results. Do not edit. -->

# Performance

Every figure on this page comes from one run of the benchmark suite on one machine, and none was
typed. Repeat it with `./dev bench`, or one bar with the command beside it.

**2× means that the peer takes twice as long as Hashmill.** `=` marks a difference inside the noise:
neither is faster. `~` marks a row whose ratios spread by more than 10 %: read it as "about".
"""

METHOD = """
How it is measured: all candidates of a row first give their answers, which are compared; a wrong
one stops the run. Then they take turns: in every round each runs once, and each round starts with
another one and goes the other way round. Ratios are taken round by round, so that what slows the
machine down hits both sides, and their median is shown. The spread of a row is twice the median
absolute deviation of its ratios (the whole range of fewer than five) over the median; a difference
counts only if it is larger than that and than 1 %.

In the library's rows a pass lasts some tenths of a millisecond at least; what is shown is the
median CPU time of 25 passes after 3 untimed ones (fewer where one pass is long; the JSON says how
many). A pass during which the system took the processor away is taken again. Where no peer is
named, the ratio is to the fastest of them, and EVP means OpenSSL's EVP with the algorithm fetched
once and a reused context. The messages of a batch lie in separate buffers, in the cache as far as
they fit, unless a row says otherwise. intel-ipsec-mb's jobs end at 65,528 bytes and know no plain
MD5 and no RIPEMD-160.

The tools are timed from outside by a launcher of less than 1 MiB: wall time from before the start
to after the end, CPU time and peak memory as the kernel accounts for each. Of a pipeline, CPU time
is that of all processes, peak memory that of the largest one.

What it does not show: machines other than this one; anything below some tens of nanoseconds to
better than a few per cent; what a shared machine does to a single run; a JIT that has had time to
get warm, in rows of whole processes.
"""

SECTIONS = (
    ("What was asked, what was measured", "", bars),
    ("Where a peer is faster, or our own one by one", "single", slower),
    ("The machine", "library", machine),
)
LIBRARY_SECTIONS = (
    ("Single messages: Hashmill, and the fastest peer", "single", single),
    ("Single messages beside each peer", "single", beside_peers),
    ("Kernels for single messages", "single", kernels),
    ("Many messages: GB/s, against EVP one by one (against intel-ipsec-mb's jobs)", "batch", batch),
    ("From memory: more than a cache holds", "memory", memory),
    ("Tiers", "tiers", tiers),
    ("HMAC of many messages", "hmac-many", hmac_many),
    ("Digest sets", "sets", sets),
    ("Portable kernels beside libgcrypt's generic C", "portable", portable),
    ("Allocations", "single", allocations),
)


def sections(results, which):
    text = ""
    for title, section, write in which:
        if section in ("", "library") or results.rows(section):
            text += f"\n## {title}\n\n{write(results).rstrip()}\n"
    return text


def page(results):
    text = INTRO + sections(results, SECTIONS) + "\n## How, and what it does not show\n" + METHOD
    for write in (performance_suites.ruby, performance_suites.hmac, performance_suites.tool):
        part = write(results)
        text += part.rstrip("\n") + "\n" if part else ""
    return text + sections(results, LIBRARY_SECTIONS)


# What a reader wants to know first: bars by id, how to say their value, what of.
HIGHLIGHTS = (
    ("many-4k-md5", "{:.1f}×", "MD5 of 64 messages of 4 KiB"),
    ("many-4k-sha256", "{:.1f}×", "SHA-256 of 64 messages of 4 KiB"),
    ("tree-64k-md5", "{:.1f}×", "MD5 of a tree of 8,000 files"),
    ("four-tree", "{:.1f}×", "four digests of that tree"),
    ("ruby-sha256-4096-digest", "{:.1f}×", "SHA-256 in Ruby"),
    ("ruby-hmac-openssl", "{:.0f}×", "HMAC in Ruby"),
    ("file-memory", "{:.1f} MiB", "peak memory"),
)


def cards(results):
    """[(value, label)] for the top of the page"""
    of = {bar["id"]: bar for bar in results.bars()}
    found = [(f"{sum(b['met'] for b in of.values())} of {len(of)}", "bars met")] if of else []
    for key, form, what in HIGHLIGHTS:
        bar = of.get(key)
        if bar:
            label = f"{what}, against {bar['against']}" if bar["against"] else f"{what}, {bar['what'].split(', ', 1)[-1]}"
            found.append((form.format(bar["measured"]) + ("~" if bar["noisy"] else ""), label))
    return found


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

    def far_cell(name):
        r = pick("memory", name, mode="one-shot", bytes=64 << 20)
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
        line("one message of 64 MiB, out of memory", far_cell),
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


def tree_table(results):
    """What `mhash -r` makes of trees, beside the fastest of the peers on two processes."""
    names = ["MD5", "SHA-1", "SHA-256", "SHA-512"]
    lines = []
    for row_id, title in (
        ("tree-4k", "20,000 files of 4 KiB"),
        ("tree-64k", "8,000 files of 64 KiB"),
        ("tree-1m", "500 files of 1 MiB"),
    ):
        line = [title]
        for name in names:
            key = name.replace("-", "").lower()
            rows = [r for r in results.rows("trees", "tool") if r["id"] == row_id]
            row = next((r for r in rows if r["algorithm"] == key), None)
            if row is None:
                line.append("–")
                continue
            best = min(row["entrants"][1:], key=lambda e: e["ratio"])
            ms = figure(row["entrants"][0]["wall_ms"]["median"])
            line.append(f"{ms} ms, {times(best)} {best['name'].split()[-1].replace('-r', 'rhash')}")
        lines.append(line)
    return table(["`mhash -r`, two CPUs"] + names, lines)


GEM_ROWS = (
    ("sha256-4096", "`Digest::SHA256.hexdigest` of 4 KiB", "Digest::SHA256"),
    ("sha1-4096", "`Digest::SHA1.hexdigest` of 4 KiB", "Digest::SHA1"),
    ("sha512-4096", "`Digest::SHA512.hexdigest` of 4 KiB", "Digest::SHA512"),
    ("md5-4096", "`Digest::MD5.hexdigest` of 4 KiB", "Digest::MD5"),
    ("sha256-16", "`Digest::SHA256.hexdigest` of 16 bytes", "Digest::SHA256"),
    ("hmac-sha1-445", '`OpenSSL::HMAC.digest("SHA1", …)` of 445 bytes', "OpenSSL::HMAC"),
    ("many-md5-64", "MD5 of 10,000 Strings of 64 bytes, each, `hexdigests`", "Digest::MD5 in a loop"),
)


def gem_table(results):
    """Ruby before and after: what programs call, taken over where there is a takeover."""
    lines = []
    rows = {r["id"]: r for r in results.suites["ruby"]["rows"]}
    for key, title, name in GEM_ROWS:
        row = rows.get(key)
        if row is None:
            continue
        of = {e["name"]: e["ns"]["median"] for e in row["entrants"]}
        after = of.get(f"{name}, taken over", row["entrants"][0]["ns"]["median"])

        def say(ns):
            return f"{ns / 1000:.2f} µs" if ns >= 1000 else f"{ns:.0f} ns"

        lines.append([title, say(of[name]), say(after), f"{of[name] / after:.1f}×"])
    return table(["Ruby", "before", "after", ""], lines)


BLOCKS = {"speed": readme_table, "tree": tree_table, "gem": gem_table}
NEEDS = {"speed": "library", "tree": "tool", "gem": "ruby"}


def readme(results, path, blocks):
    """The text of the page with these tables of it made anew"""
    old = path.read_text()
    for name in blocks:
        begin, end = f"<!-- {name} table: begin -->\n", f"<!-- {name} table: end -->"
        start, stop = old.find(begin), old.find(end)
        if start < 0 or stop < start:
            sys.exit(f"performance_doc.py: {path} lacks the lines {begin.strip()} and {end}")
        if NEEDS[name] in results.suites:
            old = old[: start + len(begin)] + BLOCKS[name](results) + old[stop:]
    return old


def main():
    parser = argparse.ArgumentParser(description="Writes the performance page and README table.")
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "docs" / "results")
    parser.add_argument("--page", type=pathlib.Path, default=ROOT / "docs" / "performance.md")
    parser.add_argument("--readme", type=pathlib.Path, default=ROOT / "README.md")
    parser.add_argument("--gem", type=pathlib.Path, default=ROOT / "ruby" / "README.md")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    args = parser.parse_args()

    results = Results(args.results)
    wanted = {args.page: page(results)}
    for path, blocks in ((args.readme, ("speed", "tree", "gem")), (args.gem, ("gem",))):
        if path.exists():
            wanted[path] = readme(results, path, blocks)
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
