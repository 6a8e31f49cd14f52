"""Draws one plot after another for expand.py.  Loading matplotlib takes longer than most
plots, so it is loaded once, and each plot is drawn by a copy of this process.

A line of JSON asks for a plot: [READER, SCRIPT, ARGUMENT...].  A line answers it: [STATUS,
what the script printed].  READER is the script's GRIDLOCK_PLOT_FOR."""

import importlib.util
import json
import os
import pathlib
import runpy
import sys


def draw(reader, script, *arguments):
    """The status of the copy that runs the script, and what it printed."""
    here, there = os.pipe()
    child = os.fork()
    if not child:
        os.dup2(there, 1)
        os.environ["GRIDLOCK_PLOT_FOR"] = reader
        sys.argv = [script, *arguments]
        sys.path[0] = str(pathlib.Path(script).parent)
        runpy.run_path(script, run_name="__main__")
        sys.exit()  # Not back to the loop: this ends the copy.
    os.close(there)
    with open(here, encoding="utf-8") as printed:
        text = printed.read()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), text


if __name__ == "__main__":
    if importlib.util.find_spec("matplotlib"):
        import matplotlib.pyplot  # noqa: F401
    for line in sys.stdin:
        print(json.dumps(draw(*json.loads(line))), flush=True)
