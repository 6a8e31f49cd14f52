"""Draws the cost of a barrier, and which block waited when: plot.py OUT DATA [RECORDED]."""

import sys

import plot_contest
import plot_timeline

plot_contest.draw(
    sys.argv,
    "One barrier between all blocks, lab 03",
    "blocks per multiprocessor",
    "per barrier",
)
plot_timeline.draw_timeline(
    sys.argv,
    "Barriers one after another, lab 03",
    only=["yours", "grid_sync", "reference", plot_contest.fastest_rung(sys.argv[2], 1)],
    waiting=(),
    finding=plot_timeline.barriers,
)
