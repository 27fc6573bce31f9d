#!/usr/bin/env python3
"""Runs the tests of a build folder; `utils/test` calls it.

First the unit tests (GoogleTest), then the lit tests. The last line is
`N passed, N failed`. Fails if a test failed or none ran.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys

# What lit calls its results. Those named nowhere here did not run.
PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
FAILED = {"FAIL", "XPASS", "UNRESOLVED", "TIMEOUT"}


class Progress:
    """One line that is overwritten, on a terminal only."""

    def __init__(self):
        self.live = sys.stdout.isatty()

    def show(self, text):
        if self.live:
            print(f"\r\033[K{text[:78]}", end="", flush=True)

    def clear(self):
        self.show("")


def run_unit_tests(binary, pattern):
    """Returns (passed, failed). Prints what failing tests print."""
    command = [str(binary), "--gtest_color=no"]
    if pattern:
        command.append(f"--gtest_filter=*{pattern}*")
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    )
    passed = failed = 0
    total = "?"
    current, output = None, []
    progress = Progress()
    for line in process.stdout:
        if match := re.match(r"\[=+\] Running (\d+) tests?", line):
            total = match.group(1)
        elif match := re.match(r"\[ RUN      \] (\S+)", line):
            current, output = match.group(1), []
            progress.show(f"unit tests: {passed + failed + 1} of {total}: {current}")
        elif current and re.match(r"\[ +(OK|SKIPPED) +\] ", line):
            passed += "OK" in line
            current = None
        elif current and line.startswith("[  FAILED  ] "):
            failed += 1
            progress.clear()
            print(f"FAIL: unit: {current}")
            print("".join(output), end="")
            current = None
        elif current:
            output.append(line)
    progress.clear()
    status = process.wait()
    if current or (status and not failed):
        failed += 1
        where = f"in {current}" if current else "outside the tests"
        print(f"FAIL: unit: died {where} (status {status}); the tests after it did not run")
        print("".join(output), end="")
    print(f"unit tests: {passed} passed, {failed} failed", flush=True)
    return passed, failed


def lit_script(site_config):
    """Where the build found lit."""
    return re.search(r'lit_script = r"(.*)"', site_config.read_text()).group(1)


def run_lit(site_config, pattern, jobs):
    """Returns (passed, failed). lit shows its own progress and failures."""
    folder = site_config.parent
    results = folder / "lit-results.json"
    results.unlink(missing_ok=True)
    command = [sys.executable, lit_script(site_config), "--succinct", "--verbose"]
    command += [f"--workers={jobs}", f"--output={results}", "--no-progress-bar"]
    if sys.stdout.isatty():
        command.remove("--no-progress-bar")
    if pattern:
        command += [f"--filter={pattern}", "--allow-empty-runs"]
    run = subprocess.run(command + [str(folder)], stderr=subprocess.PIPE, text=True, errors="replace")
    unmatched = "filter did not match any tests" in run.stderr
    if unmatched and run.returncode == 0:
        return 0, 0
    sys.stderr.write(run.stderr)
    if not results.exists():
        print(f"lit: gave no results (status {run.returncode})")
        return 0, 1
    codes = [test["code"] for test in json.loads(results.read_text())["tests"]]
    passed = sum(code in PASSED for code in codes)
    failed = sum(code in FAILED for code in codes)
    # A broken configuration, say: no test failed, yet lit is not content.
    if run.returncode and not failed:
        failed = 1
    print(f"lit tests: {passed} passed, {failed} failed", flush=True)
    return passed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--filter", default="")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()

    counts = []
    for name in ("predabs_unit_tests", "predabs_clang_unit_tests"):
        unit = args.build / "test" / name
        if unit.exists():
            counts.append(run_unit_tests(unit, args.filter))
    site_config = args.build / "test" / "lit.site.cfg.py"
    if site_config.exists():
        counts.append(run_lit(site_config, args.filter, args.jobs))
    passed = sum(count[0] for count in counts)
    failed = sum(count[1] for count in counts)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
