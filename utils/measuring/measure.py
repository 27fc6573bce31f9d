"""Shared by utils/bench, utils/hunt and utils/fuzz-lowering: running commands
with their cost measured, several at a time, with a progress line on a terminal."""

import concurrent.futures
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Run:
    """How a command ended. status is None where it ran out of time."""

    status: int | None
    out: bytes
    err: bytes
    seconds: float  # processor time, of the command and what it started
    peak_kib: int  # of the largest of its processes


# The process groups that run now, for end_all.
_groups = set()


def run(command, timeout=None, cwd=None, memory_mib=None):
    """Runs a command in a process group of its own. What it starts is ended with
    it when the time is up. memory_mib is the address space each process may take."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, cwd=cwd,
            start_new_session=True,
        )
        _groups.add(child.pid)
        if memory_mib:
            _limit_memory(child.pid, memory_mib << 20)
        deadline = time.monotonic() + timeout if timeout else None
        try:
            status, usage = _wait(child, deadline)
        finally:
            _groups.discard(child.pid)
        out.seek(0)
        err.seek(0)
        return Run(
            status,
            out.read(),
            err.read(),
            usage.ru_utime + usage.ru_stime,
            usage.ru_maxrss,
        )


def _limit_memory(pid, size):
    try:
        resource.prlimit(pid, resource.RLIMIT_AS, (size, size))
    except ProcessLookupError:
        pass


def _end(group):
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass


def _wait(child, deadline):
    if deadline is None:
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        return child.returncode, usage
    pause = 0.001
    while True:
        pid, status, usage = os.wait4(child.pid, os.WNOHANG)
        if pid:
            child.returncode = os.waitstatus_to_exitcode(status)
            return child.returncode, usage
        if time.monotonic() > deadline:
            _end(child.pid)
            _, _, usage = os.wait4(child.pid, 0)
            child.returncode = -9
            return None, usage
        time.sleep(pause)
        pause = min(pause * 2, 0.05)


class Progress:
    """`[done/total] text` on a terminal, now and then elsewhere."""

    def __init__(self, total, every=20.0):
        self.total, self.done = total, 0
        self.terminal = sys.stderr.isatty()
        self.every, self.last = every, time.monotonic()

    def step(self, text):
        self.done += 1
        line = f"[{self.done}/{self.total}] {text}"
        if self.terminal:
            print(f"\r\033[K{line[:100]}", end="", file=sys.stderr, flush=True)
        elif time.monotonic() - self.last > self.every:
            self.last = time.monotonic()
            print(line, file=sys.stderr, flush=True)

    def close(self):
        if self.terminal:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def in_parallel(jobs, work, items):
    """work(item) for each, in the order of items; the results as they are due."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        try:
            yield from pool.map(work, items)
        except BaseException:
            # Ctrl-C does not reach what runs in groups of its own.
            pool.shutdown(wait=False, cancel_futures=True)
            for group in list(_groups):
                _end(group)
            raise


def product(name):
    """The path of a build product, or one clear line that it is missing. The
    build folder is build/ or what PREDABS_BUILD names."""
    path = Path(os.environ.get("PREDABS_BUILD") or ROOT / "build") / name
    if not path.exists():
        sys.exit(f"{path} is not built: run utils/predabs once")
    return str(path)


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0


def table(head, rows):
    """Prints a Markdown table."""
    for cells in [head, ["---"] * len(head), *rows]:
        print("| " + " | ".join(map(str, cells)) + " |")


def no_core_files():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
