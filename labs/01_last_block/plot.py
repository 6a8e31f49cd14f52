"""Draws how near the speed of a sum is to that of reading alone: plot.py OUT DATA
[RECORDED]."""

import itertools
import sys

import plot_contest
from medians import medians_of


def finding(series, baseline, point):
    """Up to how many elements a second kernel costs time, and the speed with the most."""
    speed = plot_contest.compare_speeds(series, baseline, point)
    if "two_kernels" not in series or "reference" not in series:
        return speed
    one, two = (medians_of(series[name][1]) for name in ("reference", "two_kernels"))
    both = sorted(one.keys() & two.keys())
    slower = 1 + plot_contest.SAME
    dear = list(itertools.takewhile(lambda x: two[x] > slower * one[x], both))
    if not dear:
        return f"A second kernel costs no time; {speed[0].lower()}{speed[1:]}"
    most = plot_contest.with_point(dear[-1], point)
    return f"A second kernel costs time up to {most}; {speed[0].lower()}{speed[1:]}"


plot_contest.draw(
    sys.argv,
    "The sum of n integers, lab 01",
    "elements",
    "",
    speeds=True,
    finding=finding,
)
