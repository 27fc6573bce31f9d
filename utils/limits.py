"""What utils/bench measures on programs that are too large, too deep or too
many: each must get a verdict, or an unknown with its reason, in bounded memory."""

import collections
import sys
import tempfile
from pathlib import Path

import measure
import verdicts

HEAD = "#include <assert.h>\nint nondet(void);\n"
MOST_MIB = 2048


def in_main(lines):
    return HEAD + "int main(void) {\n" + "\n".join(lines) + "\n  return 0;\n}\n"


def statements(count):
    """A function of so many statements."""
    body, x, y = ["  int x = 0, y = 0;"], 0, 0
    for n in range(count):
        if n % 2:
            x = y + n % 7
            body.append(f"  x = y + {n % 7};")
        else:
            y = x - n % 5
            body.append(f"  y = x - {n % 5};")
    return in_main(body + [f"  assert(x == {x});"])


def branches(count):
    """So many branches, each on an input."""
    body = ["  int n = 0;"] + ["  if (nondet()) n = 1;"] * count
    return in_main(body + ["  assert(n == 0 || n == 1);"])


def correlated(count):
    """So many branches on one input, the last against the first."""
    body = ["  int b = nondet(), n = 0;"] + ["  if (b) n++; else n--;"] * count
    return in_main(body + ["  assert(b ? n > 0 : n < 0);"])


def chain(depth):
    """An expression as deep as this, by its operators."""
    return in_main(["  int x = nondet();", "  unsigned y = x" + " ^ 1u" * depth + ";",
                    f"  assert(y == ((unsigned)x{' ^ 1u' * (depth % 2)}));"])


def brackets(depth):
    """An expression as deep as this, by its brackets."""
    deep = "(" * depth + "x" + " & 255)" * depth
    return in_main(["  int x = nondet();", f"  int y = {deep};", "  assert(y >= 0);"])


def conditional(depth):
    """A condition of so many parts."""
    return in_main(["  int x = nondet();",
                    "  if (" + " || ".join(f"x == {2 * n}" for n in range(depth)) + ")",
                    "    assert(x % 2 == 0);"])


def assertions(count):
    """So many assertions in one function."""
    body = ["  int x = nondet(); if (x < 0 || x > 10) return 0;"]
    return in_main(body + [f"  assert(x + {n} >= {n});" for n in range(count)])


def failing(count):
    """So many assertions in one function, the last of which fails."""
    body = ["  int x = nondet(); if (x < 0 || x > 10) return 0;"]
    body += [f"  assert(x + {n} >= {n});" for n in range(count - 1)]
    return in_main(body + ["  assert(x < 10);"])


def nest(depth):
    """A loop nest as deep as this."""
    names = [f"i{n}" for n in range(depth)]
    body = ["  int " + ", ".join(names) + ";"]
    body += [f"  for ({name} = 0; {name} < 2; {name}++)" for name in names]
    return in_main(body + [f"    assert({names[0]} < 2 && {names[-1]} < 2);"])


def nothing(count):
    """So many functions, and nothing to check."""
    return "".join(f"int f{n}(int x) {{ while (x > {n}) x -= 3; return x; }}\n"
                   for n in range(count))


def calls(depth):
    """A chain of so many calls."""
    text = HEAD + "static int f0(int x) { return x + 1; }\n"
    text += "".join(f"static int f{n}(int x) {{ return f{n - 1}(x); }}\n"
                    for n in range(1, depth))
    return text + f"int main(void) {{ assert(f{depth - 1}(1) == 2); return 0; }}\n"


# What makes a program, its size, and the verdicts that are not wrong.
PROGRAMS = {
    "statements": (statements, 20000, "proved"),
    "branches": (branches, 2000, "proved"),
    "correlated": (correlated, 2000, "proved"),
    "chain": (chain, 5000, "proved"),
    "brackets": (brackets, 5000, "proved"),
    "conditional": (conditional, 1000, "proved"),
    "assertions": (assertions, 500, "proved"),
    "failing": (failing, 500, "proved violated"),
    "nest": (nest, 12, "proved"),
    "calls": (calls, 500, "proved"),
    "nothing": (nothing, 2000, ""),
}


def check(source, timeout):
    command = [measure.product("bin/predabs"), "check", "--entry=main", "--verdicts"]
    if source.stem == "nothing":
        command.remove("--entry=main")
    return measure.run([*command, str(source), "--", "-w", "-fbracket-depth=100000"], timeout)


def what_is_wrong(name, run, answers, right):
    if run.status not in (0, 1):
        yield f"{name}: {'out of time' if run.status is None else verdicts.last_line(run)}"
    for answer in sorted(set(answers) - set(right.split()) - {"unknown"}):
        yield f"{name}: {answer}"
    if run.peak_kib >= MOST_MIB * 1024:
        yield f"{name}: {run.peak_kib / 1024:.0f} MiB"


def limits(names, timeout):
    """Prints the table; what is wrong with it."""
    unknown = [name for name in names if name not in PROGRAMS]
    if unknown:
        sys.exit(f"no such program: {unknown[0]}; there are " + ", ".join(PROGRAMS))
    trouble, rows = [], []
    progress = measure.Progress(len(names or PROGRAMS))
    with tempfile.TemporaryDirectory() as folder:
        for name in names or PROGRAMS:
            make, size, right = PROGRAMS[name]
            source = Path(folder) / f"{name}.c"
            source.write_text(make(size))
            run = check(source, timeout)
            progress.step(name)
            answers = [verdict.answer for verdict in verdicts.read(run.out)]
            counts = collections.Counter(answers)
            rows.append([name, size, *(counts[kind] for kind in ("proved", "violated", "unknown")),
                         f"{run.seconds:.2f}", f"{run.peak_kib / 1024:.0f}"])
            trouble += what_is_wrong(name, run, answers, right)
    progress.close()
    measure.table(["program", "size", "proved", "violated", "unknown", "CPU s", "MiB"], rows)
    return trouble
