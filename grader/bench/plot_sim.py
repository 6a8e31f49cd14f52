"""Draws how the simulator's speed falls as programs grow: plot_sim.py DATA OUT."""

import sys

import plot_style

LABELS = {
    "threads": "threads in the grid",
    "words": "words that a thread writes and\nreads between two barriers",
    "barriers": "barriers between all blocks",
}


def size_of(growth, row):
    if growth == "threads":
        return int(row["blocks"]) * int(row["threads"])
    return int(row[growth])


def main(data, out):
    environment, rows = plot_style.read_samples(data)
    figure, panels = plot_style.plt.subplots(1, 3, figsize=(15, 6), sharey=True)
    for series, (axes, (growth, label)) in enumerate(zip(panels, LABELS.items())):
        points = {}
        for row in rows:
            if row["growth"] == growth:
                rate = int(row["schedules"]) / float(row["seconds"])
                points.setdefault(size_of(growth, row), []).append(rate)
        if not points:
            raise SystemExit(f"{data} has no samples of growth in {growth}")
        medians = plot_style.draw_medians(axes, points, series)
        plot_style.log_axes(axes, points)
        # Twice the work, half the speed: drawn through the largest size, to compare with.
        xs = sorted(points)
        axes.plot(
            xs,
            [medians[xs[-1]] * xs[-1] / x for x in xs],
            linestyle="--",
            linewidth=1.5,
            color=plot_style.GREY,
            zorder=1,
            label="twice the size,\nhalf the speed",
        )
        axes.set_xlabel(label)
        axes.legend(loc="lower left")
    panels[0].set_ylabel("schedules per second, one core")
    figure.suptitle(
        "Speed of the simulator; 4 blocks of 8 threads, 4 barriers, 1 word "
        "where not varied",
        fontsize=18,
    )
    figure.tight_layout(rect=(0, 0.04, 1, 0.98))
    plot_style.save(figure, environment, out)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    main(sys.argv[1], sys.argv[2])
