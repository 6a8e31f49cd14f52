"""Draws what ran where and when; a lab's plot.py calls draw_timeline() after
plot_contest.draw().

`bench LAB` leaves spans beside its samples, in FILE_timeline.csv: a lane (a block, a
multiprocessor, a stream) is in a phase from one nanosecond to another.  What is recorded of
them holds only the contestants that are drawn, with a row for each lane.  A panel for each
contestant, all with one axis of time; lanes are rows, phases are colours.
"""

import itertools
import os
import statistics
from collections import Counter

from matplotlib.collections import PolyCollection
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

import plot_contest
import plot_style

# Waiting is pale: only its amount matters.  Hatches also distinguish the phases when
# there are few rows.
PHASES = [plot_style.BLUE, plot_style.VERMILION, plot_style.PURPLE, plot_style.GREEN]
HATCHES = ["", "////", "....", "xxxx"]
UNITS = [
    (1e9, "seconds"),
    (1e6, "milliseconds"),
    (1e3, "microseconds"),
    (1, "nanoseconds"),
]
KEY = 0.25 * plot_style.NARROW  # Inches; the key of the phases has a line of its own.
SEEN = 0.004  # Fraction of the axis; a narrower phase needs no name.
MANY = 40  # More rows have no gaps and hatches, which would cover everything else.
SPANS_AS_SHAPES = 4000  # More of them become pixels, in an SVG too.


def beside(path):
    """samples.csv -> samples_timeline.csv"""
    stem, suffix = os.path.splitext(path)
    return f"{stem}_timeline{suffix}"


def spans_of(rows):
    """{contestant: {phase: [(lane, begin, end)]}}, in the order of the rows, which are those
    of `bench` or of table_of()."""
    found = {}

    def spans(who, phase):
        return found.setdefault(who, {}).setdefault(phase, [])

    for row in rows:
        lane = int(row["lane"])
        if "contestant" in row:
            span = (lane, int(row["begin_ns"]), int(row["end_ns"]))
            spans(row["contestant"], row["phase"]).append(span)
            continue
        for name, cell in row.items():
            if name != "lane":
                span = [(lane, *map(int, cell.split("-")))] if cell else []
                spans(*name.split(": ", 1)).extend(span)
    return found


def table_of(found, names):
    """The rows that are recorded: the first, second ... spans of a lane in each phase."""
    columns = [(name, phase) for name in names for phase in found[name]]
    rows = {}
    for name, phase in columns:
        nth = Counter()
        for lane, begin, end in found[name][phase]:
            row = rows.setdefault((lane, nth[lane]), {})
            row[f"{name}: {phase}"] = f"{begin}-{end}"
            nth[lane] += 1
    titles = [f"{name}: {phase}" for name, phase in columns]
    return [
        {"lane": lane, **{title: rows[lane, n].get(title, "") for title in titles}}
        for lane, n in sorted(rows)
    ]


def ranks_of(phases, waiting=None):
    """{lane: row of the picture}, since numbers may have gaps.  With `waiting`, rows are in the
    order in which the work of their lanes ends, so that neighbours look alike."""
    ends = {lane: 0 for spans in phases.values() for lane, _, _ in spans}
    for phase, spans in phases.items() if waiting else ():
        for lane, _, end in spans:
            ends[lane] = max(ends[lane], end * (phase not in waiting))
    lanes = sorted(ends, key=lambda lane: (ends[lane], lane))
    return {lane: row for row, lane in enumerate(lanes)}


def end_of(phases):
    return max(end for spans in phases.values() for _, _, end in spans)


def unit_of(nanoseconds):
    return next(
        ((size, name) for size, name in UNITS if nanoseconds >= 2 * size), UNITS[-1]
    )


def looks_of(phases, waiting, thin):
    """Each phase's colour and hatch; `waiting` are the names of those that are pale; rows
    that are `thin` have no hatches."""
    strong = iter(list(zip(PHASES, [""] * len(PHASES) if thin else HATCHES)) * 9)
    return {
        phase: (plot_style.PALE, "") if phase in waiting else next(strong)
        for phase in phases
    }


# ---- Findings: (found, names, waiting) -> the title -----------------------------------


def told(named, unit, form=plot_style.ratio_text):
    """{"yours": 1.5, ...} -> "1.5 microseconds with yours, 2.0 with the reference" """
    words = [
        f"{form(value)}{'' if nth else ' ' + unit} with {plot_contest.name_of(who)}"
        for nth, (who, value) in enumerate(named.items())
    ]
    return plot_style.and_list(words)


def ends(found, names, _):
    """When each contestant ends."""
    last = {name: end_of(found[name]) for name in names}
    size, unit = unit_of(max(last.values()))
    return "All is done after " + told({n: end / size for n, end in last.items()}, unit)


def outstanding(values):
    """The values of the first contestant, the least value and the greatest."""
    kept = {next(iter(values)), max(values, key=values.get), min(values, key=values.get)}
    return {name: value for name, value in values.items() if name in kept}


def barriers(found, names, _):
    """Whether all wait for the last to arrive, and how soon after that the first leaves; each
    phase is a barrier."""
    waits = {}
    for name in names:
        rests = [
            min(end for _, _, end in spans) - max(begin for _, begin, _ in spans)
            for spans in found[name].values()
        ]
        if min(rests) < 0:
            who = plot_contest.name_of(name)
            return f"With {who} some blocks leave before the last has arrived"
        waits[name] = statistics.median(rests)
    size, unit = unit_of(max(end_of(found[name]) for name in names))
    return (
        "All blocks wait for the last to arrive, and the first leaves after another "
        + (told({name: rest / size for name, rest in waits.items()}, unit))
    )


def idle(found, names, waiting):
    """The part of the time for which lanes wait."""
    shares = {}
    for name in names:
        spans, lanes = found[name], len(ranks_of(found[name]))
        waited = sum(e - b for phase in waiting for _, b, e in spans.get(phase, []))
        shares[name] = waited / (lanes * max(end_of(spans), 1))
    return "Blocks have nothing left to do for " + told(
        outstanding(shares), "of the time", plot_style.percent
    )


def at_once(found, names, _):
    """When each contestant ends, and the most lanes that were busy at one moment."""
    most = {}
    for name in names:
        lanes = {}
        for lane, begin, end in (s for spans in found[name].values() for s in spans):
            old = lanes.get(lane, (begin, end))
            lanes[lane] = (min(old[0], begin), max(old[1], end))
        steps = sorted(
            step for begin, end in lanes.values() for step in ((begin, 1), (end, -1))
        )
        most[name] = max(itertools.accumulate(change for _, change in steps))
    many = plot_style.and_list([str(most[name]) for name in names])
    return f"{ends(found, names, _)}; at most {many} kernels run at once"


# ---- The picture ----------------------------------------------------------------------


def draw_panel(axes, phases, looks, size, gap, by_end):
    """The spans of one contestant; times in units of `size` nanoseconds."""
    rows = ranks_of(phases, by_end)
    many = sum(len(spans) for spans in phases.values()) > SPANS_AS_SHAPES
    for phase, spans in phases.items():
        boxes = [
            (begin / size, rows[lane] - 0.5 + gap, end / size, rows[lane] + 0.5 - gap)
            for lane, begin, end in spans
        ]
        colour, hatch = looks[phase]
        # Without a hatch the edge has the span's colour, which shows even narrow spans.
        axes.add_collection(
            PolyCollection(
                [[(a, b), (c, b), (c, d), (a, d)] for a, b, c, d in boxes],
                facecolors=colour,
                edgecolors=plot_style.PAPER if hatch else colour,
                hatch=hatch or None,
                linewidths=0.3,
                rasterized=many,
                zorder=2,
            )
        )
    axes.set_ylim(len(rows) - 0.5, -0.5)
    lanes = range(len(rows)) if by_end else list(rows)
    axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))
    axes.yaxis.set_major_formatter(
        lambda row, _: str(lanes[int(row)]) if 0 <= row < len(lanes) else ""
    )
    axes.grid(axis="y", visible=False)


def is_seen(drawn, phase, last):
    """Whether a span of the phase is wide enough to be seen."""
    spans = [span for phases in drawn for span in phases.get(phase, [])]
    return any(end - begin >= SEEN * last for _, begin, end in spans)


def dress(figure, panels, names, shown, unit):
    """Adds the panels' titles, the label of the time axis, and a key of the phases in `shown`,
    {phase: (colour, hatch)}."""
    for axes, name in zip(panels, names):
        axes.set_title(
            plot_contest.name_of(name), weight="bold" if name == "yours" else "normal"
        )
    panels[-1].set_xlabel(unit)
    figure.legend(
        handles=[
            Patch(facecolor=colour, edgecolor=plot_style.PAPER, hatch=hatch, label=phase)
            for phase, (colour, hatch) in shown.items()
        ],
        loc="upper right",
        bbox_to_anchor=(
            0.99,
            panels[0].get_position().y1 + (0.38 + KEY) / figure.get_figheight(),
        ),
        ncol=len(shown),
        borderaxespad=0,
        fontsize=11 if plot_style.NARROW else 13,
        **(dict(handlelength=1.2, columnspacing=1) if plot_style.NARROW else {}),
    )


def draw_timeline(
    arguments,
    what,
    only=None,
    waiting=("waits",),
    finding=ends,
    notes={},
    words={},
    by_end=False,
):
    """If `bench` has left DATA_timeline.csv, draws it into OUT_timeline, or records it
    there.  Prints the name of that file, then in words what the picture shows.

    arguments   of the program: OUT DATA [RECORDED]
    what        ran: the line below the title
    only        names of the contestants to draw, in this order; None: all
    waiting     phases that are drawn pale
    finding     finding(found, names, waiting): the title
    notes       {contestant: what its name stands for}, below the title
    words       {phase: its name in the key}
    by_end      whether the lanes are in the order in which their work ends
    """
    out, data = beside(arguments[1]), beside(arguments[2])
    if not os.path.exists(data):
        return
    environment, rows = plot_style.read_samples(data)
    found = spans_of(rows)
    names = [name for name in (only or found) if name in found]
    if not names:
        raise SystemExit(f"{data} has no spans of {', '.join(only)}")
    if plot_style.is_table(out):
        plot_style.write_rows(out, data, table_of(found, names))
    phases = [name.strip() for name in environment.get("phases", "").split(",")]
    thin = any(len(ranks_of(found[name])) > MANY for name in names)
    looks = looks_of(phases, waiting, thin)
    size, unit = unit_of(max(end_of(found[name]) for name in names))

    inches = 2.1 + 1.75 * len(names)
    figure, grid = plot_style.plt.subplots(
        len(names), 1, figsize=(plot_style.WIDTH, inches), sharex=True, squeeze=False
    )
    panels = list(grid.flat)
    sentence = finding(found, names, waiting)
    device, lane = environment.get("device", "unknown device"), environment.get("lane")
    below = f"{what}, a row for each {lane or 'lane'}"
    below += f", the last to end at the bottom; {device}" if by_end else f"; {device}"
    below = plot_contest.with_notes(below, notes, names)
    plot_style.title(figure, sentence, below, top=0.85 + KEY)
    figure.subplots_adjust(hspace=0.32)
    for axes, name in zip(panels, names):
        order = waiting if by_end else None
        draw_panel(axes, found[name], looks, size, 0 if thin else 0.1, order)
    last = max(end_of(found[name]) for name in names)
    panels[0].set_xlim(0, last / size)
    drawn = [found[name] for name in names]
    shown = {
        words.get(phase, phase): looks[phase]
        for phase in phases
        if is_seen(drawn, phase, last)
    }
    dress(figure, panels, names, shown, unit)
    plot_style.save(figure, environment, out)
    print(f"The timeline: {out}")
    print(f"{sentence}.")
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
