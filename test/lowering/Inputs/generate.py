"""Writes large C programs: generate.py KIND."""

import sys


def sum_left(n):
    terms = "".join(f" {'+-^'[i % 3]} x" if i % 2 else f" {'+-^'[i % 3]} {i}" for i in range(n))
    return f"int main(void) {{ unsigned x = 3; unsigned r = 1{terms}; show(r); return 0; }}"


def chain_right(n):
    arms = "".join(f"x == {i * 7} ? {i} : " for i in range(n))
    return (f"static int f(int x) {{ return {arms}-1; }}\n"
            f"int main(void) {{ show(f({(n - 1) * 7})); show(f(3)); return 0; }}")


def logical(n):
    ands = " && ".join(f"x != {i}" for i in range(n))
    ors = " || ".join(f"t(x == {i})" for i in range(n))
    return (f"static int calls; static int t(int v) {{ calls++; return v; }}\n"
            f"static int f(int x) {{ return {ands}; }}\n"
            f"static int g(int x) {{ if ({ors}) return calls; return -calls; }}\n"
            f"int main(void) {{ show(f({n})); show(f({n - 1})); show(g({n // 2})); show(g(-1)); return 0; }}")


def branches(n):
    body = "".join(f"  if (x & {1 << i % 20}) r += {i}; else r ^= {i * 3};\n" for i in range(n))
    return (f"static int f(unsigned x) {{ int r = 0;\n{body}  return r; }}\n"
            "int main(void) { show(f(0)); show(f(0x5a5a5)); return 0; }")


def else_if(n):
    body = "".join(f"  else if (x == {i}) r = {i * i % 1000};\n" for i in range(1, n))
    return (f"static int f(int x) {{ int r;\n  if (x == 0) r = 5;\n{body}  else r = -1;\n  return r; }}\n"
            f"int main(void) {{ show(f(0)); show(f({n - 1})); show(f({n})); return 0; }}")


def cases(n):
    body = "".join(f"  case {i * 5}: r += {i}; {'break;' if i % 3 else ''}\n" for i in range(n))
    return (f"static int f(int x) {{ int r = 0; switch (x) {{\n{body}  default: r = -1; }} return r; }}\n"
            f"int main(void) {{ show(f(0)); show(f({(n - 1) * 5})); show(f(2)); show(f(15)); return 0; }}")


def unary(n):
    return f"int main(void) {{ int x = 5; show({'- ~ ' * n}x); show({'!' * n}x); return 0; }}"


KINDS = {
    "sum": (sum_left, 5000),
    "conditional": (chain_right, 2000),
    "logical": (logical, 2000),
    "branches": (branches, 2000),
    "else-if": (else_if, 2000),
    "cases": (cases, 3000),
    "unary": (unary, 200),
}
make, size = KINDS[sys.argv[1]]
print("int printf(const char *, ...);\nstatic void show(int v) { printf(\"%d\\n\", v); }")
print(make(size))
