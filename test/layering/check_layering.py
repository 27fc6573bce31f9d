#!/usr/bin/env python3
"""Checks who includes whom.

    check_layering.py DIR

DIR holds predicates/, checkers/ and plugin/. Dependencies point one way,
plugin -> checkers -> predicates; only plugin/ sees clang and LLVM; what all
languages are read with sees none of them; a solver library is seen by one
folder, the library of the side-car files by one source file. In utils/, commands
import benchmarks -> programs -> measuring. Prints each include that breaks a rule
and fails if there is one, or if there was nothing to check.
"""

import pathlib
import re
import sys

# What the files of a layer must not include.
FORBIDDEN = {
    "predicates": {"checkers", "plugin"},
    "checkers": {"plugin"},
}
# A folder that includes no other one.
LEAVES = ("predicates/text/",)
# What the Python modules of a folder of utils/ must not import.
NOT_IMPORTED = {
    "measuring": {"programs", "benchmarks"},
    "programs": {"benchmarks"},
}
CLANG = {"clang", "clang-c", "clang-tidy", "llvm", "llvm-c"}
SUFFIXES = {".h", ".hpp", ".cpp", ".cc", ".c", ".def", ".inc", ".in"}

# Libraries that one folder hides from all others.
SOLVERS = {
    "Z3": re.compile(r"z3(\+\+|_\w+)?\.h$"),
    "CUDD": re.compile(r"(.*/)?(cudd|cuddInt|cuddObj)\.(h|hh)$"),
    "PPL": re.compile(r"ppl(_\w+)?\.(hh|h)$"),
}

# Libraries that one source file hides from all others.
FORMATS = {
    "FlatBuffers": re.compile(r"flatbuffers/.*|(.*/)?\w+_generated\.h"),
}

INCLUDE = re.compile(r'^\s*#\s*include(?:_next)?\s*[<"]([^>"]+)[>"]')
IMPORT = re.compile(r"^\s*(?:from|import)\s+(\w+)")


def matches(pattern, file):
    """Yields (line number, what the pattern names) of each line that it matches."""
    text = file.read_text(encoding="utf-8", errors="replace")
    for number, line in enumerate(text.splitlines(), 1):
        if match := pattern.match(line):
            yield number, match.group(1)


def wrong_imports(root):
    for folder, forbidden in NOT_IMPORTED.items():
        for file in sorted((root / "utils" / folder).glob("*.py")):
            for number, name in matches(IMPORT, file):
                if name in forbidden:
                    yield (f"{file.relative_to(root)}:{number}: "
                           f"utils/{folder}/ must not import {name}")


def leaf_of(file):
    """The leaf folder that the file is in, or nothing."""
    return next((leaf for leaf in LEAVES if str(file).startswith(leaf)), "")


def layer_of(root, file, name):
    """The top folder that the name leads to: by itself, or from the file."""
    if name.startswith("."):
        target = (file.parent / name).resolve()
        if target.is_relative_to(root):
            return target.relative_to(root).parts[0]
    return pathlib.PurePosixPath(name).parts[0]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    root = pathlib.Path(sys.argv[1]).resolve()
    checked = 0
    errors = []
    seen_by = {library: {} for library in SOLVERS | FORMATS}

    for layer in ("predicates", "checkers", "plugin"):
        for file in sorted((root / layer).rglob("*")):
            if file.suffix not in SUFFIXES or not file.is_file():
                continue
            checked += 1
            leaf = leaf_of(file.relative_to(root))
            for number, name in matches(INCLUDE, file):
                place = f"{file.relative_to(root)}:{number}"
                target = layer_of(root, file, name)
                if leaf and target == layer and not name.startswith(leaf):
                    errors.append(f"{place}: {leaf} must not include <{name}>")
                if layer in FORBIDDEN and target in FORBIDDEN[layer] | CLANG:
                    errors.append(f"{place}: {layer}/ must not include <{name}>")
                for library, pattern in SOLVERS.items():
                    if pattern.fullmatch(name):
                        folder = file.parent.relative_to(root)
                        seen_by[library].setdefault(folder, place)
                for library, pattern in FORMATS.items():
                    if pattern.fullmatch(name):
                        seen_by[library].setdefault(file, place)
                        if file.suffix != ".cpp":
                            errors.append(f"{place}: {library} is not for headers")

    errors += wrong_imports(root)
    for library, users in seen_by.items():
        if len(users) > 1:
            alone = "folder" if library in SOLVERS else "file"
            places = ", ".join(users.values())
            errors.append(f"{library} is for one {alone} alone: {places}")
    if not checked:
        errors.append(f"{root}: no source files to check")
    for error in errors:
        print(error)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
