"""Draws how near a queue comes to the least time, and when its blocks end:
plot_lengths.py OUT DATA [RECORDED]."""

import math
import sys

from matplotlib.ticker import FuncFormatter

import plot_contest
import plot_style
import plot_timeline
from medians import middles_of, values_of


def kind_of(name):
    """ "naps, sorted" and "sorted_chunks" -> ("naps", True) and ("chunks", True)"""
    plain = name.removesuffix(", sorted").removeprefix("sorted_")
    return plain, plain != name


def length(nanoseconds, _=None):
    """100 -> 0.1, 30000 -> 30: microseconds."""
    return f"{nanoseconds / 1000:g}"


def draw_panel(axes, ratios, looks, title):
    """Draws one order of the items; returns the curves' ends."""
    plain = {kind_of(name)[0]: points for name, points in ratios.items()}
    named = {who: looks[who] for who in plain}
    ends = plot_contest.draw_curves(axes, plain, named)
    axes.set_title(title)
    axes.set_ylabel("time relative to the bound")
    plot_style.log_places(axes, {x for points in ratios.values() for x in points})
    axes.xaxis.set_major_formatter(FuncFormatter(length))
    return [*ends, plot_contest.draw_line(axes, 1, "the bound", "--")]


NOTES = {
    "bound": "all items' time divided by the number of blocks, or the longest item's",
    "reference": "the course's solution, in which a block draws one item at a time",
    "chunks": "each block has neighbouring items; strides: every n-th item",
    "three_ahead": "a block draws its next items while it works",
}


def finding_of(ratios):
    """From which length on the queue is nearer to the bound than chunks or strides in advance."""
    who = "yours" if "yours" in ratios else "reference"
    if who not in ratios:
        return "Neither yours nor the reference was measured"
    name, points = plot_contest.name_of(who), middles_of(ratios[who])
    shares = [middles_of(ratios[one]) for one in ("chunks", "strided") if one in ratios]
    xs = sorted(x for x in points if any(x in share for share in shares))
    lost = [x for x in xs if any(share.get(x, math.inf) <= points[x] for share in shares)]
    won = [x for x in xs if x > max(lost, default=0)]
    if not xs or not won:
        last = max(points)
        more = plot_style.percent(points[last] - 1)
        long = f"With items of {length(last)} microseconds"
        return f"{long} {name} takes {more} more than the bound"
    return (
        f"With items of {length(won[0])} microseconds or more, in arbitrary order, {name} "
        "is closer to the bound than chunks or strides in advance"
    )


def looks_of(series, baseline):
    """The looks of what is drawn; contestants that have only sorted items get their kind's."""
    looks = plot_contest.looks_of(series, baseline)
    for name in list(looks):
        looks.setdefault(kind_of(name)[0], looks[name])
    looks.pop(baseline, None)
    return looks


def draw(arguments):
    environment, series, baseline = plot_contest.read_contest(arguments)
    looks = looks_of(series, baseline)
    ratios = {
        name: values_of(points, "ratio")
        for name, (kind, points) in series.items()
        if name != baseline and kind != "again"
    }
    ratios = {name: points for name, points in ratios.items() if points}
    drawn = {name: points for name, points in ratios.items() if kind_of(name)[0] in looks}

    figure, panels = plot_style.plt.subplots(
        2, 1, figsize=(plot_style.WIDTH, 11), sharex=True
    )
    sentence = finding_of(ratios)
    device = environment.get("device", "unknown device")
    below = f"Items of very different length, lab 05; {device}"
    below = plot_contest.with_notes(below, NOTES, series.keys() & {*looks, baseline})
    plot_style.title(figure, sentence, below, top=0.75)
    figure.subplots_adjust(hspace=0.16)
    titles = ("items in arbitrary order", "longest first")
    ends = [
        draw_panel(
            axes, {n: r for n, r in drawn.items() if kind_of(n)[1] == last}, looks, title
        )
        for last, (axes, title) in enumerate(zip(panels, titles))
    ]
    for axes, found in zip(panels, ends):
        plot_style.log_ticks(axes)
        plot_style.label_ends(axes, found)
    panels[-1].set_xlabel("mean length of an item, microseconds")
    plot_style.save(figure, environment, arguments[1])
    print(f"{sentence}.")
    for name, points in ratios.items():
        said = ", ".join(f"{points[x].middle:.3f} at {length(x)}" for x in sorted(points))
        print(f"{name}: {said} microseconds per item, of the bound's time")


draw(sys.argv)
plot_timeline.draw_timeline(
    sys.argv,
    "When blocks work, items of 10 microseconds on average, lab 05",
    only=["yours", "reference", "three_ahead", "chunks", "strided", "sorted_queue"],
    waiting=("has nothing left",),
    finding=plot_timeline.idle,
    notes=NOTES,
    by_end=True,
)
