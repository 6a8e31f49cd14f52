"""Reads the list of a suite's programs: one by one, or found by a rule in the checkout."""

import fnmatch
import sys
import tomllib


def found_by(rule, checkout):
    """The programs of a `[[programs]]` or `[[kernels]]` table: a file each."""
    programs = []
    for path in sorted(checkout.glob(rule["glob"])):
        has = rule.get("name_has", [""])
        if not any(part in path.stem for part in has):
            continue
        if any(part in path.stem for part in rule.get("name_lacks", [])):
            continue
        program = {key: value for key, value in rule.items() if key != "glob"}
        program["name"] = path.stem + rule.get("suffix", "")
        program["folder"] = str(path.parent.relative_to(checkout))
        program["files"] = [path.name]
        programs.append(program)
    if not programs:
        sys.exit(f"{checkout} has no {rule['glob']}: name a clone of the suite.")
    return programs


def expected_by_first_line(verdicts, path):
    """The verdict that the file's first line stands for, such as "//pass"."""
    with path.open(encoding="utf-8", errors="replace") as file:
        line = file.readline().strip().replace("// ", "//")
    for beginning, verdict in verdicts.items():
        if line.lower().startswith(beginning.lower()):
            return verdict
    sys.exit(f"{path}: the list does not say what its first line stands for: {line}")


def kernels_found_by(rule, checkout):
    """The programs of a `[[kernels]]` table: kernels that need a host part of ours."""
    programs = found_by(rule, checkout)
    for program in programs:
        path = checkout / program["folder"] / program["files"][0]
        program["kernels"] = True
        program["name"] = program["folder"].removeprefix(rule.get("below", "") + "/")
        program["expected"] = expected_by_first_line(rule["first_line"], path)
        program["values"] = rule.get("values", {}).get(program["name"], {})
    return programs


def set_apart(programs, tables):
    """Gives programs that `[[apart]]` names what it says: a verdict, or none and why."""
    for table in tables:
        named = [p for p in programs if fnmatch.fnmatch(p["name"], table["name"])]
        if not named:
            sys.exit(f"[[apart]] names {table['name']}, which the suite has not.")
        for program in named:
            program["why"] = table["why"]
            if "expected" in table:
                program["expected"] = table["expected"]
            else:
                program["left_out"] = True


def read_list(file, checkout):
    """The list, and its programs in the list's order."""
    suite = tomllib.loads(file.read_text())
    programs = suite.get("program", [])
    for program in programs:
        if not (checkout / program["folder"]).is_dir():
            sys.exit(f"{checkout} has no {program['folder']}: name a clone of the suite.")
        program.setdefault("name", program["folder"].split("/")[-1])
    for rule in suite.get("programs", []):
        programs += found_by(rule, checkout)
    for rule in suite.get("kernels", []):
        programs += kernels_found_by(rule, checkout)
    set_apart(programs, suite.get("apart", []))
    return suite, programs
