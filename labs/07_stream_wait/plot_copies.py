"""Draws the rates of copies between two devices; plot.py and plot_direct.py call it."""

import statistics

from matplotlib.ticker import FuncFormatter

import plot_contest
import plot_style

# What the links between two devices carry one way, in GB/s: NVLink 4, 18 links of 25.
LINE_RATES = {"H100": 450, "H200": 450}


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


def finding_of(series, baseline):
    """The rate of the largest copy, and how it compares with the baseline's."""
    who = plot_contest.subject_of(series, baseline)
    if who is None:
        return f"Only {plot_contest.name_of(baseline)} was measured"
    ratios = parts(series[who][1], series[baseline][1])
    most = max(ratios)
    rate = statistics.median(rates(series[who][1])[most])
    part = statistics.median(ratios[most])
    return (
        f"With {size_text(most)} {plot_contest.name_of(who)} copies {rate:.3g} GB/s, "
        f"{part:.0%} of the rate of {plot_contest.name_of(baseline)}"
    )


def limits_of(series, device, best, line_rate):
    """{text: GB/s} of the lines across."""
    found = {}
    if best and best[0] in series:
        found[best[1]] = max(map(statistics.median, rates(series[best[0]][1]).values()))
    for model, rate in LINE_RATES.items() if line_rate else ():
        if model in device:
            found["NVLink's line rate"] = rate
    return {f"{text}, {rate:.3g} GB/s": rate for text, rate in found.items()}


def draw(arguments, what, best=None, line_rate=True):
    """Draws and saves.

    arguments   of the program: OUT DATA [RECORDED]
    what        is copied how: the line below the title
    best        a contestant and a text: a line at its highest rate
    line_rate   whether to draw what the links between the devices carry
    """
    if len(arguments) not in (3, 4):
        raise SystemExit("OUT DATA [RECORDED]")
    environment, series, baseline = plot_contest.read_contest(arguments[2])
    device = environment.get("device", "unknown device")
    figure, axes = plot_style.plt.subplots(figsize=(plot_style.WIDTH, 7))
    sentence = finding_of(series, baseline)
    plot_style.title(figure, sentence, f"{what}; {device}")
    looks = plot_contest.looks_of(series, baseline)
    ends = plot_contest.draw_curves(
        axes, {who: rates(series[who][1]) for who in looks}, looks
    )
    if len(arguments) == 4:
        ends += plot_contest.draw_recorded(axes, arguments[3], rates)
    sizes = sorted({size for _, points in series.values() for size in points})
    plot_style.log_places(axes, sizes)
    for text, rate in limits_of(series, device, best, line_rate).items():
        ends.append(plot_contest.draw_line(axes, rate, text))
    plot_style.log_ticks(axes)
    axes.xaxis.set_major_formatter(FuncFormatter(size_text))
    axes.set_xlabel("bytes per copy")
    axes.set_ylabel("GB/s")
    plot_style.label_ends(axes, ends)
    plot_style.save(figure, environment, arguments[1])
    print(f"{sentence}.")
    say(series, baseline)
    plot_contest.say_left_out(series, looks)


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
