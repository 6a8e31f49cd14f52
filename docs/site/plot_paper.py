"""Draws how a barrier in the kernel compares with ending the kernel, in 2010 and on an H200:
plot_paper.py ROOT OUT.

2010: Xiao and Feng, "Inter-Block GPU Communication via Fast Barrier Synchronization"; their
lock-free barrier.  The H200's are those of the labs' recorded experiments.
"""

import pathlib
import sys

root = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(root / "grader/bench"))
import medians  # noqa: E402
import plot_contest  # noqa: E402
import plot_style  # noqa: E402

WAYS = {
    "relaunch": "one kernel per step",
    "host_waits": "... with the host\nwaiting for each",
    "graph": "the kernels as a\nCUDA graph\n(none in 2010)",
}
PAPER = {"relaunch": 4.0, "host_waits": 8.4}


def ratios_of(lab, barrier):
    """{way: its time over a barrier's}, with one block on each multiprocessor."""
    _, series = medians.read(root / "labs" / lab / "results/h200.csv")
    return {way: medians.medians_of(series[way][1], barrier)[1] for way in WAYS}


def bars_of():
    """{barrier: {way: ratio}}, the paper's first."""
    bars = {"2010: lock-free": PAPER}
    for lab, what in (
        ("03_lock_free_barrier", "lock-free"),
        ("02_lock_barrier", "one counter"),
    ):
        rung = plot_contest.fastest_rung(root / "labs" / lab / "results/h200.csv", 1)
        bars[f"H200: {what}, as students write it"] = ratios_of(lab, "of_reference")
        bars[f"H200: {what}, {plot_contest.name_of(rung)}"] = ratios_of(lab, "of_best")
    return bars


def finding_of(bars):
    """What has changed since 2010: a graph ends kernels as fast as a barrier waits."""
    graphs = [ratios["graph"] for ratios in bars.values() if "graph" in ratios]
    low, high = (plot_style.ratio_text(found) for found in (min(graphs), max(graphs)))
    kernel = max(ratios["relaunch"] for ratios in bars.values())
    return (
        "Ending the kernel takes up to "
        f"{plot_style.ratio_text(kernel)} times as long as a barrier, "
        f"but in a graph {low} to {high} times"
    )


def main(out):
    bars = bars_of()
    sentence = finding_of(bars)
    figure, axes = plot_style.plt.subplots(figsize=(plot_style.WIDTH, 7))
    plot_style.title(
        figure,
        sentence,
        "Alternatives to a barrier in the kernel, in 2010 and on an H200",
    )
    colours = [plot_style.GREY, *plot_style.COLOURS]
    for place, (name, ratios) in enumerate(bars.items()):
        for row, way in enumerate(WAYS):
            if way in ratios:
                y = row * (len(bars) + 1) + place
                axes.barh(
                    y,
                    ratios[way],
                    color=colours[place],
                    hatch="//" if place == 0 else "",
                    label=name if row == 0 else None,
                    edgecolor=plot_style.PAPER,
                )
                axes.text(
                    max(ratios[way], 1) + 0.12,
                    y,
                    f"{ratios[way]:.1f}" + f": {name}" * (not plot_style.NARROW),
                    va="center",
                    fontsize=plot_style.SMALL,
                )
    middle = (len(bars) - 1) / 2
    axes.set_yticks(
        [row * (len(bars) + 1) + middle for row in range(len(WAYS))], list(WAYS.values())
    )
    axes.invert_yaxis()
    axes.axvline(1, color=plot_style.INK, linestyle="--", linewidth=1.5)
    axes.grid(axis="y", visible=False)
    last, wide = axes.get_xlim()[1], 1.2 if plot_style.NARROW else 1.65
    axes.set_xlim(0, wide * last)
    axes.set_xticks([0, 1, *range(5, int(last) + 1, 5)])
    axes.set_xlabel("time relative to the barrier, one block per multiprocessor")
    plot_style.left(figure, 2.2)
    if plot_style.NARROW:  # The bars have no room for their names.
        figure.legend(loc="upper left", bbox_to_anchor=(0, 0.93), fontsize=11)
        figure.subplots_adjust(top=0.7)
    plot_style.save(figure, {}, out, ())
    print(f"{sentence}.")
    for way, words in WAYS.items():
        told = [f"{n} {found[way]:.1f}" for n, found in bars.items() if way in found]
        print(f"{' '.join(words.split())}, relative to a barrier: {', '.join(told)}.")


main(sys.argv[2])
