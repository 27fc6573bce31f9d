"""Pairs of programs for utils/hunt. Both hold assertions; in one all are true, in
the other (`broken`) one is not, and everything before it is. Three kinds:

seen     what was seen when a csmith program ran, at points inside it and at its end
guarded  the same, with globals that start from inputs; a guard leaves a few
         values, and facts are what was seen with any of them
implied  facts that follow from guards on inputs, by calculation, with a csmith
         program running in between
"""

import random
from dataclasses import dataclass, field

from programs import csmith
from programs.csmith import literal

KINDS = ["seen", "guarded", "implied"]
MOST_POINTS = 3
MOST_ENDS = 4
# The outside of all programs: nothing has a body there but the recorder's run.
OUTSIDE = ("int __VERIFIER_nondet_int(void);\nunsigned __VERIFIER_nondet_uint(void);\n"
           "long __VERIFIER_nondet_long(void);\nunsigned long __VERIFIER_nondet_ulong(void);\n")


@dataclass
class Place:
    """Where an assertion goes: a line of the program or, at the end, of main."""

    line: int | None
    scalar: csmith.Scalar


@dataclass
class Seen:
    """What was seen at a place: how often, the different values (while few), the
    least, the greatest and the last."""

    count: int = 0
    values: list = field(default_factory=list)
    least: int = 0
    most: int = 0
    last: int = 0


@dataclass
class Draft:
    """A pair in the making."""

    program: csmith.Program
    places: list
    setup: list  # lines of main before the call
    runs: list  # the inputs of each native run, which are all there can be
    broken: int = 0  # the place whose assertion is the broken one


def chosen(rng, items, most):
    return rng.sample(items, min(len(items), most))


def choose_places(rng, program):
    places = [Place(line, rng.choice(program.scalars))
              for line in sorted(chosen(rng, program.points, MOST_POINTS))]
    ends = list(program.scalars)
    if program.result:
        ends.append(csmith.Scalar("result", program.result))
    return places + [Place(None, scalar) for scalar in chosen(rng, ends, MOST_ENDS)]


def draft_seen(rng, program):
    return Draft(program, choose_places(rng, program), [], [[]])


def input_call(kind):
    name = {"int64_t": "long", "uint64_t": "ulong", "uint32_t": "uint"}.get(kind, "int")
    return f"__VERIFIER_nondet_{name}()"


def one_value_guard(rng, name, value, kind):
    low, high = csmith.RANGES[kind]
    c = literal(value)
    forms = [f"{name} == {c}", f"{name} >= {c} && {name} <= {c}",
             f"!({name} < {c}) && !({name} > {c})"]
    if low < value < high:
        forms.append(f"{name} > {literal(value - 1)} && {name} < {literal(value + 1)}")
    if 0 <= value < 1 << 15:
        key = rng.randrange(1, 1 << 15)
        forms.append(f"({name} ^ {key}) == {value ^ key}")
        forms.append(f"({name} & {key}) == {value & key} && ({name} | {key}) == {value | key}")
    return rng.choice(forms)


def guard(rng, name, values, kind):
    """A condition that leaves exactly these values."""
    if len(values) == 1:
        return one_value_guard(rng, name, values[0], kind)
    if max(values) - min(values) + 1 == len(values):
        return f"{name} >= {literal(min(values))} && {name} <= {literal(max(values))}"
    return " || ".join(f"{name} == {literal(value)}" for value in values)


def near(rng, scalar):
    """A few values for a global, its own among them."""
    low, high = csmith.RANGES[scalar.type]
    own, count = scalar.initial, rng.choice([1, 1, 2, 3])
    if rng.randrange(2):
        return sorted({value for value in range(own, own + count) if value <= high})
    return sorted({own} | {rng.choice([0, 1, low, high, own ^ 1]) for _ in range(count - 1)})


def draft_guarded(rng, program):
    free = [scalar for scalar in program.scalars if scalar.initial is not None]
    setup, runs = [], [[]]
    for scalar in chosen(rng, free, 2):
        values = near(rng, scalar)
        setup += [f"  {scalar.text} = {input_call(scalar.type)};",
                  f"  if (!({guard(rng, scalar.text, values, scalar.type)})) return 0;"]
        runs = [before + [value] for before in runs for value in values]
    return Draft(program, choose_places(rng, program), setup, runs)


DRAFTS = {"seen": draft_seen, "guarded": draft_guarded}


def written(draft, at):
    """The text of a draft; at(number, place) is the line that stands at a place."""
    inside = {}
    for number, place in enumerate(draft.places):
        inside.setdefault(place.line, []).append("  " + at(number, place))
    lines = []
    for index, line in enumerate(draft.program.lines):
        lines += inside.get(index, []) + [line]
    call = f"  {draft.program.result} result = func_1();" if draft.program.result else "  func_1();"
    lines += ["int main(void) {", *draft.setup, call, *inside.get(None, []), "  return 0;", "}"]
    return OUTSIDE + "\n".join(lines) + "\n"


def recording(draft):
    return ("void record(int number, long long value);\n"
            + written(draft, lambda number, place:
                      f"record({number}, (long long)({place.scalar.text}));"))


def read_recording(out, draft):
    """What was seen at each place, over all runs."""
    seen = [Seen() for _ in draft.places]
    for line in out.splitlines():
        number, count, least, most, last, *values = map(int, line.split())
        one, kind = seen[number], draft.places[number].scalar.type
        if kind == "uint64_t":
            least, most = (0, csmith.RANGES[kind][1]) if least < 0 else (least, most)
            last, *values = [value % (1 << 64) for value in [last, *values]]
        one.least = min(one.least, least) if one.count else least
        one.most = max(one.most, most) if one.count else most
        one.values += [value for value in values if value not in one.values]
        one.count, one.last = one.count + count, last
    return seen


FEW = 3


def fact(place, seen):
    name = place.scalar.text
    if not seen.count:
        return "0"
    if len(seen.values) <= FEW:
        return " || ".join(f"{name} == {literal(value)}" for value in seen.values)
    return f"{name} >= {literal(seen.least)} && {name} <= {literal(seen.most)}"


def broken_fact(place, seen):
    """What is wrong for the last value that was seen."""
    if len(seen.values) == 1 or seen.last not in seen.values:
        return f"{place.scalar.text} != {literal(seen.last)}"
    if len(seen.values) <= FEW:
        return " || ".join(f"{place.scalar.text} == {literal(value)}"
                           for value in seen.values if value != seen.last)
    return f"{place.scalar.text} != {literal(seen.last)}"


@dataclass
class Pair:
    """The two texts, and inputs: with each the first passes, with one the second
    fails. broken_line is the line of the assertion that does."""

    kind: str
    level: int
    true: str
    broken: str
    broken_line: int
    runs: list


def line_with(text, mark):
    return next(n for n, line in enumerate(text.splitlines(), 1) if line.endswith(mark))


BROKEN = "/* broken */"


def finish(draft, seen, rng, kind, level):
    """The pair, or None where nothing was reached."""
    reached = [number for number, one in enumerate(seen) if one.count]
    if not reached:
        return None
    last = reached[-1]
    broken = rng.choice(reached) if rng.randrange(2) else last

    def true(number, place):
        return f"assert({fact(place, seen[number])});"

    def negated(number, place):
        if number != broken:
            return true(number, place)
        return f"assert({broken_fact(place, seen[number])}); {BROKEN}"

    text = written(draft, negated)
    return Pair(kind, level, written(draft, true), text, line_with(text, BROKEN), draft.runs)


@dataclass
class Fact:
    """Something implied by a guard. `inputs` fail the broken condition."""

    lines: list  # of main; {} is where the assertion goes
    true: str
    broken: str
    inputs: list
    before: list = field(default_factory=list)  # lines before main


def linear(rng):
    low, count = rng.randrange(-1000, 1000), rng.randrange(1, 500)
    k, c = rng.choice([-7, -2, 2, 3, 5]), rng.randrange(-99, 99)
    high = low + count
    ends = sorted([(k * low + c, low), (k * high + c, high)])
    return Fact([f"int x = {input_call('int32_t')};", f"if (x >= {low} && x <= {high}) {{",
                 f"  int y = {k} * x + ({c});", "  {call}", "  {}", "}"],
                f"y >= {ends[0][0]} && y <= {ends[1][0]}",
                f"y >= {ends[0][0]} && y < {ends[1][0]}", [ends[1][1]])


def correlated(rng):
    step = rng.randrange(1, 9)
    return Fact([f"int b = {input_call('int32_t')}, n = 0;", f"if (b) n += {step};", "{call}",
                 f"if (b) n -= {step};", "{}"], "n == 0", f"n != 0", [1])


def half_correlated(rng):
    step, bound = rng.randrange(1, 9), rng.randrange(-50, 50)
    return Fact([f"int b = {input_call('int32_t')}, n = 0;", f"if (b > {bound}) n += {step};",
                 "{call}", f"if (b >= {bound}) n -= {step};", "{}"],
                f"n == 0 || b == {bound}", "n == 0", [bound])


def wrap(rng):
    k = rng.randrange(1, 1000)
    return Fact([f"unsigned u = {input_call('uint32_t')};", f"if (u >= 4294967296u - {k}u) {{",
                 "  {call}", "  {}", "}"],
                f"u + {k}u < {k}u", f"u + {k}u > u", [(1 << 32) - k])


def signed_order(rng):
    k = rng.randrange(1, 1000)
    return Fact([f"int x = {input_call('int32_t')};", f"if (x < {1 << 30}) {{", "  {call}", "  {}",
                 "}"], f"x + {k} > x", f"(unsigned)x + {k}u > (unsigned)x", [-k])


def mask(rng):
    m, k = rng.choice([1, 3, 7, 15, 255]), rng.randrange(1, 1000)
    return Fact([f"int x = {input_call('int32_t')};", f"int y = (x ^ {k}) & {m};", "{call}", "{}"],
                f"y >= 0 && y <= {m}", f"y >= 0 && y < {m}", [m ^ k])


def narrowing(rng):
    low = rng.randrange(128, 200)
    high = rng.randrange(low, 256)
    return Fact([f"int x = {input_call('int32_t')};", f"if (x >= {low} && x <= {high}) {{",
                 "  signed char c = x;", "  unsigned char d = c;", "  {call}", "  {}", "}"],
                "c < 0 && d == x", "c >= 0", [high])


def shifts(rng):
    k = rng.randrange(1, 8)
    return Fact([f"unsigned x = {input_call('uint32_t')};", f"unsigned y = x << {k} >> {k};",
                 "{call}", "{}"], f"y <= 4294967295u >> {k}", "y == x", [(1 << 32) - 1])


def counting(rng):
    most, step = rng.randrange(2, 6), rng.randrange(1, 4)
    return Fact([f"int n = {input_call('int32_t')}, s = 0;", f"if (n >= 0 && n <= {most}) {{",
                 f"  for (int i = 0; i < n; i++) s += {step};", "  {call}", "  {}", "}"],
                f"s == {step} * n", f"s != {step * most}", [most])


def swapping(rng):
    a, b = rng.sample(range(100), 2)
    lines = [f"int x = {input_call('int32_t')}, y = {b};", f"if (x == {a}) {{", "  swap(&x, &y);",
             "  {call}", "  {}", "}"]
    return Fact(lines, f"x == {b} && y == {a}", f"x == {a}", [a],
                ["static void swap(int *p, int *q) { int t = *p; *p = *q; *q = t; }"])


def cells(rng):
    size = rng.randrange(2, 6)
    value = rng.randrange(1, 50)
    return Fact([f"int a[{size}] = {{0}}, i = {input_call('int32_t')};",
                 f"if (i >= 0 && i < {size}) {{", f"  a[i] = {value};", "  {call}", "  {}", "}"],
                f"a[i] == {value} && (i == 0 || a[0] == 0)", "a[0] == 0", [0])


def fields(rng):
    value = rng.randrange(1, 100)
    return Fact([f"struct pair s, t; s.a = {input_call('int32_t')}; s.b = {value};", "t = s;",
                 "s.b++;", "{call}", "{}"], f"t.a == s.a && t.b == {value}", "t.b == s.b", [0],
                ["struct pair { int a; short b; };"])


def bits(rng):
    width = rng.randrange(2, 9)
    half = 1 << width - 1
    return Fact([f"struct bits s; s.f = {input_call('int32_t')} & {2 * half - 1};", "{call}", "{}"],
                f"s.f >= -{half} && s.f < {half}", "s.f >= 0", [half],
                [f"struct bits {{ signed f : {width}; }};"])


def dividing(rng):
    d = rng.randrange(2, 9)
    return Fact([f"int x = {input_call('int32_t')};", f"int q = x / {d}, r = x % {d};", "{call}",
                 "{}"], f"r > -{d} && r < {d} && (x < 0 || q >= 0)", "r >= 0", [-1])


def recursing(rng):
    most = rng.randrange(2, 5)
    return Fact([f"int n = {input_call('int32_t')};", f"if (n >= 0 && n <= {most}) {{",
                 "  int r = down(n);", "  {call}", "  {}", "}"], "r == 0", "r > 0", [most],
                ["static int down(int n) { return n == 0 ? 0 : down(n - 1); }"])


def choosing(rng):
    values = rng.sample(range(-50, 50), 3)
    cases = " ".join(f"case {n}: y = {value}; break;" for n, value in enumerate(values))
    return Fact([f"int x = {input_call('int32_t')}, y;",
                 f"switch (x) {{ {cases} default: y = 99; }}", "{call}", "{}"],
                f"y <= 50 || y == 99 && (x < 0 || x > 2)", f"y != {values[1]}", [1])


def pointing(rng):
    a, b = rng.sample(range(100), 2)
    return Fact([f"int x = {a}, y = {a}, b = {input_call('int32_t')}, *p = b ? &x : &y;",
                 f"*p = {b};", "{call}", "{}"],
                f"b ? x == {b} && y == {a} : x == {a} && y == {b}", f"x == {b}", [0])


def punning(rng):
    value, byte = rng.randrange(256), rng.randrange(4)
    return Fact([f"unsigned x = {input_call('uint32_t')}, y = x;",
                 f"((unsigned char *)&y)[{byte}] = {value};", "{call}", "{}"],
                f"(y >> {8 * byte} & 255) == {value} && ((x ^ y) & ~(255u << {8 * byte})) == 0",
                "y == x", [0 if value else 1 << 8 * byte])


def copying(rng):
    a, b = rng.sample(range(1, 100), 2)
    return Fact([f"struct trio s = {{{a}, {input_call('int32_t')}, {b}}}, t;",
                 "__builtin_memcpy(&t, &s, sizeof t);", "s.b = 0;", "{call}", "{}"],
                f"t.a == {a} && t.c == {b}", "t.b == s.b", [7],
                ["struct trio { int a, b; short c; };"])


def variable_shift(rng):
    k = rng.randrange(1, 32)
    return Fact([f"unsigned n = {input_call('uint32_t')} & 31;", "unsigned one = 1u << n;",
                 "{call}", "{}"], "one != 0 && (one & (one - 1)) == 0", f"one != 1u << {k}", [k])


def bool_conversion(rng):
    k = rng.randrange(2, 100)
    return Fact([f"int x = {input_call('int32_t')};", "_Bool b = x;", "{call}", "{}"],
                "b == (x != 0) && b <= 1", f"b == x", [k])


def compound(rng):
    k = rng.randrange(1, 100)
    return Fact([f"signed char c = {input_call('int32_t')};", "int old = c;", f"c += {k};",
                 "{call}", "{}"], f"c == old + {k} || c == old + {k} - 256",
                f"c == old + {k}", [127])


def mixed_comparison(rng):
    k = rng.randrange(1, 1000)
    return Fact([f"int x = {input_call('int32_t')};", f"if (x < {k}u) {{", "  {call}", "  {}",
                 "}"], f"x >= 0 && x < {k}", f"x != {k - 1}", [k - 1])


def mixed_comparison_apart(rng):
    k = rng.randrange(1, 1000)
    return Fact([f"int x = {input_call('int32_t')};", f"if (x > {k}u) {{", "  {call}", "  {}",
                 "}"], f"x > {k} || x < 0", f"x > {k}", [-1])


def widths(rng):
    k = rng.randrange(1, 1 << 20)
    return Fact([f"int x = {input_call('int32_t')};", f"long long w = x;", f"w += {k}ll << 32;",
                 "{call}", "{}"], f"w > {k - 1}ll << 32 && (int)w == x", f"w >= {k}ll << 32", [-1])


def truncated_sum(rng):
    k = rng.randrange(1, 255)
    return Fact([f"unsigned char a = {input_call('int32_t')}, b = {k}, s = a + b;", "{call}",
                 "{}"], f"s == a + {k} || s + 256 == a + {k}", "s >= a", [255])


def aliased_global(rng):
    a, b = rng.sample(range(100), 2)
    return Fact([f"fact_global = {a};", f"int c = {input_call('int32_t')};",
                 f"set_fact(c ? &fact_global : &fact_other, {b});", "{call}", "{}"],
                f"fact_global == (c ? {b} : {a})", f"fact_global == {a}", [1],
                ["static int fact_global, fact_other;",
                 "static void set_fact(int *p, int v) { *p = v; }"])


def static_local(rng):
    n = rng.randrange(2, 5)
    return Fact([f"int c = {input_call('int32_t')}, r = 0;",
                 "if (!c) {", f"  for (int i = 0; i < {n}; i++) r = ticket();", "  {call}", "  {}",
                 "}"], f"r == {n}", f"r < {n}", [0],
                ["static int ticket(void) { static int n; return ++n; }"])


def short_circuit(rng):
    k = rng.randrange(1, 50)
    return Fact([f"int x = {input_call('int32_t')}, n = 0;", f"if (x == {k} || (n = 1)) n += 2;",
                 "if (x > 0 && ++n) n += 4;", "{call}", "{}"],
                f"(x == {k} ? n == 7 : x > 0 ? n == 8 : n == 3)", "n != 7", [k])


def argument_copy(rng):
    a = rng.randrange(1, 100)
    return Fact([f"struct box b = {{{a}, {input_call('int32_t')}}};", "int r = emptied(b);",
                 "{call}", "{}"], f"b.a == {a} && r == 0", "b.a == r", [0],
                ["struct box { int a, b; };",
                 "static int emptied(struct box b) { b.a = 0; return b.a; }"])


def matrix(rng):
    i, j = rng.randrange(2), rng.randrange(3)
    v = rng.randrange(1, 99)
    return Fact(["int m[2][3] = {{0}};", f"int r = {input_call('int32_t')};",
                 "if (r >= 0 && r < 2) {", f"  m[r][{j}] = {v};", "  {call}", "  {}", "}"],
                f"m[r][{j}] == {v} && m[1 - r][{j}] == 0", f"m[{i}][{j}] == 0", [i])


def walking(rng):
    n = rng.randrange(2, 6)
    return Fact([f"int a[{n}] = {{0}}, *p = a, k = {input_call('int32_t')};",
                 f"if (k >= 0 && k < {n}) {{", "  p += k;", "  *p = 5;", "  {call}", "  {}", "}"],
                "a[k] == 5 && p - a == k", f"p != a + {n - 1}", [n - 1])


def backwards(rng):
    n = rng.randrange(3, 9)
    return Fact([f"unsigned i = {n}, s = 0;", f"int c = {input_call('int32_t')};",
                 "while (i-- > 0) s += i;", "{call}", "{}"],
                f"i == 4294967295u && s == {n * (n - 1) // 2}", "i == 0", [0])


def accumulated(rng):
    step = rng.randrange(1, 9)
    return Fact(["int s = 0, n = 0;", f"while ({input_call('int32_t')} && n < 1000000) {{",
                 f"  s += {step}; n++;", "}", "{call}", "{}"],
                f"s == {step} * n", f"s != {step * 3}", [1, 1, 1, 0])


def alternating(rng):
    return Fact(["unsigned phase = 0, n = 0;",
                 f"while ({input_call('int32_t')}) {{", "  phase ^= 1; n++;", "}", "{call}", "{}"],
                "phase == (n & 1)", "phase == 0", [1, 0])


def restart(rng):
    k = rng.randrange(2, 9)
    return Fact(["int i = 0;", f"while ({input_call('int32_t')}) {{",
                 f"  i = i == {k} ? 0 : i + 1;", "}", "{call}", "{}"],
                f"i >= 0 && i <= {k}", f"i < {k}", [1] * k + [0])


def function_table(rng):
    a, b = rng.sample(range(1, 50), 2)
    return Fact([f"struct ops o = {{ {input_call('int32_t')} ? give_a : give_b }};",
                 "int r = o.give();", "{call}", "{}"],
                f"r == {a} || r == {b}", f"r == {a}", [0],
                [f"static int give_a(void) {{ return {a}; }}",
                 f"static int give_b(void) {{ return {b}; }}", "struct ops { int (*give)(void); };"])


def union_read(rng):
    v = rng.randrange(1, 127)
    return Fact(["union word w;", f"w.u = {input_call('uint32_t')};", f"w.c[0] = {v};", "{call}",
                 "{}"], f"(w.u & 255) == {v}", f"w.u == {v}", [1 << 8],
                ["union word { unsigned u; unsigned char c[4]; };"])


def bit_neighbours(rng):
    a = rng.randrange(1, 8)
    return Fact([f"struct packed s = {{{a}, 0, 1}};", f"s.b = {input_call('int32_t')};", "s.b++;",
                 "{call}", "{}"], f"s.a == {a} && s.c == 1 && s.b < 32", "s.b != 0", [31],
                ["struct packed { unsigned a : 3, b : 5, c : 1; };"])


def nested_calls(rng):
    k = rng.randrange(1, 9)
    return Fact([f"int x = {input_call('int32_t')};", "if (x > -1000 && x < 1000) {",
                 "  int r = plus(plus(x));", "  {call}", "  {}", "}"],
                f"r == x + {2 * k}", f"r != {2 * k}", [0],
                [f"static int plus(int x) {{ return x + {k}; }}"])


def list_walk(rng):
    n = rng.randrange(2, 5)
    v = rng.randrange(1, 90)
    return Fact([f"struct node c = {{{v}, 0}}, b = {{2, &c}}, a = {{1, &b}};",
                 f"struct node *p = {input_call('int32_t')} ? &a : &b;",
                 "while (p->next) p = p->next;", "p->v++;", "{call}", "{}"],
                f"c.v == {v + 1} && a.v == 1 && b.v == 2", f"c.v == {v}", [n],
                ["struct node { int v; struct node *next; };"])


def minimum(rng):
    return Fact([f"int x = {input_call('int32_t')}, y = {input_call('int32_t')};",
                 "int m = x < y ? x : y;", "{call}", "{}"],
                "m <= x && m <= y && (m == x || m == y)", "m < x || m < y", [4, 4])


def late_failure(rng):
    k = rng.randrange(3, 12)
    return Fact(["int i = 0;", f"while ({input_call('int32_t')} > i) i++;", "{call}", "{}"],
                "i >= 0", f"i != {k}", [k] * k + [0])


FACTS = [linear, correlated, half_correlated, wrap, signed_order, mask, narrowing, shifts,
         counting, swapping, cells, fields, bits, dividing, recursing, choosing, pointing,
         punning, copying, variable_shift, bool_conversion, compound, mixed_comparison,
         mixed_comparison_apart, widths, truncated_sum, aliased_global, static_local,
         short_circuit, argument_copy, matrix, walking, backwards, accumulated, alternating,
         restart, function_table, union_read, bit_neighbours, nested_calls, list_walk, minimum,
         late_failure]


def with_condition(line, condition):
    """A line of a fact, with the call or the assertion where they go."""
    filled = {"{call}": "func_1();", "{}": f"assert({condition[0]}); {condition[1]}".rstrip()}.get(
        line.strip())
    return line.replace(line.strip(), filled) if filled else line


def implied_text(program, facts, conditions):
    """A program with these facts, each in braces of its own, one after the other."""
    body = []
    for one, condition in zip(facts, conditions):
        body += ["  {"] + ["    " + with_condition(line, condition) for line in one.lines] + ["  }"]
    before = [line for one in facts for line in one.before]
    lines = program.lines + before + ["int main(void) {", *body, "  return 0;", "}"]
    return OUTSIDE + "\n".join(lines) + "\n"


def make_implied(rng, program, level):
    facts = [make(rng) for make in rng.sample(FACTS, 2)]
    true = [(one.true, "") for one in facts]
    broken = implied_text(program, facts, [true[0], (facts[1].broken, BROKEN)])
    return Pair("implied", level, implied_text(program, facts, true), broken,
                line_with(broken, BROKEN), [[value for one in facts for value in one.inputs]])


def randomness(seed, kind, level):
    return random.Random(f"{seed} {kind} {level}")
