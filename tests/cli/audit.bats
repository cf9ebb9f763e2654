# SPDX-License-Identifier: MIT
#
# audit.bats - comparing a folder with a list.

# shellcheck disable=SC1003,SC2016,SC2034,SC2086,SC2164

load helper

put() {
    printf %s "$1" >"$2"
}

@test "unchanged, changed, missing, extra, moved, copies and duplicates in one pass" {
    mkdir -p d/s
    put 1 d/same; put 2 d/changed; put 3 d/gone; put 4 d/old; put 5 d/s/f
    mhash -r d
    cp "$SEEN/ours.out" l
    mhash --audit l d
    status 0
    out 'd/changed: OK\nd/gone: OK\nd/old: OK\nd/s/f: OK\nd/same: OK\n'
    err 'mhash: l: 5 unchanged, 0 changed, 0 missing, 0 extra\n'
    put x d/changed; rm d/gone; mv d/old d/s/new; cp d/same d/copy; put n d/n1; put n d/n2; put e d/extra
    mhash --audit l d
    status 1
    out 'd/changed: CHANGED
d/copy: COPY of d/same
d/extra: EXTRA
d/gone: MISSING
d/n1: EXTRA
d/n2: DUPLICATE of d/n1
d/s/f: OK
d/s/new: MOVED from d/old
d/same: OK
'
    err 'mhash: l: 2 unchanged, 1 changed, 1 missing, 2 extra, 1 moved, 1 copy, 1 duplicate\n'
    mhash --audit --report short l d
    out '! d/changed\n= d/copy = d/same\n+ d/extra\n- d/gone\n+ d/n1\n= d/n2 = d/n1\n> d/old -> d/s/new\n'
    mhash --audit -q l d
    refute grep -q OK "$SEEN/ours.out"
    mhash --audit --status l d
    out ''
    status 1
    mhash --audit --report json l d
    cp "$SEEN/ours.out" json
    mhash --audit --report jsonl l d
    cp "$SEEN/ours.out" jsonl
    python3 - <<'PY'
import json
doc = json.load(open("json"))
rows = [json.loads(line) for line in open("jsonl")]
assert rows[:-1] == doc["entries"] and rows[-1] == doc["summary"]
by = {e["name"]: e for e in doc["entries"]}
assert by["d/s/new"] == {"name": "d/s/new", "status": "moved", "from": "d/old"}
assert by["d/copy"]["same_as"] == "d/same" and len(by) == 9
assert doc["summary"]["exit"] == 1 and doc["summary"]["missing"] == 1
PY
}

@test "right when digests repeat: pairs are one to one, the same last part first" {
    mkdir -p d/a d/b
    for n in 1 2 3 4; do : >d/a/$n; done
    mhash -r d
    cp "$SEEN/ours.out" l
    mv d/a/2 d/b/2; mv d/a/3 d/b/z; : >d/b/1
    mhash --audit -q l d
    out 'd/b/1: MOVED from d/a/3\nd/b/2: MOVED from d/a/2\nd/b/z: COPY of d/a/1\n'
    rm d/b/z
    mhash --audit -q l d
    out 'd/b/1: MOVED from d/a/3\nd/b/2: MOVED from d/a/2\n'
    rm -r d/b
    mhash --audit -q l d
    out 'd/a/2: MISSING\nd/a/3: MISSING\n'
    # Swapped contents are two changes, not two moves
    put 1 d/a/1; put 4 d/a/4
    mhash -r d
    cp "$SEEN/ours.out" l
    put 4 d/a/1; put 1 d/a/4
    mhash --audit l d
    out 'd/a/1: CHANGED\nd/a/4: CHANGED\n'
}

@test "random trees: the counts are those of a slow and simple count" {
    python3 - "$MHASH" <<'PY'
import collections, json, os, random, shutil, subprocess, sys
mhash, rng = sys.argv[1], random.Random(7)
for turn in range(25):
    shutil.rmtree("d", ignore_errors=True)
    names = [f"d/{rng.randrange(4)}/{rng.randrange(30)}" for _ in range(40)]
    def write(name):
        os.makedirs(os.path.dirname(name), exist_ok=True)
        open(name, "w").write(str(rng.randrange(8)))
    for name in names:
        write(name)
    subprocess.run([mhash, "-r", "-a", rng.choice(["md5", "sha256", "md5,sha1"]), "-o", "l", "d"], check=True)
    was = {n: open(n).read() for n in set(names)}
    for _ in range(rng.randrange(30)):
        what, name = rng.random(), rng.choice(names)
        if what < .4 and os.path.exists(name):
            os.remove(name)
        elif what < .6 and os.path.exists(name):
            os.makedirs("d/x", exist_ok=True)
            os.rename(name, f"d/x/{rng.randrange(99)}")
        else:
            write(rng.choice([name, f"d/new{rng.randrange(99)}"]))
    now = {os.path.join(p, f): open(os.path.join(p, f)).read() for p, _, fs in os.walk("d") for f in fs}
    run = subprocess.run([mhash, "--audit", "--report", "json", "l", "d"], capture_output=True, text=True)
    doc = json.loads(run.stdout)
    got = collections.Counter(e["status"] for e in doc["entries"])
    missing = collections.Counter(was[n] for n in was if n not in now)
    extra = collections.Counter(now[n] for n in now if n not in was)
    present = {now[n] for n in now if n in was}
    moved = sum((missing & extra).values())
    left = extra - missing
    want = {"unchanged": sum(n in now and now[n] == was[n] for n in was),
            "changed": sum(n in now and now[n] != was[n] for n in was),
            "missing": sum(missing.values()) - moved, "moved": moved}
    known = present | set(missing & extra)
    want["copy"] = sum(n for c, n in left.items() if c in known)
    want["extra"] = sum(1 for c in left if c not in known)
    want["duplicate"] = sum(n - 1 for c, n in left.items() if c not in known)
    for key, n in want.items():
        assert got[key] == n, (turn, key, n, got)
    for e in doc["entries"]:
        if e["status"] == "moved":
            assert was[e["from"]] == now[e["name"]]
        if "same_as" in e:
            assert now[e["same_as"]] == now[e["name"]]
    assert run.returncode == (0 if was == now else 1)
PY
}

@test "the list in the folder, its temporary files and ./ spellings do not disturb" {
    mkdir -p d/s
    put 1 d/f; put 2 d/s/g
    (cd d && mhash -r . && cp "$SEEN/ours.out" SUMS)
    (cd d && mhash --audit SUMS . && status 0 && out 'f: OK\ns/g: OK\n')
    : >d/.SUMS.mhash-123-0
    : >d/.SUMS.mhash-journal
    mhash --audit --relative-to list d/SUMS d
    out 'f: OK\ns/g: OK\n'
    status 0
    ln -s d/SUMS other
    mhash --audit --relative-to d other d
    out 'f: OK\ns/g: OK\n'
    printf '%s  d/f\n%s  ././d//s/./g\n' "$(sha256sum <d/f | cut -c-64)" "$(sha256sum <d/s/g | cut -c-64)" >l
    mhash --audit l ./d/
    refute grep -q 'CHANGED\|MISSING' "$SEEN/ours.out"
}

@test "names relative to the list or a folder" {
    mkdir -p a/d b
    put 1 a/d/f
    (cd a && mhash -r d && cp "$SEEN/ours.out" l)
    mhash --audit l a/d
    status 2
    mhash --audit --relative-to list a/l a/d
    status 0
    out 'd/f: OK\n'
    mhash --audit --relative-to a a/l "$PWD/a/d"
    status 0
    mhash --audit --relative-to b a/l a/d
    status 2
    err_has 'does not lie in the folder'
    mhash --audit a/l a/d
    status 1
    err_has 'with --relative-to list'
}

@test "nothing is called well that was not looked at" {
    mkdir d e
    put 1 d/f; put 2 e/g
    mhash -r d e
    cp "$SEEN/ours.out" l
    mhash --audit l d
    status 3
    err_has '1 entry was not verified'
    printf 'junk\n' >j
    mhash --audit j d
    status 3
    mhash --audit gone d
    status 2
    mhash --audit l gone
    status 2
    mhash --audit l d/f
    status 2
    printf '%s\njunk\n' "$(grep d/f l)" >j
    mhash --audit j d
    status 3
    printf '%s\nTIGER (d/f) = 00\n' "$(grep d/f l)" >j
    mhash --audit j d
    status 3
    ln -s f d/link
    printf '%s\n%s\n' "$(grep d/f l)" "$(grep d/f l | sed s,d/f,d/link,)" >j
    mhash --audit j d
    status 3
    err_has '1 unseen'
    mhash --audit --symlinks follow j d
    status 0
    mhash --audit --confine <(sed 's,d/f,d/../d/f,;q' l) d
    refute status 0
    mhash --audit --strict-algorithms <(md5sum d/f) d
    status 3
    mhash --audit l
    status 64
    mhash --audit l d e
    status 64
    mhash -c --audit l d
    status 64
}

@test "unreadable files" {
    [ "$(id -u)" -ne 0 ] || skip "root reads everything"
    mkdir d
    put 1 d/f; put 2 d/g
    mhash -r d
    cp "$SEEN/ours.out" l
    chmod 0 d/g
    mhash --audit l d
    status 2
    err_has 'd/g: Permission denied'
}

@test "lists of other dialects and several algorithms" {
    mkdir d
    put abc d/f; put abc d/g
    mhash -r -a md5,sha256 --style json d
    cp "$SEEN/ours.out" l
    mhash --audit l d
    status 0
    mv d/g d/h
    mhash --audit -q l d
    out 'd/h: MOVED from d/g\n'
    printf '%%%%%%%% HASHDEEP-1.0\n%%%%%%%% size,md5,filename\n3,%s,d/f\n3,%s,d/h\n' $H $H >l
    mhash --audit l d
    status 0
}

@test "a signal ends an audit in good order: no verdict of a part of the folder" {
    mkdir d
    abc d/a d/z
    "$MHASH" -r d >l
    truncate -s 100G d/big
    python3 - "$MHASH" <<'PY'
import subprocess, sys, time
from children import STOPS, start, wait_for_handlers
for number in STOPS:
    for form, later in ([], 0.1), (["--report", "json"], 0):
        child = start([sys.argv[1], "--audit", *form, "l", "d"], stdout=subprocess.PIPE,
                      stderr=subprocess.PIPE)
        wait_for_handlers(child)
        time.sleep(later)  # whenever it comes will do
        child.send_signal(number)
        out, err = child.communicate(timeout=300)
        assert out == b"", out
        assert b"mhash: l: interrupted" in err and b"missing" not in err, err
        assert child.returncode == -number, child.returncode
PY
}

@test "-o and a redirection: the report is whole, and no part of the folder" {
    mkdir d
    abc d/a d/b
    "$MHASH" -r d >l && mv l d/l
    abc d/.l.mhash-1
    for _ in 1 2; do
        abc d/.report.mhash-1
        mhash --audit -o d/report d/l d
        status 0
        out ''
        printf 'd/a: OK\nd/b: OK\n' | cmp - d/report
        rm d/.report.mhash-1
        "$MHASH" --audit d/l d >d/report 2>err
        printf 'd/a: OK\nd/b: OK\n' | cmp - d/report
    done
    cp d/l before
    for _ in 1 2; do
        mhash --update --scrub -o d/report d/l d
        status 0
        out ''
        printf 'd/a: OK\nd/b: OK\n' | cmp - d/report
        "$MHASH" --update d/l d >d/report
    done
    grep -v '^#' d/l | cmp - before
    cp d/report before
    mhash --audit -o d/report --nonsense
    status 64
    cmp d/report before
}

@test "-o never replaces what is checked" {
    mkdir d
    abc d/a
    "$MHASH" -r d >l
    ln -s l link
    cp l before
    for job in '--check -o l l' '--check -o link l' '--check -o l link' '--audit -o l l d' \
        '--update -o l l d' "--expect $S -o l l"; do
        # shellcheck disable=SC2086 # a list of words
        mhash $job
        status 2
        out ''
        err_has 'is where the output goes'
        cmp l before
    done
    [ -z "$(find . -name '.*mhash*')" ]
}
