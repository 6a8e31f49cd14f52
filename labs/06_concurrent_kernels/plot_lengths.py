"""Draws what a run of eight kernels takes, short or long: plot_lengths.py OUT DATA
[RECORDED]."""

import sys

import plot_contest

plot_contest.draw(
    sys.argv,
    "Eight small kernels, lab 06",
    "steps of work on each value",
    "",
    relative=True,
    notes={"reference": "the course's solution, in which each kernel has its own stream"},
)
