"""`utils/bench storm`: many compilers at once on files that share inline
functions, killed at random. No side-car file may be damaged, and in the end the
verdicts are those of a build that nobody disturbed."""

import concurrent.futures
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from measuring import measure

HEADER = """#include <assert.h>
static inline int clamp(int n) { return n < 0 ? 0 : n > 99 ? 99 : n; }
inline int twice(int n) { assert(n < 1000); return n + n; }
static inline void in_range(int n) { assert(n >= 0 && n < 100); }
"""
ROUNDS = 10  # until nothing changes


def source(number, count):
    """Each file calls the next one, and the last calls the first."""
    after = (number + 1) % count
    return f"""#include "shared.h"
void need{after}(int n);
void need{number}(int n) {{ assert(n != {number}); }}
int own{number}(int n) {{ in_range(clamp(n)); return twice(clamp(n)); }}
void wrong{number}(void) {{ need{after}({after}); }}
void right{number}(void) {{ need{after}({after} + 1); }}
"""


class Build:
    """A folder with files that know of each other."""

    def __init__(self, folder, count):
        self.folder, self.count = Path(folder), count
        self.plugin = measure.product("lib/libPredAbs.so")
        (self.folder / "shared.h").write_text(HEADER)
        for number in range(count):
            (self.folder / f"f{number}.c").write_text(source(number, count))

    def command(self, number):
        return ["clang-19", f"-fplugin={self.plugin}", "-fplugin-arg-predabs-store=beside",
                "-c", f"f{number}.c", "-o", f"f{number}.o"]

    def start(self, number):
        return subprocess.Popen(self.command(number), cwd=self.folder, stdin=subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                start_new_session=True)

    def summaries(self):
        return {path.name: path.read_bytes() for path in sorted(self.folder.glob("*.o.predabs"))}

    def settle(self, jobs):
        """Compiles all until no summary changes; what was said the last time."""
        for _ in range(ROUNDS):
            before = self.summaries()
            with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
                said = list(pool.map(lambda n: self.start(n).communicate()[1].decode(),
                                     range(self.count)))
            if self.summaries() == before:
                return said
        sys.exit(f"the summaries still change after {ROUNDS} builds")

    def clear(self):
        subprocess.run("rm -rf .predabs *.o *.predabs .predabs-*", shell=True, cwd=self.folder,
                       check=True)


class Storm:
    def __init__(self, build, kills, seed):
        self.build, self.left = build, kills
        self.random, self.lock = random.Random(seed), threading.Lock()
        self.killed, self.said, self.compiles = 0, [], 0

    def next_job(self, patience):
        """(file, seconds until it is killed), or None when there were enough."""
        with self.lock:
            if self.left <= 0:
                return None
            self.compiles += 1
            return (self.random.randrange(self.build.count),
                    self.random.random() * patience)

    def blow(self, patience):
        while job := self.next_job(patience):
            number, delay = job
            child = self.build.start(number)
            time.sleep(delay)
            was_alive = child.poll() is None
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except ProcessLookupError:
                was_alive = False
            said = child.communicate()[1].decode(errors="replace")
            with self.lock:
                self.said.append(said)
                self.killed += was_alive
                self.left -= was_alive

    def run(self, jobs, patience):
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for done in [pool.submit(self.blow, patience) for _ in range(jobs)]:
                done.result()


def complaints(texts):
    """Remarks about summary files that were not believed."""
    return sorted({line for text in texts for line in text.splitlines()
                   if re.search(r"predabs: (a summary is not used|analysis .* lost)", line)})


def storm(files, jobs, kills, seed):
    """Prints what happened; what is wrong with it."""
    with tempfile.TemporaryDirectory() as folder:
        build = Build(folder, files)
        start = time.monotonic()
        calm = build.settle(jobs)
        kept = build.summaries()
        patience = 1.5 * (time.monotonic() - start) / 3 * min(1, jobs / files)
        build.clear()
        wind = Storm(build, kills, seed)
        wind.run(jobs, patience)
        during = complaints(wind.said)
        after = build.settle(jobs)
        trouble = [f"a damaged file: {line}" for line in during + complaints(after)]
        if after != calm:
            trouble.append("the messages are not those of an undisturbed build")
        if build.summaries() != kept:
            trouble.append("the summaries are not those of an undisturbed build")
        warnings = sum(text.count("warning: assertion") for text in calm)
        if warnings != files:
            trouble.append(f"{warnings} warnings in {files} files")
        left = len(list(build.folder.glob(".predabs-*.tmp")))
    measure.table(["files", "compilers at once", "compiles", "killed", "damaged files",
                   "warnings", "equal to undisturbed", "temporary files left"],
                  [[files, jobs, wind.compiles, wind.killed, len(during), warnings,
                    "no" if trouble else "yes", left]])
    return trouble
