"""`utils/bench corrupt`: real side-car files and index entries are damaged in
every way we can think of, and files that use them are compiled. No crash, no
verdict that the intact files would not give, and a remark each."""

import collections
import os
import random
import re
import shutil
import struct
import sys
import tempfile
from pathlib import Path

from measuring import measure

FILES = {
    "need.c": """#include <assert.h>
static void check(int n) { assert(n > 0); }
void need(int n) { check(n); }
int five(void) { return 5; }
""",
    "wrap.c": """void need(int n);
void wrap(int k) { if (k != 3) need(k + 1); }
""",
    "use.c": """#include <assert.h>
void need(int n), wrap(int k); int five(void);
void certain(void) { wrap(-1); }
void never(void) { wrap(3); need(five()); }
void own(int n) { assert(n * 0 == 0); assert(five() == 5); }
void up_to_the_caller(int k) { assert(k != 7); need(k); }
""",
}
ORDER = ["need.c", "wrap.c", "use.c"]


def cut(data, dice):
    return data[:dice.randrange(len(data))]


def flip_bits(data, dice):
    data = bytearray(data)
    for _ in range(dice.choice([1, 1, 1, 2, 8, 64])):
        data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
    return bytes(data)


def overwrite(data, dice):
    start = dice.randrange(len(data))
    size = dice.randrange(1, 200)
    return data[:start] + dice.choice([b"\0", b"\xff", b"A"]) * size + data[start + size:]


def swap_blocks(data, dice):
    a, b = sorted(dice.randrange(len(data) + 1) for _ in range(2))
    return data[b:] + data[a:b] + data[:a]


def append(data, dice):
    return data + dice.randbytes(dice.randrange(1, 100))


def other_version(data, dice):
    return data[:8] + struct.pack("<I", dice.randrange(1 << 32)) + data[12:]


def wrong_sizes(data, dice):
    sizes = [dice.choice([0, 8, 1 << 31, 1 << 60, len(data), (1 << 64) - 8]) for _ in range(2)]
    return data[:16] + struct.pack("<QQ", *sizes) + data[32:]


def noise(data, dice):
    return dice.randbytes(dice.randrange(1, len(data)))


BYTES = [cut, flip_bits, overwrite, swap_blocks, append, other_version, wrong_sizes, noise]


def empty(path, data, dice):
    path.write_bytes(b"")


def huge(path, data, dice):
    path.write_bytes(data)
    os.truncate(path, 300 << 20)


def directory(path, data, dice):
    path.mkdir()


def device(path, data, dice):
    path.symlink_to(dice.choice(["/dev/zero", "/dev/null", "/dev/full"]))


def pipe(path, data, dice):
    os.mkfifo(path)


def circle(path, data, dice):
    path.symlink_to(path.name)


def other_file(path, data, dice):
    """A side-car file of another source: intact, and not to be used."""
    others = sorted(p for p in path.parent.glob("*.kept") if p.name != path.name + ".kept")
    shutil.copy(dice.choice(others), path)


THINGS = [empty, huge, directory, device, pipe, circle, other_file]


def remove(path):
    if path.is_dir() and not path.is_symlink():
        path.rmdir()
    else:
        path.unlink(missing_ok=True)


class Victim:
    """A build in a folder. Summaries are compared by what compiles say."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.plugin = measure.product("lib/libPredAbs.so")
        for name, text in FILES.items():
            (self.folder / name).write_text(text)
        for name in ORDER:
            self.compile(name)
        self.cars = {name: self.folder / f"{name[:-1]}o.predabs" for name in ORDER}
        for path in self.cars.values():
            shutil.copy(path, f"{path}.kept")
        self.entries = sorted(p for p in (self.folder / ".predabs").rglob("*")
                              if p.is_file() and p.name not in ("lock", "new"))
        self.intact = self.said(self.compile("use.c"))
        self.alone = {name: self.without(path) for name, path in self.cars.items()}

    def compile(self, name):
        command = ["clang-19", f"-fplugin={self.plugin}", "-fplugin-arg-predabs-store=beside",
                   f"-fplugin-arg-predabs-json={self.folder}/out.json",
                   "-c", name, "-o", f"{name[:-1]}o"]
        return measure.run(command, timeout=120, cwd=self.folder)

    def without(self, path):
        """What use.c says when a side-car file is missing."""
        remove(path)
        said = self.said(self.compile("use.c"))
        self.restore()
        return said

    def restore(self):
        for path in self.cars.values():
            remove(path)
            shutil.copy(f"{path}.kept", path)

    def said(self, run):
        """The messages and verdicts of a compile, without remarks."""
        err = run.err.decode(errors="replace")
        warnings = [line for line in err.splitlines()
                    if re.search(r": (warning|note|error): ", line)]
        verdicts = re.findall(r'"(?:line|function|text|verdict)": .*',
                              (self.folder / "out.json").read_text())
        return run.status, warnings, verdicts


def damage(victim, dice):
    """Damages one side-car file; (its source, how). Half of the time use.c is
    judged anew, so that the code of others is looked at."""
    name = dice.choice(ORDER)
    path = victim.cars[name]
    is_new = name != "use.c" and dice.random() < 0.5
    if is_new:
        remove(victim.cars["use.c"])
    data = Path(f"{path}.kept").read_bytes()
    how = dice.choice(BYTES * 4 + THINGS)
    remove(path)
    if how in BYTES:
        new = how(data, dice)
        path.write_bytes(new)
        if new == data:
            return name, "unchanged", is_new
    else:
        how(path, data, dice)
    return name, how.__name__, is_new


def judge(victim, name, how, is_new, run):
    """What is wrong with a compile of use.c after that damage, or nothing."""
    err = run.err.decode(errors="replace")
    said = victim.said(run)
    if run.status != 0:
        return f"status {run.status}"
    if "lost" in err or "PLEASE submit" in err:
        return "an analysis was lost: " + err
    remarks = err.count("remark: predabs: a summary is not used")
    # Damage that nobody has to look at is no damage.
    if said == victim.intact and (remarks == 1 or not is_new) and remarks <= 1:
        return ""
    if how == "unchanged":
        return "" if said == victim.intact and not remarks else f"it says {said}"
    # Without its own summary a file is judged anew; without another's, as if it
    # were not there.
    expected = victim.intact if name == "use.c" else victim.alone[name]
    if said != expected:
        return f"it says {said} and not {expected}"
    return "" if remarks == (how != "other_file") else f"{remarks} remarks"


def corrupt(count, seed):
    """Prints how it went; what is wrong."""
    dice, trouble, counts = random.Random(seed), [], collections.Counter()
    progress = measure.Progress(count)
    with tempfile.TemporaryDirectory() as folder:
        victim = Victim(folder)
        if victim.intact[0] != 0 or not victim.intact[1]:
            sys.exit(f"nothing to compare with: {victim.intact}")
        for number in range(count):
            name, how, is_new = damage(victim, dice)
            counts[how] += 1
            wrong = judge(victim, name, how, is_new, victim.compile("use.c"))
            if wrong:
                trouble.append(f"{number}: {how} of {name}: {wrong}")
            victim.restore()
            progress.step(how)
    progress.close()
    measure.table(["damage", "files", "crashes, changed verdicts or silence"],
                  [[how, many, sum(f": {how} of " in t for t in trouble)]
                   for how, many in sorted(counts.items())]
                  + [["all", count, len(trouble)]])
    return trouble[:20]
