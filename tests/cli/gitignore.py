#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gitignore - random trees and rules: what mhash --exclude-from takes, beside what git takes.

Knows the tool and git as black boxes. Every round says its seed when it fails. Usage:
gitignore.py --mhash TOOL [--rounds N] [--seed N], in an empty folder.
"""
import argparse
import os
import random
import shutil
import subprocess
import sys

NAMES = [b"a", b"b", b"ab", b"ba", b"a.c", b"b.c", b".a", b"foo", b"x y", b"x ", b"!b", b"#c", b"*",
         b"[a]", b"a-b", b"\\a", b"a]", b"B", b"\xc3\xa9", b"\xff", b"a\xfeb", b"1", b"?"]
CLASSES = [b"[ab]", b"[!a]", b"[^b]", b"[a-c]", b"[]a]", b"[!]a]", b"[[:alpha:]]", b"[![:upper:]]",
           b"[[:digit:]x]", b"[a\\]]", b"[a-]", b"[\\a-c]", b"[-a]", b"[[:punct:]]", b"[[a]",
           b"[\xc0-\xff]", b"[*?]"]


def make_tree(rng, folder, depth):
    for name in rng.sample(NAMES, rng.randint(1, 6)):
        path = folder + b"/" + name
        if depth and rng.random() < 0.5:
            os.mkdir(path)
            make_tree(rng, path, depth - 1)
        else:
            with open(path, "wb") as file:
                file.write(name)


def part(rng):
    """A part of a pattern without '**' and without what has no match at all."""
    out = b""
    for _ in range(rng.randint(1, 3)):
        kind = rng.random()
        if kind < 0.45:
            name = rng.choice(NAMES)
            for byte in name:
                char = bytes([byte])
                out += b"\\" + char if char in b"\\*?[ " or rng.random() < 0.05 else char
            if rng.random() < 0.6:
                return out
        elif kind < 0.75:
            # Never two in a row: git's reading of "a**" depends on what stands before it.
            out += b"" if out.endswith(b"*") else b"*"
        elif kind < 0.87:
            out += b"?"
        else:
            out += rng.choice(CLASSES)
    return out


def rule(rng):
    parts = [b"**" if rng.random() < 0.25 else part(rng) for _ in range(rng.choice((1, 1, 1, 2, 2, 3)))]
    text = b"/".join(parts)
    if rng.random() < 0.25:
        text = b"/" + text
    if rng.random() < 0.25:
        text += b"/"
    if text[:1] in (b"#", b"!"):
        text = b"\\" + text
    if rng.random() < 0.3:
        text = b"!" + text
    if rng.random() < 0.1:
        text += b" " * rng.randint(1, 2)
    return text


def rules(rng):
    lines = []
    for _ in range(rng.randint(1, 6)):
        kind = rng.random()
        lines.append(b"" if kind < 0.05 else b"# comment" if kind < 0.1 else rule(rng))
    end = rng.choice((b"\n", b"\n", b"\n", b"\r\n"))
    return (b"\xef\xbb\xbf" if rng.random() < 0.05 else b"") + end.join(lines) + end


def taken_by_git():
    env = dict(os.environ, GIT_CONFIG_NOSYSTEM="1", HOME="/nonexistent", XDG_CONFIG_HOME="/nonexistent")
    out = subprocess.run(["git", "--git-dir=repository", "--work-tree=tree", "-C", ".", "-c",
                          "core.excludesFile=/dev/null", "ls-files", "--others", "-z",
                          "--exclude-from=" + os.path.abspath("rules")],
                         env=env, check=True, stdout=subprocess.PIPE).stdout
    return {b"tree/" + name.removeprefix(b"tree/") for name in out.split(b"\0") if name}


def taken_by_mhash(tool):
    run = subprocess.run([tool, "-r", "-z", "-a", "md5", "--exclude-from", "rules", "tree"],
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert run.returncode == 0 and not run.stderr, run.stderr
    names = [line[34:] for line in run.stdout.split(b"\0") if line]
    assert len(names) == len(set(names))
    return set(names)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--mhash", required=True)
    options.add_argument("--rounds", type=int, default=300)
    options.add_argument("--seed", type=int, default=1)
    args = options.parse_args()
    subprocess.run(["git", "init", "-q", "--bare", "repository"], check=True)
    subprocess.run(["git", "--git-dir=repository", "config", "core.bare", "false"], check=True)
    taken = total = 0
    for seed in range(args.seed, args.seed + args.rounds):
        rng = random.Random(seed)
        shutil.rmtree("tree", ignore_errors=True)
        os.mkdir("tree")
        make_tree(rng, b"tree", 3)
        for _ in range(4):
            with open("rules", "wb") as file:
                file.write(rules(rng))
            ours, theirs = taken_by_mhash(args.mhash), taken_by_git()
            taken += len(ours)
            total += sum(len(files) for _, _, files in os.walk("tree"))
            if ours != theirs:
                print("seed", seed, "rules:", open("rules", "rb").read())
                print("only mhash takes:", sorted(ours - theirs))
                print("only git takes:", sorted(theirs - ours))
                return 1
    # Rules that take all or nothing would prove nothing.
    assert 0.2 * total < taken < 0.95 * total, (taken, total)
    print("%d of %d files taken, the same as by git" % (taken, total))
    return 0


if __name__ == "__main__":
    sys.exit(main())
