"""Draws the cost of keeping the order: plot_ordered.py OUT DATA [RECORDED]."""

import sys

import plot_contest
import plot_style
from medians import medians_of


def finding(series, baseline, point):
    """What the order costs the student's own file, or the best one, beyond its own sum."""
    last = max(series[baseline][1])
    for who in ("yours", plot_contest.fastest_at(series, last), "reference"):
        if who in series and f"{who}, sum" in series:
            ratios = medians_of(series[f"{who}, sum"][1], "of_main")
            if ratios:
                size = max(ratios)
                name = plot_style.sentence(plot_contest.name_of(who))
                return (
                    f"{name} takes {1 / ratios[size]:.2f} times as long as its sum, which "
                    f"keeps no order, with {plot_contest.with_point(size, point)}"
                )
    return plot_contest.compare(series, baseline, point)


plot_contest.draw(
    sys.argv,
    "The composition of n maps, in their order, lab 01",
    "elements",
    "gigabytes read per second",
    work=lambda n: 4 * n,
    finding=finding,
)
