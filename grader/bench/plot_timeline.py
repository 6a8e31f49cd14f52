"""Draws what ran where and when; a lab's plot.py calls draw_timeline() beside plot_contest.draw().

`bench LAB` leaves spans beside its samples, in FILE_timeline.csv: a lane (a block, a
multiprocessor, a stream) is in a phase from one nanosecond to another.  A panel for each
contestant, all with one axis of time; lanes are rows, phases are colours.
"""

import os

from matplotlib.collections import PolyCollection
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

import plot_style

# Waiting is pale: only its amount matters.
PHASES = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9"]
PALE = "#C9D2DA"
YOURS = "#D55E00"
UNITS = [
    (1e9, "seconds"),
    (1e6, "milliseconds"),
    (1e3, "microseconds"),
    (1, "nanoseconds"),
]
SPANS_AS_SHAPES = 4000  # More of them become pixels, in an SVG too.


def beside(path):
    """samples.csv -> samples_timeline.csv"""
    stem, suffix = os.path.splitext(path)
    return f"{stem}_timeline{suffix}"


def spans_of(rows):
    """{contestant: {phase: [(lane, begin, end)]}}, in the order of the rows."""
    found = {}
    for row in rows:
        phases = found.setdefault(row["contestant"], {})
        phases.setdefault(row["phase"], []).append(
            (int(row["lane"]), int(row["begin_ns"]), int(row["end_ns"]))
        )
    return found


def ranks_of(phases):
    """{lane: row of the picture}: numbers may have gaps."""
    lanes = sorted({lane for spans in phases.values() for lane, _, _ in spans})
    return {lane: row for row, lane in enumerate(lanes)}


def end_of(phases):
    return max(end for spans in phases.values() for _, _, end in spans)


def unit_of(nanoseconds):
    return next(
        ((size, name) for size, name in UNITS if nanoseconds >= 2 * size), UNITS[-1]
    )


def colours_of(phases, waiting):
    """Each phase's colour; `waiting` are the names of those that are pale."""
    strong = iter(PHASES * 9)
    return {phase: PALE if phase in waiting else next(strong) for phase in phases}


def draw_panel(axes, phases, colours, size):
    """The spans of one contestant; times in units of `size` nanoseconds."""
    rows = ranks_of(phases)
    gap = (
        0.1 if len(rows) <= 40 else 0
    )  # Gaps between many thin rows would be all one sees.
    many = sum(len(spans) for spans in phases.values()) > SPANS_AS_SHAPES
    for phase, spans in phases.items():
        shapes = [
            [
                (begin / size, rows[lane] - 0.5 + gap),
                (end / size, rows[lane] - 0.5 + gap),
                (end / size, rows[lane] + 0.5 - gap),
                (begin / size, rows[lane] + 0.5 - gap),
            ]
            for lane, begin, end in spans
        ]
        # A thin edge of its own colour: a span narrower than a pixel is still seen.
        axes.add_collection(
            PolyCollection(
                shapes,
                facecolors=colours[phase],
                edgecolors=colours[phase],
                linewidths=0.3,
                rasterized=many,
                zorder=2,
            )
        )
    axes.set_ylim(len(rows) - 0.5, -0.5)
    lanes = list(rows)
    axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))
    axes.yaxis.set_major_formatter(
        lambda row, _: str(lanes[int(row)]) if 0 <= row < len(lanes) else ""
    )
    axes.grid(axis="y", visible=False)


def draw_timeline(arguments, title, only=None, waiting=("waits",)):
    """Draws DATA_timeline.csv into OUT_timeline, if `bench` has left one; says first where
    that is, then what it shows.

    arguments   of the program: OUT DATA [RECORDED]
    title       of the figure
    only        names of the contestants to draw, in this order; None: all
    waiting     phases that are drawn pale
    """
    out, data = beside(arguments[1]), beside(arguments[2])
    if not os.path.exists(data):
        return
    environment, rows = plot_style.read_samples(data)
    found = spans_of(rows)
    names = [name for name in (only or found) if name in found]
    if not names:
        raise SystemExit(f"{data} has no spans of {', '.join(only)}")
    phases = [name.strip() for name in environment.get("phases", "").split(",")]
    colours = colours_of(phases, waiting)
    last = max(end_of(found[name]) for name in names)
    size, unit = unit_of(last)

    columns = 1 if len(names) <= 3 else 2
    height = -(-len(names) // columns)
    inches = max(5, 1.6 + 2.8 * height)
    figure, grid = plot_style.plt.subplots(
        height, columns, figsize=(16, inches), sharex=True, squeeze=False
    )
    panels = list(grid.flat)
    for axes, name in zip(panels, names):
        draw_panel(axes, found[name], colours, size)
        axes.set_title(
            name,
            loc="left",
            fontsize=16,
            color=YOURS if name == "yours" else "black",
            fontweight="bold" if name == "yours" else "normal",
        )
        axes.set_ylabel(environment.get("lane", "lane"), fontsize=14)
        axes.set_xlim(0, last / size)
    for axes in panels[len(names) :]:
        axes.set_visible(False)
    for axes in panels[max(0, len(names) - columns) : len(names)]:
        axes.set_xlabel(unit)
        axes.xaxis.set_tick_params(labelbottom=True)
    figure.legend(
        handles=[Patch(color=colours[phase], label=phase) for phase in phases],
        loc="upper center",
        bbox_to_anchor=(0.5, 1 - 0.4 / inches),
        ncol=len(phases),
        fontsize=15,
    )
    figure.suptitle(
        f"{title}; {environment.get('device', 'unknown device')}",
        fontsize=18,
        y=1 - 0.1 / inches,
        va="top",
    )
    figure.tight_layout(rect=(0, 0.3 / inches, 1, 1 - 0.65 / inches))
    plot_style.save(figure, environment, out, ("device", "driver", "commit", "date"))
    print(f"The timeline: {out}")
    say(found, names, phases, size, unit)


def say(found, names, phases, size, unit):
    """The picture in words, for readers who cannot see it."""
    for name in names:
        spans = found[name]
        end, lanes = end_of(spans), len(ranks_of(spans))
        shares = ", ".join(
            f"{phase} {sum(e - b for _, b, e in spans[phase]) / (lanes * max(end, 1)):.0%}"
            for phase in phases
            if phase in spans
        )
        print(
            f"{name}: {lanes} lanes, ends after {end / size:.4g} {unit}; {shares} of the time"
        )
