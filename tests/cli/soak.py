#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""soak.py - random small trees: what mhash says of them beside what coreutils says.

  soak.py MHASH TREES SECONDS SEED    so many trees, and not much longer than that; 0: no limit

Names of all bytes, empty files and those around the sizes where the ways to read change, folders in
folders, symlinks to files, folders, nothing and themselves; any -j, digests, ways to read and
selection. The digests are those of coreutils, whose lines end in NUL, so that no name is written
otherwise there; the lines around them are made here, as the documents tell. Works in the current
folder. Tree N of a seed is the same tree, whatever came before.
"""
import os
import random
import shutil
import subprocess
import sys
import time

ALGORITHMS = ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"]
EDGES = [0, 1, 55, 56, 63, 64, 65, 111, 112, 127, 128, 129, 4095, 4096, 4097, 65535, 65536, 65537,
         131071, 131072, 131073, 262143, 262144, 262145]
ANY_BYTE = bytes(range(1, 256)).replace(b"/", b"")
FEW_BYTES = b"abAB01 .\n\r\\*-\xff\xc3\xa4"


def random_name(r):
    letters = r.choice([ANY_BYTE, FEW_BYTES, FEW_BYTES])
    return bytes(r.choice(letters) for _ in range(r.choice([1, 2, 3, 6, r.randint(1, 255)])))


def random_size(r):
    return r.choice([r.choice(EDGES), r.choice(EDGES) + r.randrange(100),
                     int(10 ** r.uniform(0, r.choice([3, 4, 5, 6.2])))])


def make_tree(r):
    """The tree t, and its files."""
    shutil.rmtree(b"t", ignore_errors=True)
    os.mkdir(b"t")
    folders, files = [b"t"], []
    for _ in range(r.choice([0, 1, 5, 20, 40, 40, 150])):
        folder, name, kind = r.choice(folders), random_name(r), r.random()
        path = folder + b"/" + name
        try:
            if os.path.lexists(path):
                continue
            if kind < 0.1:
                path = folder + b"/" + name[:20]
                os.mkdir(path)
                folders.append(path)
            elif kind < 0.2:
                to = [b"gone", b".", name] + ([b".."] if folder != b"t" else [])
                to += [os.path.relpath(p, folder)
                       for p in [r.choice(folders)] + r.sample(files, min(4, len(files)))]
                os.symlink(r.choice(to), path)
            else:
                with open(path, "wb") as f:
                    f.write(r.randbytes(random_size(r)))
                files.append(path)
        except OSError:
            continue  # not every file system takes every name


def identity(path):
    st = os.stat(path)
    return st.st_dev, st.st_ino


def walk(folder, links, above=()):
    """What is in the folder, in the order that the documents tell: (path, is a link, depth)."""
    above += identity(folder),
    for name in sorted(os.listdir(folder)):
        path = folder + b"/" + name
        if os.path.islink(path):
            if links == "link":
                yield path, True, len(above)
                continue
            if links == "skip" or not os.path.exists(path):
                continue
        if not os.path.isdir(path):
            yield path, False, len(above)
        elif identity(path) not in above:
            yield from walk(path, links, above)


def coreutils(algorithm, items):
    """The digests of the files, or of the links' targets."""
    digests = {}
    paths = [path for path, is_link in items if not is_link]
    if paths:
        out = subprocess.run([algorithm + "sum", "-z", "--"] + paths, stdout=subprocess.PIPE,
                             check=True).stdout
        for path, line in zip(paths, out.split(b"\0")):
            digest, name = line.split(b" ", 1)
            assert name[1:] == path, (name, path)
            digests[path] = digest
    for path, is_link in items:
        if is_link:
            digests[path] = subprocess.run([algorithm + "sum"], input=os.readlink(path),
                                           stdout=subprocess.PIPE, check=True).stdout.split()[0]
    return digests


def line_of(digest, path, tag, zero):
    mark = b""
    if not zero and any(c in path for c in b"\\\n\r"):
        mark = b"\\"
        path = path.replace(b"\\", b"\\\\").replace(b"\n", b"\\n").replace(b"\r", b"\\r")
    text = tag + b" (" + path + b") = " + digest if tag else digest + b"  " + path
    return mark + text + (b"\0" if zero else b"\n")


def run(command, **how):
    child = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **how)
    return child.returncode, child.stdout, child.stderr


def one_tree(tool, has_readers, r):
    make_tree(r)
    algorithms = r.sample(ALGORITHMS, r.choice([1, 1, 1, 2, 4]))
    links, zero = r.choice(["skip", "skip", "link", "follow"]), r.random() < 0.3
    how = ["-j", str(r.choice([1, 1, 2, 3, 8, 16]))]
    if r.random() < 0.4:
        how += ["--io", r.choice(["auto", "read", "mmap"])] + r.choice([[], ["--no-cache"]])
    if has_readers and r.random() < 0.5:
        how += ["--readers", str(r.choice([1, 2, 5]))]
    if zero:
        how.append("-z")
    items, select = list(walk(b"t", links)), ["--symlinks", links]
    if r.random() < 0.3:
        least = r.choice([1, 64, 4096])
        select += ["--min-size", str(least)]
        items = [i for i in items
                 if (os.lstat(i[0]) if i[1] else os.stat(i[0])).st_size >= least]
    if r.random() < 0.2:
        select += ["--max-depth", "2"]
        items = [i for i in items if i[2] <= 2]
    if r.random() < 0.2:
        select += ["--exclude", "*[01]*"]
        items = [i for i in items if not any(b"0" in part or b"1" in part
                                             for part in i[0].split(b"/")[1:])]
    items = [(path, is_link) for path, is_link, _ in items]
    digests = [coreutils(a, items) for a in algorithms]
    tags = [a.upper().encode() if len(algorithms) > 1 else b"" for a in algorithms]
    want = b"".join(line_of(d[path], path, tag, zero) for path, _ in items
                    for d, tag in zip(digests, tags))
    command = [tool, "-a", ",".join(algorithms)] + how
    # Links that lead to where they lie are told, and no failure.
    code, out, err = run(command + ["-r"] + select + ["t"])
    assert out == want, (command + select, out[:2000], want[:2000])
    # A link to nothing, or to itself, is a file that cannot be read, if links are followed.
    broken = links == "follow" and any(
        os.path.islink(os.path.join(top, name)) and not os.path.exists(os.path.join(top, name))
        for top, folders, names in os.walk(b"t") for name in names + folders)
    assert code == 0 or (code == 2 and broken), (command + select, code, err)
    names = [path for path, is_link in items if not is_link]
    if not names:
        return
    # The same files by their names: as operands, from a list, under a sum name.
    want = b"".join(line_of(d[path], path, tag, zero) for path in names
                    for d, tag in zip(digests, tags))
    if r.random() < 0.5:
        code, out, err = run(command + ["--files0-from", "-"],
                             input=b"".join(path + b"\0" for path in names))
    else:
        code, out, err = run(command + ["--"] + names)
    assert (code, out, err) == (0, want, b""), (command, code, out[:2000], want[:2000], err)
    check(tool, r, how, names, want, len(algorithms))


def check(tool, r, how, names, listed, count):
    """The list is right; after a change of one byte one file is wrong, and no other."""
    with open("list", "wb") as f:
        f.write(listed)
    code, out, err = run([tool, "-c", "--quiet"] + how + ["list"])
    assert (code, out, err) == (0, b"", b""), (how, code, out, err)
    path = r.choice(names)
    real, size = os.path.realpath(path), os.path.getsize(path)
    same = {p for p in names if os.path.realpath(p) == real}
    with open(path, "r+b") as f:
        at = r.randrange(size + 1)
        f.seek(at)
        byte = f.read(1)
        f.seek(at)
        f.write(bytes([byte[0] ^ 1 << r.randrange(8)]) if byte else b"x")
    code, out, err = run([tool, "-c", "--report", "jsonl", "--quiet"] + how + ["list"])
    assert code == 1, (how, code, err)
    lines = out.splitlines()[:-1]  # the last one is the summary
    assert len(lines) == len(same) * count, (how, out, same)
    assert all(b'"verdict":"mismatch"' in line for line in lines), (how, out)


def main():
    tool, trees, seconds, seed = sys.argv[1], *map(int, sys.argv[2:5])
    has_readers = b"--readers" in subprocess.run([tool, "--help"], stdout=subprocess.PIPE).stdout
    begin = time.monotonic()
    for n in range(trees):
        if n and seconds and time.monotonic() - begin > seconds:
            break
        try:
            one_tree(tool, has_readers, random.Random("%d/%d" % (seed, n)))
        except BaseException:
            print("tree %d of seed %d" % (n, seed), file=sys.stderr)
            raise
    else:
        n = trees
    print("%d trees, seed %d" % (n, seed))


main()
