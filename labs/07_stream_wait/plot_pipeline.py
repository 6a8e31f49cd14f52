"""Draws the time of an item in a pipeline, and who did what when: plot_pipeline.py OUT DATA
[RECORDED]."""

import statistics
import sys

import plot_contest
import plot_style
import plot_timeline


def limit(axes, points):
    """No pipeline is faster than one of its stations."""
    series = plot_contest.series_of(plot_style.read_samples(sys.argv[2])[1])
    alone = series["reference"][1].get(1) if "reference" in series else None
    if alone:
        axes.axhline(
            statistics.median(alone.values()),
            color="black",
            linestyle="--",
            linewidth=1.5,
            zorder=1,
            label="one station alone",
        )


plot_contest.draw(
    sys.argv,
    "One item in a pipeline over two devices, lab 07",
    "stations",
    "nanoseconds per item",
    limits=limit,
)
plot_timeline.draw_timeline(
    sys.argv, "A pipeline of four stations over two devices, lab 07", waiting=()
)
