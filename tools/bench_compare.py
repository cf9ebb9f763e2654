#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
#
# bench_compare.py - two results folders side by side; marks what changed beyond the noise.
#
#   tools/bench_compare.py OLD NEW [--all] [--markdown]
#
# A row changed if it moved by more than twice the spreads of both runs and by more than 3 %, and is
# noisy in neither. For rows with a peer it is the ratio to the subject that is compared: a machine that
# was slower as a whole changes no ratio, and the subject's own time, which it does change, is shown
# with --all and judged by its peers' ratios alone.

import argparse
import sys

import bench_model
from bench_words import figure, table

LEAST = 0.03
AGREE = 0.10
OWN = ("Hashmill", "mhash")


def pairs(old, new):
    before = {row["key"]: row for row in bench_model.rows(old)}
    for row in bench_model.rows(new):
        if row["key"] in before and row["median"] and before[row["key"]]["median"]:
            yield before[row["key"]], row


def has_ratio(row):
    return bool(row["ratio"]) and row["ratio_mad"] is not None


def change(a, b):
    """(quantity, old, new, relative change, noise)"""
    if has_ratio(a) and has_ratio(b):
        x, y, mad_x, mad_y, what = a["ratio"], b["ratio"], a["ratio_mad"], b["ratio_mad"], "ratio"
    else:
        x, y, what = a["median"], b["median"], b["unit"]
        mad_x, mad_y = a["mad"] or 0, b["mad"] or 0
    return what, x, y, y / x - 1, max(2 * (mad_x / x + mad_y / y), LEAST)


def with_peers(rows):
    """What is set against others' programs: their ratios tell more of it than its own time."""
    return {
        (r["suite"], r["section"], r["what"])
        for r in rows
        if has_ratio(r) and not r["entrant"].startswith(OWN)
    }


def judge(old, new):
    """One dict per row that both runs have."""
    both = list(pairs(old, new))
    peers = with_peers([b for _, b in both])
    for a, b in both:
        what, x, y, moved, noise = change(a, b)
        noisy = a["noisy"] or b["noisy"]
        by_peers = what != "ratio" and (b["suite"], b["section"], b["what"]) in peers
        changed = abs(moved) > noise and not noisy and not by_peers
        # A ratio says how long a peer takes beside ours: more is better for us.
        better = moved > 0 if what == "ratio" else moved < 0
        own_ratio = what == "ratio" and b["entrant"].startswith(OWN)
        word = "noisy" if noisy else "" if by_peers or not changed else "CHANGED"
        if changed and not own_ratio:
            word = "BETTER" if better else "WORSE"
        yield {
            "key": b["key"], "what": what, "old": x, "new": y, "moved": moved, "noise": noise,
            "noisy": noisy, "changed": changed, "word": word,
        }  # fmt: skip


def show(rows, markdown):
    cells = [
        [r["word"], f"{r['moved']:+.1%}", f"{r['noise']:.1%}", figure(r["old"]), figure(r["new"])]
        + [r["what"], r["key"]]
        for r in rows
    ]
    if markdown and cells:
        print(table(["", "moved", "noise", "old", "new", "of", "row"], cells))
        return
    for c in cells:
        print(f"{c[0]:8}{c[1]:>8} (noise {c[2]})  {c[3]} -> {c[4]} {c[5]}  {c[6]}")


def bars(old, new):
    """Bars that are met in one run and missed in the other."""
    before = {bar["id"]: bar for bar in bench_model.bars(old)}
    for bar in bench_model.bars(new):
        was = before.get(bar["id"])
        if was and was["met"] != bar["met"]:
            word = "now met" if bar["met"] else "now MISSED"
            noise = 2 * (was.get("mad", 0) + bar.get("mad", 0))
            if abs(bar["measured"] - was["measured"]) <= noise or bar["noisy"] or was["noisy"]:
                word += ", within the noise"
            print(
                f"bar {bar['id']}: {word}: asked {bar['asked']:g}, "
                f"measured {was['measured']:.4g}, then {bar['measured']:.4g}"
            )


def main():
    parser = argparse.ArgumentParser(prog="./dev bench compare")
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--all", action="store_true", help="show what did not change too")
    parser.add_argument("--markdown", action="store_true", help="as a table")
    args = parser.parse_args()
    try:
        old, new = bench_model.load(args.old), bench_model.load(args.new)
    except (OSError, ValueError) as error:
        print(f"compare: {error}", file=sys.stderr)
        return 2

    rows = list(judge(old, new))
    if not rows:
        print("compare: the two runs have no row in common", file=sys.stderr)
        return 2
    show([r for r in rows if r["changed"] or args.all], args.markdown)
    bars(old, new)
    changed, noisy = sum(r["changed"] for r in rows), sum(r["noisy"] for r in rows)
    print(f"{changed} of {len(rows)} rows changed beyond the noise; {noisy} are noisy")
    ratios = [r for r in rows if r["what"] == "ratio" and not r["noisy"]]
    agree = sum(abs(r["moved"]) <= AGREE for r in ratios)
    if ratios:
        share = agree / len(ratios)
        print(f"{agree} of {len(ratios)} ratios of quiet rows agree within 10 % ({share:.1%})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
