# SPDX-License-Identifier: MIT
#
# bench_model.py - a results folder as flat rows: one per thing that was timed. Knows the JSON of the
# suites; draws and writes nothing.

import json
import pathlib

SUITES = ("library", "hmac", "tool", "ruby")


def load(folder):
    folder = pathlib.Path(folder)
    suites = {}
    for name in SUITES:
        path = folder / f"{name}.json"
        if path.exists():
            suites[name] = json.loads(path.read_text())
    if not suites:
        raise FileNotFoundError(f"no results in {folder}")
    return suites


def _row(suite, section, what, entrant, unit, value, **more):
    row = {
        "suite": suite,
        "section": section,
        "what": what,
        "entrant": entrant,
        "unit": unit,
        "min": None,
        "median": None,
        "max": None,
        "mad": None,
        "ratio": None,
        "ratio_mad": None,
        "noisy": False,
        "peer_is": None,
        "rounds": None,
        "cpu_percent": None,
        "peak_mib": None,
    }
    row.update(value)
    row.update(more)
    row["key"] = " / ".join((suite, section, what, entrant))
    return row


def _library(suite):
    names = suite.get("contenders", {})
    for r in suite.get("rows", []):
        what = (
            f"{' + '.join(r['algorithms'])}, {r['mode']}, {r['messages']} x {r['bytes']} B"
            f"{'' if r['layout'] == 'apart' else ', ' + r['layout']}"
        )
        for e in r["entrants"]:
            who = names.get(e["contender"], {})
            name = f"{who.get('library', '')} {who.get('title', e['contender'])}".strip()
            # Other kernels and tiers of ours are rows of their own.
            name += f" ({e.get('tier', '')} {e['kernel']})" if "ratio" in e and "kernel" in e else ""
            yield _row(
                "library", r["section"], what, name, "ns", e["ns"], rounds=r["rounds"], **beside(e)
            )  # fmt: skip


def _hmac(suite):
    for r in suite.get("rows", []):
        yield _row(
            "hmac", "hmac", "10,000 HMAC-SHA-1 of 445 bytes", f"{r['library']} {r['name']}", "s",
            r["real_s"], **beside(r)
        )  # fmt: skip
    for r in suite.get("memory", []):
        for key, what in (("loaded_kib", "loaded"), ("used_kib", "after a first call")):
            yield _row("hmac", "memory", f"added by a library, {what}", r["library"], "KiB", r[key])


def _tool(suite):
    for r in suite.get("rows", []):
        what = f"{r['title']}, {r['workload']}, {r['algorithm']}"
        for e in r["entrants"]:
            more = {k: e[k] for k in ("cpu_percent", "peak_mib") if k in e}
            yield _row(
                "tool", r["section"], what, e["name"], "ms", e["wall_ms"], rounds=r["rounds"],
                **more, **beside(e)
            )  # fmt: skip


def _ruby(suite):
    for r in suite.get("rows", []):
        for e in r["entrants"]:
            yield _row(
                "ruby", "in process", r["title"], e["name"], "ns", e["ns"],
                rounds=len(e["passes"]), **beside(e)
            )  # fmt: skip
    for p in suite.get("processes", []):
        value = summary(p["seconds"])
        yield _row("ruby", "processes", "whole process", p["name"], "s", value, **beside(p))
    for p in suite.get("hmac", []):
        what = "10,000 HMAC-SHA1 of 445 bytes"
        yield _row("ruby", "hmac", what, p["name"], "s", p["total_s"], **beside(p))
    for m in suite.get("memory", []):
        value = {"median": m["kib"], "mad": m["mad"]}
        yield _row("ruby", "memory", "added by a require", m["name"], "KiB", value)


def beside(entrant):
    """What a row says of an entrant that is set against its first."""
    return {k: entrant[k] for k in ("ratio", "ratio_mad", "noisy", "peer_is") if k in entrant}


def median(values):
    values = sorted(values)
    n = len(values)
    return values[n // 2] if n % 2 else (values[n // 2 - 1] + values[n // 2]) / 2


def summary(values):
    middle = median(values)
    return {
        "min": min(values),
        "median": middle,
        "max": max(values),
        "mad": median([abs(v - middle) for v in values]),
        "rounds": len(values),
    }


FLATTEN = {"library": _library, "hmac": _hmac, "tool": _tool, "ruby": _ruby}


def rows(suites):
    return [row for name, suite in suites.items() for row in FLATTEN[name](suite)]


def bars(suites):
    found = [dict(bar, suite=name) for name, s in suites.items() for bar in s.get("bars", [])]
    return sorted(found, key=lambda bar: bar["issue"])


def unmeasured(suites):
    return [bar for s in suites.values() for bar in s.get("bars_not_measured", [])]
