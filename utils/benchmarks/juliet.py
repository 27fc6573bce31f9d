"""What utils/bench juliet does: the verdicts about cases of the Juliet test suite whose
weakness is an assertion.

A case is the files of one name (`…_51a.c`, `…_51b.c`). Its bad part alone
(-DOMITGOOD) has an assertion that fails for some input: not all of its assertions may
be `proved`. In its good part (-DOMITBAD) none fails: none may be `violated`."""

import collections
import itertools
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

from measuring import measure, verdicts

NAME = re.compile(r"(.*_\d\d)(?:[a-e]|_bad|_good\w*)?\.(?:c|cpp)")
PARTS = {"bad": "-DOMITGOOD", "good": "-DOMITBAD"}


@dataclass
class Part:
    name: str
    kind: str
    files: list
    answers: list = field(default_factory=list)
    lost: str = ""

    @property
    def language(self):
        return "c" if all(path.suffix == ".c" for path in self.files) else "c++"

    @property
    def wrong(self):
        if self.lost:
            return False
        if self.kind == "good":
            return "violated" in self.answers
        return set(self.answers) <= {"proved"}

    @property
    def right(self):
        if self.kind == "good":
            return set(self.answers) == {"proved"}
        return "violated" in self.answers


def find_parts(folder, options):
    cases = collections.defaultdict(list)
    for path in sorted(Path(folder).rglob("CWE617*")):
        if found := NAME.fullmatch(path.name):
            cases[found.group(1)].append(path)
    for name, files in itertools.islice(sorted(cases.items()), options.first - 1, None,
                                        options.every):
        if options.only is None or options.only in name:
            yield from (Part(name, kind, files) for kind in PARTS)


def judge(part, support, options):
    words = [measure.product("bin/predabs"), "check", "--entry=main", "--checks=assert",
             "--verdicts", f"--timeout={options.timeout}", *map(str, part.files),
             str(support / "io.c"), "--", "-w", f"-I{support}", "-DINCLUDEMAIN",
             PARTS[part.kind], *options.flag]
    run = measure.run(words, 6 * options.timeout + 30)
    part.answers = [verdict.answer for verdict in verdicts.read(run.out)]
    if run.status not in (0, 1):
        part.lost = ": ".join(verdicts.trouble(run))
    elif not part.answers and part.kind == "bad":
        part.lost = "no obligation"
    return part


HEAD = ["language", "part", "programs", "wrong", "decided", "unknown", "lost"]


def rows(parts):
    groups = collections.defaultdict(list)
    for part in parts:
        groups[part.language, part.kind].append(part)
    for (language, kind), all_ in sorted(groups.items()):
        right, wrong = sum(one.right for one in all_), sum(one.wrong for one in all_)
        lost = sum(bool(one.lost) for one in all_)
        yield [language, kind, len(all_), wrong, right, len(all_) - right - wrong - lost, lost]


def juliet(folder, options):
    """Prints what is wrong and a table; how many programs were wrong."""
    supports = list(Path(folder).rglob("testcasesupport"))
    if not supports:
        sys.exit(f"{folder} has no folder testcasesupport")
    parts = list(find_parts(folder, options))
    progress, judged = measure.Progress(len(parts)), []
    for part in measure.in_parallel(options.jobs,
                                    lambda one: judge(one, supports[0], options), parts):
        progress.step(part.name)
        judged.append(part)
        if part.wrong or part.lost:
            said = f"lost: {part.lost}" if part.lost else ", ".join(part.answers)
            print(f"{part.name}, {part.kind} part: {said}", flush=True)
    progress.close()
    measure.table(HEAD, list(rows(judged)))
    return sum(part.wrong for part in judged)
