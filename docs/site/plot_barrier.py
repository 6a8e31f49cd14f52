"""Draws the cost of a grid barrier on an H200: plot_barrier.py ROOT OUT."""

import pathlib
import sys

root = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(root / "grader/bench"))
import plot_style  # noqa: E402


def name_of(row):
    whole = row["barrier"].startswith("grid")
    return row["barrier"] if whole else f"{row['barrier']}, {row['fences']} fences"


def finding_of(times):
    """The fastest and the slowest of the barriers that are right."""
    right = {name: time for name, time in times.items() if "without" not in name}
    ends = min(right, key=right.get), max(right, key=right.get)
    fast, slow = (name.split(",")[0] for name in ends)
    return f"The fastest right barrier is {fast}, the slowest is {slow}"


def main(out):
    _, rows = plot_style.read_samples(root / "docs/results/barrier_h200.csv")
    times = {name_of(row): int(row["nanoseconds"]) for row in rows}
    sentence = finding_of(times)
    figure, axes = plot_style.plt.subplots(figsize=(plot_style.WIDTH, 4.8))
    plot_style.title(
        figure, sentence, "One barrier between 132 blocks of 128 threads; an H200"
    )
    for y, row in enumerate(reversed(rows)):
        wrong, time = row["fences"] == "without", times[name_of(row)]
        axes.barh(
            y,
            time,
            color=plot_style.GREY if wrong else plot_style.BLUE,
            hatch="//" if wrong else "",
            edgecolor=plot_style.PAPER,
        )
        axes.text(time + 15, y, f"{time}, and wrong" if wrong else time, va="center")
    axes.set_yticks(range(len(rows)), reversed(times))
    axes.set_xlim(0, (1.75 if plot_style.NARROW else 1.15) * max(times.values()))
    axes.set_xlabel("nanoseconds per barrier")
    axes.grid(axis="y", visible=False)
    plot_style.left(figure, 2.7)
    plot_style.save(figure, {}, out, ())
    print(f"{sentence}.")
    print("One bar per barrier, in nanoseconds.")
    for row in rows:
        print(f"{row['barrier']} {row['fences']} fences: {row['nanoseconds']}.")


main(sys.argv[2])
