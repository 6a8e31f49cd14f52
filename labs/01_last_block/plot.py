"""Draws what a sum costs, with the time that reading alone takes: plot.py OUT DATA [RECORDED]."""

import sys

import plot_contest

BYTES_PER_SECOND = 4.8e12  # What NVIDIA states for the memory of an H200.


def limits(axes, points):
    large = [n for n in points if n >= 1 << 24]
    axes.plot(large, [4 * n / BYTES_PER_SECOND * 1e9 for n in large], color="black",
              linestyle=":", linewidth=2, label="reading at 4.8 TB/s,\nan H200's memory")


plot_contest.draw(sys.argv, "The sum of n integers, lab 01", "elements", "nanoseconds a sum",
                  limits)
