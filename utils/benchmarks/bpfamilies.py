"""Families of Boolean programs that grow with one number, for `utils/bench bp`.
No assertion in them fails, so the status of each is 0."""

GLOBALS = ["g0", "g1", "g2"]


def block(*lines):
    return "\n".join(lines) + "\n"


def counter_loop(bits, body=""):
    """Counts the bits from all false to all true; the last one changes most."""
    lines = [f"  {', '.join(bits)} := {', '.join('0' for _ in bits)};"]
    lines.append(f"  while (!({' & '.join(bits)})) {{")
    lines.append(f"    {increment(bits)}{body}")
    lines.append("  }")
    return "\n".join(lines)


def increment(bits):
    values = []
    for i, bit in enumerate(bits):
        lower = bits[i + 1 :]
        values.append(f"{bit} ^ ({' & '.join(lower)})" if lower else f"!{bit}")
    return f"{', '.join(bits)} := {', '.join(values)};"


def levels(count):
    """The family that BEBOP was measured with: each level runs a counter of
    three bits or calls the next level twice, and flips a global."""
    text = block("decl g;", "void main() {", "  level0(); level0();", "  g := 0;",
                 "  assert(!g);", "}")
    for i in range(count):
        below = f"level{i + 1}(); level{i + 1}();" if i + 1 < count else "skip;"
        text += block(
            f"void level{i}() {{",
            "  decl a, b, c;",
            "  if (g) {",
            counter_loop(["a", "b", "c"]),
            "  } else {",
            f"    {below}",
            "  }",
            "  g := !g;",
            "}",
        )
    return text


def ring(count):
    """Procedures in a ring, all mutually recursive, over three globals."""
    text = block(f"decl {', '.join(GLOBALS)};", "void main() {",
                 "  g0, g1, g2 := 0, 0, 0;", "  p0(0);",
                 "  assert(!(g0 & g1 & g2));", "}")
    for i in range(count):
        g = GLOBALS[i % 3]
        text += block(
            f"void p{i}(a) {{",
            "  decl t;",
            f"  t := {g};",
            f"  if (*) {{ p{(i + 1) % count}(!a); }}",
            f"  if (*) {{ p{(i * 7 + 3) % count}(a); }}",
            f"  if (a & !g0 & !g1 & !g2) {{ {g} := 1; }} else {{ {g} := {g} & t; }}",
            "}",
        )
    return text


def counter(bits):
    """A counter that runs through all its states, from all false to all true."""
    names = [f"b{i}" for i in range(bits)]
    return block(f"decl {', '.join(names)};", "void main() {", counter_loop(names),
                 f"  assert({' & '.join(names)});", "}")


def sites(count):
    """One procedure, called from many sites with the same states."""
    text = block("decl g;", "void work(a) {", "  decl x, y, z;",
                 counter_loop(["x", "y", "z"]), "  g := g ^ a ^ a;", "}",
                 "void main() {", "  g := 0;")
    text += "".join("  work(1);\n" for _ in range(count))
    return text + block("  assert(!g);", "}")


def wide(statements, variables=400):
    """Many variables in scope; a statement touches four, far apart in the
    order of their declaration."""
    names = [f"v{i}" for i in range(variables)]
    text = block(f"decl {', '.join(names)};", "void main() {")
    quarter = variables // 4
    for i in range(statements):
        group = [names[i % quarter + j * quarter] for j in range(4)]
        turn = i // quarter % 4
        a, b, c, d = group[turn:] + group[:turn]
        text += f"  {a} := ({b} & {c}) | !{d};\n"
    return text + block("  v0 := 1;", "  assert(v0);", "}")


def recursion(width):
    """Recursion of any depth, in which each call must leave the caller's
    variables alone: without summaries there is no end and no proof."""
    params = [f"a{i}" for i in range(width)]
    local = [f"x{i}" for i in range(width)]
    turned = params[1:] + [f"!{params[0]}"]
    same = " & ".join(f"({x} == {a})" for x, a in zip(local, params))
    return block(
        "decl g;",
        f"bool f({', '.join(params)}) {{",
        f"  decl r, {', '.join(local)};",
        f"  {', '.join(local)} := {', '.join(params)};",
        "  if (*) {",
        "    g := !g;",
        f"    r := f({', '.join(turned)});",
        "    g := g ^ r;",
        "    return !r;",
        "  }",
        f"  assert({same});",
        "  return 0;",
        "}",
        "void main() {",
        "  decl r;",
        f"  r := f({', '.join('*' for _ in params)});",
        "}",
    )


# name: (what the number is, how a program is made, the numbers)
FAMILIES = {
    "levels": ("procedures", levels, [100, 200, 400, 800, 1600]),
    "ring": ("procedures", ring, [100, 200, 400, 800, 1600]),
    "counter": ("bits", counter, [4, 8, 12, 16, 20, 24]),
    "sites": ("call sites", sites, [8000, 16000, 32000, 64000, 128000]),
    "wide": ("statements", wide, [500, 1000, 2000, 4000, 8000]),
    "recursion": ("parameters", recursion, [4, 8, 16, 32, 64, 128]),
}
