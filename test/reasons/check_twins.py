"""Checks that each reason has a row that says what it may touch, in order, and
a program here that fails and that a wrong row would let pass:

    check_twins.py <source tree>
"""

import os
import re
import sys


def rows(root, name, macro):
    with open(os.path.join(root, "predicates", "ir", name)) as f:
        text = re.sub(r"//[^\n]*", "", f.read())
    return re.findall(macro + r"\((\w+), \"?([\w-]+)", text)


def problems(root):
    reasons = rows(root, "Reasons.def", "REASON")
    touches = [name for name, _ in rows(root, "Touches.def", "TOUCH")]
    if [name for name, _ in reasons] != touches:
        yield "Touches.def does not have the rows of Reasons.def"
    folder = os.path.join(root, "test", "reasons")
    for _, text in reasons[1:]:
        twins = [os.path.join(folder, text + end) for end in (".c", ".cpp")]
        twins = [t for t in twins if os.path.exists(t)]
        if not twins:
            yield text + " has no twin in test/reasons"
            continue
        with open(twins[0]) as f:
            words = f.read()
        for needed in ("not --crash %t", "IR: because " + text + "\n", "TWIN-NOT: : proved"):
            if needed not in words:
                yield twins[0] + " lacks '" + needed.strip() + "'"


def main():
    found = list(problems(sys.argv[1]))
    for line in found:
        print(line)
    return 1 if found else 0


sys.exit(main())
