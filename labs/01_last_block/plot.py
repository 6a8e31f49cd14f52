"""Draws how fast a sum reads, and how its time compares with CUB's: plot.py OUT DATA
[RECORDED]."""

import sys

import plot_contest

SOLD = 4800  # GB/s: what NVIDIA states for the memory of an H200.


def limits(environment, _):
    sold = "H200" in environment.get("device", "")
    return {"datasheet: 4.8 TB/s": SOLD} if sold else {}


plot_contest.draw(
    sys.argv,
    "The sum of n integers, lab 01",
    "elements",
    "gigabytes read per second",
    limits,
    work=lambda n: 4 * n,
)
