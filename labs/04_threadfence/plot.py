"""Draws what order costs: plot.py OUT DATA [RECORDED].

The upper part shows a fence, or an operation with an order, after 0, 1, 4, 16 stores; the
lower part a message to another block and its answer.  The text also
has what answers none of the sheet's questions.
"""

import sys

import plot_contest
import plot_style
from medians import medians_of, values_of

# For `peer_NAME` in bench.cu: its name in CUDA, its colour (a fence's colour shows its
# scope), its marker and its line.
FORMS = {
    "threadfence_system": ("__threadfence_system()", plot_style.VERMILION, "o", "-"),
    "busy_threadfence": ("__threadfence() while others write", plot_style.BLUE, "D", ":"),
    "threadfence": ("__threadfence()", plot_style.BLUE, "o", "-"),
    "threadfence_block": ("__threadfence_block()", plot_style.GREEN, "o", "-"),
    "store_release": ("a store that releases", plot_style.PURPLE, "^", "--"),
    "load_acquire": ("a load that acquires", plot_style.INK, "v", "-."),
}
TRIPS = {
    "trip_in_flag": "all in one word, which needs no order",
    "trip_threadfence_system": "__threadfence_system()",
    "reference": "the reference: __threadfence()",
}
TRIP_COLOURS = {
    "trip_threadfence_system": plot_style.VERMILION,
    "release_acquire": plot_style.PURPLE,
}
LOW = plot_style.SLIDE  # A slide has room for the fences alone.
HEIGHTS = (1,) if LOW else (1.6, 1) if plot_style.NARROW else (1.15, 1)
# Names of more lines take more room.
HIGH = plot_style.HEIGHT if LOW else 13.5 if plot_style.NARROW else 11


def placed(points, xs, size):
    """A curve over the places of `xs`: a logarithmic axis has none for 0."""
    return {
        xs.index(x): time.times(1 / size)
        for x, time in values_of(points).items()
        if x in xs
    }


def dress(axes, xs, title):
    axes.set_ylim(0, None)
    axes.set_xticks(range(len(xs)), [str(x) for x in xs])
    axes.set_title(title)


def draw_forms(axes, series, xs):
    """The fences and the operations with an order; returns the curves' ends."""
    curves = {name: placed(series[name][1], xs, 1) for name in FORMS if name in series}
    looks = {
        name: dict(
            color=colour,
            marker=marker,
            linestyle=line,
            linewidth=1.5 if colour == plot_style.GREY else 2.5,
            zorder=2 if colour == plot_style.GREY else 3,
        )
        for name, (_, colour, marker, line) in FORMS.items()
    }
    ends = plot_contest.draw_curves(
        axes, curves, looks, lambda name: FORMS[name][0], logarithmic=False
    )
    dress(axes, xs, "a fence, or an operation with an order: nanoseconds")
    return ends


def draw_trips(axes, series, xs, recorded):
    """The messages; returns the curves' ends."""
    trips = {
        name: one for name, one in series.items() if one[0] != "peer" or name in TRIPS
    }
    if not trips:
        return []
    looks = plot_contest.looks_of(trips, next(iter(trips)))
    if "trip_in_flag" in looks:  # Between blocks nothing that is sent is faster.
        looks["trip_in_flag"].update(color=plot_style.INK, linestyle=":", linewidth=2.5)
    # As above, a colour stands for one way to order.
    for name, colour in TRIP_COLOURS.items():
        if name in looks:
            looks[name].update(color=colour)
    curves = {name: placed(trips[name][1], xs, 1000) for name in looks}
    ends = plot_contest.draw_curves(
        axes,
        curves,
        looks,
        lambda name: TRIPS.get(name, plot_contest.name_of(name)),
        logarithmic=False,
    )
    if recorded:
        ends += plot_contest.draw_recorded(
            axes, recorded, lambda points: placed(points, xs, 1000), range(len(xs))
        )
    dress(axes, xs, "a message and its answer: microseconds")
    return ends


def finding_of(series, xs):
    """Whether a fence waits for the stores before it, and how much of a message is order."""
    fence = medians_of(series["threadfence"][1]) if "threadfence" in series else {}
    if not {xs[0], xs[-1]} <= fence.keys():
        return "Nobody measured __threadfence()"
    longer = fence[xs[-1]] > (1 + plot_contest.SAME) * fence[xs[0]]
    told = f"takes {'longer' if longer else 'no longer'} after {xs[-1]} stores than after"
    said = f"__threadfence() {told} {xs[0] or 'none'}"
    who = "yours" if "yours" in series else "reference"
    sent = [
        medians_of(series[name][1]).get(xs[-1])
        for name in (who, "trip_in_flag")
        if name in series
    ]
    if len(sent) < 2 or None in sent:
        return said
    part = plot_style.percent(1 - sent[1] / sent[0])
    name = plot_contest.name_of(who)
    return f"{said}; in {name} {part} of a message's time is ordering, the rest latency"


def say(series, xs):
    """The picture in words, for readers who cannot see it."""
    for name, (kind, points) in series.items():
        if kind == "again":
            continue
        middles = medians_of(points)
        text = ", ".join(
            f"{middles[x]:.{1 if middles[x] < 100 else 0}f} ns after {x}"
            for x in xs
            if x in middles
        )
        label = TRIPS.get(name, FORMS.get(name, (name,))[0])
        print(f"{label}: {text} stores")


def main(arguments):
    environment, series, _ = plot_contest.read_contest(arguments)
    xs = sorted({x for _, points in series.values() for x in points})
    figure, panels = plot_style.plt.subplots(
        len(HEIGHTS),
        figsize=(plot_style.WIDTH, HIGH),
        height_ratios=HEIGHTS,
        sharex=True,
        squeeze=False,
    )
    forms, *trips = panels[:, 0]
    sentence = finding_of(series, xs)
    device = environment.get("device", "unknown device")
    below = f"What order costs, by the stores that precede it, lab 04; {device}"
    shown = sentence.split("; ")[0] if LOW else sentence
    notes = {"reference": "the course's solution; latency: the time of all in one word"}
    below = plot_contest.with_notes(below, notes, series)
    plot_style.title(figure, shown, below, top=0.75)
    figure.subplots_adjust(hspace=0.14)
    plot_style.label_ends(forms, draw_forms(forms, series, xs))
    recorded = arguments[3] if len(arguments) == 4 else None
    for axes in trips:
        plot_style.label_ends(axes, draw_trips(axes, series, xs, recorded))
    panels[-1, 0].set_xlabel("stores before the fence, the operation or the message")
    plot_style.save(figure, environment, arguments[1])
    print(f"{sentence}.")
    say(series, xs)


if __name__ == "__main__":
    main(sys.argv)
