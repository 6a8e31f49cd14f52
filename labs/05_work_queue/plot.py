"""Draws the cost of one item of the queue: plot.py OUT DATA [RECORDED]."""

import sys

import plot_contest

plot_contest.draw(
    sys.argv,
    "Items without work, lab 05",
    "blocks per multiprocessor",
    "per item",
    notes={
        "reference": "the course's solution, in which a block draws one item at a time",
        "dealt": "each block knows its items before the kernel starts",
    },
)
