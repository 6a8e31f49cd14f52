"""Draws how near the speed of a sum is to that of reading alone: plot.py OUT DATA
[RECORDED]."""

import itertools
import sys

import plot_contest
import plot_style
from medians import medians_of


def finding(series, baseline, point):
    """How much time a second kernel costs, and up to how many elements; and the speed with
    the most elements."""
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
    more = plot_style.percent(max(two[x] / one[x] for x in dear) - 1)
    cost = f"A second kernel takes up to {more} longer with {most} or fewer"
    return f"{cost}; {speed[0].lower()}{speed[1:]}"


plot_contest.draw(
    sys.argv,
    "The sum of n integers, lab 01",
    "elements",
    "",
    speeds=True,
    finding=finding,
    notes={
        "reference": "the course's solution, 1b: one kernel, whose loads are of 4 bytes",
        "wide_loads": "each of 16 bytes; by warps: the threads of a warp add by shuffles",
    },
)
