"""`utils/bench verdicts`: what PredAbs says about the assertions of real
projects, and what that costs their compiles."""

import collections
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from measuring import compiles, measure, verdicts

ANSWERS = ["proved", "violated", "latent", "unknown"]
SLOWEST = 10
REASONS = 12


@dataclass
class File:
    """One file, compiled without and with the plugin."""

    name: str
    plain: measure.Run
    ours: measure.Run
    trouble: list
    decisions: list  # objects of the plugin's JSON
    numbers: dict  # its statistics

    def counts(self):
        return collections.Counter(decision["verdict"] for decision in self.decisions)

    def ratio(self):
        return self.ours.seconds / self.plain.seconds if self.plain.seconds else 0


@dataclass
class Project:
    name: str
    files: list = field(default_factory=list)

    def decisions(self):
        return [decision for file in self.files for decision in file.decisions]

    def lock_operations(self):
        """Places where a lock is acquired, released, waited with and so on."""
        return {(decision["file"], decision["line"], decision["column"])
                for decision in self.decisions() if decision["property"] == "lock"}

    def trouble(self):
        return [f"{file.name}: {what}" for file in self.files for what in file.trouble]


class Judge:
    def __init__(self, options, folder):
        settings = [f"{name}={value}" for name in ("failures", "budget", "timeout")
                    if (value := getattr(options, name))]
        self.comparer = compiles.Comparer(folder, options.repeat, ["-O2", "-c", "-Wno-error"],
                                          settings + options.pass_on)
        self.folder = Path(folder)

    def judge(self, job):
        number, entry = job
        outputs = {kind: self.folder / f"{number}.{kind}" for kind in ("json", "stats")}
        plain, ours, trouble = self.comparer.both(entry, number, outputs)
        document = verdicts.read_json(outputs["json"])
        numbers = verdicts.read_json(outputs["stats"])
        if not numbers and not trouble:
            trouble = ["no statistics were written"]
        trouble += lost(document, ours)
        return File(Path(entry["file"]).name, plain, ours, trouble,
                    list(verdicts.decisions(document)), numbers)


def lost(document, run):
    """What the plugin says about an analysis that it had to give up."""
    said = [file["lost"] for file in document.get("files", []) if file.get("lost")]
    said += [line for line in run.err.decode(errors="replace").splitlines()
             if "predabs" in line and "error:" in line]
    return said


def judge_project(options, name, folder):
    found = compiles.entries(folder)
    if options.only:
        found = [entry for entry in found if Path(entry["file"]).name in options.only.split(",")]
    found = found[::options.every]
    if not found:
        sys.exit(f"{name}: no files to compile")
    project, progress = Project(name), measure.Progress(len(found))
    with tempfile.TemporaryDirectory() as scratch:
        judge = Judge(options, scratch)
        try:
            for file in measure.in_parallel(options.jobs, judge.judge, enumerate(found)):
                progress.step(f"{file.name}: {file.ours.seconds:.1f} s")
                project.files.append(file)
        except KeyboardInterrupt:
            print(f"interrupted: {len(project.files)} of {len(found)} files", file=sys.stderr)
    progress.close()
    return project


def sums(project):
    plain = sum(file.plain.seconds for file in project.files)
    ours = sum(file.ours.seconds for file in project.files)
    return plain, ours


def summary_row(project):
    files = project.files
    counts = sum((file.counts() for file in files), collections.Counter())
    plain, ours = sums(project)
    peaks = [max((getattr(file, kind).peak_kib for file in files), default=0)
             for kind in ("plain", "ours")]
    ratios = [file.ratio() for file in files]
    return [project.name, len(files), sum(file.numbers.get("functions", 0) for file in files),
            len(project.lock_operations()), sum(counts.values()),
            *(counts[answer] for answer in ANSWERS), f"{plain:.1f}", f"{ours:.1f}", f"{ours / plain if plain else 0:.2f}",
            f"{measure.percentile(ratios, 0.5):.2f}", f"{peaks[1] / (peaks[0] or 1):.2f}",
            f"{len(project.trouble())} troubles" if project.trouble() else "equal"]


def print_summary(projects):
    measure.table(["project", "files", "functions", "lock operations", "obligations", *ANSWERS,
                   "CPU s without", "with", "ratio", "median ratio of a file", "memory", "objects"],
                  [summary_row(project) for project in projects])


def print_reasons(projects):
    counted = {project.name: collections.Counter(
        verdicts.without_details(decision.get("reason", "no reason given"))
        for decision in project.decisions() if decision["verdict"] == "unknown")
        for project in projects}
    total = sum(counted.values(), collections.Counter())
    if not total:
        return
    print("\nUnknown, by the commonest reasons:\n")
    measure.table(["reason", *counted],
                  [[why, *(one[why] for one in counted.values())]
                   for why, _ in total.most_common(REASONS)])


def slow_functions(file):
    """(units, function, obligations) of those that cost the file most. All
    obligations of a function share its work."""
    cost, many = collections.Counter(), collections.Counter()
    for decision in file.decisions:
        name = decision.get("function", "")
        cost[name] = max(cost[name], decision.get("units", 0))
        many[name] += 1
    return [(units, name, many[name]) for name, units in cost.most_common(3)]


def print_slowest(project):
    print(f"\n{project.name}, the slowest {SLOWEST} files:\n")
    rows = []
    for file in sorted(project.files, key=lambda file: -file.ours.seconds)[:SLOWEST]:
        engine = file.numbers.get("engine", {})
        costly = ", ".join(f"{name} ({units // 1000}k)"
                           for units, name, _ in slow_functions(file))
        rows.append([file.name, f"{file.plain.seconds:.2f}", f"{file.ours.seconds:.2f}",
                     f"{file.ours.peak_kib / 1024:.0f}", sum(file.counts().values()),
                     file.counts()["unknown"], engine.get("rounds", 0),
                     engine.get("queries", 0), costly])
    measure.table(["file", "CPU s without", "with", "MiB", "obligations", "unknown", "rounds",
                   "questions", "most units"], rows)


def print_violations(project):
    found = [decision for decision in project.decisions() if decision["verdict"] == "violated"]
    if not found:
        return
    print(f"\n{project.name}, violated:\n")
    for decision in found:
        place = f"{decision.get('file', '?')}:{decision.get('line', 0)}"
        print(f"- {place}: {decision.get('function', '')}: {decision.get('text', '')}")


def as_json(project):
    return {"project": project.name,
            "files": [{"file": file.name, "plain_seconds": round(file.plain.seconds, 3),
                       "seconds": round(file.ours.seconds, 3), "peak_kib": file.ours.peak_kib,
                       "trouble": file.trouble, "verdicts": file.decisions,
                       "numbers": file.numbers}
                      for file in project.files]}


def disagreements(project):
    return [f"{file.name}: a path that was found possible could not be replayed"
            for file in project.files if verdicts.engine_number(file.numbers, "disagreements")]


def projects(names, options):
    """Prints the tables. (the results as JSON, what is wrong with them)"""
    found = []
    for project in names:
        name, folder = compiles.split_name(project)
        print(f"{name} …", file=sys.stderr)
        found.append(judge_project(options, name, folder))
    print_summary(found)
    print_reasons(found)
    for project in found:
        print_slowest(project)
        print_violations(project)
    trouble = [f"{project.name}: {what}" for project in found
               for what in project.trouble() + disagreements(project)]
    return [as_json(project) for project in found], trouble
