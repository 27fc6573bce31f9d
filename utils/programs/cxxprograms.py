"""Random C++ programs without inputs, for utils/hunt.

A program is a few pieces, functions that give a number each, and a main function
that calls them. Lines `AT(n, expression);` mark what is looked at: utils/hunt
records the values in a run, and puts assertions in their place.

  classes      hierarchies with virtual methods, several and virtual bases, copies,
               operators, templates, lambdas, tagged unions, objects with destructors,
               static members, pointers to members, and statements of all kinds
  exceptions   hierarchies with public, private, repeated and virtual bases, numbers
               and pointers, handlers in any order, rethrow, function-try-blocks,
               objects that are built in part
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


def diamond(w, piece):
    """Several bases, some virtual, whose functions are called through any of them."""
    rng, name = w.rng, f"D{piece}"
    virtual = rng.choice(["virtual ", "", "virtual "])
    w.put(f"struct {name}t {{ int t = {w.number()}; {name}t() {{ made = made * 3 + 1; }} "
          f"virtual int f() {{ return t; }} virtual ~{name}t() {{ ended = ended * 3 + 1; }} }};")
    for side, start in (("l", 2), ("r", 3)):
        over = f"int f() override {{ return t * {w.number()} + {side}; }}" if rng.random() < 0.5 else ""
        if side == "r" and virtual:
            over = ""  # two final overriders would be no program
        w.put(f"struct {name}{side} : {virtual}{name}t {{ int {side} = {w.number()}; {over}\n"
              f"  {name}{side}() {{ made = made * 3 + {start}; }} virtual int g{side}() {{ return {side}; }} "
              f"~{name}{side}() {{ ended = ended * 3 + {start}; }} }};")
    w.put(f"struct {name} : {name}l, {name}r {{ int d = {w.number()}; int gr() override {{ return d + l; }}\n"
          f"  {name}() {{ made = made * 3 + gr(); }} ~{name}() {{ ended = ended * 3 + 4; }} }};")
    w.put(f"static int piece{piece}() {{\n  made = ended = 0;\n  int r = 0;\n  {{\n"
          f"  {name} o; {name}l &left = o; {name}r *right = &o;")
    w.at("made")
    steps = ["left.t++;", "right->t += 2;", "o.l = K;", "right->r = K;", "r += o.d;", "r = o.gl();"]
    looks = ["left.t", "right->t", "right->r", "static_cast<N *>(right) == &o", "r", "right->gr()",
             "left.f()", "left.gl()", "right->f()", "dynamic_cast<Nl *>(right) == &left"]
    for _ in w.some(1, 2 + w.level):
        w.put("  " + rng.choice(steps).replace("K", str(w.number())))
        w.at(rng.choice(looks).replace("N", name))
    w.put("  }")
    w.at("ended")
    w.put("  return r;\n}")


def owners(w, piece):
    """Objects that own others, static members, variables of functions."""
    rng, name = w.rng, f"O{piece}"
    w.put(f"struct {name} {{ static int live; static inline int most = 0; int *p; int id;\n"
          f"  explicit {name}(int v) : p(&slots[live % 8]), id(++live) {{ *p = v; if (live > most) most = live; }}\n"
          f"  {name}({name} &&o) noexcept : p(o.p), id(o.id) {{ o.p = nullptr; }}\n"
          f"  {name}(const {name} &) = delete;\n"
          f"  {name} &operator=({name} &&o) noexcept {{ int *q = p; p = o.p; o.p = q; return *this; }}\n"
          f"  ~{name}() {{ if (p) {{ ended += *p; live--; }} }}\n"
          f"  static int slots[8]; }};\nint {name}::live = {w.number(0, 2)}; int {name}::slots[8];")
    w.put(f"static {name} pass{piece}({name} o) {{ (*o.p)++; return o; }}")
    w.put(f"static int next{piece}(int by) {{ static int n = by * {w.number(1, 5)}; static {name} kept(by); n += by; return n + kept.id; }}")
    w.put(f"static int piece{piece}() {{\n  ended = 0; int r = 0;\n  {{\n  {name} a({w.number()}), b({w.number()});")
    steps = ["N X(K);", "a = static_cast<N &&>(b);", "N X = pass(static_cast<N &&>(a)); a = static_cast<N &&>(X);",
             "r += next(J);", "{ N X(K); r += *X.p; }", "{ const N &x = N(K); r += x.id; }",
             "r += N(K).id + N(J).id;", "N X[2] = {N(K), N(J)}; r += X[1].id;"]
    for i in w.some(1, 2 + w.level):
        step = rng.choice(steps).replace("pass(", f"pass{piece}(").replace("next(", f"next{piece}(")
        w.put("  " + step.replace("N", name).replace("X", f"x{i}").replace("K", str(w.number())).replace("J", str(w.number())))
        w.at(rng.choice(["r", "ended", f"{name}::live", f"{name}::most", "a.id", "b.id", "a.p ? *a.p : 0"]))
    w.put("  }")
    w.at("ended")
    w.at(f"{name}::live")
    w.put("  return r;\n}")


def statements(w, piece):
    """One construct of the language a line."""
    rng, n = w.rng, str(piece)
    w.include("compare", "initializer_list")
    w.put(f"namespace n{n} {{ struct S {{ int a = {w.number()}, b = {w.number()}; int get() const {{ return a - b; }} int put(int x) {{ return a = x; }}\n"
          f"  auto operator<=>(const S &) const = default; }};\n"
          f"struct B {{ unsigned u : 3; int s : 4; bool f : 1; }};\nenum class E : unsigned char {{ X = {w.number(0, 200)}, Y }};\n"
          f"union W {{ int i; unsigned char c[4]; }};\n"
          f"constexpr int cube(int x) {{ int r = 1; for (int i = 0; i < 3; ++i) r *= x; return r; }}\n"
          f"template <class... T> static int fold(T... x) {{ return (0 + ... + int(x)); }}\n"
          f"template <int S::*M> static int member(const S &s) {{ return s.*M; }}\n"
          f"static int sum(std::initializer_list<S> l) {{ int r = 0; for (const S &s : l) r = r * 2 + s.a; return r; }}\n"
          f"static int operator\"\"_u(unsigned long long v) {{ return int(v) + {w.number()}; }}\n"
          f"static int over(int &) {{ return 1; }} static int over(const int &) {{ return 2; }} static int over(int &&) {{ return 3; }} }}")
    w.put(f"static int piece{n}() {{\n  using namespace n{n};\n  int r = 0; S s; B bits{{}}; W word{{}};")
    steps = [
        "int S::*V = r % 2 ? &S::a : &S::b; s.*V += K; r += s.*V;",
        "int (S::*V)(int) = &S::put; r += (s.*V)(K);",
        "int (S::*V)() const = K > 0 ? &S::get : nullptr; r += V ? (s.*V)() : J;",
        "r += member<&S::b>(s);", "r += cube(J) + cube(r % 5);", "constexpr int V = cube(K); r -= V;",
        "r += fold(J, 'c', true, r);", "r = sum({{K, J}, s, {J}});", "r += 12_u;",
        "auto [V, Vb] = s; V++; r += V - Vb;", "auto &[V, Vb] = s; V += J; r += Vb;",
        "for (int V : {K, J, r}) r = r % 1000 + V;", "int V[] = {K, J, r}; for (int &e : V) e++; r += V[2];",
        "if (int V = r - J; V > K) r -= V; else r++;", "switch (E V = E(K + 10); V) { case E::X: r++; break; case E::Y: r += 2; break; default: r += int(V); }",
        "r += (S{K, J} < s) + (s == S{s.a, s.b});", "bits.u += K; bits.s = J; bits.f = r; r += bits.u * 2 + bits.s + bits.f;",
        "word.i = K * 77; r += word.c[0];", "r += over(r) * 10 + over(J);", "const int V = r; r += over(V);",
        "auto V = [&, k = J](auto self, int d) -> int { return d <= 0 ? k : r++ + self(self, d - 1); }; r = V(V, 3) % 1000;",
        "do { r += 7; if (r % 3) continue; r++; } while (r < K);", "(r > J ? s.a : s.b) = K;",
        "unsigned char V = r; V += 250; r += V;", "r = int(unsigned(r) >> 3) % 100;", "r = r << 2 ^ K;",
        "S *V = new S{K, J}; r += V->get(); delete V;", "S V[2]{{K}, {J, r}}; r += V[0].b + V[1].a;",
        "for (int V = 0; auto e : {K, J}) r += e * V++;", "goto V; r = 99; V: r += 1;",
    ]
    for i in w.some(2, 3 + 2 * w.level):
        w.put("  {\n  " + rng.choice(steps).replace("V", f"v{i}").replace("K", str(w.number())).replace("J", str(w.number())))
        w.at(rng.choice(["r", "r", "s.a", "s.b", "s.get()"]))
        w.put("  }")
    w.put("  return r % 1000;\n}")


# Exceptions.

def building(w, piece):
    """Constructors that throw on the way: what was made is destroyed again."""
    rng, name = w.rng, f"M{piece}"
    w.put(f"static int left{piece};\n"
          f"struct {name} {{ int v; {name}(int v = 1) : v(v) {{ if (left{piece}-- == 0) throw v; made++; }}\n"
          f"  {name}(const {name} &o) : v(o.v + 1) {{ if (left{piece}-- == 0) throw 'c'; made++; }} "
          f"~{name}(){' noexcept(false)' if rng.random() < 0.2 else ''} {{ ended = ended * 2 + v; }} }};")
    bases = f" : {rng.choice(['', 'virtual '])}{name}" if rng.random() < 0.6 else ""
    base = f"{name}({w.number()}), " if bases else ""
    attempt, handler = rng.choice([("", ""), ("", ""), ("try ", rng.choice(
        [" catch (int n) { closed += n; }", " catch (...) { closed += 2; throw 5L; }", " catch (char) { throw; }"]))])
    w.put(f"struct T{piece}{bases} {{ {name} a, b[{w.number(1, 2)}], c; T{piece}() {attempt}: {base}a({w.number()}), c(a) {{ closed += 100; }}{handler} "
          f"{f'T{piece}(int k) : T{piece}() {{ if (k > 1) throw k; }}' } ~T{piece}() {{ closed += 3; }} }};")
    ways = [f"T{piece} t;", f"T{piece} t(2);", f"T{piece} t(1);", f"{name} m[3]; {name} n(m[1]);", f"T{piece} t, u(t);",
            f"const {name} &r = {name}(4); {name} q(r);", f"auto f = [m = {name}(3)] {{ return m.v; }}; f();"]
    w.put(f"static int build{piece}(int k) {{\n  left{piece} = k;\n  try {{ {rng.choice(ways)} return 1; }}\n"
          f"  catch (int n) {{ return n * 2; }} catch (char) {{ return 7; }} catch (...) {{ return 8; }}\n}}")
    w.put(f"static int piece{piece}() {{\n  int r = 0;")
    for k in rng.sample(range(8), min(8, 2 + w.level)):
        w.put(f"  made = ended = closed = 0; r += build{piece}({k});")
        w.at(rng.choice(["r", "ended", "made", "closed"]))
    w.put("  return r;\n}")


def on_the_way(w, piece):
    """What runs while an exception looks for its handler, and after."""
    rng = w.rng
    w.include("exception")
    w.put(f"struct X{piece} {{ int k; ~X{piece}() {{ closed = closed * 3 + k; {rng.choice(['', 'made += std::uncaught_exceptions();', 'try { throw k; } catch (int n) { made += n; }'])} }} }};")
    inner = rng.choice(["throw;", "throw n + 1;", "throw 'q';", "kept = std::current_exception();", "return n;", "ended = n;"])
    loop = rng.choice(["if (k == i) throw i;", "if (i == 1) continue; if (k < i) throw k;", "if (i > k) break; if (i == 2) throw 'x';"])
    w.put(f"static int way{piece}(int k) {{\n  std::exception_ptr kept; X{piece} x{{1}};\n"
          f"  try {{ try {{ X{piece} y{{2}}; for (int i = 0; i < 3; ++i) {{ X{piece} z{{i}}; {loop} }} }}\n"
          f"    catch (int n) {{ X{piece} z{{5}}; {inner} }} }} catch (char c) {{ return c; }} catch (int n) {{ return n + 50; }}\n"
          f"  if (kept) try {{ std::rethrow_exception(kept); }} catch (int n) {{ return n + 70; }}\n  return -1;\n}}")
    w.put(f"static int piece{piece}() {{\n  int r = 0; made = ended = closed = 0;")
    for k in range(rng.randint(2, 2 + w.level)):
        w.put(f"  r += way{piece}({k});")
        w.at(rng.choice(["r", "closed", "made", "ended"]))
    w.at("closed")
    w.put("  return r;\n}")


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
    "classes": [hierarchy, values, lambdas, tagged, templates, diamond, owners, statements],
    "exceptions": [exceptions, building, on_the_way],
    "library": [sequence, associative, text, pointers, pieces_of_library],
}

# A program that names reach_error has as much memory as it likes, so its one run
# decides; without it the heap may be short, and the abstraction has to.
ENOUGH_MEMORY = 'extern "C" void reach_error();\n'

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
    has_enough = w.rng.random() < 0.8
    w.put("  if (total == 987654321) reach_error();\n}" if has_enough else "}")
    includes = "".join(f"#include <{name}>\n" for name in ["cassert"] + w.includes)
    return includes + (ENOUGH_MEMORY if has_enough else "") + COMMON + "\n".join(w.lines) + "\n"


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
