"""What utils/bench measures on tasks of the SV-COMP collection: is the error
call of a program unreachable? The collection is not ours and not here."""

import collections
import json
import re
import statistics
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from measuring import measure, verdicts

# What programs older than C99 need.
ARGUMENTS = ["-std=gnu11", "-w", "-Wno-error", "-Wno-int-conversion",
             "-Wno-implicit-function-declaration", "-Wno-implicit-int",
             "-Wno-incompatible-function-pointer-types", "-fbracket-depth=4096"]
PROPERTY = "unreach-call"
SOURCES = (".c", ".i")
SLOWEST = 10


@dataclass(frozen=True)
class Task:
    """A program, and whether its error call is unreachable."""

    name: str
    source: Path
    expected: bool
    family: str
    bits: int


@dataclass
class Result:
    task: Task
    answer: str  # true, false, unknown, timeout, memory or error
    why: str
    seconds: float
    peak_mib: float
    verdicts: list = field(default_factory=list)
    numbers: dict = field(default_factory=dict)

    def number(self, name):
        return verdicts.engine_number(self.numbers, name)

    def judgement(self):
        if self.answer not in ("true", "false"):
            return self.answer
        right = (self.answer == "true") == self.task.expected
        return f"right {self.answer}" if right else "wrong"


def default_bits(source):
    """Where a task does not tell: what the collection of 2019 says of its folders."""
    family = source.parent.name
    small = ("ldv-regression", "ldv-memsafety", "ldv-sets")
    large = family.startswith(("ldv-", "busybox", "termination-memory"))
    return 64 if large and family not in small else 32


def expected_verdict(text):
    """Of the property, in a .yml file; None where the task is about others."""
    found = re.search(rf"property_file:\s*\S*{PROPERTY}\.prp\s+"
                      r"expected_verdict:\s*(true|false)\b", text)
    return found.group(1) == "true" if found else None


def described_task(path):
    """The task of a .yml file, or None."""
    text = path.read_text(errors="replace")
    expected = expected_verdict(text)
    files = re.search(r"^input_files:\s*(?:-\s*)?['\"]?([^'\"\s\[]+)", text, re.M)
    if expected is None or not files:
        return None
    source = path.parent / files.group(1)
    model = re.search(r"data_model:\s*(ILP32|LP64)", text)
    bits = default_bits(source) if not model else 32 if model.group(1) == "ILP32" else 64
    return Task(path.stem, source, expected, path.parent.name, bits)


def named_task(path):
    """The task of a file whose name tells the verdict, as before 2019, or None."""
    found = re.search(rf"_(true|false)-{PROPERTY}", path.name)
    if not found or path.suffix not in SOURCES:
        return None
    return Task(path.stem, path, found.group(1) == "true", path.parent.name,
                default_bits(path))


def tasks_in_folder(folder):
    tasks = [described_task(path) for path in sorted(folder.rglob("*.yml"))]
    tasks += [named_task(path) for path in sorted(folder.rglob("*"))]
    return [task for task in tasks if task]


def tasks_in_list(path, root):
    rows = [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
    return [Task(Path(row["file"]).stem, root / row["file"], row["expected"] == "true",
                 row["family"], row["dm"]) for row in rows]


def find_tasks(names, root):
    """The tasks of folders, .yml files and .jsonl lists whose program is here."""
    tasks = []
    for path in map(Path, names):
        if path.is_dir():
            tasks += tasks_in_folder(path)
        elif path.suffix == ".jsonl":
            tasks += tasks_in_list(path, Path(root) if root else path.parent)
        elif path.suffix == ".yml":
            tasks += filter(None, [described_task(path)])
        else:
            sys.exit(f"{path} is no folder, .yml file or .jsonl list")
    tasks = list({task.source: task for task in tasks}.values())
    missing = [task for task in tasks if not task.source.is_file()]
    for task in missing:
        print(f"missing: {task.source}", file=sys.stderr)
    return [task for task in tasks if task.source.is_file()]


def answer_of(found):
    answers = {verdict.answer for verdict in found}
    if "violated" in answers:
        return "false"
    return "true" if answers <= {"proved"} else "unknown"


class Checker:
    """Runs one task."""

    def __init__(self, options, folder):
        self.options, self.folder = options, Path(folder)
        self.predabs = measure.product("bin/predabs")

    def command(self, task, stats, decisions):
        words = [self.predabs, "check", "--entry=main", "--verdicts", f"--stats={stats}",
                 f"--json={decisions}", f"--timeout={self.options.timeout}",
                 f"--memory={self.options.memory}"]
        if self.options.budget:
            words.append(f"--budget={self.options.budget}")
        return words + [*self.options.pass_on, str(task.source), "--", f"-m{task.bits}",
                        *ARGUMENTS]

    def check(self, job):
        number, task = job
        stats, decisions = (self.folder / f"{number}.{kind}" for kind in ("stats", "json"))
        # The tool minds its own limits; these are for when it does not.
        run = measure.run(self.command(task, stats, decisions),
                          timeout=6 * self.options.timeout + 30,
                          memory_mib=2 * self.options.memory + 1024)
        numbers, decided = verdicts.read_json(stats), verdicts.read_json(decisions)
        found = verdicts.read(run.out)
        if run.status in (0, 1):
            answer = answer_of(found)
            why = verdicts.reason(decided) if answer == "unknown" else ""
        else:
            answer, why = verdicts.trouble(run)
        return Result(task, answer, why, run.seconds, run.peak_kib / 1024,
                      [[one.answer, one.line, one.text] for one in found], numbers)


JUDGEMENTS = ["right true", "right false", "wrong", "unknown", "timeout", "memory", "error"]


def summary_row(name, results):
    counts = collections.Counter(result.judgement() for result in results)
    return [name, len(results), *(counts[kind] for kind in JUDGEMENTS),
            f"{sum(result.seconds for result in results):.1f}",
            f"{max(result.peak_mib for result in results):.0f}"]


def print_families(results):
    families = collections.defaultdict(list)
    for result in results:
        families[result.task.family].append(result)
    rows = [summary_row(name, families[name]) for name in sorted(families)]
    if len(rows) > 1:
        rows.append(summary_row("all", results))
    measure.table(["family", "tasks", *JUDGEMENTS, "CPU s", "MiB"], rows)


def print_slowest(results):
    print(f"\nThe slowest {SLOWEST}:\n")
    slowest = sorted(results, key=lambda result: -result.seconds)[:SLOWEST]
    measure.table(["task", "family", "answer", "CPU s", "MiB", "rounds", "questions"],
                  [[result.task.name, result.task.family, result.judgement(),
                    f"{result.seconds:.1f}", f"{result.peak_mib:.0f}",
                    result.number("rounds"), result.number("queries")]
                   for result in slowest])


def print_reasons(results):
    groups = collections.defaultdict(list)
    for result in results:
        if result.answer not in ("true", "false"):
            groups[result.answer, verdicts.without_details(result.why)].append(result)
    if not groups:
        return
    print("\nNot decided:\n")
    for (answer, why), group in sorted(groups.items(), key=lambda item: -len(item[1])):
        print(f"- {len(group)} {answer}: {why}")
        for result in group:
            print(f"  - {result.task.family}/{result.task.name}: {result.why[:300]}")


def print_numbers(results):
    print()
    for name in ("rounds", "queries"):
        values = [result.number(name) for result in results]
        print(f"{'questions' if name == 'queries' else name}: median "
              f"{statistics.median(values):.0f}, 95 % {measure.percentile(values, 0.95)}, "
              f"most {max(values)}")
    print("disagreements between feasibility and interpreter: "
          f"{sum(result.number('disagreements') for result in results)}")


def as_json(result):
    return {"task": f"{result.task.family}/{result.task.name}",
            "file": str(result.task.source), "expected": result.task.expected,
            "answer": result.answer, "why": result.why, "judgement": result.judgement(),
            "seconds": round(result.seconds, 3), "peak_mib": round(result.peak_mib, 1),
            "verdicts": result.verdicts, "engine": result.numbers.get("engine", {})}


def compare(results, path):
    """Prints what is decided otherwise than in an earlier --json file."""
    before = {row["task"]: row for row in json.loads(Path(path).read_text())}
    same, changed = 0, []
    for row in map(as_json, results):
        old = before.get(row["task"])
        if old and old["verdicts"] == row["verdicts"]:
            same += 1
        elif old:
            changed.append(f"- {row['task']}: {old['judgement']} became {row['judgement']}")
    print(f"\nCompared with {path}: {same} tasks with the same verdicts, "
          f"{len(changed)} with others")
    for line in changed:
        print(line)


def wrong_answers(results):
    return [f"WRONG: {result.task.family}/{result.task.name} ({result.task.source}): "
            f"{result.answer}, is {str(result.task.expected).lower()}"
            for result in results if result.judgement() == "wrong"]


def disagreements(results):
    return [f"DISAGREEMENT: {result.task.family}/{result.task.name}"
            for result in results if result.number("disagreements")]


def run_all(tasks, options):
    """The results; those there are where somebody lost patience."""
    results, progress = [], measure.Progress(len(tasks))
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(options, folder)
        try:
            for result in measure.in_parallel(options.jobs, checker.check, enumerate(tasks)):
                progress.step(f"{result.task.family}/{result.task.name}: {result.judgement()}")
                results.append(result)
        except KeyboardInterrupt:
            print(f"interrupted: {len(results)} of {len(tasks)} tasks", file=sys.stderr)
    progress.close()
    return results


def svcomp(names, options):
    """Prints the tables; what is wrong with them."""
    tasks = find_tasks(names, options.root)
    if options.only:
        tasks = [task for task in tasks if options.only in (task.family, task.name)]
    if not tasks:
        sys.exit("no tasks found")
    results = run_all(tasks, options)
    if not results:
        return ["nothing was run"]
    trouble = wrong_answers(results) + disagreements(results)
    for line in trouble:
        print(line)
    print_families(results)
    print_slowest(results)
    print_reasons(results)
    print_numbers(results)
    if options.compare:
        compare(results, options.compare)
    if options.json:
        Path(options.json).write_text(json.dumps(list(map(as_json, results)), indent=1) + "\n")
    return trouble
