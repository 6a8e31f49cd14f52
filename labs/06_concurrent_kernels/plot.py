"""Draws what kernels at once buy, how many there were, and which ran when:
plot.py OUT DATA [RECORDED]."""

import sys

import plot_contest
import plot_style
import plot_timeline
from medians import medians_of, middles_of, values_of

# The contestants whose kernels have another size than one block for each
# multiprocessor.
SIZES = {
    "on_every_8th": (plot_style.GREEN, "^"),
    "4_on_each": (plot_style.PURPLE, "D"),
    "16_on_each": (plot_style.GREY, "v"),
}
LABELS = {
    "on_every_8th": "one block on every 8th multiprocessor",
    "4_on_each": "4 blocks on each",
    "16_on_each": "16 blocks on each",
    "one_stream": "all in one stream",
    "one_kernel": "all in one kernel",
    "graph": "all in one graph",
}
ROOM = "dashed: as many as fit"
NOTES = {
    "reference": "the course's solution. More run than fit: one may begin while others end",
}


def label_of(who):
    return LABELS.get(who, plot_contest.name_of(who))


def looks_of(series, baseline):
    looks = plot_contest.looks_of(series, baseline)
    for name, (colour, marker) in SIZES.items():
        if name in looks:
            looks[name] = dict(color=colour, marker=marker, zorder=3)
    return looks


def draw_room(axes, room, looks):
    """How many kernels would fit, as a dashed curve behind how many there were."""
    for name, look in sorted(looks.items(), key=lambda one: one[1].get("zorder", 2)):
        middles = middles_of(room[name])
        xs = sorted(middles)
        ys = [middles[x] for x in xs]
        axes.plot(xs, ys, "--", color=look["color"], linewidth=1.5, zorder=1)


def subject_of(series):
    return next(
        (who for who in ("yours", "reference") if who in series), next(reversed(series))
    )


def finding_of(series, most):
    """How many kernels ran at once, and how much time that saved."""
    who = subject_of(series)
    there = middles_of(most[who])
    times = medians_of(series[who][1])
    first, last = min(times), max(times)
    ratio = times[last] / times[first]
    many = max(there.values())
    told = (
        f"and together take {plot_style.percent(ratio)} of the time of one after another"
        if ratio < 1 - plot_contest.SAME
        else "and save no time"
    )
    return f"At most {many:g} of {last} kernels run at once in {label_of(who)}, {told}"


def draw(arguments):
    environment, series, baseline = plot_contest.read_contest(arguments)
    most, room = (
        {who: values_of(points, column) for who, (_, points) in series.items()}
        for column in ("most", "room")
    )
    if not all(most.values()):
        raise SystemExit(
            f"{arguments[2]} does not say how many kernels there were at once"
        )
    looks = looks_of(series, baseline)

    figure, (times, at_once) = plot_style.plt.subplots(
        2, 1, figsize=(plot_style.WIDTH, 10), sharex=True
    )
    sentence = finding_of(series, most)
    device = environment.get("device", "unknown device")
    below = (
        "Each kernel has its own stream and one block per multiprocessor, unless a label "
        f"says otherwise,\nlab 06; {device}"
    )
    plot_style.title(
        figure, sentence, plot_contest.with_notes(below, NOTES, series), top=0.75
    )
    figure.subplots_adjust(hspace=0.16)
    curves = {who: plot_contest.rates_of(series[who][1], None) for who in looks}
    ends = plot_contest.draw_curves(times, curves, looks, label_of)
    many = {who: look for who, look in looks.items() if who != "one_kernel"}
    counts = plot_contest.draw_curves(
        at_once, {who: most[who] for who in many}, many, label_of
    )
    draw_room(at_once, room, many)
    for axes in (times, at_once):
        points = {x for _, found in series.values() for x in found}
        plot_style.log_places(axes, points)
        plot_style.log_ticks(axes)
    times.set_title("nanoseconds per block")
    at_once.set_title(f"most kernels at once ({ROOM})")
    at_once.set_xlabel("number of kernels")
    plot_style.label_ends(times, ends)
    plot_style.label_ends(at_once, counts)
    plot_style.save(figure, environment, arguments[1])
    print(f"{sentence}.")
    say(series, looks, most, room)


def say(series, looks, most, room):
    """The picture in words, for readers who cannot see it."""
    for name in looks:
        said = ", ".join(
            f"{most[name][x].middle:g} of {room[name][x].middle:g} at {x}"
            for x in sorted(most[name])
        )
        times = medians_of(series[name][1])
        ratio = times[max(times)] / times[min(times)]
        print(
            f"{name}: kernels at once {said}; "
            f"a block takes {ratio:.2f} of the time at {max(times)}"
        )


draw(sys.argv)
plot_timeline.draw_timeline(
    sys.argv,
    "32 kernels, lab 06",
    only=["yours", "reference", "graph", "one_stream"],
    waiting=("some of them",),
    finding=plot_timeline.at_once,
    notes={"reference": "the course's solution, in which each kernel has its own stream"},
    words={
        "all of its blocks": "all of a kernel's blocks have begun",
        "some of them": "some of them",
    },
)
