"""Draws the cost of a grid barrier on an H200: plot_barrier.py ROOT OUT."""

import pathlib
import sys

root = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(root / "grader/bench"))
import plot_style  # noqa: E402


def main(out):
    _, rows = plot_style.read_samples(root / "docs/results/barrier_h200.csv")
    figure, axes = plot_style.plt.subplots(figsize=(12, 5))
    for y, row in enumerate(reversed(rows)):
        wrong = row["fences"] == "without"
        axes.barh(
            y,
            int(row["nanoseconds"]),
            edgecolor="white",
            color=plot_style.COLOURS[1 if wrong else 0],
            hatch="//" if wrong else "",
        )
        note = " ns: wrong" if wrong else " ns"
        axes.text(int(row["nanoseconds"]) + 20, y, row["nanoseconds"] + note, va="center")
    axes.set_yticks(
        range(len(rows)),
        [
            row["barrier"]
            if row["barrier"].startswith("grid")
            else f"{row['barrier']}, {row['fences']} fences"
            for row in reversed(rows)
        ],
    )
    axes.set_xlim(0, 2300)
    axes.set_xlabel("nanoseconds per barrier, 132 blocks of 128 threads")
    axes.grid(axis="y", visible=False)
    axes.set_title("A grid barrier on an H200", loc="left")
    figure.tight_layout()
    figure.savefig(out, metadata={"Date": None})
    print("One bar per barrier, in nanoseconds.")
    for row in rows:
        print(f"{row['barrier']} {row['fences']} fences: {row['nanoseconds']}.")


main(sys.argv[2])
