#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
#
# differential.py - random lists, names and command lines given to the sum names and to the
# installed coreutils; standard output, standard error and exit status must agree. Knows the listed
# deviations (docs/sum-mode.md) and keeps out of their way. Seeded: a failure prints what repeats it.
#
#   differential.py [--sum DIR] [--seed N] [--seconds S] [--cases N] [lists|names|options]...
import argparse
import hashlib
import os
import random
import re
import subprocess
import sys
import tempfile
import time

ALGORITHMS = ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"]
LOCALES = ["C", "C.UTF-8"]
CONTENT = b"abc"
CONTROL = re.compile(rb"\\r|[\x01-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]")

# Names of files that exist; the generator also asks for some that do not.
NAMES = [
    b"f", b"g", b" f", b"  f", b"*f", b"f ", b"a b", b"a\nb", b"\nf", b"x\\ny", b"x\\y", b"\\f",
    b"(f)", b"f)", b"a) = b", b"MD5 (f) = x", b"#f", b"it's", b"a\"b", b"$f", b"a:b", b"~f",
    "\u00e9".encode(), b"\xff\xfe", b"\xc3", "\u200b".encode(), b"=", b"==", b"-x", b"{", b"}",
    b"a'b c", b"sub/f", b"dir", b"\\", b"a\\nb\nc", "\u65e5\u672c".encode(), b"%s", b"`f`",
]
CONTROL_NAMES = [b"a\rb", b"e\033f", b"t\tt", b"\x7f", b"f\r", "\u009b".encode(), b"b\x08b"]
MISSING = [b"gone", b"g one", b"f/under", b"dir/gone", b"", b"n" * 300, b"go\nne", b"\xe9gone"]


class Sides:
    """The two programs, and a folder of files that both see."""

    def __init__(self, sum_dir, folder):
        self.sum_dir = os.path.abspath(sum_dir)
        self.folder = folder
        for name in NAMES + CONTROL_NAMES:
            path = os.path.join(os.fsencode(folder), name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            if name == b"dir":
                os.makedirs(path, exist_ok=True)
                continue
            with open(path, "wb") as file:
                file.write(CONTENT)

    def run(self, ours, algorithm, args, stdin, locale, posix):
        name = algorithm + "sum"
        environment = {"LC_ALL": locale, "PATH": "/usr/bin:/bin"}
        if posix:
            environment["POSIXLY_CORRECT"] = "1"
        result = subprocess.run(
            [name.encode()] + args, executable=os.path.join(self.sum_dir if ours else "/usr/bin", name),
            input=stdin, cwd=self.folder, env=environment, capture_output=True, timeout=60)
        return result.stdout, result.stderr, result.returncode


def digest_text(rng, algorithm):
    """A digest as a list may hold it: right, wrong, of the wrong size, not hex."""
    right = hashlib.new(algorithm, CONTENT).hexdigest().encode()
    kind = rng.random()
    if kind < 0.55:
        return right
    if kind < 0.62:
        return right.upper()
    if kind < 0.72:
        return b"0" * len(right)
    if kind < 0.77:
        return right[:-1]
    if kind < 0.82:
        return right + rng.choice([b"0", b"g", b"00"])
    if kind < 0.87:
        at = rng.randrange(len(right))
        return right[:at] + rng.choice([b"g", b" ", b"\t", b"\xff", b"-"]) + right[at + 1:]
    if kind < 0.93:
        return hashlib.new(rng.choice(ALGORITHMS), CONTENT).hexdigest().encode()
    return rng.choice([b"", b"0" * 130, b"a" * 5000, b"(f)", b"=", b"\\"])


def escape(name):
    return name.replace(b"\\", b"\\\\").replace(b"\n", b"\\n").replace(b"\r", b"\\r")


def name_text(rng, names):
    name = rng.choice(names) if rng.random() < 0.85 else rng.choice(MISSING)
    return name


def list_line(rng, algorithm, names, layout):
    name = name_text(rng, names)
    digest = digest_text(rng, algorithm)
    lead = rng.choice([b""] * 12 + [b" ", b"\t", b"  ", b" \t "])
    escaped = b"\n" in name or b"\\" in name and rng.random() < 0.6 or rng.random() < 0.04
    shown = name
    if escaped:
        shown = escape(name) if rng.random() < 0.9 else name.replace(b"\n", b"\\q")
        lead += rng.choice([b"\\"] * 12 + [b"\\\\", b"", b" \\", b"\\ "])
    kind = rng.random()
    if kind < 0.62:
        separator = layout if rng.random() < 0.8 else rng.choice([b"  ", b" *", b" ", b"\t", b"\t*",
                                                                 b"\t ", b"   ", b" \t", b"", b"**"])
        line = lead + digest + separator + shown
    elif kind < 0.87:
        tag = rng.choice([algorithm.upper()] * 8 + ["MD5", "SHA256", algorithm, "SHA-256", "BLAKE2b"])
        line = b"".join([
            lead, tag.encode(), rng.choice([b" "] * 6 + [b"", b"  ", b"\t"]),
            rng.choice([b"("] * 12 + [b"", b"(("]), shown, rng.choice([b")"] * 12 + [b"", b"))"]),
            rng.choice([b" "] * 5 + [b"", b"\t", b"  "]), rng.choice([b"="] * 12 + [b"", b"=="]),
            rng.choice([b" "] * 5 + [b"", b"\t", b"  "]), digest, rng.choice([b""] * 9 + [b" "])])
    elif kind < 0.93:
        line = rng.choice([b"#", b"# x", b" #x", b"", b" ", b"\t", b";x", b"junk", b"\\", b"-", b"(",
                           algorithm.upper().encode(), algorithm.upper().encode() + b" (",
                           algorithm.upper().encode() + b" ()", b"\xef\xbb\xbf" + digest + b"  f",
                           digest, digest + b" ", digest + b"  ", digest + b"   ", digest + b" *",
                           digest + b"\t", digest + b"  -", b"\xff" * 40])
    else:
        line = bytes(rng.choice(b"0123456789abcdef ()*=\\\tMDSHA\xff-f") for _ in range(rng.randrange(80)))
    line = line.replace(b"\n", b" ").replace(b"\0", b" ")
    return line + rng.choice([b"\n"] * 10 + [b"\r\n"] * 2 + [b"\r\r\n", b"\n\n"])


def make_list(rng, algorithm, names):
    layout = rng.choice([b"  ", b"  ", b" *", b" "])
    data = b"".join(list_line(rng, algorithm, names, layout) for _ in range(rng.randrange(1, 9)))
    if rng.random() < 0.2:
        data = data[:-1]
    return data


def check_options(rng):
    options = [b"-c"]
    for option in [b"--quiet", b"--status", b"-w", b"--strict", b"--ignore-missing"]:
        if rng.random() < 0.25:
            options.append(option)
    rng.shuffle(options)
    return options


def case_list(rng, sides):
    """Lists, from files and from standard input."""
    algorithm = rng.choice(ALGORITHMS)
    names = NAMES + CONTROL_NAMES if rng.random() < 0.1 else NAMES
    args, stdin = check_options(rng), b""
    count = rng.choice([1, 1, 1, 2, 3])
    for i in range(count):
        data = make_list(rng, algorithm, names)
        if not stdin and rng.random() < 0.4:
            stdin = data
            args.append(b"-")
        else:
            with open(os.path.join(sides.folder, f"list{i}"), "wb") as file:
                file.write(data)
            args.append(rng.choice([b"list%d" % i] * 9 + [b"no list", b"dir"]))
    return algorithm, args, stdin


def case_name(rng, _sides):
    """Names of files that may or may not exist, as operands."""
    algorithm = rng.choice(ALGORITHMS)
    args = []
    for option in [b"-b", b"-t", b"--tag", b"-z"]:
        if rng.random() < 0.2 and not (option == b"-t" and b"--tag" in args):
            args.append(option)
    if b"-t" in args and b"--tag" in args:
        args.remove(b"-t")
    args.append(b"--")
    alphabet = [bytes([c]) for c in range(1, 256) if c != 0x2f]
    alphabet += [b" ", b"'", b"\\", b"\n", b"a", b"a", b":", b"{", b"#", b"~", "\u00e9".encode(),
                 "\u65e5".encode(), "\u200b".encode(), "\u0301".encode(), "\u009b".encode(),
                 "\U0001f600".encode(), "\ue000".encode(), b"\xf0\x9f", b"\xed\xa0\x80"] * 4
    for _ in range(rng.randrange(1, 6)):
        if rng.random() < 0.3:
            args.append(rng.choice(NAMES + CONTROL_NAMES + MISSING))
        else:
            args.append(b"".join(rng.choice(alphabet) for _ in range(rng.randrange(6))))
    return algorithm, args, CONTENT


def case_option(rng, sides):
    """Command lines: every option, abbreviations, nonsense, orders, operands between options."""
    algorithm = rng.choice(ALGORITHMS)
    words = [b"-b", b"-c", b"-t", b"-w", b"-z", b"--binary", b"--check", b"--ignore-missing",
             b"--quiet", b"--status", b"--strict", b"--tag", b"--text", b"--warn", b"--zero",
             b"--che", b"--st", b"--t", b"--sta", b"--i", b"--q", b"--w", b"--b", b"--z", b"--=", b"--",
             b"-", b"-x", b"-bz", b"-cw", b"-wx", b"--check=1", b"--nonsense", b"--ver=", b"f", b"g",
             b"gone", b"dir", b"list", b"-l", b"--h=1", b"--te", b"--ta", b"--strict=x", b"-\xff"]
    args = [rng.choice(words) for _ in range(rng.randrange(0, 5))]
    with open(os.path.join(sides.folder, "list"), "wb") as file:
        file.write(hashlib.new(algorithm, CONTENT).hexdigest().encode() + b"  f\njunk\n")
    return algorithm, args, CONTENT


def compare(sides, rng, make):
    algorithm, args, stdin = make(rng, sides)
    locale, posix = rng.choice(LOCALES), rng.random() < 0.1
    ours, theirs = (sides.run(mine, algorithm, args, stdin, locale, posix) for mine in (True, False))
    if ours == theirs:
        return None
    # Status lines of names with control characters are quoted, a listed deviation.
    if b"-c" in args and CONTROL.search(theirs[0]) and ours[1:] == theirs[1:]:
        return None
    lists = {}
    for arg in args:
        path = os.path.join(os.fsencode(sides.folder), arg)
        if arg.startswith(b"list") and os.path.isfile(path):
            with open(path, "rb") as file:
                lists[arg] = file.read()
    return (f"{algorithm}sum {args!r} LC_ALL={locale} POSIXLY_CORRECT={posix}\n"
            f"  stdin  {stdin!r}\n  lists  {lists!r}\n  ours   {ours!r}\n  theirs {theirs!r}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sum", default=os.environ.get("MHASH_SUM", "build/sum"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--cases", type=int, default=0, help="stop after so many of each kind")
    parser.add_argument("kinds", nargs="*", default=[])
    options = parser.parse_args()
    makers = {"lists": case_list, "names": case_name, "options": case_option}

    version = subprocess.run(["md5sum", "--version"], capture_output=True, text=True).stdout
    if not version.startswith("md5sum (GNU coreutils) 9.1\n"):
        print("coreutils 9.1 is not installed here: nothing to compare with")
        return 77
    failures = 0
    for kind in options.kinds or makers:
        with tempfile.TemporaryDirectory() as folder:
            sides = Sides(options.sum, folder)
            end, count = time.monotonic() + options.seconds, 0
            while time.monotonic() < end and not (options.cases and count >= options.cases):
                seed = f"{options.seed}/{kind}/{count}"
                told = compare(sides, random.Random(seed), makers[kind])
                count += 1
                if told:
                    failures += 1
                    print(f"differs, seed {seed}: {told}")
                    if failures >= 10:
                        return 1
            print(f"{kind}: {count} cases")
    return 1 if failures else 0


sys.exit(main())
