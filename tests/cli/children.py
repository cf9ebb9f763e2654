# SPDX-License-Identifier: MIT
#
# children.py - programs started and waited for, for tests that send signals or change files under
# them. What is waited for is a state that the system tells of, never a time.

import os
import signal
import subprocess
import time

STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def default_signals():
    for number in STOPS + (signal.SIGUSR1, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


def start(command, **how):
    """A child that no signal is ignored by, though the tests run under nohup or in the background."""
    return subprocess.Popen(command, preexec_fn=default_signals, **how)


def wait_for_handlers(child):
    """Returns when the child has handlers for the signals that stop it."""
    while True:
        assert child.poll() is None, child.returncode
        with open("/proc/%d/status" % child.pid) as status:
            caught = next(int(line.split()[1], 16) for line in status if line.startswith("SigCgt:"))
        if all(caught >> number - 1 & 1 for number in STOPS):
            return


def reads(child, name):
    """How far the child has read the file of this name, or None if it does not have it open."""
    proc = "/proc/%d/" % child.pid
    try:
        for n in os.listdir(proc + "fd"):
            if os.path.basename(os.readlink(proc + "fd/" + n)) == name:
                with open(proc + "fdinfo/" + n) as info:
                    return int(info.readline().split()[1])
    except OSError:
        pass  # it was closed meanwhile, or the child has ended
    return None


def maps(child, name):
    """Where in the file the child's first mapping of it begins, or None if there is none."""
    try:
        with open("/proc/%d/maps" % child.pid) as lines:
            for line in lines:
                if line.endswith("/" + name + "\n"):
                    return int(line.split()[2], 16)
    except OSError:
        pass
    return None


def state(child):
    with open("/proc/%d/stat" % child.pid) as stat:
        return stat.read().rpartition(")")[2].split()[0]


def changed_while(child, busy, change):
    """Stops the child once it is busy, changes something if it still is by then, and lets it go on.
    Whether it was."""
    while not busy():
        if child.poll() is not None:
            return False
    child.send_signal(signal.SIGSTOP)
    while state(child) not in "TZ":
        time.sleep(0.001)
    still = busy()
    if still:
        change()
    child.send_signal(signal.SIGCONT)
    return still
