"""Draws how near a queue comes to the least time, and when its blocks end:
plot_lengths.py OUT DATA [RECORDED]."""

import statistics
import sys

from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

import plot_contest
import plot_style
import plot_timeline


def kind_of(name):
    """ "naps, sorted" and "sorted_chunks" -> ("naps", True) and ("chunks", True)"""
    plain = name.removesuffix(", sorted").removeprefix("sorted_")
    return plain, plain != name


def length(nanoseconds, _=None):
    """100 -> 0.1, 30000 -> 30: microseconds."""
    return f"{nanoseconds / 1000:g}"


def draw_panel(axes, ratios, looks, title):
    for name, points in ratios.items():
        plain = kind_of(name)[0]
        plot_contest.draw_curve(axes, points, looks.get(plain, looks[name]), plain)
    axes.axhline(
        1, color="black", linestyle="--", linewidth=2, zorder=1, label="the bound"
    )
    axes.set_title(title, loc="left")
    plot_style.log_axes(axes, {x for points in ratios.values() for x in points})
    axes.xaxis.set_major_formatter(FuncFormatter(length))
    axes.set_xlabel("mean length of an item, microseconds")


def draw(out, data):
    environment, series, baseline = plot_contest.read_contest(data)
    bound = series[baseline][1]
    looks = plot_contest.looks_of(series, baseline)
    ratios = {
        name: plot_contest.ratios_of(series[name][1], bound)
        for name in looks
        if name != baseline
    }
    ratios = {name: points for name, points in ratios.items() if points}

    figure, (come, longest_first) = plot_style.plt.subplots(
        1, 2, figsize=(16, 7.5), sharey=True
    )
    draw_panel(
        come,
        {n: r for n, r in ratios.items() if not kind_of(n)[1]},
        looks,
        "items in any order",
    )
    draw_panel(
        longest_first,
        {n: r for n, r in ratios.items() if kind_of(n)[1]},
        looks,
        "longest first",
    )
    come.set_ylabel("time relative to the bound")
    middles = [
        statistics.median(r) for points in ratios.values() for r in points.values()
    ]
    come.set_ylim(0.9 * min(1, *middles), 1.15 * max(1.5, *middles))
    come.yaxis.set_major_locator(LogLocator(subs=(1, 1.2, 1.5, 2, 3, 5, 7)))
    come.yaxis.set_minor_locator(NullLocator())
    handles = dict(zip(*reversed(come.get_legend_handles_labels())))
    for name, handle in zip(*reversed(longest_first.get_legend_handles_labels())):
        handles.setdefault(name, handle)
    figure.legend(handles.values(), handles.keys(), loc="center right", fontsize=15)
    figure.suptitle(
        "Items of very different length, lab 05; "
        f"{environment.get('device', 'unknown device')}",
        fontsize=18,
    )
    figure.tight_layout(rect=(0, 0.04, 0.82, 0.98))
    plot_style.save(figure, environment, out, ("device", "driver", "commit", "date"))
    for name, points in ratios.items():
        said = ", ".join(
            f"{statistics.median(points[x]):.3f} at {length(x)}" for x in sorted(points)
        )
        print(f"{name}: {said} microseconds per item, of the bound's time")


if len(sys.argv) not in (3, 4):
    raise SystemExit("plot_lengths.py OUT DATA [RECORDED]")
draw(sys.argv[1], sys.argv[2])
plot_timeline.draw_timeline(
    sys.argv,
    "When the blocks of lab 05 work",
    only=["yours", "reference", "three_ahead", "chunks", "strided", "sorted_queue"],
    waiting=("has nothing left",),
)
