"""coverage.py CLANG LOWERING PROGRAMS: each kind of statement and expression that
the lowering names occurs in one of the programs."""

import re
import subprocess
import sys
from pathlib import Path

# Kinds that no program for this machine has, or that stand for nothing at run time.
WITHOUT_PROGRAM = {
    "ArraySection": "OpenMP and OpenACC",
    "Block": "needs -fblocks",
    "CXXAddrspaceCast": "OpenCL",
    "Captured": "needs -fopenmp, see test/reasons",
    "MSAsm": "needs -fms-extensions",
    "PseudoObject": "Objective-C and Microsoft's properties",
}


def named(lowering):
    text = "".join(path.read_text() for path in sorted(lowering.glob("*.cpp")))
    return set(re.findall(r"\bStmt::(\w+?)(?:Expr|Stmt)?Class\b", text))


def kinds_in(clang, program):
    standard = "c++20" if program.suffix == ".cpp" else "c2x"
    command = [clang, f"-std={standard}", "-w", "-Xclang", "-ast-dump", "-fsyntax-only",
               "-fno-color-diagnostics", program]
    dump = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, errors="replace")
    node = re.compile(r"[|`]-(\w+?)(?:Expr|Stmt)? 0x")
    return {found.group(1) for line in dump.stdout if (found := node.search(line))}


def main():
    clang, lowering, programs = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    seen = set()
    for program in sorted(programs.glob("*.c*")):
        if program.suffix in (".c", ".cpp"):
            seen |= kinds_in(clang, program)
    missing = sorted(named(lowering) - seen - set(WITHOUT_PROGRAM))
    for kind in missing:
        print(f"no program in test/truth has a {kind}")
    stale = sorted(seen & set(WITHOUT_PROGRAM))
    for kind in stale:
        print(f"a program in test/truth has a {kind}: take it off the list")
    return 1 if missing or stale else 0


sys.exit(main())
