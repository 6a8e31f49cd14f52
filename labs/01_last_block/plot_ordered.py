"""Draws the cost of keeping the order: plot_ordered.py OUT DATA [RECORDED]."""

import sys

import plot_contest

plot_contest.draw(
    sys.argv,
    "The composition of n maps, in their order, lab 01",
    "elements",
    "GB/s read",
    work=lambda n: 4 * n,
)
