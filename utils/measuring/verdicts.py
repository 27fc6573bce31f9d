"""Reads what `predabs check` says: the lines of --verdicts, the reasons in its
--json file and the numbers in its --stats file."""

import collections
import json
import re
from dataclasses import dataclass

LINE = re.compile(r"^(?:.*?:(\d+):\d+: )?(proved|violated|latent|unknown): ([\w-]+): (.*)$")


@dataclass(frozen=True)
class Verdict:
    answer: str
    line: int  # 0 where it has no place
    text: str  # the function and the condition


def read(out):
    """The verdicts in the output of a run, in its order."""
    found = map(LINE.match, out.decode(errors="replace").splitlines())
    return [Verdict(m.group(2), int(m.group(1) or 0), m.group(4)) for m in found if m]


def read_json(path):
    """The document in a file, which is removed; {} where there is none."""
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError):
        return {}
    finally:
        path.unlink(missing_ok=True)


def decisions(value):
    """All objects with a verdict, wherever they stand in a document."""
    if isinstance(value, dict):
        if "verdict" in value:
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from decisions(item)


def reason(document):
    """Why something is unknown: what most of the obligations say that are."""
    whys = [row.get("reason") or row.get("why") or "" for row in decisions(document)
            if row["verdict"] == "unknown"]
    counted = collections.Counter(filter(None, whys)).most_common(1)
    return counted[0][0] if counted else "no reason given"


def engine_number(numbers, name):
    """A number of the engine's, by its name in the statistics; 0 where it is not."""
    engine = numbers.get("engine", {})
    return engine.get(name, 0) if isinstance(engine, dict) else 0


def last_line(run):
    lines = run.err.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else f"status {run.status}"


def trouble(run):
    """(what, why) of a run that did not do its work: timeout, memory or error."""
    if run.status is None:
        return "timeout", "ended from outside"
    said = last_line(run)
    if "out of time" in said:
        return "timeout", said
    return ("memory" if "out of memory" in said else "error"), said


def without_details(why):
    """A reason without the numbers and names in it, to group by."""
    why = re.sub(r"['\"`{].*?['\"`}]", "…", why.split(";")[0].split(" (")[0])
    return re.sub(r"\d+", "N", why)[:100]
