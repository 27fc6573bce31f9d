"""Runs `predabs check`, and prints which steps of its plan ran, the last line of
its output and its status.

    ran.py FOLDER COMMAND...

FOLDER is that of the plan: ninja notes there what it has done.
"""

import pathlib
import subprocess
import sys

folder = pathlib.Path(sys.argv[1])


def log():
    try:
        lines = (folder / ".ninja_log").read_text().splitlines()[1:]
    except OSError:
        return {}
    # start, end, time of the file, output, key of the command
    return {tuple(line.split("\t")) for line in lines}


def names():
    lines = (folder / "units").read_text().splitlines()
    return dict(line.split(" ", 2)[1:] for line in lines if line.startswith("unit "))


before = log()
run = subprocess.run(sys.argv[2:], capture_output=True, text=True)
known = names()
steps = set()
for *_, output, _ in set(log()) - set(before):
    if output == "build.ninja":
        steps.add((1, "plan"))
        continue
    unit = next(i for i in known if output.startswith(i + "."))
    if output.endswith(".calls"):
        steps.add((0, "look at " + known[unit]))
    elif output.endswith(".result"):
        steps.add((2, "check " + known[unit]))
for _, step in sorted(steps):
    print(step)
print(run.stdout.splitlines()[-1] if run.stdout else run.stderr)
print("status", run.returncode)
