"""Draws how fast a sum reads, and its time relative to CUB's: plot.py OUT DATA [RECORDED]."""

import sys

import plot_contest

SOLD = 4800  # GB/s: what NVIDIA states for the memory of an H200.


def limits(axes, points):
    axes.axhline(
        SOLD,
        color="black",
        linestyle=":",
        linewidth=2,
        label="4.8 TB/s: H200 memory,\ndatasheet peak",
    )


plot_contest.draw(
    sys.argv,
    "The sum of n integers, lab 01",
    "elements",
    "GB/s read",
    limits,
    work=lambda n: 4 * n,
)
