"""`utils/bench store`: what summaries on disk save. One function with a thousand
callers in a hundred files, against the same with the function in every file; and
a real project: cold, unchanged, and after changes."""

import json
import shlex
import shutil
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from measuring import compiles, measure, verdicts

ROUNDS = 8  # of the build system, until nothing is left to do
CALLERS, FILES = 10, 100
INC = "int inc(int x) { return x + 1; }\n"


@dataclass
class Work:
    """What some compiles took."""

    compiles: int = 0
    seconds: float = 0
    plain: float = 0  # of the same files without the plugin
    analysed: int = 0
    reused: int = 0
    queries: int = 0
    imported: int = 0  # of the questions, those about functions of other files
    names: list = field(default_factory=list)

    def add(self, name, run, numbers, plain):
        engine = numbers.get("engine", {})
        self.compiles += 1
        self.seconds += run.seconds
        self.plain += plain
        self.analysed += engine.get("functions", 0)
        self.reused += engine.get("reused", 0)
        self.queries += engine.get("queries", 0)
        self.imported += engine.get("queries_imported", 0)
        self.names.append(name)

    def row(self, title):
        ratio = f"{self.seconds / self.plain:.2f}" if self.plain else ""
        return [title, self.compiles, self.analysed, self.reused, self.queries,
                f"{self.plain:.2f}", f"{self.seconds:.2f}", ratio]


HEAD = ["state", "files compiled", "functions analysed", "reused", "questions",
        "CPU s plain", "with PredAbs", "ratio"]


def depends_on(depfile):
    """The files in a dependency file."""
    try:
        text = depfile.read_text().replace("\\\n", " ")
    except OSError:
        return []
    return shlex.split(text.split(":", 1)[1]) if ":" in text else []


class Project:
    """A copy of a project, compiled file by file as make would do it."""

    def __init__(self, entries, folder, options, progress=True):
        self.folder = Path(folder)
        self.entries, self.options = entries, options
        self.plugin = measure.product("lib/libPredAbs.so")
        self.plain, self.messages, self.progress = {}, {}, progress

    def object_of(self, number, kind):
        return self.folder / f"{number}.{kind}.o"

    def run(self, number, extra, output):
        entry = self.entries[number]
        command = compiles.command_of(entry) + ["-O2", "-c", *extra, "-o", str(output)]
        return measure.run(command, cwd=entry["directory"])

    def compile_plain(self, number):
        run = self.run(number, [], self.object_of(number, "plain"))
        if run.status == 0:
            self.plain[number] = run.seconds

    def compile_all_plain(self):
        for number in range(len(self.entries)):
            self.compile_plain(number)

    def compile(self, number, work):
        output, stats = self.object_of(number, "ours"), self.folder / "stats.json"
        stats.unlink(missing_ok=True)
        options = [f"store={self.folder}/store", f"stats={stats}", *self.options]
        extra = [f"-fplugin={self.plugin}", "-MD", "-MF", f"{output}.d"]
        extra += [f"-fplugin-arg-predabs-{option}" for option in options]
        run = self.run(number, extra, output)
        self.messages[number] = run.err.decode(errors="replace")
        work.add(self.entries[number]["file"], run, verdicts.read_json(stats),
                 self.plain[number])

    def compile_all(self):
        work, progress = Work(), measure.Progress(len(self.plain))
        for number in self.plain:
            # In turns, so that a busy time of the machine hits both.
            self.compile_plain(number)
            self.compile(number, work)
            if self.progress:
                progress.step(self.entries[number]["file"])
        progress.close()
        return work

    def is_outdated(self, number):
        output = self.object_of(number, "ours")
        made = output.stat().st_mtime_ns
        directory = Path(self.entries[number]["directory"])
        files = [directory / name for name in depends_on(Path(f"{output}.d"))]
        return any(not f.exists() or f.stat().st_mtime_ns > made for f in files)

    def build(self):
        """What a build system would do until nothing is left to do. The work of
        its first run, and of all."""
        first, every = None, Work()
        for _ in range(ROUNDS):
            work, outdated = Work(), [n for n in self.plain if self.is_outdated(n)]
            if not outdated:
                break
            for number in outdated:
                self.compile(number, work)
            first = first or work
            for name in ("compiles", "seconds", "plain", "analysed", "reused", "queries"):
                setattr(every, name, getattr(every, name) + getattr(work, name))
        else:
            print(f"not settled after {ROUNDS} builds", file=sys.stderr)
        return first or Work(), every

    def verdicts_said(self):
        return [self.messages[number] for number in sorted(self.messages)]


def edit(path, old, new):
    text = path.read_text()
    if text.count(old) != 1:
        sys.exit(f"{path}: '{old}' is there {text.count(old)} times")
    path.write_text(text.replace(old, new))


def parse_edit(text):
    """FILE:OLD=>NEW"""
    name, _, change = text.partition(":")
    old, arrow, new = change.partition("=>")
    if not arrow:
        sys.exit(f"'{text}' is not of the form FILE:OLD=>NEW")
    return name, old, new


def edits(options):
    """The changes that were asked for, as (title, (file, old, new))."""
    for kind in ("comment", "body", "summary"):
        for change in map(parse_edit, getattr(options, kind)):
            yield f"{kind} of {change[0]} changed", change


def copied(folder, scratch):
    """A copy of the project, and its database that names the copy."""
    source = Path(folder).resolve()
    target = Path(scratch) / "source"
    shutil.copytree(source, target, symlinks=True)
    text = json.dumps(compiles.entries(folder)).replace(str(source), str(target))
    return json.loads(text), target


def real(project, options):
    """Prints the table of a real project."""
    name, folder = compiles.split_name(project)
    with tempfile.TemporaryDirectory() as scratch:
        entries, source = copied(folder, scratch)
        entries = entries[::options.every]
        settings = [f"failures={options.failures}"] if options.failures else []
        settings += options.pass_on
        out = Path(scratch) / "out"
        out.mkdir()
        build = Project(entries, out, settings)
        build.compile_all_plain()
        rows = [build.compile_all().row("cold")]
        rows.append(build.build()[1].row("the next builds, until nothing is left"))
        rows.append(build.compile_all().row("nothing changed, all compiled again"))
        said = build.verdicts_said()
        build.compile_all()
        trouble = [] if said == build.verdicts_said() else ["messages changed without a reason"]

        def after(title, name, old, new):
            edit(source / name, old, new)
            first, every = build.build()
            rows.append(first.row(title + ": first build"))
            rows.append(every.row(title + ": until nothing is left"))

        for title, change in edits(options):
            after(title, *change)
    print(f"{name}, {len(build.plain)} files:\n")
    measure.table(HEAD, rows)
    print(flush=True)
    return [f"{name}: {what}" for what in trouble]


def caller_file(number, is_inlined):
    text = "#include <assert.h>\n"
    text += "static " + INC if is_inlined else "int inc(int x);\n"
    for k in range(CALLERS):
        n = number * CALLERS + k
        text += f"void caller{n}(void) {{ assert(inc({n}) == {n + 1}); }}\n"
    return text


def one_function(folder, is_inlined):
    """Compiles all callers, and first inc if it has a file of its own."""
    folder = Path(folder)
    names = [f"callers{n}.c" for n in range(FILES)]
    for number, name in enumerate(names):
        (folder / name).write_text(caller_file(number, is_inlined))
    if not is_inlined:
        (folder / "inc.c").write_text("#include <assert.h>\n" + INC)
        names.insert(0, "inc.c")
    entries = [{"directory": str(folder), "file": n, "arguments": ["clang-19", n]} for n in names]
    build = Project(entries, folder, [], progress=False)
    build.compile_all_plain()
    per_file, total = [], Work()
    for number in build.plain:
        before = total.imported
        build.compile(number, total)
        per_file.append(total.imported - before)
    warnings = [m for m in build.messages.values() if "warning" in m]
    return total, per_file, warnings


def callers():
    """Prints the table of inc; what is wrong."""
    rows, trouble = [], []
    for title, is_inlined in (("a file of its own", False), ("every file", True)):
        with tempfile.TemporaryDirectory() as folder:
            total, per_file, warnings = one_function(folder, is_inlined)
        asked = ["", ""] if is_inlined else [per_file[1], sum(per_file[2:])]
        rows.append(total.row("inc in " + title) + asked)
        trouble += [f"inc: {w}" for w in warnings[:3]]
        if not is_inlined and asked[1]:
            trouble.append(f"inc: {asked[1]} questions about it after the first caller")
    print(f"inc, and {CALLERS * FILES} callers in {FILES} files:\n")
    measure.table(HEAD + ["questions about inc for the first caller's file",
                          "for all others"], rows)
    print(flush=True)
    return trouble


def store(projects, options):
    trouble = callers()
    for project in projects:
        trouble += real(project, options)
    return trouble
