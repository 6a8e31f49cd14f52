"""Draws after how many schedules the bank's mistakes were found: plot_found.py ROOT OUT."""

import collections
import pathlib
import sys

root = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(root / "grader/bench"))
import plot_style  # noqa: E402

BOUNDS = [1, 10, 100, 1000]
LABELS = ["in the first", "in 2 to 10", "in 11 to 100", "in 101 to 1000", "in more"]
# Mistakes that no schedule was needed for, by their verdict's first word.
WITHOUT = {
    "advice": "got advice",
    "compile_error": "did not compile",
    "wrong_result": "break a rule whatever the schedule",
}


def recorded():
    """How many schedules each finding took, and how often each verdict needed none."""
    found, without = [], collections.Counter()
    for file in sorted(root.glob("solutions/*/bank_sim.csv")):
        _, rows = plot_style.read_samples(file)
        found += [int(row["found_at"]) for row in rows if row["found_at"]]
        without.update(row["verdict"].split()[0] for row in rows if not row["found_at"])
    return found, without


def note_on(without):
    """Why the bars do not hold all mistakes."""
    told = [
        f"{count} {WITHOUT.get(verdict, verdict)}"
        for verdict, count in without.most_common()
    ]
    return f"Another {without.total()} needed no schedule: {plot_style.and_list(told)}"


def main(out):
    found, without = recorded()
    counts = [0] * len(LABELS)
    for number in found:
        counts[sum(number > bound for bound in BOUNDS)] += 1
    share, late = counts[0] / len(found), sum(counts[3:]) / len(found)
    sentence = (
        f"The first schedule shows {plot_style.percent(share)} of the mistakes; "
        f"{plot_style.percent(late)} need more than 100 schedules"
    )
    figure, axes = plot_style.plt.subplots(figsize=(plot_style.WIDTH, 4.8))
    below = f"{len(found)} mistakes of the seven labs, by the schedule that shows them"
    plot_style.title(figure, sentence, below)
    places = list(reversed(range(len(LABELS))))
    axes.barh(places, counts, color=plot_style.BLUE)
    axes.set_yticks(places, LABELS)
    for place, count in zip(places, counts):
        axes.text(count + 0.006 * max(counts), place, str(count), va="center")
    axes.set_xlim(0, max(counts) * 1.1)
    axes.set_xlabel("mistakes")
    axes.grid(axis="y", visible=False)
    plot_style.left(figure, 1.6)
    note = note_on(without) if without else ""
    plot_style.save(figure, {"note": note}, out, ["note"])
    print(f"{sentence}.")
    parts = [f"{count} are found {label}" for count, label in zip(counts, LABELS)]
    print(f"Of {len(found)} mistakes that a schedule shows, {', '.join(parts)}.")
    if note:
        print(f"{note}.")


main(sys.argv[2])
