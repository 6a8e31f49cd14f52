"""Draws how fast a sum reads, and what it costs beside CUB's: plot.py OUT DATA [RECORDED]."""

import sys

import plot_contest

SOLD = 4800  # GB/s: what NVIDIA states for the memory of an H200.


def limits(axes, points):
    axes.axhline(SOLD, color="black", linestyle=":", linewidth=2,
                 label="4.8 TB/s, an H200's\nmemory as it is sold")


plot_contest.draw(sys.argv, "The sum of n integers, lab 01", "elements", "GB/s read", limits,
                  work=lambda n: 4 * n)
