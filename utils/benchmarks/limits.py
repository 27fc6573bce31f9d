"""What utils/bench measures on programs that are too large, too deep or too
many: each must get a verdict, or an unknown with its reason, in bounded memory."""

import collections
import sys
import tempfile
from pathlib import Path

from measuring import measure, verdicts

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


def functions(count):
    """So many functions, each with an assertion."""
    return HEAD + "".join(
        f"int f{n}(int x) {{ if (x > {n}) {{ assert(x != {n}); x--; }} return x; }}\n"
        for n in range(count))


def statements_with_memory(count):
    """A function of so many statements through pointers that may meet."""
    body = [f"  p[{n % 13}].{'ab'[n % 2]} = q->{'ba'[n % 2]} + {n % 7};" for n in range(count)]
    return (HEAD + "struct s { int a, b; struct s *next; };\nvoid f(struct s *p, struct s *q) {\n"
            + "\n".join(body) + "\n  if (q->a > 3) assert(q->a != 2);\n}\n")


def global_variables(count):
    """So many global variables, all assigned and compared."""
    names = range(count)
    return (HEAD + "".join(f"int g{n}; int *p{n} = &g{n};\n" for n in names)
            + "void set(void) {\n" + "".join(f"  *p{n} = g{(n + 1) % count};\n" for n in names)
            + "}\nvoid use(void) { g0 = 1; set(); if (g1 == 2) assert(g1 > 0); }\n")


def switch(count):
    """A switch of so many cases, in a loop."""
    cases = "\n".join(f"    case {n}: s = {n * 7 % count}; break;" for n in range(count))
    return (HEAD + "int f(int s) {\n  while (nondet()) {\n    switch (s) {\n" + cases
            + f"\n    default: s = 0;\n    }}\n    assert(s >= 0 && s < {count});\n  }}\n  return s;\n}}\n")


def initialiser(count):
    """A table of so many entries, with pointers in it."""
    rows = ",\n".join(f"  {{{n}, &t[{n * 31 % count}], names + {n % 8}}}" for n in range(count))
    return (HEAD + "static const char *const names[8];\nstruct e { int n; const struct e *next;"
            " const char *const *name; };\nextern const struct e t[];\nconst struct e t[] = {\n"
            + rows + f"\n}};\nint get(int i) {{ if (i < 0 || i >= {count}) return 0;"
            " assert(i >= 0); return t[i].next->n; }\n")


def wide(count):
    """So many functions that call each other, some through a table."""
    text = HEAD + "".join(f"int f{n}(int);\n" for n in range(count))
    text += "int (*const table[])(int) = {" + ", ".join(f"f{n}" for n in range(count)) + "};\n"
    text += "".join(f"int f{n}(int x) {{ if (x < {n}) return f{n * 7 % count}(x + 1) + "
                    f"f{n * 13 % count}(x); return table[x % {count}](x); }}\n"
                    for n in range(count))
    return text + "void g(int x) { if (f0(x) > 3 && x > 3) assert(x > 2); }\n"


def linked(count):
    """So many steps along lists that may all be the same."""
    body = "\n".join(f"  {'pqr'[n % 3]}->{'abc'[n % 3]} = {'qrp'[n % 3]}->{'bca'[n % 3]};"
                     f" if (!{'pqr'[n % 3]}) return;" for n in range(count))
    return (HEAD + "struct n { struct n *a, *b, *c; int v; };\nvoid f(struct n *p, struct n *q, "
            "struct n *r) {\n  while (nondet()) {\n" + body
            + "\n  }\n  if (p->a->b->v > 3) assert(p->a->b->v > 2);\n}\n")


def templates(depth):
    """A template that is as deep as this."""
    return (HEAD.replace("int nondet(void)", 'extern "C" int nondet()')
            + "template <int N> struct T { T<N - 1> inner; int get() { return inner.get() + 1; } };\n"
            "template <> struct T<0> { int v = 0; int get() { return v; } };\n"
            f"int use() {{ T<{depth}> t; int n = t.get(); assert(n == {depth}); return n; }}\n")


def instances(count):
    """So many instances of a template with an assertion."""
    return (HEAD.replace("int nondet(void)", 'extern "C" int nondet()')
            + "template <int N> int f(int x) { if (x > N) { assert(x != N); return x - N; } return x; }\n"
            "int use(int x) {\n" + "".join(f"  x += f<{n}>(x);\n" for n in range(count))
            + "  return x;\n}\n")


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
    "functions": (functions, 10000, "proved"),
    "memory": (statements_with_memory, 5000, "proved"),
    "globals": (global_variables, 2000, "proved violated latent"),
    "switch": (switch, 2000, "proved"),
    "initialiser": (initialiser, 20000, "proved"),
    "wide": (wide, 1000, "proved"),
    "linked": (linked, 200, "proved"),
    "many": (lambda count: assertions(count).replace("main", "f"), 5000, "proved"),
    "templates": (templates, 800, "proved"),
    "instances": (instances, 2000, "proved"),
}
CXX = ("templates", "instances")
# These are looked at as in a build, without an entry.
NO_ENTRY = ("nothing", "functions", "memory", "globals", "switch", "initialiser", "wide", "linked",
            "many") + CXX
FLAGS = ["-w", "-fbracket-depth=100000", "-ftemplate-depth=10000"]


def check(source, timeout):
    command = [measure.product("bin/predabs"), "check", "--entry=main", "--verdicts"]
    if source.stem in NO_ENTRY:
        command.remove("--entry=main")
    return measure.run([*command, str(source), "--", *FLAGS], timeout)


def compile_alone(source, timeout):
    """What a compile takes without PredAbs."""
    command = ["clang-19", "-O2", "-c", "-o", "/dev/null", *FLAGS, str(source)]
    return measure.run(command, timeout)


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
            source = Path(folder) / f"{name}.{'cpp' if name in CXX else 'c'}"
            source.write_text(make(size))
            plain = compile_alone(source, timeout)
            run = check(source, timeout)
            progress.step(name)
            answers = [verdict.answer for verdict in verdicts.read(run.out)]
            counts = collections.Counter(answers)
            rows.append([name, size, *(counts[kind] for kind in ("proved", "violated", "unknown")),
                         f"{plain.seconds:.2f}", f"{run.seconds:.2f}",
                         f"{run.peak_kib / 1024:.0f}"])
            trouble += what_is_wrong(name, run, answers, right)
    progress.close()
    measure.table(["program", "size", "proved", "violated", "unknown", "compile s", "CPU s", "MiB"], rows)
    return trouble
