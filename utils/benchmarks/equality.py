"""`utils/bench equal`: what `predabs check -p` says about a project is the same
without a store, with a new one, and with one that knows everything, byte by byte;
and after a change it is what a new store would say."""

import collections
import json
import shutil
import sys
import tempfile
from pathlib import Path

from benchmarks import storebench
from measuring import compiles, measure


class Subject:
    """A copy of a project, and what is said about it."""

    def __init__(self, project, scratch, options):
        name, folder = compiles.split_name(project)
        self.name, self.scratch = name, Path(scratch)
        entries, self.source = storebench.copied(folder, scratch)
        self.settings = [f"--jobs={options.jobs}"]
        if options.failures:
            self.settings.append(f"--failures={options.failures}")
        self.settings += [f"--{option}" for option in options.pass_on]
        (self.scratch / "compile_commands.json").write_text(
            json.dumps(entries[::options.every]))
        self.files = len(entries[::options.every])
        self.rows, self.trouble = [], []

    def check(self, title, store):
        """What is said, as bytes of a JSON report; a row for the table."""
        report, stats = self.scratch / "report.json", self.scratch / "stats.json"
        command = [measure.product("bin/predabs"), "check", "-p", str(self.scratch),
                   f"--store={store}", f"--json={report}", f"--stats={stats}", *self.settings]
        run = measure.run(command)
        if run.status not in (0, 1):
            print(run.err.decode(errors="replace")[-2000:], file=sys.stderr)
            self.trouble.append(f"{self.name}: {title}: status {run.status}")
        said = report.read_bytes()
        engine = json.loads(stats.read_text()).get("engine", {})
        self.rows.append([self.name, title, self.files, *counts(said),
                          engine.get("functions", 0), engine.get("reused", 0),
                          f"{run.seconds:.1f}"])
        print(f"{self.name}: {title}: {run.seconds:.0f} s", file=sys.stderr, flush=True)
        return said

    def expect(self, title, said, before):
        if said == before:
            return
        one, other = (verdicts_in(text) for text in (before, said))
        differing = sorted((one - other) | (other - one))
        self.trouble.append(f"{self.name}: {title}: not the same, {len(differing)} verdicts differ")
        self.trouble += [f"  {line}" for line in differing[:10]]


VERDICTS = ["proved", "violated", "latent", "unknown"]


def decisions(said):
    """All decisions of a report, wherever they are in it."""
    work = [json.loads(said)]
    while work:
        value = work.pop()
        if isinstance(value, dict):
            if "verdict" in value:
                yield value
            work += value.values()
        elif isinstance(value, list):
            work += value


def verdicts_in(said):
    return {f"{d.get('file')}:{d.get('line')}: {d['verdict']}: {d.get('function')}: "
            f"{d.get('text')}: {d.get('reason', '')} {d.get('units')}" for d in decisions(said)}


def counts(said):
    found = collections.Counter(d["verdict"] for d in decisions(said))
    return [found[verdict] for verdict in VERDICTS]


def compare(subject, edits):
    store = subject.scratch / "store"
    off = subject.check("without a store", "off")
    subject.expect("cold", subject.check("cold", store), off)
    subject.expect("warm", subject.check("warm", store), off)
    for title, (name, old, new) in edits:
        storebench.edit(subject.source / name, old, new)
        warm = subject.check(f"{title}, warm", store)
        fresh = subject.scratch / "fresh"
        shutil.rmtree(fresh, ignore_errors=True)
        subject.expect(title, subject.check(f"{title}, cold", fresh), warm)


def equal(projects, options):
    """Prints the table; what is wrong."""
    rows, trouble = [], []
    for project in projects:
        with tempfile.TemporaryDirectory() as scratch:
            subject = Subject(project, scratch, options)
            compare(subject, storebench.edits(options))
            rows += subject.rows
            trouble += subject.trouble
    measure.table(["project", "run", "files", *VERDICTS, "functions judged", "reused", "CPU s"],
                  rows)
    return trouble
