"""Draws what an H200 alone found of lab 01's mistakes: plot_bank.py ROOT OUT."""

import pathlib
import sys

root = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(root / "grader/bench"))
import plot_style  # noqa: E402

FULL_SCORE = 100


def counts_of(rows):
    """{the simulator's verdict: [mistakes that lost points on the GPU, and that lost none]}"""
    counts = {}
    for row in rows:
        kind = row["simulator"].split(" or ")[0].replace("advice ", "advice:\n")
        count = counts.setdefault(kind.replace("_", " "), [0, 0])
        count[int(row["gpu_score"]) == FULL_SCORE] += 1
    return counts


def main(out):
    _, rows = plot_style.read_samples(root / "solutions/01_last_block/bank_h200.csv")
    counts = counts_of(rows)
    kinds = sorted(counts, key=lambda kind: sum(counts[kind]))
    seen = [counts[kind][0] for kind in kinds]
    unseen = [counts[kind][1] for kind in kinds]
    sentence = f"The GPU alone gives {sum(unseen)} of {len(rows)} mistakes all {FULL_SCORE} points"
    figure, axes = plot_style.plt.subplots(figsize=(plot_style.WIDTH, 5.5))
    plot_style.title(
        figure,
        sentence,
        "Wrong submissions of lab 01, by the simulator's verdict; an H200",
    )
    axes.barh(kinds, seen, color=plot_style.BLUE)
    axes.barh(
        kinds,
        unseen,
        left=seen,
        color=plot_style.VERMILION,
        hatch="//",
        edgecolor=plot_style.PAPER,
    )
    for y, (a, b) in enumerate(zip(seen, unseen)):
        told = [f"lost points: {a}"] if a else []
        told += [f"lost none (hatched): {b}"] if b else []
        axes.text(
            a + b + 0.3, y, (",\n" if plot_style.NARROW else ", ").join(told), va="center"
        )
    axes.set_xlim(
        0, max(a + b for a, b in zip(seen, unseen)) * (2.6 if plot_style.NARROW else 1.9)
    )
    axes.set_xlabel("wrong submissions")
    axes.grid(axis="y", visible=False)
    plot_style.left(figure, 2.2)
    plot_style.save(figure, {}, out, ())
    print(f"{sentence}.")
    print(
        "One bar per verdict of the simulator: submissions that lost points on the GPU alone,",
        "then those that got all points.",
    )
    for kind, a, b in zip(reversed(kinds), reversed(seen), reversed(unseen)):
        print(f"{' '.join(kind.split())}: {a} and {b}.")


main(sys.argv[2])
