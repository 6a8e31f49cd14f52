"""The house rules of CONTRIBUTING.md, as tests that read the repository.

    house_rules.py SOURCE

Each rule is a function from a file to the places that break it: lines, and what is wrong there.
The repository follows all of them, and the examples at the end say how often a text breaks one.
"""

import os
import re
import sys
import unittest
from pathlib import Path
from typing import NamedTuple

ROOT = Path(sys.argv[1]).resolve()
ITSELF = "grader/setup/house_rules.py"  # It holds the words that it looks for.
COLUMNS_MAX = 100  # Formatters break lines at 90, if they can.
FUNCTION_LINES_MAX = 70
KERNEL_LINES_MAX = 45  # A kernel should fit a slide: aim at 30.
FOLDER_FILES_MAX = 3  # A folder with more files needs a guide.
PRESETS_VERSION_MAX = 3  # Version 4 came with CMake 3.23.
CUDA = (".cu", ".cuh")
CPP = (*CUDA, ".h", ".cpp")
SCRIPTS = (".js", ".mjs")
FORMATTED = (*CPP, *SCRIPTS, ".inc", ".py", ".css")  # These are left to format.sh.
OTHER_TEXT = tuple(".md .cmake .txt .toml .sh .yml .in .json .csv".split())
OTHER_NAMES = tuple("gridlock run pre-commit .clang-format .clang-tidy".split())


class File(NamedTuple):
    path: str  # From the root of the repository, with slashes.
    text: str

    def ends(self, *endings):
        return self.path.endswith(endings)

    def under(self, *folders):
        return self.path.startswith(folders)

    def lines(self):
        return enumerate(self.text.removesuffix("\n").split("\n"), 1)


def repository():
    """All text files but those of build results, of tools, and bad submissions."""
    for folder, folders, names in os.walk(ROOT):
        place = os.path.relpath(folder, ROOT)
        folders[:] = [each for each in folders if not is_foreign(place, each)]
        for name in names:
            if name.endswith(FORMATTED + OTHER_TEXT) or name in OTHER_NAMES:
                path = Path(folder, name)
                if path.is_file():
                    yield File(
                        path.relative_to(ROOT).as_posix(),
                        path.read_bytes().decode(errors="surrogateescape"),
                    )


def is_foreign(place, name):
    if name == "build":  # These two hold a part and its tests.
        return place not in ("grader", "grader/tests")
    hidden = name.startswith(".") and name not in (".ci", ".githooks")
    return hidden or name in ("hostile", "__pycache__")


# ---- Layout and words


def white_space(file):
    if file.ends(*FORMATTED):
        return
    for number, line in file.lines():
        if "\t" in line:
            yield number, "a tab"
        if line != line.rstrip(" \t\r\f\v"):
            yield number, "white space at the end"
    if not file.text.endswith("\n") or file.text.endswith("\n\n"):
        yield 1, "does not end with one newline"


def long_lines(file):
    """A formatter leaves a line long if it finds no place to break it, as in a string."""
    if file.ends(".inc") or not file.ends(*FORMATTED, ".sh", ".cmake"):
        return
    for number, line in file.lines():
        if len(line) > COLUMNS_MAX:
            yield number, f"{len(line)} columns"


def file_header(file):
    """A header, a .cu and a script begin with what they are.  A .cpp may instead include
    first the header that it implements.  A test is named for its claim."""
    first, second = (file.text.split("\n") + [""])[:2]
    begins = ""
    if file.ends(".h"):
        begins = "/// "
    elif file.ends(*CUDA, *SCRIPTS) and not first.startswith("#!"):
        begins = "//"
    elif file.ends(".cpp") and not file.under("grader/tests/"):
        begins = ("//", '#include "')
    elif first.startswith("#!"):
        first, begins = second, "#"
    elif file.ends(".css"):
        begins = "/*"
    elif file.ends(".py"):
        begins = ('"""', "# ")
    if not first.startswith(begins):
        yield 1, "does not say what the file is"


def unfinished(file):
    # Some of lab 05's wrong submissions leave a function as it was handed out.
    if file.ends(".md") or file.under("labs/", "solutions/05_work_queue/mistakes/"):
        return
    for number, line in file.lines():
        comment = re.search("// |# ", line)
        # "//#" is a line of the skeleton, kept in the solution.
        if comment and "//#" not in line and file.path != ITSELF:
            if re.match("TODO|FIXME|XXX|HACK", line[comment.end() :]):
                yield number, "a note on what is to be done, outside labs/"


def relative_includes(file):
    """They would lead past the roots, which keep the rooms apart.  CUDA's own headers, which
    a submission sees, lie together."""
    if file.under("grader/") and not file.under("grader/sim/cuda/"):
        for number, line in file.lines():
            if line.startswith('#include ".') and not file.ends(*CUDA):
                yield number, "an include that is not from a root"


FORBIDDEN = {  # The keys are endings of paths: the words apply there.
    "": {
        "CTA CTAs workgroup": "CUDA's word is block",
        "master@thread": "say thread 0",
        "/root/ /work/ /Users/ C:\\": "a path of one machine",
    },
    ".cu": {"flushes flushed": "a fence orders; it flushes nothing"},
    ".md": {
        "simply obviously": "it is not, for the reader",
        "seamless seamlessly powerful state-of-the-art": "say what it does",
        "blazing blazingly": "give the figure",
    },
}
WHY = {
    ending: {word.replace("@", " "): why for ws, why in of.items() for word in ws.split()}
    for ending, of in FORBIDDEN.items()
}
WORDS = {
    ending: re.compile(r"(?<!\w)(?:%s)(?:(?<=\W)|\b)" % "|".join(map(re.escape, words)))
    for ending, words in WHY.items()
}


def forbidden_words(file):
    if file.path in (ITSELF, "docs/bibliography.md"):  # Titles are quoted there.
        return
    for ending, pattern in WORDS.items():
        if file.ends(ending):
            for found in pattern.finditer(file.text):
                number = file.text.count("\n", 0, found.start()) + 1
                yield number, f'"{found[0]}": {WHY[ending][found[0]]}'


def definitions(file, begins):
    """First line and size of each definition with a body.  It begins at the margin with a
    line that `begins` accepts, and ends with a brace at the margin."""
    first, in_body = 0, False
    for number, line in file.lines():
        if not line:
            continue
        if not first and not line[0].isspace() and begins(line):
            first, in_body = number, False
        if not first:
            continue
        in_body = in_body or line.endswith("{")
        if in_body and line == "}":
            yield first, number - first + 1
        if line[0] == "}" if in_body else line.endswith((";", "}")):
            first = 0


def long_functions(file):
    def begins(line):
        return "(" in line and line[0] not in "#/}" and not line.startswith("TEST_SUITE")

    if file.ends(*CPP) and not file.ends(*CUDA):
        for first, lines in definitions(file, begins):
            if lines > FUNCTION_LINES_MAX:
                yield first, f"a function of {lines} lines"


def long_kernels(file):
    if file.ends(*CUDA):
        for first, lines in definitions(
            file, lambda line: "__global__" in line and line[0] != "/"
        ):
            if lines > KERNEL_LINES_MAX:
                yield first, f"a kernel of {lines} lines"


# ---- References to other files


def anchor_of(heading):
    """ "A heading: `code`" becomes "a-heading-code", as Markdown viewers have it."""
    return re.sub(r"[^\w -]", "", heading.strip(), flags=re.A).lower().replace(" ", "-")


def dead_end(target):
    """Why a path from the root that may end in "#anchor" leads nowhere; or ""."""
    name, _, anchor = target.partition("#")
    path = ROOT / name
    if not path.exists():
        return f"there is no {name}"
    # A reference that ends in "#" is one that a program completes.
    if anchor and path.suffix == ".md":
        headings = re.findall(r"(?m)^#+(.*)", path.read_text())
        if anchor not in map(anchor_of, headings):
            return f"{target} has no heading for it"
    return ""


def dead_links(file):
    in_code = False
    for number, line in file.lines() if file.ends(".md") else ():
        in_code ^= line.lstrip().startswith("```")
        for link in () if in_code else re.findall(r"(?=\]\(([^)]*)\))", line):
            if "://" in link or link.startswith("mailto:"):
                continue
            target = os.path.normpath(os.path.join(os.path.dirname(file.path), link))
            if why := dead_end(file.path + link if link.startswith("#") else target):
                yield number, why


def dead_references(file):
    """Pages that sources and messages refer to, "docs/NAME.md" or with an anchor, exist."""
    if file.path == ITSELF or "docs/" not in file.text:
        return
    for number, line in file.lines():
        for target in re.findall(r"(?<![\w/])docs/[\w/.#-]*", line, re.A):
            if ".md" in target and (why := dead_end(target.rstrip("."))):
                yield number, why


def folders_without_guide(files):
    """Folders of the engine that no guide explains.  A guide is a README.md of the folder,
    or one further up that names the folder by its path from there."""
    folders, guides = {}, {}
    for file in files:
        folder, _, name = file.path.rpartition("/")
        if file.under("grader/"):
            folders[folder] = folders.get(folder, 0) + 1
            if name == "README.md":
                guides[folder] = file.text
    return [
        f"{folder}: no README.md, and none further up names it"
        for folder, count in folders.items()
        if count > FOLDER_FILES_MAX
        and folder not in guides
        and not any(
            folder.startswith(above + "/") and f"`{folder[len(above) + 1:]}/`" in text
            for above, text in guides.items()
        )
    ]


def broken_catalogue(files):
    """The table of attacks has each row once, and names files and tests that there are."""
    page = ROOT / "grader/hostile/README.md"
    tests = "".join(file.text for file in files if file.under("grader/tests/"))
    tests = re.sub(r'"\s+"', "", tests)  # Titles that go over two lines.
    rows = re.findall(r"(?m)^\| (\d+) \|(.*)", page.read_text()) if page.exists() else []
    broken = [f"row {n}" for i, (n, _) in enumerate(rows, 1) if int(n) != i]
    for _, row in rows:
        named = re.findall(r"`([a-z0-9_]+\.cu)`", row)
        broken += [name for name in named if not (page.parent / name).exists()]
        broken += [t for t in re.findall('"[^"]+"', row) if t not in tests]
    return [f"{page}: {each} is not there" for each in broken]


# ---- CMake

# Features that CMake 3.22 (Ubuntu 22.04) lacks, from the release notes of 3.23 to 3.31.
# A newer CMake accepts them without a warning.  Arguments may be spelt like a command, so
# a command's name counts only where a command may stand.
NEWER = re.compile(
    r"\$<(?:LINK_LIBRARY|LINK_GROUP|PATH:|BUILD_LOCAL_INTERFACE|COMPILE_ONLY"
    r"|TARGET_RUNTIME_DLL_DIRS|LIST:)|--fresh|--workflow|^ *(?:end)?block\(|PROPAGATE"
    "|VALIDATOR|FILE_SET|OVERRIDE_FIND_PACKAGE|FETCHCONTENT_TRY_FIND_PACKAGE_MODE"
    "|CMAKE_COMPILE_WARNING_AS_ERROR|CMAKE_FIND_PACKAGE_TARGETS_GLOBAL"
    "|PROJECT_TOP_LEVEL_INCLUDES|CMAKE_LINKER_TYPE|INJECT_ENVIRONMENT_MODIFICATION"
    "|JOB_SERVER_AWARE|DEPENDS_EXPLICIT_ONLY"
)


def newer_cmake(file):
    names = ("CMakeLists.txt", ".cmake", ".cmake.in", ".sh")
    if not file.ends(*names) and file.path not in ("gridlock", "CMakePresets.json"):
        return
    if file.path == "CMakeLists.txt":
        if not file.text.startswith("cmake_minimum_required(VERSION 3.22)\n"):
            yield 1, "does not ask for CMake 3.22"
    for number, line in file.lines():
        for feature in NEWER.findall(line):
            yield number, f"CMake 3.22 has no {feature}"
        version = re.search(r'"version": (\d+)', line) if file.ends(".json") else None
        if version and int(version[1]) > PRESETS_VERSION_MAX:
            yield number, f"CMake 3.22 reads presets up to version {PRESETS_VERSION_MAX}"


# ---- English: sim/ and worker/ write no sentences, but typed findings

TOKEN = re.compile(
    r"(?P<skip>//[^\n]*|/\*.*?\*/|^#include[^\n]*|'\"')"
    r'|"(?P<literal>(?:\\.|[^"\\])*)"|(?P<ends>[;{}])|[^\s"\'/#;{}]+|\S',
    re.S | re.M,
)


def literals(file):
    """The strings, joined with those that follow, with their line and the statement before."""
    statement, joined, found = 0, False, []
    for token in TOKEN.finditer(file.text):
        if token["skip"]:
            continue
        if token["literal"] is None:
            joined = False
            statement = token.end() if token["ends"] else statement
            continue
        if not joined:
            number = file.text.count("\n", 0, token.start()) + 1
            found.append([number, file.text[statement : token.start()], ""])
        found[-1][2] += re.sub(r"(?s)\\(.)", r"\1", token["literal"])
        joined = True
    return found


def words_in(text):
    return len(re.findall(r"[A-Za-z'][\w'-]*", text, re.A))


def sentences(file):
    """Code that runs beside a submission reports typed findings; wording/ turns them into
    English.  Sentences are allowed in exceptions and invariants, which are our own faults,
    in a process whose output no one reads, and in compiler messages."""
    may_be = ("throw ", "static_assert", "INVARIANT(", "fprintf(stderr")
    may_be += ("_Pragma", "diagnose_if(")
    if file.under("grader/sim/", "grader/worker/") and file.ends(*CPP):
        for number, before, text in literals(file):
            is_sentence = words_in(text) > (2 if text.endswith(".") else 5)
            if is_sentence and not any(part in before for part in may_be):
                yield number, f'a sentence, "{text}": wording/ makes those'


def tests_of_sentences(file):
    """Code that needs to know the kind of a finding uses its type, not its text."""
    rooms = ("sim", "worker", "protocol", "wording", "checker", "report")
    if file.under(*(f"grader/{room}/" for room in rooms)) and file.ends(*CPP):
        for number, before, text in literals(file):
            is_test = re.search(r"(?:starts_with|ends_with|\.r?find)\(\s*\Z", before)
            if is_test and words_in(text) and " " in text:
                yield number, f'tests what a text holds, "{text}"'


OPERATIONS = "access.op use.op call->op event.name at.name operation.name".split()
PROSE = "missing complaint finding.message finding->message advice.message run.message".split()
PARSES = re.compile(
    r"\)*(?:\.r?find|\.(?:starts_with|ends_with|substr|erase|compare)\(| [=!]= )"
)


def parsers_of_prose(file):
    """The English of a finding or a check, and the name of an operation, are for readers.
    Code decides by a finding's type and an operation's kind."""
    told = file.under("grader/checker/", "grader/report/", "grader/cli/", "grader/class/")
    explains = file.under("grader/wording/", "grader/sim/explain/")
    if not (told or explains) or not file.ends(*CPP):
        return
    pattern = "|".join(map(re.escape, OPERATIONS + PROSE * told))
    for number, line in file.lines():
        for found in re.finditer(rf"(?<!\w)(?:{pattern})", line):
            before = line[: max(line.rfind(c, 0, found.start() + 1) for c in " (") + 1]
            parses = PARSES.match(line, found.end()) or before.endswith("contains(")
            if parses and "op_kind(" not in before:
                yield number, f"decides by {found[0]}: ask op_kind() or the causes"


# ---- Comments

# The heads of solutions, and the skeleton's lines in them, are no prose.
NO_PROSE = re.compile(
    r"\s*((# |/{2,3}<? ?)(expect|says|unsaid|no cure|without|run): .*|//#.*)"
)
PERSON = re.compile(
    r".*\b(student|instructor|teacher|person|people|reader|user|author|colleague|owner"
    r"|lecturer|TA|(some|any|every|no) ?(body|one))s?(-\d+)?,?"
    r"( (to|by|for|of|from|with|in|and|or))* "
)


def comments(file, mark):
    """The comments with their first lines.  Lines below each other are one comment."""
    found, column = [], -1
    for number, line in file.lines():
        one = mark[0] in line and not NO_PROSE.fullmatch(line)
        one = one and re.fullmatch(rf"(|.*\s)({mark}) (.+)", line)
        at = one.start(2) if one else -1
        if one and (at != column or one[1].strip()):
            found.append([number, ""])
        if one:
            found[-1][1] += re.sub('`[^`]*`|"[^"]*"', "", one[3] + " ")
        column = at
    return found


def riddles(file):
    """A comment has a subject, or is a noun phrase; and only a person is "who".  "A kernel
    whose grid is small" is plain English, unless the comment opens with "Whose"."""
    if not file.ends(*CPP, *SCRIPTS, ".py", ".sh"):
        return
    for number, text in comments(file, "#" if file.ends(".py", ".sh") else "/{2,3}<?"):
        if re.match(r" *(Of|By|Who|Whose|Those|That)\b", text):
            yield number, "a comment that opens as a riddle: " + text
        for who in re.finditer(r"\b[Ww]hom?\b", text):
            if not PERSON.fullmatch(text[: who.start()]):
                yield number, '"who" for what is no person: ' + text


# ---- Sizes


def broken_ceilings(files, table):
    """Rooms above their ceiling in grader/sizes.txt, or far below it."""
    rows = re.findall(r"(?m)^ *(\d+) +(\S+)$", table)
    sizes = {folder: 0 for _, folder in rows}
    broken = []
    for file in files:
        rooms = [folder for folder in sizes if file.under(folder + "/")]
        if rooms:
            sizes[max(rooms, key=len)] += file.text.count("\n")
        elif file.under("grader/"):
            broken.append(f"{file.path} is in no room of grader/sizes.txt")
    for most, folder in rows:
        lines, most = sizes[folder], int(most)
        if lines > most:
            broken.append(
                f"{folder} has {lines} lines, {lines - most} more than grader/sizes.txt "
                "allows: take something out, or raise the number and say why in the commit"
            )
        if most > lines + lines // 20 + 20:
            broken.append(
                f"{folder} has {lines} lines, far fewer than grader/sizes.txt allows: "
                f"write {lines}"
            )
    return broken


# ---- The tests

HEAD = "template <class T>\n__global__ void k(T* x,\n    int n) {\n"
NEAR = '#include "../run/simulation.h"\n'
SIM, TOLD, EXPLAIN = "grader/sim/a.cpp", "grader/report/a.cpp", "grader/sim/explain/a.cpp"
# A rule, a path, a text, and how often the text breaks the rule.
EXAMPLES = [
    (white_space, "a.md", "one\ntwo\n", 0),
    (white_space, "a.md", "one\ttwo\n", 1),
    (white_space, "a.md", "one \n", 1),
    (white_space, "a.md", "one\r\n", 1),
    (white_space, "a.md", "one", 1),
    (white_space, "a.md", "one\n\n", 1),
    (white_space, "pre-commit", "one \n", 1),
    (white_space, "a.css", "one \n", 0),
    (long_lines, "a.cpp", "x" * 100, 0),
    (long_lines, "a.cpp", "\u2264" * 100, 0),
    *((long_lines, f"a.{e}", "x" * 101, 1) for e in "cpp py js mjs css cuh sh".split()),
    (long_lines, "a.md", "x" * 101, 0),
    (file_header, "a.h", "/// What it is.\n", 0),
    (file_header, "a.h", "#pragma once\n", 1),
    (file_header, "sim/a.cpp", '#include "sim/a.h"\n', 0),
    (file_header, "sim/a.cpp", "#include <vector>\n", 1),
    (file_header, "a.cu", '#include "b.h"\n', 1),
    (file_header, "a.sh", "#!/bin/sh\nset -u\n", 1),
    (file_header, "a.mjs", "// What it is.\n", 0),
    (file_header, "a.mjs", 'import a from "a";\n', 1),
    (file_header, "a.js", "(() => {})();\n", 1),
    (file_header, "a.css", "a {}\n", 1),
    (file_header, "a.py", "import os\n", 1),
    (unfinished, "grader/a.cpp", "// TODO: later\n", 1),
    (unfinished, "gridlock", "# FIXME\n", 1),
    (unfinished, "labs/a.cu", "// TODO 1: a fence\n", 0),
    (unfinished, "solutions/a.cu", "//# // TODO 1: a fence\n", 0),
    (forbidden_words, "a.cpp", "// Each CTA waits.\n", 1),
    (forbidden_words, "a.cpp", "// ACTAEON\n", 0),
    (forbidden_words, "a.cu", "// It flushes the value.\n", 1),
    (forbidden_words, "a.cpp", "// It flushes the stream.\n", 0),
    (forbidden_words, "a.sh", "# The master thread, in /root/a.\n", 2),
    (relative_includes, "grader/sim/model/clock.cpp", NEAR, 1),
    (relative_includes, "grader/sim/cuda/nvtx3/nvToolsExt.h", NEAR, 0),
    (relative_includes, "grader/sim/a.cpp", '#include "sim/model/clock.h"\n', 0),
    (long_functions, "a.cpp", "void f() {\n" + "  g();\n" * 68 + "}\n", 0),
    (long_functions, "a.cpp", "void f() {\n" + "  g();\n" * 69 + "}\n", 1),
    (
        long_functions,
        "a.cpp",
        "void f();\n\nnamespace a {\n" + "int x;\n" * 80 + "}\n",
        0,
    ),
    (long_kernels, "a.cu", HEAD + "  f();\n" * 42 + "}\n", 0),
    (long_kernels, "a.cu", HEAD + "  f();\n" * 43 + "}\n", 1),
    (
        long_kernels,
        "a.cu",
        "__global__ void k() { }\nf() {\n" + " f();\n" * 50 + "}\n",
        0,
    ),
    (dead_links, "grader/a.md", "[us](../LICENSE)\n", 0),
    (dead_links, "grader/a.md", "[us](LICENSE)\n", 1),
    (dead_links, "grader/a.md", "```\na[0](LICENSE)\n```\n", 0),
    (dead_links, "a.md", "[it](README.md#no-such-heading)\n", 1),
    (dead_references, "a.cpp", "see docs/no_such_page.md#x.\n", 1),
    (dead_references, "a.cpp", "build/docs/html\n", 0),
    (newer_cmake, "a/CMakeLists.txt", "f($<LINK_LIBRARY:WHOLE_ARCHIVE,a>)\n", 1),
    (newer_cmake, "CMakeLists.txt", "cmake_minimum_required(VERSION 3.25)\n", 1),
    (newer_cmake, "a.cmake", "  block()\nadd_block(a)\n", 1),
    (newer_cmake, "gridlock", "cmake --preset default --fresh\n", 1),
    (newer_cmake, "CMakePresets.json", '  "version": 3,\n', 0),
    (newer_cmake, "CMakePresets.json", '  "version": 4,\n', 1),
    (newer_cmake, "a.md", "--fresh\n", 0),
    (sentences, SIM, 'say("Two threads met at one word.");\n', 1),
    (sentences, SIM, 'say("no fence lies "\n    "between these two");\n', 1),
    (sentences, SIM, 'name = "end of an asynchronous copy";\n', 0),
    (sentences, SIM, 'throw Fault("there is no memory left for it");\n', 0),
    (sentences, SIM, '// "Two threads met at one word."\n', 0),
    (sentences, "grader/wording/a.cpp", 'say("Two threads met here.");\n', 0),
    (tests_of_sentences, TOLD, 'if (missing.starts_with("No event")) f();\n', 1),
    (tests_of_sentences, TOLD, 'at = missing.find(" lies ");\n', 1),
    (tests_of_sentences, TOLD, 'if (path.starts_with("labs/")) f();\n', 0),
    (parsers_of_prose, TOLD, 'if (missing.find("__syncthreads") != npos) f();', 1),
    (parsers_of_prose, TOLD, 'return !finding.message.starts_with("cuda");', 1),
    (parsers_of_prose, TOLD, "if (contains(finding->missing, part)) f();", 1),
    (parsers_of_prose, TOLD, "return f(one.missing) == f(other.missing);", 1),
    (parsers_of_prose, TOLD, "text += run.message.substr(0, 9);", 1),
    (parsers_of_prose, TOLD, "text += finding.missing + needs_missing.find(part);", 0),
    (parsers_of_prose, TOLD, "if (finding.missing.empty()) f(build.message.find(x));", 0),
    (parsers_of_prose, TOLD, "if (op_kind(placed.access.op) == OpKind::spin) f();", 0),
    (parsers_of_prose, EXPLAIN, 'return contains(event.name, "CAS");\n', 1),
    (parsers_of_prose, EXPLAIN, 'if (use.op == "read") f();\n', 1),
    (parsers_of_prose, "grader/wording/a.cpp", "missing.find(part);\n", 0),
    (riddles, "a.h", "int a;  ///< By name.\n", 1),
    (riddles, "a.h", "}  // namespace a\n// Of two, the newer one.\n", 1),
    (riddles, "a.py", "# The fence orders\n# Those stores.\n\n# Those wait.\n", 1),
    (riddles, "a.cu", "// expect: hang\n// Whose turn it is.\n", 1),
    (riddles, "a.cpp", "// The thread\n// who waits and the one who polls.\n", 2),
    (riddles, "a.cpp", "// A student\n// who, as readers to whom it `who`.\n", 0),
    (riddles, "a.cu", 'f("#Who");\n// says: Who waits\n//# // Who waits\n', 0),
]
RULES = dict.fromkeys(example[0] for example in EXAMPLES)


class HouseRules(unittest.TestCase):
    def test_the_repository_follows_each_rule(self):
        files = list(repository())
        self.assertGreater(len(files), 100)
        broken = [
            f"{file.path}:{number}: {what}"
            for file in files
            for rule in RULES
            for number, what in rule(file)
        ]
        table = (ROOT / "grader/sizes.txt").read_text()
        self.assertGreater(table.count("\n"), 20)
        broken += broken_ceilings(files, table) + folders_without_guide(files)
        broken += broken_catalogue(files)
        self.assertFalse(broken, "\n" + "\n".join(broken))

    def test_what_breaks_a_rule_is_caught(self):
        for rule, path, text, times in EXAMPLES:
            with self.subTest(rule=rule.__name__, text=text):
                self.assertEqual(len(list(rule(File(path, text)))), times)
        self.assertEqual(anchor_of(" How it decides: `sim` "), "how-it-decides-sim")

    def test_sizes(self):
        for lines, table, times in [
            (100, "# lines, folder\n100 a\n", 0),
            (101, "100 a\n", 1),
            (101, "10 a\n101 a/b\n", 0),
            (100, "200 a\n", 1),
            (100, "100 ab\n", 1),
        ]:
            files = [File("a/b/c.h", "\n" * lines)]
            self.assertEqual(len(broken_ceilings(files, table)), times, table)

    def test_guides(self):
        for readme, text, times in [
            ("grader/README.md", "no such folder", 1),
            ("grader/README.md", "`x/y/`  something", 0),
            ("grader/x/README.md", "`y/`  something", 0),
            ("grader/z/README.md", "`x/y/`, `y/`", 1),
            ("grader/x/y/README.md", "its own", 0),
        ]:
            files = [File(f"grader/x/y/{name}.h", "") for name in "abcd"]
            broken = folders_without_guide([*files, File(readme, text)])
            self.assertEqual(len(broken), times, readme)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:], verbosity=2)
