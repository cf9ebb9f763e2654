#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
#
# bench_report.py - makes the reports of a results folder: summary.json, results.csv, report.md,
# plots/*.svg and index.html beside the suites' JSON.
#
#   tools/bench_report.py DIR

import csv
import json
import pathlib
import sys

import bench_model
import bench_page
import bench_plots
import performance_doc

COLUMNS = (
    "suite", "section", "what", "entrant", "unit", "rounds", "min", "median", "max", "mad", "ratio",
    "ratio_mad", "noisy", "peer_is", "cpu_percent", "peak_mib",
)  # fmt: skip
SUMMARY = ("unit", "median", "mad", "ratio", "ratio_mad", "noisy", "peer_is")


def summarise(suites):
    bars = bench_model.bars(suites)
    return {
        "schema": "hashmill-summary-1",
        "suites": {
            name: {k: s.get(k) for k in ("date", "command", "quick", "seconds", "peers", "missing")}
            for name, s in suites.items()
        },
        "machine": next((s["machine"] for s in suites.values() if "machine" in s), None),
        "bars": bars,
        "bars_met": sum(bar["met"] for bar in bars),
        "bars_not_measured": bench_model.unmeasured(suites),
        "rows": {
            row["key"]: {k: row[k] for k in SUMMARY} for row in bench_model.rows(suites)
        },
    }


def write(path, text):
    part = path.with_suffix(path.suffix + ".part")
    part.write_text(text)
    part.rename(path)


def main():
    if len(sys.argv) != 2:
        print("usage: tools/bench_report.py DIR", file=sys.stderr)
        return 64
    folder = pathlib.Path(sys.argv[1])
    try:
        suites = bench_model.load(folder)
    except (OSError, ValueError) as error:
        print(f"bench_report.py: {error}", file=sys.stderr)
        return 2
    write(folder / "summary.json", json.dumps(summarise(suites), indent=1) + "\n")
    with open(folder / "results.csv", "w", newline="") as f:
        out = csv.DictWriter(f, COLUMNS, extrasaction="ignore")
        out.writeheader()
        out.writerows(bench_model.rows(suites))
    results = performance_doc.Results(folder)
    markdown = performance_doc.page(results)
    write(folder / "report.md", markdown)
    plots = bench_plots.draw(suites, folder / "plots")
    if not plots:
        print("no plots: gnuplot is not installed, or nothing to draw")
    write(folder / "index.html", bench_page.page(markdown, plots, performance_doc.cards(results)))
    print(f"report: {folder}/index.html, report.md, results.csv, summary.json, plots/")
    return 0


if __name__ == "__main__":
    sys.exit(main())
