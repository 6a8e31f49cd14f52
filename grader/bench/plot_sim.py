"""Draws how the simulator's speed falls as programs grow: plot_sim.py DATA OUT."""

import sys

import plot_contest
import plot_style
from medians import median_of

LABELS = {
    "threads": "threads in the grid",
    "words": "words that a thread\nwrites and reads\nbetween two barriers",
    "barriers": "barriers between\nall blocks",
}


def size_of(growth, row):
    if growth == "threads":
        return int(row["blocks"]) * int(row["threads"])
    return int(row[growth])


def points_of(rows, growth, path):
    """{size: Median of the schedules per second}"""
    points = {}
    for row in rows:
        if row["growth"] == growth:
            rate = int(row["schedules"]) / float(row["seconds"])
            points.setdefault(size_of(growth, row), []).append(rate)
    if not points:
        raise SystemExit(f"{path} has no samples of growth in {growth}")
    return {size: median_of(rates) for size, rates in points.items()}


def finding_of(found):
    """The title: which growths slow the simulator down by more than the program grows."""
    steep = [
        growth
        for growth, points in found.items()
        if points[min(points)].middle / points[max(points)].middle
        > max(points) / min(points)
    ]
    if not steep:
        return "Twice the program takes the simulator less than twice the time"
    return f"Twice the {plot_style.and_list(steep)} take the simulator twice the time or more"


def draw_panel(axes, points, nth, label):
    """The speeds, and dashed the speeds inversely proportional to the size, through the last."""
    xs = sorted(points)
    look = dict(color=plot_style.COLOURS[nth], marker=plot_style.MARKERS[nth])
    plot_contest.draw_curve(axes, points, look)
    halves = [points[xs[-1]].middle * xs[-1] / x for x in xs]
    axes.plot(xs, halves, "--", linewidth=1.5, color=plot_style.GREY, zorder=1)
    plot_style.log_places(axes, points)
    axes.tick_params(axis="x", labelsize=plot_style.SMALL)
    axes.set_xlabel(label)


def main(data, out):
    environment, rows = plot_style.read_samples(data)
    found = {growth: points_of(rows, growth, data) for growth in LABELS}
    figure, panels = plot_style.plt.subplots(
        1, 3, figsize=(plot_style.WIDTH, 6), sharey=True
    )
    sentence = finding_of(found)
    below = (
        "4 blocks of 8 threads, 4 barriers, 1 word where not varied; dashed: twice the "
    )
    plot_style.title(figure, sentence, f"{below}size, half the speed", bottom=1.3)
    for nth, (axes, (growth, points)) in enumerate(zip(panels, found.items())):
        draw_panel(axes, points, nth, LABELS[growth])
    plot_style.log_ticks(panels[0])
    panels[0].set_ylabel("schedules per second, one core")
    plot_style.save(figure, environment, out, ("processor", "compiler", "commit", "date"))
    print(f"{sentence}.")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    main(sys.argv[1], sys.argv[2])
