"""Draws after how many schedules the bank's mistakes were found: plot_found.py ROOT OUT."""

import pathlib
import sys

root = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(root / "grader/bench"))
import plot_style  # noqa: E402

BOUNDS = [1, 10, 100, 1000]


def recorded():
    found = []
    for file in sorted(root.glob("solutions/*/bank_sim.csv")):
        _, rows = plot_style.read_samples(file)
        found += [int(row["found_at"]) for row in rows if row["found_at"]]
    return found


def main(out):
    found = recorded()
    labels = ["in the first", "in 2 to 10", "in 11 to 100", "in 101 to 1000", "in more"]
    counts = [0] * len(labels)
    for number in found:
        counts[sum(number > bound for bound in BOUNDS)] += 1
    figure, axes = plot_style.plt.subplots(figsize=(12, 4.5))
    places = range(len(labels))
    axes.barh(list(reversed(places)), counts, color=plot_style.COLOURS[0])
    axes.set_yticks(list(reversed(places)), labels)
    for place, count in zip(reversed(places), counts):
        axes.text(count + 3, place, str(count), va="center")
    axes.set_xlim(0, max(counts) * 1.12)
    axes.set_xlabel("mistakes of the bank")
    axes.grid(axis="y", visible=False)
    axes.set_title("The schedule in which a mistake is found", loc="left")
    figure.tight_layout()
    figure.savefig(out, metadata={"Date": None})
    print(
        f"Of {len(found)} mistakes that a schedule shows,",
        ", ".join(f"{count} are found {label}" for count, label in zip(counts, labels))
        + ".",
    )


main(sys.argv[2])
