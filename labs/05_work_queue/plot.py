"""Draws the cost of one item of the queue: plot.py OUT DATA [RECORDED]."""

import sys

import plot_contest

plot_contest.draw(
    sys.argv,
    "The queue's cost per item, for 100,000 items that take no time, lab 05",
    "blocks per multiprocessor",
    "per item",
)
