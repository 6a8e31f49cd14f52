"""Draws the cost of a barrier, and which block waited when: plot.py OUT DATA [RECORDED]."""

import sys

import plot_contest
import plot_timeline

NOTES = {
    "reference": "the course's solution, one counter that every block polls from the start",
    "looks_late": "no block polls before all can have arrived",
    "graph": "a kernel for each step, as in ending the kernel, launched at once",
}
plot_contest.draw(
    sys.argv,
    "One barrier between all blocks, lab 02",
    "blocks per multiprocessor",
    "per barrier",
    notes=NOTES,
)
plot_timeline.draw_timeline(
    sys.argv,
    "Three barriers, one block per multiprocessor, lab 02",
    only=["yours", "grid_sync", "reference", plot_contest.fastest_rung(sys.argv[2], 1)],
    waiting=(),
    finding=plot_timeline.barriers,
    notes=NOTES,
)
