"""`utils/bench mutants`: breaks real projects, one lock call at a time, and sees
who notices. A mutant deletes a call of a lock function, or doubles it; it is
detected if there is a warning about locks that the unbroken file does not have.
Which calls are taken is drawn with a fixed seed, from the projects in turns.

Both tools see one file at a time."""

import collections
import hashlib
import itertools
import json
import random
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from measuring import compiles, measure

SEED = 7
KINDS = ["delete", "double"]
# A whole statement in a line of its own, or behind a condition. Of methods
# those of an object that is named: `mutex_.Lock();`.
CALL = (r"(?<![\w.>])((?:\w+(?:\.|->))*(?:pthread_(?:mutex|rwlock|spin)_(?:lock|unlock|rdlock|wrlock)"
        r"|%s))\s*\([^;{}]*\)\s*;")
SUFFIXES = [".c", ".cc", ".cpp"]
ACQUIRES = re.compile(r"(?<!un)lock|enter|acquire", re.I)
WARNING = re.compile(r":(\d+):\d+: warning: (.*)\[(?:predabs-lock-|alpha\.unix\.PthreadLock)")
TOOLS = ["PredAbs", "analyzer"]


@dataclass(frozen=True)
class Site:
    """A call of a lock function, as offsets in the text of a file."""

    project: str
    entry: int  # of the project's database
    file: Path
    begin: int
    end: int
    name: str
    line: int

    def kind_of_call(self):
        return "acquire" if ACQUIRES.search(self.name) else "release"


@dataclass
class Mutant:
    site: Site
    kind: str
    found: dict  # tool: whether it noticed; None where it was not asked


def without_comments(text):
    """The text with comments and literals blanked, every character in place."""
    parts = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.S)
    return parts.sub(lambda m: re.sub(r"[^\n]", " ", m.group(0)), text)


def sites_of(project, number, file, pattern):
    text = file.read_text(errors="replace")
    lines = text.split("\n")
    for match in pattern.finditer(without_comments(text)):
        line = text.count("\n", 0, match.start()) + 1
        before = lines[line - 1][:match.start() - text.rfind("\n", 0, match.start()) - 1]
        # Not in a macro, and not a part of something larger.
        if "\n" in match.group(0) or lines[line - 1].endswith("\\"):
            continue
        if before.strip() and not re.search(r"[;{})]\s*$", before):
            continue
        if before.lstrip().startswith("#"):
            continue
        yield Site(project, number, file, match.start(), match.end(), match.group(1), line)


def mutate(site, kind):
    text = site.file.read_text(errors="replace")
    call = text[site.begin:site.end]
    new = ";" if kind == "delete" else "{ " + call + " " + call + " }"
    return text[:site.begin] + new + text[site.end:]


class Project:
    def __init__(self, name, folder, pattern, only=None):
        self.name = name
        self.entries = compiles.entries(folder)
        self.sites = []
        for number, entry in enumerate(self.entries):
            file = Path(entry["directory"]) / entry["file"]
            if only and file.name not in only.split(","):
                continue
            if file.suffix in SUFFIXES and file.exists():
                self.sites += sites_of(name, number, file.resolve(), pattern)

    def drawn(self):
        """All that can be done to it, in the order of the draw."""
        every = [(site, kind) for site in self.sites for kind in KINDS]
        random.Random(SEED).shuffle(every)
        return every


class Laboratory:
    """Runs the tools on files and on their mutants."""

    def __init__(self, projects, scratch, options):
        self.projects = {project.name: project for project in projects}
        self.scratch, self.options = Path(scratch), options
        self.plugin = measure.product("lib/libPredAbs.so")
        self.before = {}
        kept = Path(options.json) if options.json else None
        self.known = json.loads(kept.read_text()) if kept and kept.exists() else {}

    def command(self, tool, project, number, path, output):
        """What the project's own command becomes; `path` stands for its file."""
        entry = self.projects[project].entries[number]
        # -w would silence the plugin too.
        words = [word for word in compiles.command_of(entry)
                 if word not in ("-c", "-w", "-Werror", entry["file"])]
        file = Path(entry["directory"]) / entry["file"]
        words += ["-Wno-everything", "-iquote", str(file.resolve().parent)]
        if tool == "PredAbs":
            words += [f"-fplugin={self.plugin}", "-fplugin-arg-predabs-checks=lock",
                      "-fplugin-arg-predabs-store=off"]
            words += [f"-fplugin-arg-predabs-{word}" for word in self.options.pass_on]
            words += ["-O0", "-c", "-o", str(output)]
        else:
            words += ["--analyze", "-Xclang", "-analyzer-checker=alpha.unix.PthreadLock",
                      "--analyzer-output", "text", "-o", str(output)]
        return words + [str(path)], entry["directory"]

    def warnings(self, tool, project, number, path, output):
        """A counter of the warnings, or None where the file does not compile."""
        command, directory = self.command(tool, project, number, path, output)
        run = measure.run(command, timeout=self.options.timeout or 600, cwd=directory)
        said = (run.err + run.out).decode(errors="replace")
        if " error: " in said or run.status is None:
            return None
        return collections.Counter(WARNING.findall(said))

    def baseline(self, tool, site):
        key = (tool, site.project, site.entry)
        if key not in self.before:
            with tempfile.TemporaryDirectory(dir=self.scratch) as folder:
                self.before[key] = self.warnings(tool, site.project, site.entry, site.file,
                                                 Path(folder) / "it.o")
        return self.before[key]

    def is_compiled(self, site, path):
        """Whether the compiler sees the call: nonsense there is an error."""
        text = site.file.read_text(errors="replace")
        path.write_text(text[:site.begin] + ")" + text[site.begin:])
        command, directory = self.command("analyzer", site.project, site.entry, path, path)
        return measure.run(command[:1] + ["-fsyntax-only"] + [
            word for word in command[1:] if word != "--analyze"], cwd=directory).status != 0

    def examine(self, job):
        number, (site, kind) = job
        found = {}
        with tempfile.TemporaryDirectory(dir=self.scratch) as folder:
            path = Path(folder) / site.file.name
            if not self.is_compiled(site, path):
                return Mutant(site, kind, dict.fromkeys(TOOLS))
            path.write_text(mutate(site, kind))
            for tool in TOOLS:
                found[tool] = self.notices(tool, site, path)
        return Mutant(site, kind, found)

    def notices(self, tool, site, path):
        """Whether `tool` does; what the analyzer says does not change."""
        key = hashlib.sha256(f"{site.file} {path.read_text(errors='replace')}".encode()).hexdigest()
        if tool == "analyzer" and key in self.known:
            return self.known[key]
        before = self.baseline(tool, site)
        after = self.warnings(tool, site.project, site.entry, path, path.with_suffix(".o"))
        found = None if before is None or after is None else bool(after - before)
        if tool == "analyzer":
            self.known[key] = found
        return found

    def keep(self):
        if self.options.json:
            Path(self.options.json).write_text(json.dumps(self.known, indent=1) + "\n")


def share(mutants, tool):
    asked = [mutant.found[tool] for mutant in mutants if mutant.found[tool] is not None]
    return f"{sum(asked)} ({100 * sum(asked) / len(asked):.0f} %)" if asked else "-"


def rows_by(mutants, key):
    groups = collections.defaultdict(list)
    for mutant in mutants:
        groups[key(mutant)].append(mutant)
    rows = [[name, len(group), *(share(group, tool) for tool in TOOLS)]
            for name, group in groups.items()]
    return rows + [["all", len(mutants), *(share(mutants, tool) for tool in TOOLS)]]


def print_results(mutants):
    measure.table(["project", "mutants", *TOOLS], rows_by(mutants, lambda m: m.site.project))
    print()
    measure.table(["mutation", "mutants", *TOOLS],
                  rows_by(mutants, lambda m: f"{m.kind} {m.site.kind_of_call()}"))
    print("\nNot detected:\n")
    for mutant in mutants:
        if mutant.found["PredAbs"] is False:
            site = mutant.site
            print(f"- {site.project} {site.file.name}:{site.line}: {mutant.kind} {site.name}")


def in_turns(lists):
    """The first of each, the second of each, and so on."""
    return [item for row in itertools.zip_longest(*lists) for item in row if item]


def mutants(names, options):
    """All mutants of these projects that were examined."""
    pattern = re.compile(CALL % (options.also or "$^").replace(",", "|"))
    projects = [Project(*compiles.split_name(name), pattern, options.only) for name in names]
    drawn = in_turns([project.drawn() for project in projects])[:options.count]
    for project in projects:
        print(f"{project.name}: {len(project.sites)} calls", file=sys.stderr)
    progress, result = measure.Progress(len(drawn)), []
    with tempfile.TemporaryDirectory() as scratch:
        laboratory = Laboratory(projects, scratch, options)
        for mutant in measure.in_parallel(options.jobs, laboratory.examine, enumerate(drawn)):
            progress.step(f"{mutant.site.file.name}:{mutant.site.line}: {mutant.found}")
            laboratory.keep()
            if None not in mutant.found.values():
                result.append(mutant)
    progress.close()
    print_results(result)
    return result
