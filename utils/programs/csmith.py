"""Random C programs for utils/hunt: csmith writes functions and globals, which
become a program of ours. It stands on its own, needs no header of csmith's, and
has a main that others write. Also says where something can be planted."""

import functools
import re
import shutil
import sys
from dataclasses import dataclass, field

from measuring import measure

INCLUDE = "/usr/include/csmith"
ALWAYS = ["--no-argc", "--nomain", "--no-checksum", "--no-volatiles", "--no-volatile-pointers",
          "--no-vol-struct-union-fields", "--no-builtins", "--no-packed-struct", "--concise",
          "--no-inline-function"]
# What csmith leaves out or bounds, and the level at which that ends.
FEATURES = [
    (2, "--no-int8", "--no-uint8"),
    (3, "--no-embedded-assigns", "--no-comma-operators"),
    (4, "--no-longlong", "--no-math64"),
    (5, "--no-jumps"),
    (6, "--no-safe-math"),
    (7, "--no-consts"),
    (8, "--no-structs", "--no-return-structs", "--no-arg-structs"),
    (9, "--no-arrays"),
    (10, "--no-bitfields"),
    (11, "--no-pointers"),
    (12, "--no-unions", "--no-return-unions", "--no-arg-unions"),
]
LEVELS = 13
WHAT = ["int and short", "char", "assignments in expressions", "long long", "goto",
        "wrapped arithmetic", "const", "structs", "arrays", "bit-fields", "pointers", "unions",
        "larger"]


def describe(level):
    return WHAT[level - 1]


def flags(level):
    words = [word for until, *words in FEATURES if level < until for word in words]
    small = level < LEVELS
    bounds = {"funcs": 2 if level < 5 else 3 if small else 5,
              "block-depth": 2 if small else 3,
              "block-size": 3,
              "expr-complexity": 2 if small else 4}
    for name, bound in bounds.items():
        words += [f"--max-{name}", str(bound)]
    return ALWAYS + words


@functools.cache
def wrappers():
    """The text of each function of csmith's safe arithmetic, by its name."""
    run = measure.run(["clang-19", "-E", "-P", "-x", "c", "-I", INCLUDE,
                       f"{INCLUDE}/csmith.h"])
    if run.status != 0:
        sys.exit("csmith's headers are missing: run utils/setup")
    found = re.findall(r"^static ([\w ]+)\n\((safe_\w+)\)(.*?^\}$)", run.out.decode(),
                       re.M | re.S)
    return {name: f"static {kind} {name}{rest}\n" for kind, name, rest in found}


RANGES = {f"{sign}int{bits}_t": (-(1 << bits - 1), (1 << bits - 1) - 1) if not sign
          else (0, (1 << bits) - 1) for sign in ("", "u") for bits in (8, 16, 32, 64)}


@dataclass
class Scalar:
    """A global, or a part of one, that can be compared."""

    text: str
    type: str
    initial: int | None = None  # where it may be set, and to what it is


@dataclass
class Program:
    """A program without its main, and the lines before which more can stand."""

    lines: list
    scalars: list = field(default_factory=list)
    points: list = field(default_factory=list)
    result: str | None = None  # the type of func_1, where that is a scalar


def literal(value):
    if value < -(1 << 63) + 1:
        return "(-9223372036854775807LL - 1)"
    if abs(value) < 1 << 31:
        return str(value) if value >= 0 else f"({value})"
    if value < 0:
        return f"({value}LL)"
    return f"{value}u" if value < 1 << 32 else f"{value}LL" if value < 1 << 63 else f"{value}ULL"


def number(text):
    """The value of an initialiser of csmith's, or None."""
    text = text.strip().strip("()").rstrip("ULul")
    try:
        return int(text, 0)
    except ValueError:
        return None


def fitted(value, kind):
    """The value after its conversion to a type."""
    low, high = RANGES[kind]
    return (value - low) % (high - low + 1) + low


def struct_fields(text):
    """For each struct, the type and name of its fields."""
    bodies = re.findall(r"^struct (S\d+) \{\n(.*?)^\};", text, re.M | re.S)
    return {name: re.findall(r"^\s*(?:const )?([\w ]+?)\s+(f\d+)\s*(?::\s*\d+)?;", body, re.M)
            for name, body in bodies}


def scalars_under(name, kind, structs):
    """The scalars in a struct, fields of fields included."""
    for field_kind, field_name in structs.get(kind.removeprefix("struct "), []):
        path = f"{name}.{field_name}"
        if field_kind.startswith("struct "):
            yield from scalars_under(path, field_kind, structs)
        elif field_kind in RANGES or field_kind in ("signed", "unsigned"):
            yield Scalar(path, field_kind)


GLOBAL = re.compile(r"^static (const )?((?:struct |union )?\w+) (g_\d+)((?:\[\d+\])*) = (.*);$")


def scalars_of(line, structs):
    found = GLOBAL.match(line)
    if not found:
        return []
    const, kind, name, dimensions, initial = found.groups()
    if dimensions and kind in RANGES:
        last = "".join(f"[{int(n) - 1}]" for n in re.findall(r"\d+", dimensions))
        return [Scalar(name + re.sub(r"\d+", "0", dimensions), kind), Scalar(name + last, kind)]
    if kind.startswith("struct ") and not dimensions:
        return list(scalars_under(name, kind, structs))
    if kind not in RANGES or dimensions:
        return []
    value = number(initial)
    if const or value is None:
        return [Scalar(name, kind)]
    return [Scalar(name, kind, fitted(value, kind))]


def points_in(lines, first):
    """Where a block begins, and before each return."""
    for index, line in enumerate(lines[first:], first):
        if line.strip() == "{":
            yield index + 1
        elif re.match(r"\s+return\b", line):
            yield index


def used_wrappers(text):
    names = sorted(set(re.findall(r"\bsafe_\w+", text)))
    return "".join(wrappers()[name] for name in names)


def program_of(text):
    text = text[text.index("static long __undefined;"):].partition("\n")[2]
    text = re.sub(r"\n\s*\n+", "\n", text).rstrip() + "\n"
    structs = struct_fields(text)
    head = ("#include <assert.h>\n#include <stdint.h>\n" + used_wrappers(text)).splitlines()
    lines = head + text.splitlines()
    program = Program(lines, points=list(points_in(lines, len(head))))
    for line in lines:
        program.scalars += scalars_of(line, structs)
    result = re.search(r"^static (?:const )?(\w+)\s+func_1\(void\);", text, re.M)
    program.result = result.group(1) if result and result.group(1) in RANGES else None
    return program


def make(seed, level, folder):
    """The program of a seed, or None where csmith fails, which leaves a file in
    the folder."""
    run = measure.run(["csmith", "--seed", str(seed), *flags(level)], 30, cwd=folder)
    return program_of(run.out.decode()) if run.status == 0 else None


def require():
    if not shutil.which("csmith"):
        sys.exit("csmith is not installed: run utils/setup")
