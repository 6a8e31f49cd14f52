"""A class of 72 synthetic students, exported in six layouts, with all that goes wrong there.

    python3 grader/tests/class/layouts.py

The layouts are those of Canvas, of Moodle with a folder per student and without folders, of
Gradescope, of GitHub Classroom, and a plain folder.  Names have umlauts, students have the same
name, and what they handed in has old copies, renamed, empty and damaged files, and archives in
archives.  Archives are packed as Python's zipfile, Info-ZIP, 7-Zip, tar, a Mac and Windows do it,
by these programs themselves if they are installed.

`class prepare` must take the right file of each student, and its table must say what it passed
over.  Then all are one class, which is graded once in one go and once killed three times and
resumed: what is right must have all points, and the records and reports must be the same but for
times.  Exits with 1 if any of this is not so, and with 77 if nothing can be graded here.

The names are as the platforms make them:
https://github.com/instructure/canvas-lms/blob/master/lib/content_zipper.rb
https://github.com/moodle/moodle/blob/main/mod/assign/classes/downloader.php
"""

import csv
import io
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unicodedata
import zipfile
from typing import NamedTuple

LAB = "01_last_block"
OWN = f"labs/{LAB}/last_block.cu"
ROOT = pathlib.Path(__file__).resolve().parents[3]
GRIDLOCK = os.environ.get("GRIDLOCK", str(ROOT / "gridlock"))
KILLS = 3
LEFT_BEHIND_S = 60
# The last part of a record: where and when it was made.
RUN = re.compile(rb',\n "run": \{.*?\n \}', re.DOTALL)
RIGHT = (ROOT / "solutions" / LAB / "last_block.cu").read_bytes()
GIVEN = (ROOT / "labs" / LAB / "last_block.cu").read_bytes()


class DosName(zipfile.ZipInfo):
    """An entry whose name is in code page 437, as Windows writes it."""

    def _encodeFilenameFlags(self):
        return self.filename.encode("cp437"), self.flag_bits


class MacName(zipfile.ZipInfo):
    """An entry whose name is UTF-8, although nothing says so, as Macs write it."""

    def _encodeFilenameFlags(self):
        return self.filename.encode(), self.flag_bits


def zipped(files, entry=zipfile.ZipInfo):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path, data in files.items():
            archive.writestr(entry(path), data)
    return out.getvalue()


def by_program(command, files):
    """The archive that the program packs, or Python's if it is not installed."""
    if not shutil.which(command[0]):
        return zipped(files)
    with tempfile.TemporaryDirectory() as folder:
        lay_out(files, pathlib.Path(folder) / "in")
        out = pathlib.Path(folder) / "out"
        subprocess.run(
            [part.replace("OUT", str(out)) for part in command],
            cwd=f"{folder}/in",
            check=True,
            stdout=subprocess.DEVNULL,
        )
        (made,) = pathlib.Path(folder).glob("out*")
        return made.read_bytes()


def by_mac(files):
    """As a Mac packs: names in decomposed letters, and attributes beside each file."""
    packed = {}
    for path, data in files.items():
        path = unicodedata.normalize("NFD", path)
        folder, _, name = path.rpartition("/")
        packed[path] = data
        packed[f"__MACOSX/{folder}/._{name}".replace("//", "/")] = b"\0\5\x16\7"
    return zipped(packed, MacName)


PACKERS = {
    "python": zipped,
    "windows": lambda files: zipped(files, DosName),
    "info-zip": lambda files: by_program(["zip", "-qr", "OUT.zip", "."], files),
    "mac": by_mac,
    "7-zip": lambda files: by_program(["7zz", "a", "OUT.zip", "."], files),
}


def tar(files):
    return by_program(["tar", "-czf", "OUT.tar.gz", "."], files)


def lay_out(files, folder):
    for path, data in files.items():
        place = folder / path
        (place if path.endswith("/") else place.parent).mkdir(parents=True, exist_ok=True)
        if not path.endswith("/"):
            place.write_bytes(data)


class Work(NamedTuple):
    """What a student handed in, and what `prepare` must make of it."""

    files: dict
    taken: str  # "-" if nothing is.
    says: tuple  # Parts of the table's rows.
    points: int


CU = "last_block.cu"
NOTHING = "There is no file " + CU
OLD = ": it is an old copy"
OTHER_NAME = "taken, although its name is not the lab's own"
PACKED = zipped({CU: RIGHT})
WORKS = [
    Work({CU: RIGHT}, CU, (), 100),
    Work({"Lösung/" + CU: RIGHT}, "Lösung/" + CU, (), 100),
    Work({OWN: RIGHT, "backup/" + CU: GIVEN, CU + "~": GIVEN}, OWN, (OLD, CU + "~"), 100),
    Work({OWN: GIVEN, CU: RIGHT}, CU, (OWN + ": it is the unchanged skeleton",), 100),
    Work({CU + ".txt": RIGHT}, CU + ".txt", (OTHER_NAME,), 100),
    Work({CU: b""}, CU, ("taken, although it is empty",), 0),
    Work({}, "-", (NOTHING,), 0),
    Work({"work.zip": PACKED[:99]}, "-", (NOTHING,), 0),
    Work({"work.zip": zipped({"inner.zip": PACKED})}, "-", ("inner.zip",), 0),
    Work({CU: b"int wrong = ;\n"}, CU, (), 0),
    Work({CU: RIGHT}, CU, (), 100),
    Work({CU: GIVEN}, CU, (), 0),
]


def name_of(layout, n):
    """The last two have one name."""
    return f"stüdent{layout}{min(n, 11):02}" if n % 2 else f"student{layout}{n:02}"


def upload(work, n):
    """The one file that a student hands in where folders are not kept."""
    if list(work.files) == ["work.zip"] or not any("/" in path for path in work.files):
        return next(iter(work.files.items()), ("notes.pdf", b"%PDF"))
    packer = list(PACKERS.values())[n % len(PACKERS)]
    return "work.zip", packer(work.files)


def canvas(n, work):
    who = f"{name_of(1, 11 if n == 12 else n)}{'_LATE' * (n == 1)}_{1000 + n}"
    name, data = upload(work, n)
    path = f"{who}_{2000 + n}_{name}" if work.files else f"{who}_text.html"
    return who.replace("_LATE", ""), {path: data}


def moodle(n, work):
    who = f"{name_of(2, 11 if n == 12 else n)} Name_{3000 + n}"
    files = {f"{who}_assignsubmission_file/{path}": d for path, d in work.files.items()}
    if not files or n % 3 == 0:
        files[f"{who}_assignsubmission_onlinetext/onlinetext.html"] = b"<p>See above.</p>"
    return who, files


def moodle_flat(n, work):
    who = f"{name_of(2, 11 if n == 12 else n)} Name_{4000 + n}"
    name, data = upload(work, n)
    files = {f"{who}_assignsubmission_file_{name}": data}
    files[f"{who}_assignsubmission_onlinetext_onlinetext.html"] = b"<p>See above.</p>"
    return who, files


def gradescope(n, work):
    folder = f"export/submission_{5000 + n}"
    files = {f"{folder}/{path}": data for path, data in work.files.items()}
    who = name_of(3, 11 if n == 12 else n)
    return f"{who}_s{n}", files or {f"{folder}/notes.pdf": b"%PDF"}


def github(n, work):
    repository = f"last-block-{name_of(4, n).replace('ü', 'ue')}"
    files = {f"{repository}/{path}": data for path, data in work.files.items()}
    files[f"{repository}/.git/HEAD"] = b"ref: refs/heads/main\n"
    return repository, files


def plain(n, work):
    who = "stüdent511_LATE" if n == 12 else name_of(5, n)
    if n % 2 or not work.files:
        return who, {f"{who}/{path}": d for path, d in work.files.items()} or {
            who + "/": b""
        }
    name, data = upload(work, n)
    return who, {who + ".zip": data} if name == "work.zip" else {f"{who}/{name}": data}


def metadata(students):
    text = "---\n"
    for n, who in enumerate(students, 1):
        text += (
            f"submission_{5000 + n}:\n  :created_at: 2026-11-20 10:00:00.000000000 Z\n"
        )
        text += f"  :submitters:\n  - :name: {who.rpartition('_')[0]}\n"
        text += f"    :email: s{n}@example.org\n    :sid: s{n}\n"
    return {"export/submission_metadata.yml": text.encode()}


# The first layout is prepared as a class, and the others are added to it.
LAYOUTS = {
    "plain": (plain, None),
    "canvas.zip": (canvas, PACKERS["info-zip"]),
    "moodle.zip": (moodle, PACKERS["python"]),
    "flat.zip": (moodle_flat, PACKERS["mac"]),
    "gradescope.zip": (gradescope, PACKERS["7-zip"]),
    "github.tar.gz": (github, tar),
}


def export(name, folder):
    """Writes the layout's export; returns the work by the student's name."""
    place, pack = LAYOUTS[name]
    students, files = {}, {}
    for n, work in enumerate(WORKS, 1):
        who, own = place(n, work)
        students[who] = work
        files.update(own)
    if place is gradescope:
        files.update(metadata(students))
    if pack:
        (folder / name).write_bytes(pack(files))
    else:
        lay_out(files, folder / name)
    return students


def check_intake(name, output, class_folder, students):
    """What is wrong with the table of `prepare`, and with what it took."""
    wrong, rows = [], {}
    row = re.compile(rf"\d{{4}}  (.+?)  +(?:{LAB})?  +(.+?)  +(.*)")
    for line in output.splitlines():
        if found := row.fullmatch(line):
            rows.setdefault(found[1], []).append((found[2], found[3]))
    manifest = json.loads((class_folder / "manifest.json").read_text())
    taken = {s["student"]: s["labs"][LAB].get("file", "") for s in manifest["students"]}
    if taken.keys() != students.keys():
        return [f"{name}: the students are {sorted(taken)}"]
    for who, work in students.items():
        told = rows.get(who, [])
        if (taken[who] or "-") != work.taken or len(told) != len(work.says):
            wrong.append(f"{name}: {who}: {taken[who]}, {told} and not {work.taken}")
        for part in work.says:
            if not any(file == work.taken and part in text for file, text in told):
                wrong.append(f"{name}: {who}: the table does not say {part}: {told}")
    return wrong


def gridlock(*arguments):
    """The output of a command that must work."""
    command = [GRIDLOCK, *map(str, arguments)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{command}: exit {done.returncode}")
    return done.stdout


def grade(folder, kill_after=None):
    """Grades what is open; returns whether the command ended by itself, and its time."""
    begin = time.monotonic()
    process = subprocess.Popen(
        [GRIDLOCK, "class", "resume", str(folder)],
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        code = process.wait(kill_after)
        if code != 0:
            sys.exit(f"class resume: exit {code}")
        return True, time.monotonic() - begin
    except subprocess.TimeoutExpired:
        # Kill one process, as the kernel would; its children must end by themselves.
        process.send_signal(signal.SIGKILL)
        process.wait()
        return False, time.monotonic() - begin


def records_in(folder):
    """The bytes of the records by name, without when and where they were made."""
    files = (folder / "records").glob("*.json")
    return {file.name: RUN.sub(b"", file.read_bytes(), count=1) for file in files}


def stamps_of(folder):
    """When each record was written."""
    files = (folder / "records").glob("*.json")
    return {file.name: file.stat().st_mtime_ns for file in files}


def left_behind(folder):
    """The processes with the folder in their arguments, a while after their run was killed."""
    marker = str(folder).encode()
    for _ in range(LEFT_BEHIND_S * 10):
        found = []
        for entry in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            try:
                command = entry.read_bytes()
            except OSError:
                continue
            if marker in command and int(entry.parent.name) != os.getpid():
                found.append(command.replace(b"\0", b" ").decode(errors="replace"))
        if not found:
            return []
        time.sleep(0.1)
    return found


def grade_with_kills(folder, whole_s):
    """Kills the run at random moments and resumes it; returns what went wrong."""
    wrong, kept = [], {}
    for kill in range(1, KILLS + 1):
        after = random.uniform(0.1, 0.9) * whole_s / (KILLS + 1)
        if grade(folder, kill_after=after)[0]:
            print(f"kill {kill}: the class was already graded", flush=True)
        if survivors := left_behind(folder):
            wrong.append(f"kill {kill} left {survivors}")
        now = stamps_of(folder)
        print(f"killed after {after:.1f} s, with {len(now)} records", flush=True)
        kept = {**now, **kept}
    grade(folder)
    written = stamps_of(folder)
    if twice := [name for name, stamp in kept.items() if written.get(name) != stamp]:
        wrong.append(f"graded twice: {twice}")
    return wrong


def reports_in(folder):
    files = [path for path in (folder / "report").rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def check_points(folder, students):
    with (folder / "report/grades.csv").open(newline="") as file:
        points = {row[0]: row[1] for row in list(csv.reader(file))[1:]}
    return [
        f"{who}: {points.get(who)} points and not {work.points}"
        for who, work in students.items()
        if points.get(who) != str(work.points)
    ]


def check_sending(folder, students):
    """Everybody is in the roster, and gets a message."""
    roster = folder.parent / "roster.csv"
    people = (f"{who},{n}@example.org" for n, who in enumerate(students))
    roster.write_text("\n".join(("id,email", *people)))
    said = gridlock("class", "send", folder, "--dry-run", "--roster", roster)
    if f"{len(students)} messages, none of them sent" not in said:
        return [f"send says {said}"]
    return []


def walk(folder):
    """What is wrong on the way from the exports to the messages."""
    once, often = folder / "once", folder / "often"
    wrong, everybody = [], {}
    for name in LAYOUTS:
        students = export(name, folder)
        own = folder / ("class-" + name)
        said = gridlock("class", "prepare", folder / name, "--lab", LAB, "--out", own)
        wrong += check_intake(name, said, own, students)
        everybody.update(students)
        if once.exists():
            gridlock("class", "add", once, folder / name)
        else:
            shutil.copytree(own, once)
    shutil.copytree(once, often)
    wrong += grade_with_kills(often, grade(once)[1])
    if records_in(once) != records_in(often):
        wrong.append("the records differ")
    for one in (once, often):
        gridlock("class", "report", one)
    if reports_in(once) != reports_in(often):
        wrong.append("the reports differ")
    return wrong + check_points(once, everybody) + check_sending(once, everybody)


def main():
    if subprocess.run([GRIDLOCK, "doctor", "--sandbox"], stdout=-3).returncode:
        print("skipped: there is no box here")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        wrong = walk(pathlib.Path(folder))
    print("\n".join(wrong) or "All is as it must be.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
