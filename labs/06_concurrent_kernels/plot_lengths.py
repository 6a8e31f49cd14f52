"""Draws what a run of eight kernels takes, short or long: plot_lengths.py OUT DATA
[RECORDED]."""

import sys

import plot_contest

plot_contest.draw(
    sys.argv,
    "Eight kernels that the host launches, lab 06",
    "steps of work on each value",
    "",
    relative=True,
)
