"""What utils/bench truth does: the verdicts about self-checking test suites that
others wrote.

A program of such a suite calls abort() (or fails an assertion) where the compiler
is wrong, and ends normally where it is right. It is compiled and run first; only
one that ends normally counts. Its normal end is then turned into a failure, a call
of reach_error(__LINE__), which gives two questions with known answers: an abort()
that the run did not come to may not be `violated`, and the end that it came to may
not be `proved`. reach_error also says that memory is never short (docs/models.md).

A wrong verdict is excused only where a sanitizer says that the program has no
meaning, or where it fails indeed, with arguments."""

import collections
import itertools
import json
import os
import re
import shlex
import signal
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from measuring import measure, verdicts

ENDINGS = {".c": "c", ".C": "c++", ".cc": "c++", ".cpp": "c++"}
END_STATUS = 42
NATIVE_SECONDS = 10
FAILURES = "abort,reach_error"

HEADER = """#ifdef __cplusplus
extern "C"
#endif
__attribute__((noreturn)) void reach_error(int line);
"""
OUTSIDE = f"""#include <stdio.h>
#include <unistd.h>
void reach_error(int line) {{
  char text[32];
  int size = snprintf(text, sizeof text, "\\nend %d\\n", line);
  if (write(2, text, size) != size) _exit(1);
  _exit({END_STATUS});
}}
"""
# The first with which a program compiles is taken, unless it names one itself.
STANDARDS = {"c": ["gnu17", "gnu89"], "c++": ["gnu++17", "gnu++20", "gnu++98"]}
# What older compilers let pass.
LENIENT = ["-w", "-Wno-int-conversion", "-Wno-incompatible-function-pointer-types"]
# Options of a test that change what the program means.
KEPT_OPTION = re.compile(r"-(?:std=|f(?:wrapv|no-|short-enums|signed-char|unsigned-char|exceptions|"
                         r"rtti|openmp|gnu89-inline|strict-aliasing|common)|D|m[0-9a-z]).*")
DIRECTIVE = re.compile(r"\{\s*dg-([\w-]+)\s+(.*?)\s*\}\s*(?:\*/)?\s*$", re.M)


class Dropped(Exception):
    """A program that says nothing, with its reason."""


@dataclass
class Program:
    suite: str
    path: Path
    language: str
    flags: list
    standards: list


@dataclass
class Outcome:
    program: Program
    dropped: str = ""
    answer: str = ""  # of the end: proved, violated, unknown, latent or lost
    unsound: bool = False
    alarms: list = field(default_factory=list)  # lines of the report
    excuse: str = ""  # why a wrong verdict does not count
    why: str = ""
    seconds: float = 0


def masked(text):
    """The text with comments, strings and characters blanked out."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"'
                         r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'", re.S)
    return pattern.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)


def body_of_main(plain):
    """Where the braces of main stand, or None."""
    depth = 0
    for found in re.finditer(r"[{}]|\bmain\s*\(", plain):
        word = found.group()
        if word == "{":
            depth += 1
        elif word == "}":
            depth -= 1
        elif depth == 0 and (body := body_after(plain, found.end())):
            return body
    return None


def body_after(plain, parameters):
    """The braces of the function whose parameters begin here; None for a mere
    declaration."""
    close = matching(plain, parameters - 1, "()")
    start = plain.find("{", close)
    if start < 0 or re.match(r"\s*(?:__attribute__.*?\)\))?\s*[;,]", plain[close + 1:]):
        return None
    return start, matching(plain, start, "{}")


def matching(plain, at, pair):
    depth = 0
    for index in range(at, len(plain)):
        depth += (plain[index] == pair[0]) - (plain[index] == pair[1])
        if depth == 0:
            return index
    raise Dropped("its brackets are odd")


def with_failing_end(text, language):
    """The program with each normal end turned into a failure, line by line as it
    was."""
    plain = masked(text)
    body = body_of_main(plain)
    if not body:
        raise Dropped("it has no main")
    if re.search(r"^\s*#\s*(?:line\b|\d)", plain, re.M):
        raise Dropped("it numbers its lines itself")
    edits = [(body[1], body[1], " reach_error(__LINE__); ")]
    for found in re.finditer(r"\breturn\b([^;]*);", plain[body[0]:body[1]]):
        value = text[body[0] + found.start(1):body[0] + found.end(1)]
        end = "{ reach_error(__LINE__); }"
        if value.strip():
            end = f"{{ int truth_value = ({value}); reach_error(__LINE__); return truth_value; }}"
        edits.append((body[0] + found.start(), body[0] + found.end(), end))
    if language == "c":
        for found in re.finditer(r"\bexit\s*\(\s*0\s*\)", plain):
            edits.append((found.start(), found.end(), "reach_error(__LINE__)"))
    return edited(text, edits)


def edited(text, edits):
    out, at = [], 0
    for start, end, new in sorted(edits):
        if start < at:
            continue  # within a return that was replaced
        out += [text[at:start], new]
        at = end
    return "".join(out) + text[at:]


def read_program(suite, path, options):
    """The program in a file; None where it is not one that is run by itself."""
    text = path.read_text(errors="surrogateescape")
    language = ENDINGS[path.suffix]
    directives = DIRECTIVE.findall(text)
    does = [value for name, value in directives if name == "do"]
    if does and not does[0].startswith("run") or not re.search(r"\bmain\s*\(", text):
        return None
    if any(name == "additional-sources" for name, _ in directives):
        return None
    words = [word for name, value in directives if name in ("options", "additional-options")
             for word in first_string(value)]
    includes = [f"-I{folder}" for folder in options.include]
    flags = [*LENIENT, f"-I{path.parent}", *includes,
             *filter(KEPT_OPTION.fullmatch, words), *options.flag]
    named = any(word.startswith("-std=") for word in flags)
    return Program(suite, path, language, flags, [] if named else STANDARDS[language])


def first_string(value):
    found = re.match(r'"([^"]*)"|(\S+)', value)
    try:
        return shlex.split((found.group(1) or found.group(2) or "")) if found else []
    except ValueError:
        return []


def find_programs(suites, options):
    for suite in suites:
        name, _, folder = suite.rpartition("=")
        root = Path(folder)
        if not root.exists():
            sys.exit(f"there is no folder {folder}")
        found = root.rglob("*") if root.is_dir() else [root]
        files = sorted(path for path in found if path.suffix in ENDINGS)
        found = (read_program(name or root.name, path, options) for path in files)
        wanted = (one for one in found if one and (not options.only or options.only in str(one.path)))
        yield from itertools.islice(wanted, options.first - 1, None, options.every)


class Judge:
    def __init__(self, options, folder):
        self.options, self.folder = options, Path(folder)
        self.predabs = measure.product("bin/predabs")
        self.header = self.folder / "reach_error.h"
        self.header.write_text(HEADER)
        outside = self.folder / "outside.c"
        outside.write_text(OUTSIDE)
        self.outside = self.folder / "outside.o"
        if measure.run(["clang-19", "-c", outside, "-o", self.outside]).status != 0:
            sys.exit("clang-19 does not compile: run utils/setup")

    def one(self, job):
        number, program = job
        outcome = Outcome(program)
        folder = self.folder / str(number)
        folder.mkdir()
        try:
            self.decide(outcome, folder)
        except Dropped as dropped:
            outcome.dropped = str(dropped)
        finally:
            measure.run(["rm", "-rf", folder])
        return outcome

    def decide(self, outcome, folder):
        program = outcome.program
        source = folder / program.path.name
        text = program.path.read_text(errors="surrogateescape")
        source.write_text(with_failing_end(text, program.language), errors="surrogateescape")
        self.choose_standard(program, source)
        line = self.native_end(program, source, [])
        decided = folder / "decided.json"
        words = [self.predabs, "check", "--entry=main", f"--failures={FAILURES}",
                 "--checks=assert", "--verdicts", f"--json={decided}",
                 f"--timeout={self.options.timeout}", *self.budget(), str(source), "--",
                 *program.flags, "-include", str(self.header)]
        run = measure.run(words, 6 * self.options.timeout + 30, cwd=folder)
        outcome.seconds = run.seconds
        if run.status not in (0, 1):
            outcome.answer, outcome.why = "lost", ": ".join(verdicts.trouble(run))
            return
        self.read(outcome, run, line, source)
        if outcome.answer == "unknown":
            outcome.why = verdicts.reason(verdicts.read_json(decided))
        if outcome.alarms or outcome.unsound:
            outcome.excuse = self.excuse(program, source, line)

    def budget(self):
        return [f"--budget={self.options.budget}"] if self.options.budget else []

    @staticmethod
    def read(outcome, run, line, source):
        found = verdicts.read(run.out)
        ends = [v.answer for v in found if v.line == line and "reach_error" in v.text]
        outcome.answer = ends[0] if ends else "lost"
        outcome.why = "" if ends else "the end is no obligation"
        outcome.unsound = bool(ends) and all(answer == "proved" for answer in ends)
        outcome.alarms = [f"{v.line}: {v.text}" for v in found
                          if v.answer == "violated" and "reach_error" not in v.text]

    def choose_standard(self, program, source):
        if not program.standards:
            return
        for standard in program.standards:
            flags = [f"-std={standard}", *program.flags]
            if self.compile(program.language, flags, source, ["-fsyntax-only"]):
                program.flags = flags
                return
        raise Dropped("it does not compile")

    def compile(self, language, flags, source, words):
        compiler = "clang-19" if language == "c" else "clang++-19"
        return measure.run([compiler, *flags, "-include", self.header, *words, source],
                           120, cwd=source.parent).status == 0

    def native_end(self, program, source, words, arguments=()):
        """The line at which the program ends normally."""
        binary = source.with_suffix(".exe")
        link = ["-O0", self.outside, "-o", binary, "-lm", "-pthread", *words]
        if not self.compile(program.language, program.flags, source, link):
            raise Dropped("it does not compile")
        run = measure.run([binary, *arguments], NATIVE_SECONDS, cwd=source.parent)
        ended = re.search(rb"^end (\d+)$", run.err, re.M)
        if run.status != END_STATUS or not ended:
            raise Dropped("it fails when it is run" if run.status == -signal.SIGABRT
                          else "it does not end normally")
        return int(ended.group(1))

    def excuse(self, program, source, line):
        """Why a program has no meaning, where a sanitizer says so, or can fail, as it
        does with other arguments."""
        for kind in ("address,undefined", "memory"):
            words = [f"-fsanitize={kind}", "-fno-sanitize-recover=all"]
            why = self.other_end(program, source, line, words, [])
            if why:
                return f"{why} with -fsanitize={kind}"
        why = self.other_end(program, source, line, [], ["1", "2"])
        return f"{why} with arguments" if why else ""

    def other_end(self, program, source, line, words, arguments):
        """What the program does other than to end at that line, or nothing."""
        try:
            end = self.native_end(program, source, words, arguments)
            return "" if end == line else "it ends elsewhere"
        except Dropped as dropped:
            return "" if str(dropped) == "it does not compile" else "it fails"


def is_wrong(outcome):
    return (outcome.unsound or bool(outcome.alarms)) and not outcome.excuse


def rows(outcomes):
    by_suite = collections.defaultdict(list)
    for outcome in outcomes:
        by_suite[outcome.program.suite, outcome.program.language].append(outcome)
    for (suite, language), all_ in sorted(by_suite.items()):
        ran = [one for one in all_ if not one.dropped]
        answers = collections.Counter(one.answer for one in ran)
        counted = [one for one in ran if not one.excuse]
        yield [suite, language, len(ran), sum(one.unsound for one in counted),
               sum(bool(one.alarms) for one in counted), len(ran) - len(counted),
               answers["violated"],
               answers["unknown"] + answers["latent"], answers["lost"], len(all_) - len(ran),
               f"{sum(one.seconds for one in ran):.0f}"]


HEAD = ["suite", "language", "programs", "wrong `proved`", "wrong `violated`", "undefined",
        "end found", "end unknown", "lost", "dropped", "seconds"]


def written(outcome):
    """One line of the --json file."""
    said = {key: value for key, value in vars(outcome).items() if key != "program"}
    return json.dumps({"path": str(outcome.program.path), **said})


def print_single(outcomes, suites):
    """For programs that were named one by one."""
    for one in outcomes:
        if str(one.program.path) in suites:
            said = f"dropped: {one.dropped}" if one.dropped else f"its end is {one.answer}"
            print(f"{one.program.path.name}: {said}")


def print_wrong(outcomes):
    for one in filter(is_wrong, outcomes):
        if one.unsound:
            print(f"UNSOUND: {one.program.path}: its end is proved to be out of reach")
        if one.alarms:
            print(f"FALSE ALARM: {one.program.path}:{one.alarms[0]}")


def print_reasons(outcomes):
    whys = collections.Counter(verdicts.without_details(one.why) for one in outcomes
                               if one.answer in ("unknown", "lost"))
    for why, count in whys.most_common(15):
        print(f"{count:6} {why}")


def truth(suites, options):
    """Prints what is wrong and a table; how many programs were wrong."""
    measure.no_core_files()
    os.environ["ASAN_OPTIONS"] = "detect_leaks=0"
    programs = list(find_programs(suites, options))
    progress, outcomes = measure.Progress(len(programs)), []
    with tempfile.TemporaryDirectory() as folder, open(options.json or os.devnull, "w") as log:
        judge = Judge(options, folder)
        for outcome in measure.in_parallel(options.jobs, judge.one, enumerate(programs)):
            progress.step(outcome.program.path.name)
            outcomes.append(outcome)
            print(written(outcome), file=log, flush=True)
    progress.close()
    print_single(outcomes, suites)
    print_wrong(outcomes)
    print_reasons(outcomes)
    measure.table(HEAD, list(rows(outcomes)))
    return sum(map(is_wrong, outcomes))
