"""How every plot of gridlock looks, and how samples are read.

A plot_NAME.py imports this, reads its samples, draws, and calls save().  Sizes are for a
slide seen from the back of a room; the colours are Okabe and Ito's, which people with any
kind of colour vision tell apart, and each series has a marker of its own as well.
"""

import csv
import random
import statistics

import matplotlib

matplotlib.use("Agg")  # There may be no display.

import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.ticker import FuncFormatter, NullLocator  # noqa: E402

COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"]
MARKERS = ["o", "s", "^", "D", "v", "P"]
GREY = "#666666"

plt.rcParams.update(
    {
        "figure.facecolor": "white",
        "axes.facecolor": "white",
        "savefig.facecolor": "white",
        "font.size": 16,
        "axes.titlesize": 18,
        "axes.labelsize": 17,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "grid.color": "#DDDDDD",
        "lines.linewidth": 2.5,
        "lines.markersize": 9,
        "legend.frameon": False,
        "svg.fonttype": "none",  # Text stays text.
        "svg.hashsalt": "gridlock",  # The same samples give the same file.
    }
)


def read_samples(path):
    """Returns the environment of the samples, and the samples, each a dict of strings."""
    with open(path, newline="", encoding="utf-8") as file:
        lines = file.read().splitlines()
    environment = {}
    for line in lines:
        if line.startswith("# ") and ": " in line:
            name, value = line[2:].split(": ", 1)
            environment[name] = value
    rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    if not rows:
        raise SystemExit(f"{path} holds no samples")
    return environment, rows


def median_interval(samples, resamples=2000):
    """The median and its 95 % interval by the percentile bootstrap."""
    source = random.Random(len(samples))
    medians = sorted(
        statistics.median(source.choices(samples, k=len(samples)))
        for _ in range(resamples)
    )
    outside = int(resamples * 0.025)
    return statistics.median(samples), medians[outside], medians[-1 - outside]


def draw_medians(axes, points, series=0, label=None):
    """Draws a line through medians with intervals; `points` maps x to its samples."""
    xs = sorted(points)
    found = [median_interval(points[x]) for x in xs]
    middles = [middle for middle, _, _ in found]
    errors = [
        [middle - low for middle, low, _ in found],
        [high - middle for middle, _, high in found],
    ]
    axes.errorbar(
        xs,
        middles,
        yerr=errors,
        label=label,
        capsize=5,
        color=COLOURS[series],
        marker=MARKERS[series],
    )
    return dict(zip(xs, middles))


def short_number(value, _=None):
    """20000 -> 20k, 5000000 -> 5M; four digits stay as they are"""
    for size, letter, least in ((1e9, "G", 1e9), (1e6, "M", 1e6), (1e3, "k", 1e4)):
        if value >= least:
            return f"{value / size:g}{letter}"
    return f"{value:g}"


def log_axes(axes, xs):
    """Logarithmic scales, with a tick only at each x that was measured."""
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xticks(sorted(xs))
    axes.xaxis.set_major_formatter(FuncFormatter(short_number))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(FuncFormatter(short_number))


def save(figure, environment, path, names=("processor", "compiler", "commit", "date")):
    """Writes the picture, with the environment in a line below."""
    note = "   ".join(environment.get(name, "unknown") for name in names)
    figure.text(0.5, 0.01, note, ha="center", va="bottom", fontsize=11, color=GREY)
    figure.savefig(
        path, dpi=120, metadata={"Date": None} if path.endswith(".svg") else {}
    )
