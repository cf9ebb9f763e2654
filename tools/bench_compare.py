#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
#
# bench_compare.py - two results folders side by side; marks what changed beyond the noise.
#
#   tools/bench_compare.py OLD NEW [--all]
#
# A row changed if its median moved by more than twice the spreads of both runs and by more than 3 %.
# For rows with a peer it is the ratio to the subject that is compared: a machine that was slower
# as a whole changes no ratio.

import argparse
import sys

import bench_model

LEAST = 0.03
AGREE = 0.10


def pairs(old, new):
    before = {row["key"]: row for row in bench_model.rows(old)}
    for row in bench_model.rows(new):
        if row["key"] in before and row["median"] and before[row["key"]]["median"]:
            yield before[row["key"]], row


def change(a, b):
    """(quantity, old, new, relative change, noise)"""
    if a["ratio"] and b["ratio"] and a["ratio_mad"] is not None and b["ratio_mad"] is not None:
        x, y, mad_x, mad_y, what = a["ratio"], b["ratio"], a["ratio_mad"], b["ratio_mad"], "ratio"
    else:
        x, y, what = a["median"], b["median"], b["unit"]
        mad_x, mad_y = a["mad"] or 0, b["mad"] or 0
    return what, x, y, y / x - 1, max(2 * (mad_x / x + mad_y / y), LEAST)


def main():
    parser = argparse.ArgumentParser(prog="./dev bench compare")
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--all", action="store_true", help="show what did not change too")
    args = parser.parse_args()
    try:
        old, new = bench_model.load(args.old), bench_model.load(args.new)
    except (OSError, ValueError) as error:
        print(f"compare: {error}", file=sys.stderr)
        return 2

    total = changed = ratios = agree = 0
    for a, b in pairs(old, new):
        what, x, y, moved, noise = change(a, b)
        noisy = a["noisy"] or b["noisy"]
        beyond = abs(moved) > noise and not noisy
        total += 1
        changed += beyond
        if what == "ratio" and not noisy:
            ratios += 1
            agree += abs(moved) <= AGREE
        if beyond or args.all:
            mark = "CHANGED" if beyond else "noisy" if noisy else ""
            print(f"{mark:8}{moved:+8.1%} (noise {noise:.1%})  {x:.4g} -> {y:.4g} {what}  {b['key']}")
    if not total:
        print("compare: the two runs have no row in common", file=sys.stderr)
        return 2
    print(f"{changed} of {total} rows changed beyond the noise")
    if ratios:
        print(f"{agree} of {ratios} ratios of quiet rows agree within 10 % ({agree / ratios:.1%})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
