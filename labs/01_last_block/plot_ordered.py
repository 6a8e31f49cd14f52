"""Draws the cost of keeping the order: plot_ordered.py OUT DATA [RECORDED]."""

import sys

import plot_contest
import plot_style
from medians import medians_of


def finding(series, baseline, point):
    """How much longer the composition takes than the sum, of the student's file or the best."""
    last = max(series[baseline][1])
    for who in ("yours", plot_contest.fastest_at(series, last), "reference"):
        if who in series and f"{who}, sum" in series:
            ratios = medians_of(series[f"{who}, sum"][1], "of_main")
            if ratios:
                size = max(ratios)
                more = plot_style.percent(1 / ratios[size] - 1)
                time = "no longer" if ratios[size] > 0.995 else f"{more} longer"
                return (
                    f"In {plot_contest.name_of(who)} a composition, in order, takes {time} "
                    f"than a sum, with {plot_contest.with_point(size, point)}"
                )
    return plot_contest.compare(series, baseline, point)


plot_contest.draw(
    sys.argv,
    "The composition of n affine maps, in order (dotted: the sum of as many), lab 01",
    "elements",
    "",
    speeds=True,
    finding=finding,
    notes={
        "reference": "the course's solution, 1c: each thread walks through its own run",
        "rows_by_shuffles": "neighbouring lanes load neighbours, then fold by shuffles",
    },
)
