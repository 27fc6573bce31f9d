#!/usr/bin/env python3
"""Runs a command, interrupts it once it has a grandchild at work, and checks
that it ends with the status 130 and that nothing of it is left.

    interrupt.py COMMAND...

The signal is SIGINT, or the one that INTERRUPT names.
"""

import os
import pathlib
import signal
import subprocess
import sys
import time


def children(pid):
    """Of all threads of the process, and theirs."""
    try:
        tasks = list(pathlib.Path(f"/proc/{pid}/task").iterdir())
        text = " ".join((task / "children").read_text() for task in tasks)
    except OSError:
        return []
    direct = [int(word) for word in text.split()]
    return direct + [c for child in direct for c in children(child)]


def wait_until(condition):
    for _ in range(600):
        if condition():
            return
        time.sleep(0.05)
    process.kill()
    sys.exit("waited for too long")


def is_gone(pid):
    try:
        return "\nState:\tZ" in pathlib.Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return True


process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
wait_until(lambda: len(children(process.pid)) >= 2)
family = children(process.pid)
os.kill(process.pid, getattr(signal, os.environ.get("INTERRUPT", "SIGINT")))
status = process.wait(timeout=60)
wait_until(lambda: all(is_gone(pid) for pid in family))
sys.exit(0 if status == 130 else f"status {status}")
