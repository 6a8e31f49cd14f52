"""Draws the cost of a barrier, and which block waited when: plot.py OUT DATA [RECORDED]."""

import sys

import plot_contest
import plot_timeline

NOTES = {
    "reference": "the course's solution, whose master polls a word per block and answers "
    "in another",
    "few_answers": "the master tells several blocks in one word",
    "one_hop_by_a_warp": "a warp of every block polls the words of all blocks",
}
plot_contest.draw(
    sys.argv,
    "One barrier between all blocks, lab 03",
    "blocks per multiprocessor",
    "per barrier",
    notes=NOTES,
)
plot_timeline.draw_timeline(
    sys.argv,
    "Three barriers, one block per multiprocessor, lab 03",
    only=["yours", "grid_sync", "reference", plot_contest.fastest_rung(sys.argv[2], 1)],
    waiting=(),
    finding=plot_timeline.barriers,
    notes=NOTES,
)
