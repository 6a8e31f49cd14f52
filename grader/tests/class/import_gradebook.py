"""Reads a gradebook file by the rules of the platform that is to import it, and prints what
it would import: {"maxima": {column: points}, "grades": {id: {column: points}}}.

    import_gradebook.py canvas|moodle FILE
"""

import csv
import json
import re
import sys


def canvas(rows):
    """The first columns name the student, in this order; all columns behind the section are
    assignments, known by the number in brackets.  The row of maxima comes first."""
    header = rows.pop(0)
    assert "Student" in header[0] and "ID" in header[1], header
    identity = header[: header.index("Section") + 1]
    allowed = ["Student", "ID", "SIS User ID", "SIS Login ID", "Integration ID"]
    allowed += ["Root Account", "Section"]
    assert [name for name in allowed if name in identity] == identity, identity
    columns = header[len(identity) :]
    assert "Points Possible" in rows[0][0], rows[0]
    points = rows.pop(0)[len(identity) :]
    maxima = {name: float(most) for name, most in zip(columns, points)}
    assert all(re.fullmatch(r"(.*?)( \(\d+\))?", name) for name in columns)
    return maxima, {row[1]: dict(zip(columns, row[len(identity) :])) for row in rows}


def moodle(rows):
    """The person who imports maps a column to the user's e-mail, and others to grades; of a
    grading worksheet, the columns have fixed names."""
    header = rows.pop(0)
    user = header.index("Email address")
    maxima = {}
    columns = [
        i for i, name in enumerate(header) if re.match("Assignment:|Lab |Grade$", name)
    ]
    if "Identifier" in header:
        assert all(re.fullmatch(r"Participant \d+", row[0]) for row in rows), rows
        maxima = {"Grade": float(rows[0][header.index("Maximum Grade")])}
    return maxima, {row[user]: {header[i]: row[i] for i in columns} for row in rows}


def main():
    with open(sys.argv[2], newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file, strict=True))
    assert len({len(row) for row in rows}) == 1, "rows of different lengths"
    maxima, cells = {"canvas": canvas, "moodle": moodle}[sys.argv[1]](rows)
    grades = {}
    for student, row in cells.items():
        # An empty cell leaves the platform's own grade as it is.
        grades[student] = {name: float(cell) for name, cell in row.items() if cell}
        assert all(
            0 <= grade <= maxima.get(name, 1e9) for name, grade in grades[student].items()
        )
    print(json.dumps({"maxima": maxima, "grades": grades}))


main()
