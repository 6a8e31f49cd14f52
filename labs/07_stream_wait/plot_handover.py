"""Draws how long a lane waits for another one: plot_handover.py OUT DATA [RECORDED]."""

import sys
import textwrap

import medians
import plot_contest
import plot_style

PLACES = {1: "on one device", 2: "between two"}
NOTES = {
    "reference": "the course's solution, an event per hand-over. A lane is a stream and its "
    "device",
}
NAMES = {1: "between lanes of one device", 2: "between two devices"}


def finding_of(series):
    """Yours, or the reference: a hand-over on one device, and between two."""
    who = "yours" if "yours" in series else next(iter(series))
    middles = medians.medians_of(series[who][1])
    told = [
        (f"{middles[devices] / 1000:.1f}", place)
        for devices, place in PLACES.items()
        if devices in middles
    ]
    name = plot_style.sentence(plot_contest.name_of(who))
    (time, place), *others = told
    rest = "".join(f", and in {time} {place}" for time, place in others)
    return f"{name} hands over in {time} microseconds {place}{rest}"


def draw_bar(axes, at, time, nth, place):
    """One bar with its interval, its number and its place; returns the median."""
    median, low, high = time.times(1e-3)
    axes.barh(
        at,
        median,
        0.38,
        color=plot_style.COLOURS[nth],
        hatch="" if nth == 0 else "//",
        edgecolor=plot_style.PAPER,
        xerr=[[median - low], [high - median]],
        ecolor=plot_style.INK,
    )
    axes.annotate(
        f"{median:.2f} {place}",
        (high, at),
        xytext=(6, 0),
        textcoords="offset points",
        va="center",
    )
    return median


def draw(arguments):
    environment, series, _ = plot_contest.read_contest(arguments)
    series = {who: one for who, one in series.items() if one[0] != "again"}
    sentence = finding_of(series)
    if len(arguments) == 4:
        elsewhere, recorded = medians.read(arguments[3])
        for who, one in recorded.items():
            if one[0] == "reference":
                series[f"the reference on\n{elsewhere.get('device')}"] = one

    figure, axes = plot_style.plt.subplots(
        figsize=(plot_style.WIDTH, 2.2 + 0.8 * len(series))
    )
    device = environment.get("device", "unknown device")
    below = (
        f"How soon a kernel begins that waits for one in another lane, lab 07; {device}"
    )
    plot_style.title(figure, sentence, plot_contest.with_notes(below, NOTES, series))
    middle = {
        who: sum(medians.medians_of(points).values())
        for who, (_, points) in series.items()
    }
    order = sorted(series, key=middle.get, reverse=True)
    said = [f"{sentence}."]
    for nth, (devices, place) in enumerate(PLACES.items()):
        for row, who in enumerate(order):
            times = medians.values_of(series[who][1])
            if devices in times:
                at = row + (0.2, -0.2)[nth]
                median = draw_bar(axes, at, times[devices], nth, place)
                words = f"{who}, {NAMES[devices]}: {median:.2f} microseconds"
                said.append(words.replace("\n", " "))
    names = [textwrap.fill(plot_contest.name_of(who), 18) for who in order]
    axes.set_yticks(range(len(order)), names)
    for label, who in zip(axes.get_yticklabels(), order):
        label.set_fontweight("bold" if who == "yours" else "normal")
    axes.grid(axis="y", visible=False)
    axes.set_xlim(0, (2.0 if plot_style.NARROW else 1.25) * axes.get_xlim()[1])
    axes.set_xlabel("microseconds per hand-over, including an empty kernel")
    plot_style.left(figure, 2.0)
    plot_style.save(figure, environment, arguments[1])
    print("\n".join(said))


draw(sys.argv)
