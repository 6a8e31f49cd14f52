"""Draws the time of an item in a pipeline, and who did what when: plot_pipeline.py OUT DATA
[RECORDED]."""

import sys

import plot_contest
import plot_style
import plot_timeline
from medians import medians_of

LONGER = 1.05  # Ratio of times; smaller ones are within the noise.


def limits(_, series):
    """No pipeline is faster than one of its stations."""
    alone = medians_of(series["reference"][1]).get(1) if "reference" in series else None
    size, _ = plot_contest.unit_of(series)
    return {"one station alone": alone / size} if alone else {}


def finding(series, baseline, _):
    """Up to how many stations an item takes no longer, and how much longer with the last."""
    who = "yours" if "yours" in series else baseline
    times = medians_of(series[who][1])
    first, last = min(times), max(times)
    flat = max(x for x in times if times[x] <= LONGER * times[first])
    name = plot_contest.name_of(who)
    said = f"In {name} the time per item is"
    if flat == last:
        return f"{said} the same with {last} stations as with {first}"
    growth = plot_style.ratio_text(times[last] / times[first])
    if flat == first:
        return f"{said} {growth} times that with {first} station, with {last}"
    return (
        f"{said} the same with {flat} stations as with {first}, "
        f"but {growth} times that with {last}"
    )


NOTES = {
    "reference": "the course's solution, which never makes the host wait",
    "lock_step": "all stations begin their next items together",
}
plot_contest.draw(
    sys.argv,
    "Items pass through stations on two devices in turn, lab 07",
    "stations",
    "per item",
    limits=limits,
    finding=finding,
    linear=True,
    notes=NOTES,
)
plot_timeline.draw_timeline(
    sys.argv,
    "Eight items, four stations on two devices in turn, lab 07",
    waiting=(),
    notes=NOTES,
    words={"copies": "copies, or waits for a copy before it"},
)
