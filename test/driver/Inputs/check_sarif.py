#!/usr/bin/env python3
"""Checks a SARIF file against what code scanning services ask for.

    check_sarif.py FILE [RESULTS]

RESULTS is how many results there must be. Prints what is wrong and fails.
"""

import json
import sys

wrong = []


def expect(condition, text):
    if not condition:
        wrong.append(text)


def text_of(thing, where):
    text = thing.get("text", "") if isinstance(thing, dict) else ""
    expect(isinstance(text, str) and text.strip(), f"{where}: no text")
    return text


def check_rule(rule):
    where = f"rule {rule.get('id')}"
    expect(rule.get("id", "").startswith("predabs-"), f"{where}: id")
    text_of(rule.get("shortDescription"), f"{where}: shortDescription")
    full = text_of(rule.get("fullDescription"), f"{where}: fullDescription")
    expect(len(full) <= 1024, f"{where}: fullDescription is too long")
    text_of(rule.get("help"), f"{where}: help")
    expect(rule.get("help", {}).get("markdown"), f"{where}: help.markdown")
    level = rule.get("defaultConfiguration", {}).get("level")
    expect(level in ("none", "note", "warning", "error"), f"{where}: level {level}")
    properties = rule.get("properties", {})
    expect(properties.get("precision") in ("very-high", "high", "medium", "low"),
           f"{where}: precision")
    expect(properties.get("problem.severity") in ("error", "warning", "recommendation"),
           f"{where}: problem.severity")
    expect(0 < len(properties.get("tags", [])) <= 10, f"{where}: tags")


def check_place(run, place, where):
    physical = place.get("physicalLocation", {})
    artifact = physical.get("artifactLocation", {})
    uri = artifact.get("uri", "")
    expect(uri and not uri.startswith("/") and " " not in uri, f"{where}: uri '{uri}'")
    if not uri.startswith("file://"):
        expect(artifact.get("uriBaseId") in run.get("originalUriBaseIds", {}),
               f"{where}: uriBaseId")
    region = physical.get("region", {})
    numbers = [region.get(key) for key in ("startLine", "startColumn", "endLine", "endColumn")]
    if not all(isinstance(n, int) and n > 0 for n in numbers):
        expect(False, f"{where}: region {region}")
    else:
        expect((numbers[0], numbers[1]) < (numbers[2], numbers[3]), f"{where}: empty region")


def check_result(run, result, where):
    rules = run["tool"]["driver"]["rules"]
    index = result.get("ruleIndex", -1)
    expect(0 <= index < len(rules) and rules[index]["id"] == result.get("ruleId"),
           f"{where}: ruleIndex")
    expect(result.get("level") in ("none", "note", "warning", "error"), f"{where}: level")
    text_of(result.get("message"), f"{where}: message")
    expect(len(result.get("locations", [])) == 1, f"{where}: locations")
    for place in result.get("locations", []):
        check_place(run, place, where)
    fingerprint = result.get("partialFingerprints", {}).get("primaryLocationLineHash", "")
    expect(":" in fingerprint, f"{where}: fingerprint")
    for flow in result.get("codeFlows", []):
        for thread in flow["threadFlows"]:
            expect(thread.get("locations"), f"{where}: empty code flow")
            for step in thread.get("locations", []):
                check_place(run, step["location"], f"{where}: code flow")
                text_of(step["location"].get("message"), f"{where}: code flow")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        log = json.load(file)
    expect(log.get("version") == "2.1.0", "version")
    expect(log.get("$schema", "").endswith("sarif-2.1.0.json"), "$schema")
    expect(len(log.get("runs", [])) == 1, "runs")
    for run in log.get("runs", []):
        driver = run["tool"]["driver"]
        expect(driver.get("name") == "PredAbs" and driver.get("semanticVersion"), "driver")
        for rule in driver["rules"]:
            check_rule(rule)
        results = run.get("results")
        expect(isinstance(results, list), "results")
        for number, result in enumerate(results or []):
            check_result(run, result, f"result {number}")
        if len(sys.argv) > 2:
            expect(len(results) == int(sys.argv[2]), f"{len(results)} results")
    for text in wrong:
        print(text)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
