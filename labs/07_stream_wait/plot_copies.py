"""Draws copies between two devices; plot.py and plot_direct.py call it.

Left the rate, right the same as a part of the baseline's rate.
"""

import statistics

import matplotlib.transforms as transforms
from matplotlib.ticker import FuncFormatter, LogLocator, MultipleLocator, NullLocator

import plot_contest
import plot_style

# What the links between two devices carry one way, in GB/s: NVLink 4, 18 links of 25.
LINE_RATES = {"H100": 450, "H200": 450}

# Who is faster than so many times the baseline takes another road, and would make the
# others small: it has a curve on the left alone.
PART_MAX = 1.5


def size_text(value, _=None):
    """Of bytes: 4096 -> 4K, 1073741824 -> 1G."""
    for size, letter in ((2**30, "G"), (2**20, "M"), (2**10, "K")):
        if value >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"


def work(size):
    """A point is the bytes of a copy, which are copied."""
    return size


def rates(points):
    """{bytes: {round: nanoseconds}} -> {bytes: [GB/s]}"""
    return plot_contest.rates_of(points, work)


def parts(points, baseline):
    """The rates as parts of the baseline's in the same round, {bytes: [part]}."""
    return {
        size: [1 / ratio for ratio in ratios]
        for size, ratios in plot_contest.ratios_of(points, baseline).items()
    }


def draw_limit(axes, rate, text):
    """A dashed line, with its name at the left end, where the curves are low."""
    axes.axhline(rate, color="black", linestyle="--", linewidth=1.5, zorder=1)
    across = transforms.blended_transform_factory(axes.transAxes, axes.transData)
    axes.text(
        0.01,
        rate * 1.05,
        f"{text}, {rate:.3g} GB/s",
        transform=across,
        va="bottom",
        fontsize=13,
    )


def draw(arguments, title, best=None, line_rate=True):
    """Draws and saves.

    arguments   of the program: OUT DATA [RECORDED]
    best        a contestant and a text: a line at its highest rate
    line_rate   whether to draw what the links between the devices carry
    """
    if len(arguments) not in (3, 4):
        raise SystemExit("OUT DATA [RECORDED]")
    environment, series, name = plot_contest.read_contest(arguments[2])
    device = environment.get("device", "unknown device")
    baseline = series[name][1]

    figure, (left, right) = plot_style.plt.subplots(1, 2, figsize=(16, 7.5))
    sizes = sorted({size for _, points in series.values() for size in points})
    for who, look in plot_contest.looks_of(series, name).items():
        points = series[who][1]
        plot_contest.draw_curve(left, rates(points), look, who)
        of_baseline = parts(points, baseline)
        if who != name and all(max(found) < PART_MAX for found in of_baseline.values()):
            plot_contest.draw_curve(right, of_baseline, look, who)
    if len(arguments) == 4:
        plot_contest.draw_recorded(left, arguments[3], work)
    if best and best[0] in series:
        draw_limit(
            left, max(map(statistics.median, rates(series[best[0]][1]).values())), best[1]
        )
    for model, rate in LINE_RATES.items() if line_rate else ():
        if model in device:
            draw_limit(left, rate, "NVLink's line rate")
    right.axhline(1, color=plot_style.GREY, linewidth=2, zorder=1)
    for axes in (left, right):
        plot_style.log_axes(axes, sizes)
        axes.xaxis.set_major_formatter(FuncFormatter(size_text))
        axes.tick_params(axis="x", labelsize=13)
        axes.set_xlabel("bytes per copy")
    left.set_ylabel("GB/s")
    left.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    left.yaxis.set_minor_locator(NullLocator())
    right.set_yscale("linear")
    right.set_ylim(0, None)
    right.yaxis.set_minor_locator(NullLocator())
    right.yaxis.set_major_locator(MultipleLocator(0.1))
    right.set_ylabel(f"rate relative to {name}")
    handles, labels = left.get_legend_handles_labels()
    figure.legend(handles, labels, loc="center right", fontsize=15)
    figure.suptitle(f"{title}; {device}", fontsize=18)
    figure.tight_layout(rect=(0, 0.04, 0.8, 0.98))
    plot_style.save(
        figure, environment, arguments[1], ("device", "driver", "commit", "date")
    )
    say(series, name)


def say(series, name):
    """The picture in words, for readers who cannot see it."""
    for who, (kind, points) in series.items():
        if kind == "again":
            continue
        text = ", ".join(
            f"{statistics.median(found):.3g} with {size_text(size)}"
            for size, found in sorted(rates(points).items())
        )
        print(f"{who}: GB/s: {text}")
        of_baseline = parts(points, series[name][1])
        if who != name and of_baseline:
            most = max(of_baseline)
            print(
                f"{who}: {statistics.median(of_baseline[most]):.3f} of {name}'s rate "
                f"with {size_text(most)}"
            )
