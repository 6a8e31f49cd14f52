"""Draws what order costs: plot.py OUT DATA [RECORDED].

Above a fence, or an operation with an order, after 0, 1, 4, 16 stores; below a message to
another block and its answer.  Whole blocks and all blocks with fences are in the text alone.
"""

import sys

import plot_contest
import plot_style
from medians import medians_of, values_of

# What `peer_NAME` in bench.cu is called in CUDA: its name, how far it reaches (a colour),
# its marker and its line.
FORMS = {
    "threadfence_system": ("__threadfence_system()", plot_style.VERMILION, "o", "-"),
    "busy_threadfence": ("__threadfence() while others write", plot_style.BLUE, "D", ":"),
    "threadfence": ("__threadfence()", plot_style.BLUE, "o", "-"),
    "threadfence_block": ("__threadfence_block()", plot_style.GREEN, "o", "-"),
    "acq_rel_system": ("fence acq_rel, system", plot_style.VERMILION, "s", "--"),
    "acq_rel": ("fence acq_rel, device", plot_style.BLUE, "s", "--"),
    "acq_rel_block": ("fence acq_rel, block", plot_style.GREEN, "s", "--"),
    "store_release": ("store release", plot_style.GREY, "^", "-"),
    "load_acquire": ("load acquire", plot_style.GREY, "v", "-"),
    "add_release": ("fetch_add release", plot_style.GREY, "D", "-."),
    "add_acq_rel": ("fetch_add acq_rel", plot_style.GREY, "P", "--"),
}
TRIPS = {
    "trip_in_flag": "one word, no order",
    "trip_in_block": "within a block",
    "trip_seq_cst": "atomic_ref, seq_cst",
    "trip_add_acq_rel": "fetch_add, acq_rel",
    "trip_threadfence_system": "system fences",
    "reference": "the reference: __threadfence()",
}
HEIGHTS = (1.6, 1) if plot_style.NARROW else (1.15, 1)
HIGH = 13.5 if plot_style.NARROW else 11  # Names of more lines take more room.


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
    """The fences alone; returns the curves' ends."""
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
    dress(axes, xs, "a fence alone, or an operation with an order: nanoseconds")
    return ends


def draw_trips(axes, series, xs, recorded):
    """The messages; returns the curves' ends."""
    trips = {
        name: one
        for name, one in series.items()
        if one[0] != "peer" or name.startswith("trip_")
    }
    if not trips:
        return []
    looks = plot_contest.looks_of(trips, next(iter(trips)))
    if "trip_in_flag" in looks:  # Between blocks nothing that is sent is faster.
        looks["trip_in_flag"].update(color=plot_style.INK, linestyle=":", linewidth=2.5)
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
    axes.set_xlabel("stores before it")
    return ends


def finding_of(series, xs):
    """What a fence costs after the most stores, and how its scope matters."""
    costs = {
        name: medians_of(series[name][1])
        for name in ("threadfence_block", "threadfence", "threadfence_system")
        if name in series
    }
    last = xs[-1]
    costs = {name: points[last] for name, points in costs.items() if last in points}
    if "threadfence" not in costs:
        return "Nobody measured __threadfence()"
    fence = costs["threadfence"]
    told = [
        f"{words} {costs[name]:.0f}"
        for name, words in (
            ("threadfence_block", "for the block alone"),
            ("threadfence_system", "for the whole system"),
        )
        if name in costs
    ]
    said = f"After {last} stores, __threadfence() costs {fence:.0f} ns"
    return ", ".join([said, *told])


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
    figure, (forms, trips) = plot_style.plt.subplots(
        2, 1, figsize=(plot_style.WIDTH, HIGH), height_ratios=HEIGHTS, sharex=True
    )
    sentence = finding_of(series, xs)
    device = environment.get("device", "unknown device")
    below = f"What order costs, by the stores that precede it, lab 04; {device}"
    plot_style.title(figure, sentence, below, top=0.75)
    figure.subplots_adjust(hspace=0.14)
    found = draw_forms(forms, series, xs)
    sent = draw_trips(trips, series, xs, arguments[3] if len(arguments) == 4 else None)
    plot_style.label_ends(forms, found)
    plot_style.label_ends(trips, sent)
    plot_style.save(figure, environment, arguments[1])
    print(f"{sentence}.")
    say(series, xs)


if __name__ == "__main__":
    main(sys.argv)
