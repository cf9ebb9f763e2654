# SPDX-License-Identifier: MIT
#
# bench_plots.py - SVG plots of a results folder, drawn by gnuplot. Knows flat rows and the suites'
# JSON; without gnuplot there are none.

import shutil
import subprocess

HEAD = """set terminal svg size 640,420 font 'Helvetica,17' background '#ffffff'
set output '{path}'
set title "{title}" noenhanced
set border 3 lc rgb '#888888'
set tics nomirror
set grid ytics lc rgb '#dddddd'
set key below noenhanced
set ylabel "{ylabel}"
set xtics noenhanced
"""
COLOURS = ("#c2410c", "#1d4ed8", "#047857", "#7c3aed", "#64748b", "#b45309", "#0891b2", "#be185d")


def quote(text):
    return '"' + str(text).replace('"', "'").replace("\\", "/") + '"'


def lines(title, ylabel, series, log=True):
    """series: {name: [(x, y), ...]}"""
    script = HEAD + f"set xlabel '{'bytes' if 'by bytes' in title else 'messages at once'}'\n"
    script += "set logscale x 2\n" if log else ""
    script += "set format x '%.0b %B'\n" if "by bytes" in title else ""
    plots, data = [], ""
    for i, (name, points) in enumerate(series.items()):
        data += f"$d{i} << EOD\n" + "".join(f"{x} {y}\n" for x, y in points) + "EOD\n"
        dash = 2 if "(" in name else 1
        colour = COLOURS[(i // 2 if any("(" in n for n in series) else i) % len(COLOURS)]
        plots.append(
            f"$d{i} using 1:2 with linespoints lw 2 pt 7 ps 0.5 dt {dash} "
            f"lc rgb '{colour}' title {quote(name)}"
        )
    return script, data, plots, title, ylabel


def clusters(title, ylabel, groups, names):
    """groups: {label: {name: value}}"""
    script = HEAD + (
        "set style data histogram\nset style histogram clustered gap 1\n"
        "set style fill solid 0.9 noborder\nset yrange [0:*]\n"
    )
    data = "$d << EOD\n"
    for label, values in groups.items():
        cells = [str(values.get(name, "?")) for name in names]
        data += f"{quote(label)} {' '.join(cells)}\n"
    data += "EOD\n"
    plots = [
        f"$d using {i + 2}:xtic(1) lc rgb '{COLOURS[i % len(COLOURS)]}' title {quote(name)}"
        for i, name in enumerate(names)
    ]
    return script, "set datafile missing '?'\n" + data, plots, title, ylabel


def _library(suites):
    rows = suites.get("library", {}).get("rows", [])
    names = ("MD5", "SHA-1", "SHA-256", "SHA-512")
    single, batch = {}, {}
    for r in rows:
        if len(r["algorithms"]) != 1 or r["algorithms"][0] not in names:
            continue
        name = r["algorithms"][0]
        each = r["total_bytes"] / r["messages"]
        for e in r["entrants"]:
            evp = e["contender"] == "digest/evp"
            if "kernel" in e and "ratio" in e or not (evp or "kernel" in e):
                continue
            who = f"{name} (EVP)" if evp else name
            if r["section"] == "single" and r["mode"] == "one-shot":
                single.setdefault(who, []).append((r["bytes"], each / e["ns"]["median"]))
            if r["section"] == "batch" and r["bytes"] == 4096 and r["layout"] == "apart":
                batch.setdefault(who, []).append((r["messages"], each / e["ns"]["median"]))
    if single:
        yield "single", lines("One message: GB/s by bytes (dashed: OpenSSL EVP)", "GB/s", single)
    if batch:
        yield "batch", lines("Messages of 4 KiB at once (dashed: OpenSSL EVP)", "GB/s", batch)


def _tool(suites):
    found = suites.get("tool", {}).get("rows", [])
    wanted = {
        "file": ("One file of 256 MiB, warm", "mib_per_s", "MiB/s"),
        "io": ("Ways to read 256 MiB: peak memory", "peak_mib", "MiB"),
        "tree-64k": ("8,000 files of 64 KiB, warm", "mib_per_s", "MiB/s"),
        "tree-4k": ("20,000 files of 4 KiB, warm", "mib_per_s", "MiB/s"),
        "tree-1m": ("500 files of 1 MiB, warm", "mib_per_s", "MiB/s"),
        "tree-64k-cold": ("8,000 files of 64 KiB, cold", "mib_per_s", "MiB/s"),
    }
    for key, (title, field, unit) in wanted.items():
        groups, names = {}, []
        for r in found:
            if r["id"] != key:
                continue
            if " in place of " in r["workload"]:  # a quick run
                title = f"{wanted[key][0]} (a quick run: less of it)"
            cells = groups.setdefault(r["algorithm"], {})
            for e in r["entrants"]:
                name = e["name"].replace(r["algorithm"] + "sum", "*sum")
                if "another digest" in name:
                    continue
                cells[name] = e[field]
                if name not in names:
                    names.append(name)
        if groups:
            yield key, clusters(title, unit, groups, names)


def _ruby(suites):
    groups, names = {}, []
    for r in suites.get("ruby", {}).get("rows", []):
        if not r["id"].endswith("-4096"):
            continue
        cells = groups.setdefault(r["id"][:-5].upper(), {})
        for e in r["entrants"]:
            name = e["name"].rsplit("::", 1)[0] if "," not in e["name"] else "Digest, taken over"
            cells[name] = e["ns"]["min"] / 1000
            if name not in names:
                names.append(name)
    if groups:
        yield "ruby", clusters("Ruby: hexdigest of 4 KiB, best pass", "microseconds", groups, names)


def draw(suites, folder):
    """Writes folder/NAME.svg; gives {name: path}."""
    drawn = {}
    if not shutil.which("gnuplot"):
        return drawn
    folder.mkdir(exist_ok=True)
    for make in (_library, _tool, _ruby):
        for name, (script, data, plots, title, ylabel) in make(suites):
            path = folder / f"{name}.svg"
            head = script.format(path=path, title=title, ylabel=ylabel)
            text = head + data + "plot " + ", \\\n  ".join(plots) + "\n"
            subprocess.run(["gnuplot", "-"], input=text, text=True, check=True)
            drawn[name] = path
    return drawn
