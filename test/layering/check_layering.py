#!/usr/bin/env python3
"""Checks who includes whom.

    check_layering.py DIR [--graph]

DIR holds predicates/, checkers/ and plugin/. Dependencies point one way,
plugin -> checkers -> predicates; only plugin/ sees clang and LLVM; a solver library
is seen by one folder, the library of the side-car files by one source file. In
utils/, commands import benchmarks -> programs -> measuring.

The folders of a layer are its rooms. A room may include those that ROOMS says, and
rooms do not include each other in a ring. With --graph all includes from room to
room are printed.

Prints each include that breaks a rule and fails if there is one, or if there was
nothing to check.
"""

import collections
import pathlib
import re
import sys

# What the files of a layer must not include.
FORBIDDEN = {
    "predicates": {"checkers", "plugin"},
    "checkers": {"plugin"},
}
# The rooms of each layer, from the bottom to the top, and which others of the layer
# each may include; "." is what lies beside the folders.
# See docs/decisions/0011.
ROOMS = {
    "predicates": {
        ".": set(),
        "text": set(),
        "bdd": set(),
        "library": set(),
        "ir": {"text"},
        "bp": {"text"},
        "interpreter": {"ir", "library"},
        "language": {"ir", "text"},
        "alias": {"ir", "library"},
        "prover": {"ir"},
        "path": {"ir", "interpreter", "alias", "prover"},
        "abstraction": {"ir", "bp", "bdd", "language", "alias", "prover", "path"},
        "vc": {"ir", "alias", "path", "abstraction"},
        "discovery": {"ir", "language", "alias", "prover", "path", "abstraction"},
    },
    "checkers": {
        "report": set(),
        "files": set(),
        "options": {"files"},
        "bebop": set(),
        "protocols": {"options", "report", "files"},
        "store/format": {"report", "files"},
        "models": {"files", "store/format"},
        "contracts": {"protocols"},
        "obligations": {"options", "report", "files", "protocols"},
        "program": {"options", "report", "protocols", "obligations"},
        "runs": {"report", "obligations", "program"},
        "cegar": {"bebop", "protocols", "obligations", "program", "runs"},
        "explain": {"report", "protocols", "models", "obligations"},
        "store/reuse": {"options", "files", "store/format", "models", "contracts",
                        "obligations"},
        "engine": {"options", "report", "files", "protocols", "store/format",
                   "models", "contracts", "obligations", "program", "runs", "cegar",
                   "explain", "store/reuse"},
        "annotate": {"options", "protocols", "engine"},
        "plan": {"files", "store/format"},
    },
    "plugin": {
        "isolation": set(),
        "lower": set(),
        "source": {"lower"},
        "output": {"isolation"},
        "compile": {"output"},
        ".": {"isolation", "lower", "output", "compile"},
        "driver": {".", "isolation", "lower", "source", "output", "compile"},
    },
}
# Made by the build, for one source file each.
GENERATED = {"checkers/BuildKey.h", "checkers/ShippedProtocols.inc"}
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


def layer_of(root, file, name):
    """The top folder that the name leads to: by itself, or from the file."""
    if name.startswith("."):
        target = (file.parent / name).resolve()
        if target.is_relative_to(root):
            return target.relative_to(root).parts[0]
    return pathlib.PurePosixPath(name).parts[0]


def room_of(name):
    """The room that a path from the top of the tree is in: `checkers/store/format`;
    of the files beside the folders of a layer the layer itself."""
    folder = str(pathlib.PurePosixPath(name).parent)
    layer = name.partition("/")[0]
    for room in ROOMS[layer]:
        if room != "." and (folder + "/").startswith(f"{layer}/{room}/"):
            return f"{layer}/{room}"
    return folder


def room_edges(root):
    """{room: {room that it includes: places}} of each layer apart."""
    edges = collections.defaultdict(lambda: collections.defaultdict(list))
    for layer in ROOMS:
        for file in sorted((root / layer).rglob("*")):
            if file.suffix not in SUFFIXES or not file.is_file():
                continue
            path = str(file.relative_to(root))
            edges[room_of(path)]  # so that all are known
            for number, name in matches(INCLUDE, file):
                if not name.startswith(layer + "/") or name in GENERATED:
                    continue
                if (target := room_of(name)) != room_of(path):
                    edges[room_of(path)][target].append(f"{path}:{number}")
    return edges


def wrong_rooms(edges):
    """What the table does not allow."""
    for room in sorted(edges):
        layer, _, name = room.partition("/")
        allowed = ROOMS[layer].get(name or ".")
        if allowed is None:
            yield f"{room}/ has code and is no room of the table"
            continue
        for target, places in sorted(edges[room].items()):
            if (target.partition("/")[2] or ".") not in allowed:
                yield f"{places[0]}: {room}/ must not include {target}/"


def ring(edges):
    """Rooms that include each other in a ring, the first again at the end, or []."""
    done, path = set(), []

    def visit(room):
        if room in path:
            return path[path.index(room):] + [room]
        if room in done:
            return []
        path.append(room)
        for target in sorted(edges.get(room, ())):
            if found := visit(target):
                return found
        done.add(path.pop())
        return []

    return next(filter(None, map(visit, sorted(edges))), [])


def print_graph(edges):
    for room in sorted(edges):
        print(f"{room} -> {', '.join(sorted(edges[room])) or 'nothing'}")


def main():
    arguments = [word for word in sys.argv[1:] if word != "--graph"]
    if len(arguments) != 1:
        sys.exit(__doc__)
    root = pathlib.Path(arguments[0]).resolve()
    edges = room_edges(root)
    if "--graph" in sys.argv:
        print_graph(edges)
    checked = 0
    errors = []
    seen_by = {library: {} for library in SOLVERS | FORMATS}

    for layer in ROOMS:
        for file in sorted((root / layer).rglob("*")):
            if file.suffix not in SUFFIXES or not file.is_file():
                continue
            checked += 1
            for number, name in matches(INCLUDE, file):
                place = f"{file.relative_to(root)}:{number}"
                target = layer_of(root, file, name)
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

    errors += wrong_rooms(edges)
    if found := ring(edges):
        errors.append(f"a ring of includes: {' -> '.join(found)}")
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
