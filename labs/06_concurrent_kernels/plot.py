"""Draws what kernels at once buy, how many there were, and which ran when:
plot.py OUT DATA [RECORDED]."""

import statistics
import sys

from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

import plot_contest
import plot_style
import plot_timeline

# The kernels' sizes are what is compared, so they have colours here; in all others there is
# one block for each multiprocessor.
SIZES = {
    "on_every_8th": ("#009E73", "^"),
    "4_on_each": ("#CC79A7", "D"),
    "16_on_each": ("#E69F00", "v"),
}
LABELS = {
    "on_every_8th": "one block on every\n8th multiprocessor",
    "4_on_each": "4 blocks on each",
    "16_on_each": "16 blocks on each",
    "one_stream": "in one stream",
    "one_kernel": "all in one kernel",
    "graph": "as a graph",
}


def numbers_of(rows, column):
    """{contestant: {point: [number]}}"""
    found = {}
    for row in rows:
        points = found.setdefault(row["contestant"], {})
        points.setdefault(int(row["point"]), []).append(float(row[column]))
    return found


def looks_of(series, baseline):
    looks = plot_contest.looks_of(series, baseline)
    for name, (colour, marker) in SIZES.items():
        if name in looks:
            looks[name] = dict(color=colour, marker=marker, zorder=3)
    if "one_kernel" in looks:  # Nothing could fill the device better.
        looks["one_kernel"] = dict(color="black", linestyle=":", zorder=6)
    return looks


def draw_at_once(axes, most, room, looks):
    """How many kernels ran at once, and how many would fit."""
    for name, look in looks.items():
        if name == "one_kernel":
            continue
        xs = sorted(most[name])
        plot_contest.draw_curve(axes, most[name], look, name)
        axes.plot(
            xs,
            [statistics.median(room[name][x]) for x in xs],
            "--",
            color=look["color"],
            linewidth=1.5,
            zorder=1,
        )


def draw(out, data):
    environment, rows = plot_style.read_samples(data)
    if "most" not in rows[0]:
        raise SystemExit(f"{data} does not say how many kernels there were at once")
    series = plot_contest.series_of(rows)
    looks = looks_of(series, environment.get("baseline", ""))
    most, room = numbers_of(rows, "most"), numbers_of(rows, "room")

    figure, (times, at_once) = plot_style.plt.subplots(1, 2, figsize=(16, 7.5))
    for name, look in looks.items():
        points = {x: list(s.values()) for x, s in series[name][1].items()}
        plot_contest.draw_curve(times, points, look, LABELS.get(name, name))
    draw_at_once(at_once, most, room, looks)
    all_points = sorted({x for _, points in series.values() for x in points})
    for axes in (times, at_once):
        plot_style.log_axes(axes, all_points)
        axes.set_xlabel("kernels, each in a stream of its own")
    times.set_ylabel("nanoseconds per block")
    times.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    times.yaxis.set_minor_locator(NullLocator())
    at_once.set_ylabel("most kernels at once")
    at_once.set_yscale("log", base=2)
    at_once.yaxis.set_major_formatter(FuncFormatter(plot_style.short_number))
    handles, labels = times.get_legend_handles_labels()
    handles.append(Line2D([], [], color="black", linestyle="--", linewidth=1.5))
    labels.append("as many as fit")
    figure.legend(handles, labels, loc="center right", fontsize=15)
    figure.suptitle(
        "Kernels in streams of their own, lab 06; "
        f"{environment.get('device', 'unknown device')}",
        fontsize=18,
    )
    figure.tight_layout(rect=(0, 0.04, 0.8, 0.98))
    plot_style.save(figure, environment, out, ("device", "driver", "commit", "date"))
    for name in looks:
        said = ", ".join(
            f"{statistics.median(most[name][x]):g} of "
            f"{statistics.median(room[name][x]):g} at {x}"
            for x in sorted(most[name])
        )
        least, last = min(series[name][1]), max(series[name][1])
        faster = statistics.median(series[name][1][least].values()) / statistics.median(
            series[name][1][last].values()
        )
        print(
            f"{name}: kernels at once {said}; "
            f"a block takes {1 / faster:.2f} of the time at {last}"
        )


if len(sys.argv) not in (3, 4):
    raise SystemExit("plot.py OUT DATA [RECORDED]")
draw(sys.argv[1], sys.argv[2])
plot_timeline.draw_timeline(
    sys.argv,
    "32 kernels, each in a stream of its own, lab 06",
    only=["yours", "reference", "graph", "one_stream"],
    waiting=("some of them",),
)
