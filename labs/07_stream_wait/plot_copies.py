"""Draws the rates of copies between two devices; plot.py and plot_direct.py call it."""

import re

from matplotlib.ticker import FuncFormatter

import plot_contest
import plot_style
from medians import medians_of

# What the links between two devices carry one way, in GB/s: NVLink 4, 18 links of 25.
LINE_RATES = {"H100": 450, "H200": 450}


# A curve that is this many times faster than the baseline takes another route, and would
# make all others small.
ANOTHER_ROAD = 1.5


def size_text(value, _=None):
    """Of bytes: 4096 -> 4K, 1073741824 -> 1G."""
    for size, letter in ((2**30, "G"), (2**20, "M"), (2**10, "K")):
        if value >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"


def long_size(value):
    """4096 -> 4 KiB"""
    return re.sub("([KMG])$", r" \1iB", size_text(value))


def work(size):
    """The bytes that a copy of this size copies: all of them."""
    return size


def rates(points):
    """{bytes: Median of the GB/s}"""
    return plot_contest.rates_of(points, work)


def parts(points):
    """The rates as parts of the baseline's, {bytes: part}."""
    return {size: 1 / ratio for size, ratio in medians_of(points, "ratio").items()}


def finding_of(series, baseline):
    """The rate of the largest copy, and how it compares with the baseline's."""
    who, other = plot_contest.subject_of(series, baseline), plot_contest.name_of(baseline)
    if who is None:
        return f"Only {other} was measured"
    ratios = parts(series[who][1])
    most = max(ratios)
    rate = rates(series[who][1])[most].middle
    part = ratios[most]
    told = (
        f"as fast as {other}, within {plot_style.percent(plot_contest.SAME)}"
        if abs(part - 1) <= plot_contest.SAME
        else f"{plot_style.percent(part)} of the rate of {other}"
    )
    name = plot_contest.name_of(who)
    return f"With {long_size(most)} {name} copies {rate:.3g} GB/s, {told}"


def on_the_road(series):
    """The contestants that take the baseline's road, not a faster one."""
    found = {}
    for who, (kind, points) in series.items():
        most = max(parts(points).values(), default=0)
        if most <= ANOTHER_ROAD or kind == "yours":
            found[who] = (kind, points)
    return found


def draw(arguments, what, notes, direct=False):
    """Draws and saves.

    arguments   of the program: OUT DATA [RECORDED]
    what        what is copied and how: the line below the title
    notes       {contestant: what its name stands for}
    direct      all copies take the link between the devices, whose rate is drawn
    """
    environment, series, baseline = plot_contest.read_contest(arguments)
    device = environment.get("device", "unknown device")
    figure, axes = plot_style.plt.subplots(figsize=(plot_style.WIDTH, plot_style.HEIGHT))
    sentence = finding_of(series, baseline)
    shown = series if direct else on_the_road(series)
    looks = plot_contest.looks_of(shown, baseline)
    below = plot_contest.with_notes(f"{what}; {device}", notes, looks)
    plot_style.title(figure, sentence, below)
    curves = {who: rates(series[who][1]) for who in looks}
    ends = plot_contest.draw_curves(axes, curves, looks, logarithmic=False)
    sizes = {size for points in curves.values() for size in points}
    if len(arguments) == 4:
        ends += plot_contest.draw_recorded(axes, arguments[3], rates, sizes)
    plot_style.log_places(axes, sizes)
    for model, rate in LINE_RATES.items() if direct else ():
        if model in device:
            ends.append(
                plot_contest.draw_line(axes, rate, f"NVLink's limit: {rate} GB/s")
            )
    axes.set_ylim(0, None)
    axes.xaxis.set_major_formatter(FuncFormatter(size_text))
    axes.set_xlabel("bytes per copy")
    axes.set_ylabel("GB/s")
    plot_style.label_ends(axes, ends)
    plot_style.save(figure, environment, arguments[1])
    print(f"{sentence}.")
    say(series, baseline)
    for who in series.keys() - shown.keys():
        print(f"Not drawn, as it takes another road: {plot_contest.name_of(who)}.")
    plot_contest.say_left_out(shown, looks)


def say(series, name):
    """The picture in words, for readers who cannot see it."""
    for who, (kind, points) in series.items():
        if kind == "again":
            continue
        text = ", ".join(
            f"{found.middle:.3g} with {size_text(size)}"
            for size, found in sorted(rates(points).items())
        )
        print(f"{who}: GB/s: {text}")
        of_baseline = parts(points)
        if who != name and of_baseline:
            most = max(of_baseline)
            print(
                f"{who}: {of_baseline[most]:.3f} of {name}'s rate "
                f"with {size_text(most)}"
            )
