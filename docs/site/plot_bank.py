"""Draws what an H200 alone found of lab 01's mistakes: plot_bank.py ROOT OUT."""

import pathlib
import sys

root = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(root / "grader/bench"))
import plot_style  # noqa: E402

FULL_SCORE = 100


def main(out):
    _, rows = plot_style.read_samples(root / "solutions/01_last_block/bank_h200.csv")
    counts = (
        {}
    )  # By the simulator's verdict: how many the GPU marked down, and how many not.
    for row in rows:
        kind = row["simulator"].split(" or ")[0].replace("advice ", "advice: ")
        count = counts.setdefault(kind, [0, 0])
        count[int(row["gpu_score"]) == FULL_SCORE] += 1
    kinds = sorted(counts, key=lambda kind: sum(counts[kind]))
    seen = [counts[kind][0] for kind in kinds]
    unseen = [counts[kind][1] for kind in kinds]
    figure, axes = plot_style.plt.subplots(figsize=(12, 5.5))
    axes.barh(
        kinds, seen, color=plot_style.COLOURS[0], label="the GPU alone took points off"
    )
    axes.barh(
        kinds,
        unseen,
        left=seen,
        color=plot_style.COLOURS[1],
        hatch="//",
        edgecolor="white",
        label="the GPU alone gave 100 of 100",
    )
    for y, (a, b) in enumerate(zip(seen, unseen)):
        axes.text(
            a + b + 0.3,
            y,
            f"{b} of {a + b} unseen" if b else f"{a}, all seen",
            va="center",
            fontsize=14,
        )
    axes.set_xlim(0, max(a + b for a, b in zip(seen, unseen)) * 1.3)
    axes.set_xlabel("wrong submissions of lab 01")
    axes.grid(axis="y", visible=False)
    axes.legend(loc="lower right")
    axes.set_title("What the simulator finds, and what an H200 alone finds", loc="left")
    figure.tight_layout()
    figure.savefig(out, metadata={"Date": None})
    print(
        "One bar per verdict of the simulator: submissions that lost points on the GPU alone,",
        "then those that got all points.",
    )
    for kind, a, b in zip(reversed(kinds), reversed(seen), reversed(unseen)):
        print(f"{kind}: {a} and {b}.")


main(sys.argv[2])
