"""Reads a gradebook file by the rules of the platform that is to import it, and prints what
it would import: {"maxima": {column: points}, "grades": {person: {column: points}}}.

    import_gradebook.py canvas|moodle|worksheet FILE

The rules are those of the importers:
https://github.com/instructure/canvas-lms/blob/master/lib/gradebook_importer.rb
https://github.com/moodle/moodle/blob/main/mod/assign/feedback/offline/importgradeslib.php
"""

import csv
import json
import re
import sys


def canvas(rows):
    """The first columns name the student, in this order; all columns behind the section are
    assignments, known by the number in brackets.  The row of maxima comes first."""
    header = rows.pop(0)
    names = 2 if header[:2] == ["LastName", "FirstName"] else 1
    assert names == 2 or "Student" in header[0], header
    assert "ID" in header[names] and len(header) > names + 2, header
    end = names + 1
    for optional in ("SIS User ID", "SIS Login ID", "Integration ID", "Root Account"):
        end += header[end] == optional
    assert "Section" in header[end], header
    columns = header[end + 1 :]
    assert "Points Possible" in rows[0][0], rows[0]
    maxima = {name: float(most) for name, most in zip(columns, rows.pop(0)[end + 1 :])}
    return maxima, {row[names]: dict(zip(columns, row[end + 1 :])) for row in rows}


def moodle(rows):
    """The person who imports maps a column to the user's e-mail, and others to grades."""
    header = rows.pop(0)
    user = header.index(EMAIL.intersection(header).pop())
    columns = [i for i, name in enumerate(header) if re.match(r"\w+\W*:|Lab ", name)]
    return {}, {row[user]: {header[i]: row[i] for i in columns} for row in rows}


EMAIL = {"Email address", "E-Mail-Adresse", "Adresse de courriel", "Dirección de correo"}
# In each language: the word before the participant's number, and the headings that Moodle
# looks for.  If one heading is missing, Moodle takes nothing.
WORKSHEETS = [
    ("Participant ", "Identifier", "Grade", "Last modified (grade)", "Maximum Grade"),
    ("Teilnehmer/in", "ID", "Bewertung", "Zuletzt geändert (Bewertung)", "Bestwertung"),
]


def worksheet(rows):
    header = rows.pop(0)
    (found,) = (one for one in WORKSHEETS if set(one[1:]) <= set(header))
    person, grade, most = (header.index(found[i]) for i in (1, 2, 4))
    assert all(row[person][: len(found[0])] == found[0] for row in rows), rows
    maxima = {found[2]: float(rows[0][most].replace(",", "."))}
    return maxima, {row[person][len(found[0]) :]: {found[2]: row[grade]} for row in rows}


def main():
    with open(sys.argv[2], newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file, strict=True))
    assert len({len(row) for row in rows}) == 1, "rows of different lengths"
    readers = {"canvas": canvas, "moodle": moodle, "worksheet": worksheet}
    maxima, cells = readers[sys.argv[1]](rows)
    grades = {}
    for student, row in cells.items():
        # An empty cell leaves the platform's own grade as it is.
        grades[student] = {name: float(cell) for name, cell in row.items() if cell}
        assert all(
            0 <= grade <= maxima.get(name, 1e9) for name, grade in grades[student].items()
        )
    print(json.dumps({"maxima": maxima, "grades": grades}))


main()
