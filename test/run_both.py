#!/usr/bin/env python3
"""Shows that a C or C++ program means the same natively and in the
intermediate language.

  run_both.py [--m32] [--std=STD] CLANG PREDABS SOURCE SCRATCH [compiler arguments]

Compiles SOURCE and runs it; that output and exit status are what each of these
must give, byte for byte:
  - the interpreter on SOURCE (also for a 32-bit target, with --m32);
  - the interpreter on the text form of SOURCE.
The text form must also print as itself again. Files go next to SCRATCH.
"""

import argparse
import subprocess
import sys


def run(*command):
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True)


def must(*command):
    done = run(*command)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: status {done.returncode}\n"
                 + done.stderr.decode(errors="replace"))
    return done.stdout


def compare(title, expected, got):
    if (expected.stdout, expected.returncode) == (got.stdout, got.returncode):
        return
    want = expected.stdout.decode(errors="replace").splitlines()
    have = got.stdout.decode(errors="replace").splitlines()
    print(f"{title}: status {got.returncode}, natively {expected.returncode}")
    for line in range(max(len(want), len(have))):
        w = want[line] if line < len(want) else "(nothing)"
        h = have[line] if line < len(have) else "(nothing)"
        if w != h:
            print(f"  line {line + 1}: {h}\n  natively: {w}")
            break
    sys.exit(got.stderr.decode(errors="replace"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--m32", action="store_true")
    parser.add_argument("--std")
    for name in ("clang", "predabs", "source", "scratch"):
        parser.add_argument(name)
    options, extra = parser.parse_known_args()
    clang, predabs, source = options.clang, options.predabs, options.source
    flags = ["-w"] + ([f"-std={options.std}"] if options.std else []) + extra
    scratch, m32 = options.scratch, options.m32
    program, text = scratch + ".exe", scratch + ".ir"
    must(clang, *flags, source, "-o", program, "-lm")
    expected = run(program)
    if not expected.stdout or expected.returncode < 0:
        sys.exit(f"{source}: prints nothing or crashes: it shows nothing")
    compare("source", expected, run(predabs, "ir", "--run", source, "--", *flags))
    if m32:
        compare("source, 32 bits", expected,
                run(predabs, "ir", "--run", source, "--", *flags, "-m32"))
    printed = must(predabs, "ir", source, "--", *flags)
    with open(text, "wb") as file:
        file.write(printed)
    compare("text form", expected, run(predabs, "ir", "--run", text))
    if must(predabs, "ir", text) != printed:
        sys.exit("the text form does not print as itself")


main()
