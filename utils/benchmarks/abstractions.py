"""What utils/bench measures of the abstraction: the programs of the papers,
one function with many callers, and whole projects."""

import json
import re
import shlex
import statistics
import tempfile
from pathlib import Path

from measuring import measure

PAPERS = measure.ROOT / "test" / "abstract" / "Inputs"
# Table 2 of "Automatic Predicate Abstraction of C Programs": the program, its
# questions to the prover, and the share of them that is to be enough.
TABLE_2 = [("kmp", 286, 3), ("qsort", 199, 3), ("partition", 263, 3),
           ("listfind", 4412, 10), ("reverse", 26769, 10)]
MOST_SECONDS = 1.0
CALLERS = [1, 10, 100, 1000]
# Beyond this many callers the monomorphic predicates take too long.
MOST_MONOMORPHIC = 100


def abstract(source, *words, timeout=None):
    command = [measure.product("bin/predabs"), "abstract", "--stats", *words, str(source)]
    return measure.run(command, timeout)


def totals(run):
    """Predicates, questions asked and remembered, from the last line."""
    found = re.search(rb"^(\d+) predicates, (\d+) questions asked .*?, (\d+) remembered",
                      run.err, re.M)
    return [int(n) for n in found.groups()] if found else [0, 0, 0]


def by_function(run):
    lines = re.findall(rb"^(.*): (\d+) predicates, (\d+) questions asked$", run.err, re.M)
    return {name.decode(): (int(p), int(q)) for name, p, q in lines}


def check(program, folder):
    path = Path(folder) / "program.bp"
    path.write_bytes(program)
    return measure.run([measure.product("bin/predabs"), "bp", "--no-trace", str(path)])


def papers():
    """Prints the table; what is wrong with it."""
    trouble = []
    print("| program | predicates | questions asked | in the paper | share "
          "| remembered | seconds, with its check | assertions |")
    print("|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name, asked_then, share in TABLE_2:
            run = abstract(PAPERS / f"{name}.c", "--predicates", str(PAPERS / f"{name}.preds"))
            checked = check(run.out, folder)
            predicates, asked, remembered = totals(run)
            seconds = run.seconds + checked.seconds
            held = checked.out.count(b": unreachable: assert")
            failed = checked.out.count(b": reachable: assert")
            print(f"| {name} | {predicates} | {asked} | {asked_then} "
                  f"| 1/{asked_then / max(asked, 1):.0f} | {remembered} | {seconds:.2f} "
                  f"| {held} hold, {failed} may fail |", flush=True)
            if run.status or checked.status:
                trouble.append(f"{name}: status {run.status}, {checked.status}")
            if failed:
                trouble.append(f"{name}: an assertion may fail")
            if asked * share > asked_then:
                trouble.append(f"{name}: {asked} questions are more than 1/{share} of the paper's")
            if seconds > MOST_SECONDS:
                trouble.append(f"{name}: {seconds:.2f} s")
    return trouble


def callers(count):
    """A file in which so many functions call inc, each with its own number."""
    parts = ["void reach_error(void);\n"
             "static int inc(int x) { x = x + 1; return x; }\n"]
    for n in range(count):
        parts.append(f"void caller{n}(void) {{ int b; b = inc({10 * n}); "
                     f"if (b != {10 * n + 1}) reach_error(); }}\n")
    return "".join(parts)


def caller_predicates(count, inc):
    lines = [f"inc {{ {inc} }}"]
    lines += [f"caller{n} {{ b == {10 * n + 1} }}" for n in range(count)]
    return "\n".join(lines) + "\n"


def poly():
    """Prints the table; what is wrong with it."""
    trouble = []
    print("| callers | polymorphic: predicates of inc | questions for inc | for all | seconds "
          "| monomorphic: predicates of inc | questions for inc | for all | seconds |")
    print("|---" * 9 + "|")
    with tempfile.TemporaryDirectory() as folder:
        source, predicates = Path(folder) / "callers.c", Path(folder) / "callers.preds"
        costs = set()
        for count in CALLERS:
            source.write_text(callers(count))
            mono = ", ".join(f"x == {10 * n + k}" for n in range(count) for k in (0, 1))
            cells = []
            for kind, inc in (("polymorphic", "x == 'x, x == 'x + 1"), ("monomorphic", mono)):
                if kind == "monomorphic" and count > MOST_MONOMORPHIC:
                    cells += ["too many", "", "", ""]
                    continue
                predicates.write_text(caller_predicates(count, inc))
                run = abstract(source, "--predicates", str(predicates))
                used, asked = by_function(run).get("inc", (0, 0))
                cells += [used, asked, totals(run)[1], f"{run.seconds:.2f}"]
                checked = check(run.out, folder)
                if checked.out.count(b": reachable: assert") or checked.status:
                    trouble.append(f"{kind}, {count} callers: not all assertions hold")
                if kind == "polymorphic":
                    costs.add(asked)
            print(f"| {count} | " + " | ".join(map(str, cells)) + " |", flush=True)
        if len(costs) != 1:
            trouble.append(f"inc costs {sorted(costs)} questions, by the number of callers")
    return trouble


def measure_auto(task):
    command, folder, timeout = task
    return measure.run(command, timeout, cwd=folder)


def auto(database, jobs, timeout):
    """Abstracts each file of a project over the atoms of its conditions.
    Prints the sums; what is wrong with them."""
    entries = json.loads((Path(database) / "compile_commands.json").read_text())
    tasks = []
    for entry in entries:
        words = entry.get("arguments") or shlex.split(entry["command"])
        options = [w for w in words[1:] if w.startswith(("-I", "-D", "-std", "-m", "-f"))]
        command = [measure.product("bin/predabs"), "abstract", "--stats", "--predicates",
                   "auto", entry["file"], "--", *options]
        tasks.append((command, entry["directory"], timeout))
    trouble, per_function, seconds, sums, slowest = [], [], 0.0, [0, 0, 0], ("", 0.0)
    progress = measure.Progress(len(tasks))
    for (command, _, _), run in zip(tasks, measure.in_parallel(jobs, measure_auto, tasks)):
        name = Path(command[5]).name
        progress.step(name)
        seconds += run.seconds
        slowest = max(slowest, (name, run.seconds), key=lambda pair: pair[1])
        if run.status != 0:
            trouble.append(f"{name}: status {run.status}")
        per_function += [asked for _, asked in by_function(run).values()]
        sums = [a + b for a, b in zip(sums, totals(run))]
    progress.close()
    print("| files | functions | predicates | questions asked | remembered | per function: median "
          "| 95 % | most | seconds | slowest file |")
    print("|---" * 10 + "|")
    median = statistics.median(per_function) if per_function else 0
    print(f"| {len(tasks)} | {len(per_function)} | {sums[0]} | {sums[1]} | {sums[2]} "
          f"| {median:.0f} | {measure.percentile(per_function, 0.95)} | {max(per_function, default=0)} "
          f"| {seconds:.0f} | {slowest[0]} {slowest[1]:.1f} s |")
    return trouble
