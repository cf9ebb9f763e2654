# SPDX-License-Identifier: MIT
#
# terminal.py - a command on a terminal of so many columns, and what it shows there. Knows the two
# control sequences that the tool uses, and fails at any other; knows no clock.

import atexit
import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
import unicodedata

ERASE = "\x1b[K"


def width(text):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
               for c in text)


class Terminal:
    """Runs the command with standard error, and output if wanted, on a terminal."""

    def __init__(self, command, columns, output=False, **how):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        how.setdefault("env", dict(os.environ, LC_ALL="C.UTF-8"))
        self.child = subprocess.Popen(command, stderr=slave,
                                      stdout=slave if output else subprocess.DEVNULL, **how)
        os.close(slave)
        # Nothing that reads an endless file outlives a test that failed.
        atexit.register(lambda: self.child.poll() is None and self.child.kill())
        self.columns = columns
        self.bytes = b""    # that are no whole character or sequence yet
        self.text = ""
        self.row = ""       # the row of the cursor
        self.back = False   # the cursor is at its begin
        self.rows = []      # those above
        self.drawn = []     # what was drawn over the row, each time

    def read(self):
        """Takes in some more. False at the end."""
        try:
            part = os.read(self.master, 65536)
        except OSError:  # EIO: all on the other side have closed
            part = b""
        self.bytes += part
        # A character may be cut in two.
        for cut in range(4):
            try:
                self.text += self.bytes[:len(self.bytes) - cut].decode()
            except UnicodeDecodeError:
                continue
            self.bytes = self.bytes[len(self.bytes) - cut:]
            break
        else:
            raise AssertionError("no UTF-8: %r" % self.bytes)
        self.show()
        return bool(part)

    def show(self):
        while self.text:
            if self.text.startswith("\r\n"):
                self.rows.append(self.row)
                self.row, self.back, self.text = "", False, self.text[2:]
            elif self.text == "\r" or ERASE.startswith(self.text):
                return  # what it is shows when there is more
            elif self.text[0] == "\r":
                self.back, self.text = True, self.text[1:]
            elif self.text.startswith(ERASE):
                if self.back:
                    self.row, self.back = "", False
                self.text = self.text[len(ERASE):]
            else:
                line = re.match("[^\r\n\x1b]*", self.text).group()
                rest = self.text[len(line):]
                assert line, "a strange sequence: %r" % self.text
                if self.back:
                    if not rest or ERASE.startswith(rest):
                        return  # the rest of a line that is being drawn
                    assert rest.startswith(ERASE), "not erased behind: %r" % self.text
                    rest = rest[len(ERASE):]
                    self.drawn.append(line)
                    self.row, self.back = line, False
                else:
                    self.row += line
                self.text = rest

    def until(self, done):
        """Reads until done(self) is true."""
        while not done(self):
            assert self.read(), "it has ended: %r" % (self.rows + [self.row] + self.drawn[-3:])

    def finish(self):
        """Reads to the end; returns the exit code."""
        while self.read():
            pass
        os.close(self.master)
        return self.child.wait()
