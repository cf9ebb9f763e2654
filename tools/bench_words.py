# SPDX-License-Identifier: MIT
#
# bench_words.py - how figures, ratios and tables are written in the reports. Knows entrants of rows;
# no suite, no page.

EVEN_LEAST = 0.01  # what no machine repeats, as in timing/stats.c


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


def details(title, text):
    return f"<details><summary>{title}</summary>\n\n{text.strip()}\n\n</details>\n"


def verdict(entrant):
    """slower, even or faster: what the row says of a peer. Even: within the noise."""
    if "peer_is" in entrant:
        return entrant["peer_is"]
    noise = max(2 * entrant["ratio_mad"], EVEN_LEAST)
    ratio = entrant["ratio"]
    return "slower" if ratio > 1 + noise else "faster" if ratio < 1 - noise else "even"


def mark(entrant):
    """~ a noisy row, = neither is faster"""
    return "~" if entrant["noisy"] else "=" if verdict(entrant) == "even" else ""


def times(entrant):
    return f"{figure(entrant['ratio'])}×{mark(entrant)}"


def peers(row):
    return [e for e in row["entrants"][1:] if e["library"] != "Hashmill"]


def peer(row, name):
    return next((e for e in peers(row) if e["name"] == name), None)


def fastest_peer(row):
    return min(peers(row), key=lambda e: e["ns"]["median"], default=None)


def unique(values):
    return list(dict.fromkeys(values))
