"""Draws what order costs: plot.py OUT DATA [RECORDED].

Left a fence, or an operation with an order, after 0, 1, 4, 16 stores; in the middle a message
to another block and its answer; right the same three forms alone and in company.
"""

import statistics
import sys

from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

import plot_contest
import plot_style

# What `peer_NAME` in bench.cu is called in CUDA, in the order of the legend: its name, how
# far it reaches (a colour), and of what kind it is (a marker and a line).
BLOCK, DEVICE, SYSTEM = "#009E73", "#0072B2", "#D55E00"
FORMS = {
    "threadfence_system": ("__threadfence_system()", SYSTEM, "o", "-"),
    "threadfence": ("__threadfence()", DEVICE, "o", "-"),
    "threadfence_block": ("__threadfence_block()", BLOCK, "o", "-"),
    "acq_rel_system": ("fence acq_rel, system", SYSTEM, "s", "--"),
    "acq_rel": ("fence acq_rel, device", DEVICE, "s", "--"),
    "acq_rel_block": ("fence acq_rel, block", BLOCK, "s", "--"),
    "store_release": ("store release", "#E69F00", "^", "-"),
    "load_acquire": ("load acquire", "#56B4E9", "v", "-"),
    "add_release": ("fetch_add release", "#CC79A7", "D", "-"),
    "add_acq_rel": ("fetch_add acq_rel", "#000000", "P", "-"),
}
TRIPS = {
    "trip_in_flag": "limit: one word, no order",
    "trip_in_block": "within a block",
    "trip_seq_cst": "atomic_ref, seq_cst",
    "trip_add_acq_rel": "fetch_add, acq_rel",
    "trip_threadfence_system": "system fences",
    "reference": "reference: __threadfence()",
}
# Forms in company, and how each company is called.
COMPARED = ["threadfence", "acq_rel", "store_release"]
COMPANY = {
    "": "alone",
    "busy_": "others\nwrite",
    "block_": "whole\nblock",
    "grid_": "all\nblocks",
}
STORES = 1  # Before a fence, for the comparison in company.


def medians_of(points):
    return {x: statistics.median(samples.values()) for x, samples in points.items()}


def shown(label):
    """A legend leaves out what begins with an underscore."""
    return " " + label


def draw_curve(axes, points, xs, look, label):
    """A curve over the places of `xs`: a logarithmic axis has none for 0."""
    placed = {xs.index(x): list(samples.values()) for x, samples in points.items()}
    plot_contest.draw_curve(axes, placed, look, shown(label))


def dress(axes, xs, title, label):
    axes.set_yscale("log")
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.yaxis.set_major_formatter(FuncFormatter(plot_style.short_number))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.set_xticks(range(len(xs)), [str(x) for x in xs])
    axes.set_xlabel("stores before it")
    axes.set_ylabel(label)
    axes.set_title(title)


def legend_below(axes, columns):
    axes.legend(
        loc="upper center",
        bbox_to_anchor=(0.5, -0.15),
        fontsize=13,
        ncols=columns,
        columnspacing=0.6,
        handlelength=2,
        handletextpad=0.3,
    )


def add_cycles(axes, rows):
    """A second scale in cycles, if the samples say how fast the clock was."""
    clocks = [
        float(row["megahertz"]) for row in rows if float(row.get("megahertz") or 0) > 0
    ]
    if not clocks:
        return
    each = statistics.median(clocks) / 1000  # In a nanosecond.
    cycles = axes.secondary_yaxis(
        "right", functions=(lambda ns: ns * each, lambda c: c / each)
    )
    cycles.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    cycles.yaxis.set_major_formatter(FuncFormatter(plot_style.short_number))
    cycles.yaxis.set_minor_locator(NullLocator())
    cycles.set_ylabel(f"cycles at {each:.2f} GHz")


def draw_forms(axes, series, xs):
    for name, (label, colour, marker, line) in FORMS.items():
        if name in series:
            look = dict(
                color=colour,
                marker=marker,
                linestyle=line,
                markerfacecolor="white" if line == "--" else colour,
            )
            draw_curve(axes, series[name][1], xs, look, label)
    dress(axes, xs, "The time that order adds", "nanoseconds")
    legend_below(axes, 2)


def draw_trips(axes, series, xs, recorded):
    trips = {
        name: one
        for name, one in series.items()
        if one[0] != "peer" or name.startswith("trip_")
    }
    if trips:
        for name, look in plot_contest.looks_of(trips, next(iter(trips))).items():
            if name == "trip_in_flag":  # Between blocks nothing that is sent is faster.
                look = dict(color="black", linestyle=(0, (2, 2)), linewidth=3, zorder=1)
            draw_curve(axes, trips[name][1], xs, look, TRIPS.get(name, name))
    if recorded:
        environment, rows = plot_style.read_samples(recorded)
        points = plot_contest.series_of(rows).get("reference", ("", {}))[1]
        middles = {x: y for x, y in medians_of(points).items() if x in xs}
        axes.plot(
            [xs.index(x) for x in middles],
            list(middles.values()),
            ":",
            color=plot_contest.REFERENCE,
            linewidth=2,
            zorder=1,
            label=f"reference, on {environment.get('device')}",
        )
    dress(axes, xs, "A message and its answer", "nanoseconds")
    legend_below(axes, 2)


def draw_company(axes, series):
    width = 0.8 / len(COMPARED)
    measured = [
        company
        for company in COMPANY
        if any(company + form in series for form in COMPARED)
    ]
    for i, form in enumerate(COMPARED):
        label, colour, _, line = FORMS[form]
        found = [
            (place, series[company + form][1].get(STORES))
            for place, company in enumerate(measured)
            if company + form in series
        ]
        found = [(place, list(samples.values())) for place, samples in found if samples]
        if not found:
            continue
        middles = [plot_style.median_interval(samples) for _, samples in found]
        axes.bar(
            [place + (i - (len(COMPARED) - 1) / 2) * width for place, _ in found],
            [middle for middle, _, _ in middles],
            width * 0.92,
            label=shown(label),
            color="white" if line == "--" else colour,
            edgecolor=colour,
            linewidth=2,
            hatch="//" if line == "--" else "",
            yerr=[
                [m - low for m, low, _ in middles],
                [high - m for m, _, high in middles],
            ],
            capsize=4,
        )
    axes.set_xticks(
        range(len(measured)), [COMPANY[company] for company in measured], fontsize=13
    )
    axes.set_ylabel("nanoseconds")
    axes.set_title(f"With other traffic, after {STORES} store")
    axes.grid(axis="x", visible=False)
    axes.set_axisbelow(True)
    legend_below(axes, 1)


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
    if len(arguments) not in (3, 4):
        raise SystemExit("plot.py OUT DATA [RECORDED]")
    environment, rows = plot_style.read_samples(arguments[2])
    series = plot_contest.series_of(rows)
    xs = sorted({x for _, points in series.values() for x in points})
    figure, (forms, trips, company) = plot_style.plt.subplots(
        1, 3, figsize=(17, 9.5), width_ratios=(1, 1, 0.8)
    )
    draw_forms(forms, series, xs)
    add_cycles(forms, rows)
    draw_trips(trips, series, xs, arguments[3] if len(arguments) == 4 else None)
    draw_company(company, series)
    figure.suptitle(
        "The cost of a fence, lab 04; " f"{environment.get('device', 'unknown device')}",
        fontsize=20,
    )
    figure.tight_layout(rect=(0, 0.03, 1, 0.99))
    plot_style.save(
        figure, environment, arguments[1], ("device", "driver", "commit", "date")
    )
    say(series, xs)


if __name__ == "__main__":
    main(sys.argv)
