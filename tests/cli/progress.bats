#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# progress.bats - the progress line as a terminal shows it. Every run waits for what it should show,
# however long that takes, with a file that is never read to its end in that time.

# shellcheck disable=SC2034,SC2086,SC2164

load helper

# sees ARGS...: a Python program, on standard input, that knows tests/cli/terminal.py.
sees() {
    python3 - "$MHASH" "$@"
}

# endless NAME: a file too large to be hashed while a test runs.
endless() {
    truncate -s 4T "$1" 2>/dev/null || truncate -s 1T "$1"
}

# tree: 30 small files with 3,000 bytes in all, before an endless one whose name is long and wide.
tree() {
    [ "$(LC_ALL=C.UTF-8 locale charmap 2>/dev/null)" = UTF-8 ] || skip 'no locale C.UTF-8'
    mkdir -p t/b 't/日本語日本語日本語日本語日本語'
    for i in {01..30}; do
        printf '%0100d' "${i#0}" >t/b/$i
    done
    endless 't/日本語日本語日本語日本語日本語/ééé-the-end'
}

# What a line says once all is counted.
WATCH='
import os, re, signal, sys
from terminal import Terminal, width
UNITS = {unit: 1024 ** i for i, unit in enumerate(["B", "KiB", "MiB", "GiB", "TiB"])}
LINE = re.compile(r"(?P<bytes>[0-9.]+) (?P<unit>[KMGT]?i?B)(?: of (?P<total>[0-9.]+)(?P<more>\+?) "
                  r"(?P<totalunit>[KMGT]?i?B))?(?:, [0-9.]+ [KMGT]?i?B/s)?(?:, [0-9:]+(?: s)? left)?"
                  r"(?:, (?P<files>\d+)(?: of (?P<totalfiles>\d+)\+?)? files?)?(?:  (?P<name>.+))?")
def parse(line):
    match = LINE.fullmatch(line)
    assert match, line
    return match
def known(terminal):
    return terminal.drawn and parse(terminal.drawn[-1])["total"] and \
        not parse(terminal.drawn[-1])["more"]
def check(terminal):
    """What holds for every line: its width, and that nothing goes back."""
    done = files = 0
    for line in terminal.drawn:
        assert width(line) < terminal.columns, line
        match = parse(line)
        now = float(match["bytes"]) * UNITS[match["unit"]]
        assert now >= done, terminal.drawn
        done = now
        if match["files"]:
            assert int(match["files"]) >= files, terminal.drawn
            files = int(match["files"])
'

# watches COLUMNS FILES ARGS...: runs the tool until the total is known and the endless file is the
# one being read.
watches() {
    (echo "$WATCH" && cat <<'PY'
columns, files = int(sys.argv[2]), sys.argv[3]
terminal = Terminal([sys.argv[1]] + sys.argv[4:], columns)
terminal.until(lambda t: known(t) and parse(t.drawn[-1])["name"] and "end" in t.drawn[-1] and
               " left" in t.drawn[-1])
check(terminal)
size = next(os.path.getsize(os.path.join(top, name)) for top, _, names in os.walk(".")
            for name in names if name.endswith("the-end"))
match = parse(terminal.drawn[-1])
assert (match["total"], match["totalunit"]) == ("%.1f" % (size / 2 ** 40), "TiB"), terminal.drawn[-1]
if match["files"]:
    assert match["totalfiles"] == files, terminal.drawn[-1]
    assert int(match["files"]) < int(files), terminal.drawn[-1]
whole = os.environ.get("NAME", "t/日本語日本語日本語日本語日本語/ééé-the-end")
name = match["name"]
assert name == whole or (name.startswith("...") and whole.endswith(name[3:])), name
assert width(terminal.drawn[-1]) >= min(columns - 2, width(terminal.drawn[-1]) - width(name) + width(whole))
# A status line has a row of its own, and the name in full.
rows = len(terminal.rows)
terminal.child.send_signal(signal.SIGUSR1)
terminal.until(lambda t: len(t.rows) > rows)
row = terminal.rows[rows]
assert row.startswith("mhash: ") and " of " + match["total"] + " TiB" in row, row
assert row.endswith("; now " + whole), row
terminal.child.terminate()
assert terminal.finish() == -signal.SIGTERM
check(terminal)
assert terminal.row == "", terminal.row
assert terminal.rows[-1].startswith("mhash: interrupted"), terminal.rows
PY
    ) >program
    sees "$@" <program
}

@test "a tree: bytes and files of all, time left, the name as far as it fits" {
    tree
    for columns in 60 80 110 300; do
        watches $columns 31 -r -a md5 -j2 t
    done
}

@test "a tree under a selection, and in an order of its own" {
    tree
    mkdir t/c
    endless t/c/left-out
    watches 80 16 -r -a md5 --exclude 'left-out' --exclude '?[02468]' --exclude /b/3? t
    watches 80 1 -r -a md5 -j1 --min-size 1M --exclude 'left*' t
}

@test "operands, and a list of names" {
    tree
    find t -type f | LC_ALL=C sort >list
    printf '%s\n' gone >>list
    watches 80 32 -a md5 --files-from list
    tr '\n' '\0' <list >list0
    watches 80 33 -a md5 --files0-from list0 list
    watches 80 31 -a md5 t/b/* t/*/*the-end
}

@test "lists to check" {
    tree
    mkdir lists
    (cd t/b && md5sum -- *) | sed 's:  :  b/:' >lists/a.md5
    # A file with two digests is read once; what is refused or malformed is not read.
    sha1sum t/b/01 | sed 's:t/::' >lists/b
    printf '%s  b/01\nno line\n%s  ../t/b/02\n%s  b/gone\n' $H $H $H >>lists/b
    export NAME='日本語日本語日本語日本語日本語/ééé-the-end'
    printf '[{"name": "b/02", "digests": {"md5": "%s"}}]\n' $H >lists/c.json
    printf '%s  %s\n' $H "$NAME" >lists/d
    watches 80 34 -c --confine --relative-to t lists/a.md5 lists/b lists/c.json lists/d
    cp lists/a.md5 lists/d t
    cd t
    watches 80 31 -c a.md5 d
}

@test "what cannot be known is not told" {
    tree
    mkfifo pipe
    # A FIFO first; names from a pipe.
    for how in pipe list; do
        (echo "$WATCH" && cat <<'PY'
import subprocess
if sys.argv[2] == "pipe":
    terminal = Terminal([sys.argv[1], "-r", "-a", "md5", "pipe", "t"], 80)
    with open("pipe", "wb") as f:
        f.write(b"abc")
else:
    find = subprocess.Popen(["find", "t", "-type", "f"], stdout=subprocess.PIPE)
    terminal = Terminal([sys.argv[1], "-a", "md5", "--files-from", "-"], 80, stdin=find.stdout)
    find.stdout.close()
    find.wait()
terminal.until(lambda t: len(t.drawn) > 9)
check(terminal)
assert " of " not in terminal.drawn[-1] and "left" not in terminal.drawn[-1], terminal.drawn[-1]
terminal.child.terminate()
assert terminal.finish() == -signal.SIGTERM
assert terminal.row == "", terminal.row
PY
        ) >program
        sees $how <program
    done
}

@test "results on the same terminal stand alone" {
    printf abc >a
    printf abc >b
    mkfifo slow
    (echo "$WATCH" && cat <<'PY'
import hashlib, select
terminal = Terminal([sys.argv[1], "-a", "md5", "a", "slow", "missing", "b"], 100, output=True)
digest = hashlib.md5()
with open("slow", "wb", buffering=0) as f:
    while not terminal.drawn:
        f.write(bytes(1000))
        digest.update(bytes(1000))
        while select.select([terminal.master], [], [], 0)[0]:
            terminal.read()
assert terminal.finish() == 2
check(terminal)
abc = hashlib.md5(b"abc").hexdigest()
assert terminal.row == "", terminal.row
assert terminal.rows == [abc + "  a", digest.hexdigest() + "  slow",
                         "mhash: missing: No such file or directory", abc + "  b"], terminal.rows
PY
    ) >program
    sees <program
}

@test "no progress unless wanted: no terminal, --no-progress; --progress without a terminal" {
    mkfifo slow
    endless the-end
    printf abc >a
    (echo "$WATCH" && cat <<'PY'
import subprocess
# One run beside another that shows its line: by then this one would have, too.
for options, terminal in ([], False), (["--no-progress"], True):
    quiet = Terminal([sys.argv[1], *options, "the-end"], 80) if terminal else \
        subprocess.Popen([sys.argv[1], *options, "the-end"], stdout=subprocess.DEVNULL,
                         stderr=subprocess.PIPE)
    loud = Terminal([sys.argv[1], "the-end"], 80)
    loud.until(lambda t: len(t.drawn) > 5)
    loud.child.terminate()
    loud.finish()
    if terminal:
        quiet.child.terminate()
        quiet.finish()
        assert not quiet.drawn, quiet.drawn
    else:
        quiet.terminate()
        err = quiet.communicate()[1]
        assert b"\r" not in err and b"\x1b" not in err, err
child = subprocess.Popen([sys.argv[1], "--progress", "the-end"], stdout=subprocess.DEVNULL,
                         stderr=subprocess.PIPE, bufsize=0)
seen = b""
while b"left, " not in seen:
    part = child.stderr.read(100)
    assert part, seen
    seen += part
child.terminate()
child.communicate()
PY
    ) >program
    sees <program
}
