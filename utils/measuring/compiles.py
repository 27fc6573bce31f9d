"""Shared by the benches of real projects: compiling each file of a
compile_commands.json by its own command, without and with the plugin."""

import filecmp
import json
import shlex
import sys
from pathlib import Path

from measuring import measure


def split_name(project):
    """NAME=FOLDER or FOLDER, as (name, folder)."""
    name, _, folder = project.rpartition("=")
    return name or Path(folder).name, folder


def compiler_for(command):
    name = Path(command).name
    return "clang++-19" if "++" in name or name.startswith("g++") else "clang-19"


def command_of(entry):
    """The compile command of a database entry, without its output."""
    words = entry.get("arguments") or shlex.split(entry["command"])
    result, skip = [compiler_for(words[0])], False
    for word in words[1:]:
        if skip:
            skip = False
        elif word in ("-o", "-MF", "-MT", "-MQ"):
            skip = True
        elif word not in ("-MD", "-MMD", "-MP"):
            result.append(word)
    return result


def entries(folder):
    """The entries of a project's database, each file once, if it is there: who
    records a build also records the probes of configure."""
    path = Path(folder) / "compile_commands.json"
    try:
        database = json.loads(path.read_text())
    except (OSError, ValueError) as error:
        sys.exit(f"cannot read {path}: {error}")
    found = {(entry["directory"], entry["file"]): entry for entry in reversed(database)}
    return [entry for entry in reversed(found.values())
            if (Path(entry["directory"]) / entry["file"]).exists()]


class Comparer:
    """Compiles files twice. `extra` comes after the project's own words, in
    both compiles; `plugin_options` are name=value."""

    def __init__(self, folder, repeat=1, extra=(), plugin_options=()):
        self.folder, self.repeat = Path(folder), repeat
        self.extra, self.plugin_options = list(extra), list(plugin_options)
        self.plugin = measure.product("lib/libPredAbs.so")

    def compile(self, entry, output, plugin_options=None):
        command = command_of(entry) + self.extra + ["-o", str(output)]
        if plugin_options is not None:
            command.append(f"-fplugin={self.plugin}")
            command += [f"-fplugin-arg-predabs-{option}" for option in plugin_options]
        return measure.run(command, cwd=entry["directory"])

    def both(self, entry, number, outputs):
        """(plain run, run with the plugin, what is wrong with that one). The
        plugin writes to `outputs`, paths by the name of its option."""
        objects = [self.folder / f"{number}.{kind}.o" for kind in ("plain", "plugin")]
        options = self.plugin_options + [f"{name}={path}" for name, path in outputs.items()]
        plain = ours = None
        # In turns, so that a busy moment of the machine hits both.
        for _ in range(self.repeat):
            plain = self.better(plain, self.compile(entry, objects[0]))
            ours = self.better(ours, self.compile(entry, objects[1], options))
        try:
            return plain, ours, self.differences(plain, ours, *objects)
        finally:
            for path in objects:
                path.unlink(missing_ok=True)

    @staticmethod
    def better(one, other):
        return other if one is None or other.seconds < one.seconds else one

    @staticmethod
    def differences(plain, ours, plain_object, our_object):
        if plain.status != 0:
            return ["left out: clang-19 does not compile it"]
        if ours.status != plain.status:
            return [f"status {ours.status} with the plugin"]
        if not filecmp.cmp(plain_object, our_object, shallow=False):
            return ["the object files differ"]
        return []
