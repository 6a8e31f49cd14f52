"""Draws how long a lane waits for another one: plot_handover.py OUT DATA [RECORDED]."""

import statistics
import sys

import plot_contest
import plot_style

NAMES = {1: "between lanes of one device", 2: "between two devices"}


def draw(arguments):
    if len(arguments) not in (3, 4):
        raise SystemExit("plot_handover.py OUT DATA [RECORDED]")
    environment, rows = plot_style.read_samples(arguments[2])
    series = {
        who: points
        for who, (kind, points) in plot_contest.series_of(rows).items()
        if kind != "again"
    }
    if len(arguments) == 4:
        recorded, rows = plot_style.read_samples(arguments[3])
        for kind, points in plot_contest.series_of(rows).values():
            if kind == "reference":
                series[f"reference, recorded on\n{recorded.get('device')}"] = points

    figure, axes = plot_style.plt.subplots(figsize=(13, 1.6 + 0.95 * len(series)))
    middle = {
        who: sum(statistics.median(samples.values()) for samples in points.values())
        for who, points in series.items()
    }
    order = sorted(series, key=middle.get, reverse=True)
    for nth, (devices, name) in enumerate(NAMES.items()):
        for row, who in enumerate(order):
            samples = list(series[who].get(devices, {}).values())
            if not samples:
                continue
            median, low, high = (
                value / 1e3 for value in plot_style.median_interval(samples)
            )
            at = row + (0.2 if nth == 0 else -0.2)
            axes.barh(
                at,
                median,
                0.36,
                color=plot_style.COLOURS[nth],
                hatch="" if nth == 0 else "//",
                edgecolor="white",
                xerr=[[median - low], [high - median]],
                label=name if row == 0 else None,
            )
            axes.annotate(
                f"{median:.2f}",
                (high, at),
                xytext=(6, 0),
                fontsize=14,
                textcoords="offset points",
                va="center",
            )
            print(f"{who}, {name}: {median:.2f} microseconds".replace("\n", " "))
    axes.set_yticks(range(len(order)), order)
    for label, who in zip(axes.get_yticklabels(), order):
        label.set_fontweight("bold" if who == "yours" else "normal")
    axes.grid(axis="y", visible=False)
    axes.margins(x=0.1)
    axes.set_xlabel("microseconds per hand-over, with the kernel before it")
    axes.legend(loc="upper right")
    figure.suptitle(
        "One lane waits for another, lab 07; "
        f"{environment.get('device', 'unknown device')}",
        fontsize=18,
    )
    figure.tight_layout(rect=(0, 0.05, 1, 0.98))
    plot_style.save(
        figure, environment, arguments[1], ("device", "driver", "commit", "date")
    )


draw(sys.argv)
