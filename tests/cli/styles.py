#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""styles - reads back what mhash writes in each style, with parsers that know only the format.

Makes files whose names have every byte, asks the tool for a style, and compares names, sizes, times
and digests with what Python finds. Usage: styles.py TOOL, in an empty folder.
"""
import base64
import csv
import datetime
import hashlib
import io
import json
import os
import re
import subprocess
import sys

ALGORITHMS = ["md5", "sha1", "sha256"]
TAGS = {"MD5": "md5", "SHA1": "sha1", "SHA256": "sha256", "SHA2-256": "sha256"}


def make_files():
    names = [bytes([i, 120, i]) for i in range(1, 256) if i != 47]
    names += [b"plain", b"with space", b" lead", b"trail ", b'q"uote', b"com,ma", b'","', b"a) = 00",
              b"x (y) = z", b"MD5 (a) = b", b"\\n", b"a\\nb", b"\xc3\xa9", b"\xf0\x9f\x98\x80",
              b"\xed\xa0\x80", b"\xc0\x80", b"\xf4\x90\x80\x80", b"a\r\nb", b"=1+1", b"; comment",
              b"# comment", b"\xe2\x80\xa8", b"e\xcc\x81"]
    os.mkdir("t")
    for i, name in enumerate(names):
        with open(b"t/" + name, "wb") as file:
            file.write(b"%d" % i * i)
        os.utime(b"t/" + name, ns=(0, i * 1234567890123))
    # Before 1970, and beyond what 32 bits hold.
    os.utime(b"t/plain", ns=(0, -1250000000))
    os.utime(b"t/com,ma", ns=(0, 5000000000 * 10**9 + 1))
    return sorted(b"t/" + name for name in names)


def digests(name):
    data = open(name, "rb").read()
    return {a: hashlib.new(a, data).hexdigest() for a in ALGORITHMS}


def time_of(text):
    match = re.fullmatch(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d{9})Z", text)
    seconds = datetime.datetime.fromisoformat(match[1] + "+00:00").timestamp()
    return int(seconds) * 10**9 + int(match[2])


class Tool:
    def __init__(self, path):
        self.path = path

    def run(self, *args, code=0):
        run = subprocess.run([self.path, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert run.returncode == code, (args, run.returncode, run.stderr)
        return run.stdout


def unescape(name):
    return re.sub(rb"\\(.)", lambda m: {b"n": b"\n", b"r": b"\r", b"\\": b"\\"}[m[1]], name)


def check(found, names, what):
    assert sorted(found) == sorted(names), (what, set(found) ^ set(names))
    for name, values in found.items():
        assert values == digests(name), (what, name)
    print("ok", what, len(found))


def lines(tool, names, style, pattern):
    out = tool.run("-a", "md5,sha1,sha256", "--style", style, "-r", "t")
    found = {}
    for line in out.split(b"\n")[:-1]:
        escaped = line.startswith(b"\\")
        match = re.fullmatch(pattern, line[escaped:])
        assert match, line
        name = unescape(match[2]) if escaped else match[2]
        found.setdefault(name, {})[TAGS[match[1].decode()]] = match[3].decode()
    check(found, names, style)


def as_csv(tool, names):
    out = tool.run("-a", "md5,sha1,sha256", "--style", "csv", "-r", "t")
    assert out.endswith(b"\r\n")
    rows = list(csv.DictReader(io.StringIO(out.decode("latin-1"), newline=""), strict=True))
    found = {}
    for row in rows:
        name = row.pop("name").encode("latin-1")
        assert int(row.pop("size")) == os.stat(name).st_size
        assert time_of(row.pop("mtime")) == os.stat(name).st_mtime_ns, name
        found[name] = row
    check(found, names, "csv")


def json_name(record):
    assert ("name" in record) != ("name_base64" in record)
    if "name" in record:
        return record["name"].encode()
    name = base64.b64decode(record["name_base64"], validate=True)
    try:
        name.decode()
    except UnicodeDecodeError:
        return name
    raise AssertionError(("UTF-8 in base64", name))


def as_json(tool, names, style):
    out = tool.run("-a", "md5,sha1,sha256", "--style", style, "-r", "t").decode()
    records = json.loads(out) if style == "json" else [json.loads(l) for l in out.split("\n")[:-1]]
    assert [json_name(r) for r in records] == names
    found = {}
    for record in records:
        name = json_name(record)
        assert list(record)[1:] == ["size", "mtime", "digests"], record
        assert record["size"] == os.stat(name).st_size
        assert time_of(record["mtime"]) == os.stat(name).st_mtime_ns
        assert list(record["digests"]) == ALGORITHMS
        found[name] = record["digests"]
    check(found, names, style)


def as_json_errors(tool):
    os.symlink("gone", "t/link")
    os.mkfifo("t/fifo")
    for style in ("json", "jsonl"):
        out = tool.run("--style", style, "-r", "--symlinks", "follow", "--include", "fifo",
                       "--include", "link", "--include", "plain", "t", "gone", "-", code=2).decode()
        records = json.loads(out) if style == "json" else [json.loads(l) for l in out.split("\n")[:-1]]
        kinds = [(r["name"], sorted(set(r) - {"name"})) for r in records]
        assert kinds == [("t/fifo", ["skipped"]), ("t/link", ["error"]),
                         ("t/plain", ["digests", "mtime", "size"]), ("gone", ["error"]),
                         ("-", ["digests", "size"])], kinds
        assert records[3]["error"] == "No such file or directory"
    out = json.loads(tool.run("--style", "json", "-r", "--symlinks", "link", "--include", "link", "t"))
    assert out == [{"name": "t/link", "type": "link", "size": 4,
                    "digests": {"sha256": hashlib.sha256(b"gone").hexdigest()}}], out
    assert json.loads(tool.run("--style", "json", "-r", "--include", "none", "t")) == []
    assert tool.run("--style", "jsonl", "-r", "--include", "none", "t") == b""
    assert json.loads(tool.run("--style", "json", "gone", code=2))[0]["name"] == "gone"
    os.unlink("t/link")
    os.unlink("t/fifo")
    print("ok json errors")


def refusing(tool, names, style, parse):
    """A style that cannot hold line ends: the other names are all there, and these are told."""
    bad = [n for n in names if b"\n" in n or b"\r" in n]
    args = ["-a", "md5,sha1,sha256", "--style", style]
    run = subprocess.run([tool.path, *args, "-r", "t"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert run.returncode == 2 and run.stderr.count(b"cannot hold") == len(bad), run.stderr
    check(parse(run.stdout), [n for n in names if n not in bad], style)


def parse_hashdeep(out):
    header, columns, *rest = out.split(b"\n")[:-1]
    assert header == b"%%%% HASHDEEP-1.0" and columns == b"%%%% size,md5,sha1,sha256,filename"
    found = {}
    for line in rest:
        if line.startswith(b"##"):
            continue
        size, md5, sha1, sha256, name = line.split(b",", 4)
        assert int(size) == os.stat(name).st_size
        found[name] = dict(zip(ALGORITHMS, (d.decode() for d in (md5, sha1, sha256))))
    return found


def parse_sfv(out):
    found = {}
    for line in out.split(b"\n")[:-1]:
        name, *values = line.rsplit(b" ", 3)
        found[name] = dict(zip(ALGORITHMS, (v.decode() for v in values)))
    return found


def parse_certutil(out):
    found = {}
    rest = out.split(b"\r\n")[:-1]
    assert len(rest) % 3 == 0
    for i in range(0, len(rest), 3):
        match = re.fullmatch(rb"(\w+) hash of (.*):", rest[i], re.S)
        assert rest[i + 2] == b"CertUtil: -hashfile command completed successfully."
        found.setdefault(match[2], {})[TAGS[match[1].decode()]] = rest[i + 1].decode()
    return found


def parse_get_filehash(out):
    head, titles, rules, *rest = out.split(b"\r\n")
    assert head == b"" and titles.split() == [b"Algorithm", b"Hash", b"Path"] and rest[-2:] == [b"", b""]
    at = titles.index(b"Path")
    assert rules.index(b"----", titles.index(b"Hash") + 4) == at
    found = {}
    for line in rest[:-2]:
        algorithm, value = line[:at].split()
        assert value == value.upper()
        found.setdefault(line[at:], {})[TAGS[algorithm.decode()]] = value.decode().lower()
    return found


def as_format(tool, names):
    out = tool.run("-a", "md5,sha1,sha256", "-r", "t", "--format",
                   r"{md5}{SHA-1}\x7e{SHA2-256}\0{name}\0{ename}\0{base}\0{size}\0{epoch}\0")
    fields = out.split(b"\0")[:-1]
    assert len(fields) == 6 * len(names)
    found = {}
    for i in range(0, len(fields), 6):
        values, name, ename, base, size, epoch = fields[i:i + 6]
        assert unescape(ename) == name and b"\n" not in ename and name.rsplit(b"/", 1)[1] == base
        assert int(size) == os.stat(name).st_size
        sign = -1 if epoch.startswith(b"-") else 1
        whole, part = epoch.lstrip(b"-").split(b".")
        assert sign * (int(whole) * 10**9 + int(part)) == os.stat(name).st_mtime_ns and len(part) == 9
        rest, sha256 = values.split(b"~")
        found[name] = {"md5": rest[:32].decode(), "sha1": rest[32:].decode(), "sha256": sha256.decode()}
    check(found, names, "--format")
    out = tool.run("-a", "md5,sha1", "--format", r"\{{algorithm}\}\t{digest}\\\n", "t/plain").decode()
    want = digests("t/plain")
    assert out == "{MD5}\t%s\\\n{SHA1}\t%s\\\n" % (want["md5"], want["sha1"]), out


def encodings(tool):
    want = digests("t/plain")["sha256"]
    raw = bytes.fromhex(want)
    for args in (["--upper"], ["--encoding", "HEX"], ["--upper", "--encoding", "hex"]):
        assert tool.run("--bare", *args, "t/plain").decode() == want.upper() + "\n"
        assert tool.run(*args, "t/plain").decode() == want.upper() + "  t/plain\n"
    assert base64.b64decode(tool.run("--bare", "--encoding", "base64", "t/plain"), validate=False) == raw
    for style in ("csv", "json", "jsonl", "openssl", "bsd"):
        out = tool.run("--style", style, "--encoding", "base64", "t/plain")
        assert base64.b64encode(raw) in out, out
    assert tool.run("--bare", "-z", "-a", "md5,sha256", "t/plain").decode() == \
        digests("t/plain")["md5"] + "\0" + want + "\0"
    print("ok encodings")


def main():
    tool = Tool(sys.argv[1])
    names = make_files()
    lines(tool, names, "bsd", rb"(?s)(\w+) \((.*)\) = ([0-9a-f]+)")
    lines(tool, names, "openssl", rb"(?s)([\w-]+)\((.*)\)= ([0-9a-f]+)")
    as_csv(tool, names)
    as_json(tool, names, "json")
    as_json(tool, names, "jsonl")
    as_json_errors(tool)
    refusing(tool, names, "hashdeep", parse_hashdeep)
    refusing(tool, names, "sfv", parse_sfv)
    refusing(tool, names, "certutil", parse_certutil)
    refusing(tool, names, "get-filehash", parse_get_filehash)
    as_format(tool, names)
    encodings(tool)


if __name__ == "__main__":
    main()
