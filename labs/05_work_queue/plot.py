"""Draws the cost of one item of the queue: plot.py OUT DATA [RECORDED]."""

import sys

import plot_contest

plot_contest.draw(
    sys.argv,
    "What a draw costs: items without work, lab 05; the reference draws one at a time",
    "blocks per multiprocessor",
    "per item",
)
