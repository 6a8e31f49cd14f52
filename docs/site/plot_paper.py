"""Draws how a barrier in the kernel compares with ending the kernel, in 2010 and on an H200:
plot_paper.py ROOT OUT.

2010: Xiao and Feng, "Inter-Block GPU Communication via Fast Barrier Synchronization"; their
lock-free barrier.  The H200's are those of the labs' recorded experiments.
"""

import pathlib
import statistics
import sys

root = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(root / "grader/bench"))
import plot_contest  # noqa: E402
import plot_style  # noqa: E402

WAYS = {
    "relaunch": "one kernel per step",
    "host_waits": "... with the host waiting for each",
    "graph": "the kernels as a CUDA graph\n(none in 2010)",
}
PAPER = {"relaunch": 4.0, "host_waits": 8.4}


def ratios_of(lab, barrier):
    """{way: its time over the barrier's}, with one block on each multiprocessor."""
    _, rows = plot_style.read_samples(root / "labs" / lab / "results/h200.csv")
    series = plot_contest.series_of(rows)
    return {
        way: statistics.median(
            plot_contest.ratios_of(series[way][1], series[barrier][1])[1]
        )
        for way in WAYS
    }


def main(out):
    bars = {"2010: lock-free": PAPER}
    for lab, what in (
        ("03_lock_free_barrier", "lock-free"),
        ("02_lock_barrier", "one counter"),
    ):
        rung = plot_contest.fastest_rung(root / "labs" / lab / "results/h200.csv", 1)
        bars[f"H200: {what}, as students write it"] = ratios_of(lab, "reference")
        bars[f"H200: {what}, {rung}"] = ratios_of(lab, rung)

    figure, axes = plot_style.plt.subplots(figsize=(13, 6.5))
    colours = ["#666666"] + plot_style.COLOURS
    for place, (name, ratios) in enumerate(bars.items()):
        for row, way in enumerate(WAYS):
            if way in ratios:
                y = row * (len(bars) + 1) + place
                axes.barh(
                    y,
                    ratios[way],
                    color=colours[place],
                    hatch="//" if place == 0 else "",
                    edgecolor="white",
                    label=name if row == 0 else None,
                )
                axes.text(
                    ratios[way] + 0.1,
                    y,
                    f"{ratios[way]:.1f}",
                    va="center",
                    fontsize=13,
                    bbox=dict(facecolor="white", edgecolor="none", pad=1),
                )
    middle = (len(bars) - 1) / 2
    axes.set_yticks(
        [row * (len(bars) + 1) + middle for row in range(len(WAYS))], list(WAYS.values())
    )
    axes.invert_yaxis()
    axes.axvline(1, color="black", linestyle="--", linewidth=1.5, zorder=0.9)
    axes.set_axisbelow(True)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel(
        "time relative to the barrier in the kernel, one block per multiprocessor"
    )
    axes.set_title("Alternatives to a barrier in the kernel", loc="left")
    axes.legend(loc="lower right", fontsize=13)
    figure.tight_layout()
    figure.savefig(out, metadata={"Date": None} if out.endswith(".svg") else {})
    for way, words in WAYS.items():
        print(
            f"{' '.join(words.split())}, relative to a barrier: "
            + ", ".join(
                f"{name} {ratios[way]:.1f}"
                for name, ratios in bars.items()
                if way in ratios
            )
            + "."
        )


main(sys.argv[2])
