"""Random C++ programs without inputs, for utils/hunt.

A program is a few pieces, functions that give a number each, and a main function
that calls them. Lines `AT(n, expression);` mark what is looked at: utils/hunt
records the values in a run, and puts assertions in their place.

  classes      hierarchies with virtual methods, copies, operators, templates,
               lambdas, tagged unions, objects with destructors
  exceptions   hierarchies with public, private, repeated and virtual bases, numbers
               and pointers, handlers in any order, rethrow, function-try-blocks
  library      containers, strings, smart pointers, algorithms, atomics
"""

import random
import re
from dataclasses import dataclass

from programs import twins

KINDS = ["classes", "exceptions", "library"]
# A function body of this many statements at most, by level.
LEVELS = 4
MARK = re.compile(r"^\s*AT\((\d+), (.*)\);$")


class Writer:
    """Collects lines; each AT line gets its number."""

    def __init__(self, rng, level):
        self.rng, self.level = rng, level
        self.lines, self.marks, self.includes = [], 0, []

    def put(self, text):
        self.lines += text.splitlines()

    def at(self, expression):
        if self.marks < 60:
            self.lines.append(f"  AT({self.marks}, {expression});")
            self.marks += 1

    def number(self, low=-9, high=9):
        return self.rng.randint(low, high)

    def some(self, low, high):
        return range(self.rng.randint(low, high))

    def include(self, *names):
        self.includes += [name for name in names if name not in self.includes]


# Classes.

def hierarchy(w, piece):
    """A chain of classes with a virtual method that some override."""
    rng, depth = w.rng, w.rng.randint(1, 1 + w.level)
    name = f"C{piece}_"
    w.put(f"struct {name}0 {{ int a = {w.number()}; int tag() const {{ return {w.number()}; }}\n"
          f"  virtual int f(int x) {{ return a + x; }} virtual ~{name}0() {{ ended += 1; }} }};")
    for i in range(1, depth + 1):
        over = f"int f(int x) override {{ return {rng.choice(['b', 'a', 'b * 2'])} + x * {w.number()}; }}"
        w.put(f"struct {name}{i} : {name}{i - 1} {{ int b = {w.number()}; "
              f"{over if rng.random() < 0.7 else ''}\n"
              f"  int tag() const {{ return b + {w.number()}; }} ~{name}{i}() {{ ended += {i + 1}; }} }};")
    last = rng.randint(0, depth)
    w.put(f"static int piece{piece}() {{\n  ended = 0;\n  int r = 0;\n  {{")
    w.put(f"  {name}{last} o; {name}0 &base = o; {name}0 copy = o;")
    w.at("base.a + copy.a")
    w.at("o.tag()")
    w.at("copy.f(2)")
    w.put("  r = copy.f(3) + o.tag();\n  base.a = 4;")
    if rng.random() < 0.5:
        w.at("base.f(1)")
    w.put("  }")
    w.at("ended")
    w.put("  return r;\n}")


def values(w, piece):
    """A class with operators, copied and moved about."""
    name, rng = f"V{piece}", w.rng
    w.put(f"struct {name} {{ int v; {name}(int v = {w.number()}) : v(v) {{ made++; }}\n"
          f"  {name}(const {name} &o) : v(o.v) {{ made += 10; }}\n"
          f"  {name}({name} &&o) : v(o.v) {{ o.v = {w.number()}; made += 100; }}\n"
          f"  {name} &operator=(const {name} &o) {{ v = o.v; made += 1000; return *this; }}\n"
          f"  {name} operator+(const {name} &o) const {{ return {name}(v + o.v); }}\n"
          f"  {name} &operator++() {{ ++v; return *this; }} {name} operator++(int) {{ {name} t(*this); v++; return t; }}\n"
          f"  bool operator<(const {name} &o) const {{ return v < o.v; }} int operator[](int i) const {{ return v * i; }}\n"
          f"  explicit operator bool() const {{ return v > {w.number()}; }} ~{name}() {{ ended++; }} }};")
    w.put(f"static {name} give{piece}({name} x) {{ return x; }}")
    w.put(f"static int piece{piece}() {{\n  made = ended = 0;\n  int r = 0;\n  {{\n"
          f"  {name} a({w.number()}), b({w.number()}), c;")
    steps = ["c = a + b;", "++a;", "b++;", "c = give(a);", "a = static_cast<N &&>(c);",
             "r += a < b;", "r += bool(c);", "r += b[3];", "{ N d(b); r += d.v; }",
             "N *p = new N(a); r += p->v; delete p;"]
    for i in w.some(2, 3 + 2 * w.level):
        step = rng.choice(steps).replace("N", name).replace("give(", f"give{piece}(")
        w.put("  " + step.replace("*p", f"*p{i}").replace("p->", f"p{i}->").replace("delete p", f"delete p{i}"))
        if rng.random() < 0.5:
            w.at(rng.choice(["a.v", "b.v", "c.v", "made", "r"]))
    w.put("  }")
    w.at("ended")
    w.at("made")
    w.put("  return r;\n}")


def lambdas(w, piece):
    rng = w.rng
    w.put(f"template <class T, class F> static T twice{piece}(T x, F f) {{ return f(f(x)); }}")
    w.put(f"static int piece{piece}() {{\n  int n = {w.number()}, r = 0;")
    for i in w.some(1, 1 + w.level):
        capture = rng.choice(["&", "=", "n", "&n", "n = n + 1"])
        body = rng.choice(["x + n", "x * 2 - n", "x < n ? n : x"])
        w.put(f"  auto f{i} = [{capture}](int x) mutable {{ {rng.choice(['n++; ', ''])}return {body}; }};")
        w.put(f"  r += twice{piece}({w.number()}, f{i});")
        w.at(rng.choice(["r", "n", "r - n"]))
    w.put("  return r;\n}")


def tagged(w, piece):
    """A union with a tag, as people write variants by hand."""
    w.put(f"struct U{piece} {{ enum Kind {{ Int, Char, Pair }} kind; union {{ int i; char c; struct {{ short x, y; }} p; }};\n"
          f"  int get() const {{ switch (kind) {{ case Int: return i; case Char: return c; case Pair: return p.x + p.y; }} return -1; }} }};")
    w.put(f"static int piece{piece}() {{\n  U{piece} u[3]; int r = 0;\n  for (int k = 0; k < 3; ++k) {{\n"
          f"    u[k].kind = (U{piece}::Kind)((k + {w.number(0, 2)}) % 3);\n"
          f"    if (u[k].kind == U{piece}::Int) u[k].i = k * {w.number()};\n"
          f"    else if (u[k].kind == U{piece}::Char) u[k].c = 'a' + k;\n"
          f"    else {{ u[k].p.x = {w.number()}; u[k].p.y = k; }}\n  }}\n"
          f"  for (auto &e : u) r = r * 3 + e.get();")
    w.at("r")
    w.at("u[1].get()")
    w.put("  return r;\n}")


def templates(w, piece):
    w.put(f"template <class T, int N> struct A{piece} {{ T v[N]; T &operator[](int i) {{ return v[i]; }}\n"
          f"  T sum() const {{ T s = T(); for (const T &x : v) s += x; return s; }} static constexpr int size = N; }};")
    w.put(f"static int piece{piece}() {{\n  A{piece}<{w.rng.choice(['int', 'long', 'short'])}, {w.number(1, 5)}> a = {{}};\n"
          f"  for (int i = 0; i < a.size; ++i) a[i] = i * {w.number()} + {w.number()};")
    w.at("a.sum()")
    w.at("a[a.size - 1]")
    w.put("  return (int)a.sum();\n}")


# Exceptions.

def error_classes(w, piece):
    """Classes to throw. Gives their names; a virtual base has no number in it."""
    rng, names = w.rng, []
    for i in range(2 + w.level):
        name = f"E{piece}_{i}"
        bases = []
        for base in rng.sample(names, min(len(names), rng.choice([0, 1, 1, 2]))):
            access = rng.choice(["public", "public", "public", "private"])
            bases.append(f"{access} {'virtual ' if rng.random() < 0.1 else ''}{base}")
        counted = "" if rng.random() < 0.6 else f" ~{name}() {{ ended += {i + 1}; }}"
        ctors = f" {name}() {{}} {name}(const {name} &o) : n{i}(o.n{i}) {{ made++; }}" if counted and not bases else ""
        head = " : " + ", ".join(bases) if bases else ""
        w.put(f"struct {name}{head} {{ int n{i} = {w.number()};{ctors}{counted} }};")
        names.append(name)
    return names


def thrown_things(w, names):
    things = [f"throw {name}()" for name in names]
    things += ["throw 5", "throw 'c'", "throw 7L", "throw 3u", "throw &shared", "throw (const int *)&shared",
               "throw nullptr", "throw Red", "throw \"text\"", "throw (short)2"]
    return w.rng.sample(things, min(len(things), 3 + 2 * w.level))


def handlers(w, names, depth):
    """Handlers in any order, each with something that tells it from others."""
    rng = w.rng
    classes = [f"{name}{rng.choice([' &', ' ', ' &', ''])}|{i}" for i, name in enumerate(names)]
    plain = ["int n|", "char n|", "long n|", "unsigned n|", "int *p|", "const int *p|", "void *p|",
             "const void *p|", "Colour n|", "const char *s|", "short &n|"]
    chosen = rng.sample(classes + plain, rng.randint(1, 3 + w.level))
    text = ""
    for k, one in enumerate(chosen):
        what, _, field = one.partition("|")
        use = f"r = {100 * (k + 1)};"
        if field and what[-1:] in "& " and what != what.strip() or what.endswith("&"):
            what, use = f"{what}e", f"r = {100 * (k + 1)} + e.n{field};"
        elif what.endswith(" n") or what.endswith("&n"):
            use = f"r = {100 * (k + 1)} + (int)n;"
        elif what.endswith("*p"):
            use = f"r = {100 * (k + 1)} + (p == &shared);"
        if depth == 0 and rng.random() < 0.25:
            use += rng.choice([" throw;", " again();", " throw r;", " return r;"])
        text += f" catch ({what}) {{ {use} }}"
    if rng.random() < 0.4 or depth:
        text += " catch (...) { r += 1000; }"
    return text


def exceptions(w, piece):
    rng = w.rng
    names = error_classes(w, piece)
    things = thrown_things(w, names)
    cases = "\n".join(f"  case {i}: {thing};" for i, thing in enumerate(things))
    w.put(f"static void raise{piece}(int k) {{\n  Guard g({w.number(1, 9)});\n  switch (k) {{\n{cases}\n  }}\n}}")
    inner = f"try {{ raise{piece}(k); r = 1; }}{handlers(w, names, 0)}"
    if rng.random() < 0.3:
        inner = f"Guard g({w.number(1, 9)}); {inner}"
    w.put(f"static int inner{piece}(int k) {{ int r = 0; {inner} return r; }}")
    whole = rng.random() < 0.3
    body = f"r = inner{piece}(k);"
    outer = handlers(w, names, 1)
    if whole:
        w.put(f"static int r_{piece}; static int outer{piece}(int k) try {{ return inner{piece}(k); }}"
              + outer.replace("r = ", f"r_{piece} = ").replace("r += ", f"r_{piece} += ").replace(" }", f" return r_{piece}; }}"))
    else:
        w.put(f"static int outer{piece}(int k) {{ int r = 0; try {{ {body} }}{outer} return r; }}")
    w.put(f"static int piece{piece}() {{\n  int r = 0; ended = made = closed = 0;")
    for k in range(len(things) + 1):
        w.put(f"  {f'r_{piece} = 0; ' if whole else ''}r = outer{piece}({k});")
        w.at("r")
    w.at("ended")
    w.at("closed")
    w.put("  return r;\n}")


# The library.

def sequence(w, piece):
    rng = w.rng
    kind = rng.choice(["vector", "deque", "list"])
    w.include(kind, "algorithm")
    w.put(f"static int piece{piece}() {{\n  std::{kind}<int> v; int r = 0;\n  for (int i = 0; i < {w.number(1, 4)}; ++i) v.push_back(i * {w.number()});")
    steps = ["v.push_back(K);", "v.insert(v.begin(), K);", "if (!v.empty()) v.pop_back();",
             "if (!v.empty()) v.erase(v.begin());", "v.resize(K0);", "{ auto w = v; w.push_back(K); v.swap(w); }",
             "std::reverse(v.begin(), v.end());", "for (int &x : v) x += K;"]
    steps += ["v.sort();"] if kind == "list" else ["std::sort(v.begin(), v.end());"]
    for _ in w.some(1, 2 + w.level):
        w.put("  " + rng.choice(steps).replace("K0", str(w.number(0, 6))).replace("K", str(w.number())))
        w.at(rng.choice(["v.size()", "v.empty()", "v.empty() ? 0 : v.front()", "v.empty() ? 0 : v.back()"]))
    w.put("  for (int x : v) r = r * 3 + x;")
    w.at("r")
    w.put("  return r;\n}")


def associative(w, piece):
    rng = w.rng
    kind = rng.choice(["map", "set", "unordered_map", "unordered_set", "multiset"])
    w.include(kind.replace("multi", ""))
    is_map = kind.endswith("map")
    w.put(f"static int piece{piece}() {{\n  std::{kind}<int{', int' if is_map else ''}> m; int r = 0;")
    steps = ["m[K] = J;", "m[K] += J;", "r += m.count(K);", "m.erase(K);", "m.insert({K, J});"] if is_map else [
        "m.insert(K);", "m.insert(K);", "r += m.count(K);", "m.erase(K);"]
    for _ in w.some(1, 3 + w.level):
        w.put("  " + rng.choice(steps).replace("K", str(w.number(0, 4))).replace("J", str(w.number())))
        w.at(rng.choice(["m.size()", "r", f"m.count({w.number(0, 4)})"]))
    if not kind.startswith("unordered"):
        w.put(f"  for (auto &x : m) r = r * 3 + {'x.first + x.second' if is_map else 'x'};")
        w.at("r")
    w.put("  return r;\n}")


def text(w, piece):
    rng = w.rng
    w.include("string")
    word = lambda: '"' + "".join(rng.choice("abcxyz") for _ in range(rng.randint(0, rng.choice([4, 30])))) + '"'
    w.put(f"static int piece{piece}() {{\n  std::string s = {word()}; int r = 0;")
    steps = ["s += W;", "s = W + s;", "s.append(2, 'q');", "if (s.size() > 2) s.erase(1, 1);",
             "s.insert(0, W);", "std::string t = s; s = t + t;", "s = s.substr(0, 3);"]
    for i in w.some(1, 2 + w.level):
        w.put("  { " + rng.choice(steps).replace("W", "std::string(" + word() + ")") + " }")
        w.at(rng.choice(["s.size()", "s.empty() ? 0 : s[0]", "s.find('x') == std::string::npos", f"s == {word()}"]))
    w.put("  return (int)s.size() + r;\n}")


def pointers(w, piece):
    rng = w.rng
    w.include("memory")
    w.put(f"struct P{piece} {{ int v; P{piece}(int v) : v(v) {{}} ~P{piece}() {{ ended += v; }} }};")
    w.put(f"static int piece{piece}() {{\n  ended = 0; int r = 0;\n  {{\n  auto a = std::make_shared<P{piece}>({w.number(1, 9)});\n"
          f"  std::shared_ptr<P{piece}> b; std::weak_ptr<P{piece}> c = a; std::unique_ptr<P{piece}> d(new P{piece}({w.number(1, 9)}));")
    steps = ["b = a;", "b.reset();", "if (b) b->v++;", "a = std::move(b);", "if (auto p = c.lock()) r += p->v;",
             "d.reset(new P(3));", "{ auto e = a; r += e.use_count(); }", "if (d) r += d->v;", "b.reset(new P(2));"]
    for _ in w.some(1, 3 + w.level):
        w.put("  " + rng.choice(steps).replace("new P(", f"new P{piece}("))
        w.at(rng.choice(["a.use_count()", "b.use_count()", "r", "ended", "c.expired()", "a ? a->v : 0"]))
    w.put("  }")
    w.at("ended")
    w.put("  return r;\n}")


def pieces_of_library(w, piece):
    rng = w.rng
    w.include("optional", "variant", "functional", "atomic", "utility", "tuple", "array")
    w.put(f"static int piece{piece}() {{\n  int r = 0;")
    steps = [
        "std::optional<int> N; if (r >= 0) N = K; r += N.value_or(J);",
        "std::variant<int, char, long> N = K; if (r > 2) N = 'c'; r += (int)N.index();",
        "std::function<int(int)> N = [&](int x) { return x + r; }; r = N(K);",
        "std::atomic<int> N{K}; N += J; N++; r += N.load();",
        "auto N = std::make_pair(K, J); std::swap(N.first, N.second); r += N.first;",
        "auto N = std::make_tuple(K, J, 'c'); r += std::get<1>(N);",
        "std::array<int, 3> N{K, J}; for (int x : N) r += x;",
        "int N = std::exchange(r, K); r -= N;",
        "r = std::max(r, K) - std::min(r, J);",
    ]
    w.include("algorithm")
    for i in w.some(1, 3 + w.level):
        w.put("  " + rng.choice(steps).replace("N", f"n{i}").replace("K", str(w.number())).replace("J", str(w.number())))
        w.at("r")
    w.put("  return r;\n}")


PIECES = {
    "classes": [hierarchy, values, lambdas, tagged, templates],
    "exceptions": [exceptions],
    "library": [sequence, associative, text, pointers, pieces_of_library],
}

COMMON = """\
static int ended, made, closed;
struct Guard { int n; Guard(int n) : n(n) {} ~Guard() { closed += n; } };
enum Colour { Red = 3 };
static int shared = 4;
[[noreturn]] static void again() { throw; }
"""


def draft(seed, kind, level):
    """A program with AT lines."""
    w = Writer(twins.randomness(seed, "c++ " + kind, level), level)
    count = w.rng.randint(1, level)
    for piece in range(count):
        w.rng.choice(PIECES[kind])(w, piece)
    w.put("int main() {\n  int total = 0;")
    for piece in range(count):
        w.put(f"  total += piece{piece}();")
        w.at("total")
    w.put("}")
    includes = "".join(f"#include <{name}>\n" for name in ["cassert"] + w.includes)
    return includes + COMMON + "\n".join(w.lines) + "\n"


def recording(text):
    return ('extern "C" void record(int, long long);\n#define AT(n, e) record(n, (long long)(e))\n'
            + text)


@dataclass
class Seen:
    least: int
    most: int
    last: int


def read_recording(out):
    seen = {}
    for line in out.splitlines():
        words = line.split()
        seen[int(words[0])] = Seen(*map(int, words[2:5]))
    return seen


def finish(text, seen, rng, kind, level):
    """Both variants; the broken one denies a value that was seen."""
    reached = sorted(seen)
    if not reached:
        return None
    broken = rng.choice(reached)

    def write(choice):
        lines = []
        for line in text.splitlines():
            match = MARK.match(line)
            lines.append(line if not match else fact(int(match[1]), match[2], choice))
        return "\n".join(lines) + "\n"

    def fact(number, expression, choice):
        if number not in seen:
            return ";"
        one = seen[number]
        if number == choice:
            return f"  assert((long long)({expression}) != {one.last}); {twins.BROKEN}"
        if one.least == one.most:
            return f"  assert((long long)({expression}) == {one.least});"
        return f"  assert((long long)({expression}) >= {one.least} && (long long)({expression}) <= {one.most});"

    return twins.Pair(kind, level, write(None), write(broken),
                      twins.line_with(write(broken), twins.BROKEN), [[]])


def describe(level):
    return f"{level} to {3 * level} statements"
