"""Draws a lab's experiment; a lab's plot.py calls draw() with what its axes show.

One picture of the times, or of speeds.  Its title says where the student's own file, or the
reference, is faster than the baseline, and where slower.  The student's own curve is the
thick one; CUDA's own alternatives are grey; the roof, a bound on every speed, is dashed.  The
two rungs of the ladder that are fastest at most points are drawn; the text names the others.
A contestant measured in two ways, "naps" and "naps, alone", has one colour.
"""

import itertools
import math
import os
import sys
from collections import Counter

import medians
import plot_style
from medians import medians_of, middles_of, values_of

YOURS = plot_style.VERMILION
REFERENCE = plot_style.BLUE
RUNGS = [plot_style.GREEN, plot_style.PURPLE]
PEERS = [("-", "X"), ("--", "*"), ("-.", "h"), (":", "p"), ((0, (6, 1, 1, 1, 1, 1)), "<")]
SAME = 0.03  # Contestants that differ by less count as equal.
NAMES = {
    "reference": "the reference",
    "grid_sync": "grid.sync()",
    "cub": "CUB's sum",
    "cub_scan": "CUB's scan",
    "cub_reduce_by_key": "CUB's reduce-by-key",
    "relaunch": "ending the kernel and launching the next",
    "host_waits": "a host that waits",
    "graph": "one CUDA graph of kernels",
    "one_kernel": "all in one kernel",
    "read_roof": "reading alone",
    "slower_half": "the slower half of the way",
    "memcpy_peer": "cudaMemcpyPeerAsync",
    "memcpy_no_access": "the driver's copy without peer access",
    "kernel_pulls": "a kernel that reads",
    "kernel_pushes": "a kernel that writes",
    "warp_sums": "wide loads and sums by warps",
    "rows_by_shuffles": "rows read by warps",
    "release_acquire": "release and acquire",
    "looks_late": "a late first poll",
    "naps": "a nap between polls",
    "arrival_in_levels": "arrival in groups",
    "levels_both_ways": "groups of 64 blocks",
    "few_answers": "one answer for many blocks",
    "one_hop": "no master",
    "one_hop_by_a_warp": "no master",
    "one_hop_after_a_nap": "no master, and a nap first",
    "dealt": "shares in advance",
    "chunks": "chunks in advance",
    "strided": "strides in advance",
    "one_block_each": "no queue, a block for each item",
    "eight_at_a_time": "a draw of eight items",
    "guided_chunks": "draws that shrink",
    "three_ahead": "drawing three ahead",
    "two_ahead": "drawing two ahead",
    "drawn_ahead": "drawing one ahead",
    "sorted_queue": "the longest items first",
    "one_lane": "kernels in one lane, no hand-over",
    "kept_events": "events that are used again",
    "flags": "kernels that poll flags",
    "from_the_source": "the source's stream",
    "small_pieces": "sixteen buffers of 1 MiB",
    "four_buffers": "four buffers of 8 MiB",
    "fork_and_join": "streams joined by events",
}


def name_of(who):
    """What a contestant is called in a picture: words of the lab's sheet."""
    first, comma, rest = who.partition(", ")
    return NAMES.get(first, first.replace("_", " ")) + comma + rest


def with_notes(below, notes, drawn):
    """The line below a title, and a line for each drawn name of `notes`: what it stands for;
    a slide has no room for these."""
    found = [
        f"{plot_style.sentence(name_of(who))}: {said}"
        for who, said in notes.items()
        if who in drawn
    ]
    return "\n".join([below, *(() if plot_style.SLIDE else found)])


def read_contest(arguments):
    """The environment, the series (medians.read) and the name of the baseline, which has
    samples, of a program's arguments OUT DATA [RECORDED].  If OUT is a table, records them
    there, and save() writes no picture."""
    if len(arguments) not in (3, 4):
        raise SystemExit(f"{os.path.basename(arguments[0])} OUT DATA [RECORDED]")
    out, data = arguments[1:3]
    environment, series = medians.read(data)
    baseline = environment.get("baseline", "")
    if baseline not in series:
        raise SystemExit(f"{data} has no samples of its baseline {baseline!r}")
    if plot_style.is_table(out):
        medians.record(out, data)
    return environment, series, baseline


def fastest_rung(path, point):
    """The name of the contestant of kind "ladder" that is fastest at a point; "" if there is
    none.  A lab's plot.py shows its timeline."""
    return fastest_at(medians.read(path)[1], point)


def fastest_at(series, point):
    times = {
        name: medians_of(points)[point]
        for name, (kind, points) in series.items()
        if kind == "ladder" and point in points and "," not in name
    }
    return min(times, key=times.get, default="")


def best_rungs(series):
    """The two rungs that are fastest at most points."""
    points = {x for _, found in series.values() for x in found}
    wins = Counter(fastest_at(series, x) for x in sorted(points, reverse=True))
    wins.pop("", None)
    return [name for name, _ in wins.most_common(len(RUNGS))]


def rates_of(points, work, size=1):
    """{point: work(point) per nanosecond}, or, without `work`, {point: nanoseconds}, in units
    of `size`.  A time that may be 0, less than the noise, has no place on a logarithmic
    axis."""
    return {
        x: found.times((work(x) if work else 1) / size)
        for x, found in values_of(points, "rate" if work else medians.TIME).items()
        if found.low > 0
    }


# ---- Curves ---------------------------------------------------------------------------


def looks_of(series, baseline):
    """{contestant: look}, but not for the second measurement and the slower rungs."""
    rungs = best_rungs(series)
    peers = iter(PEERS * 9)
    looks = {}
    for name, (kind, _) in series.items():
        first = name.rpartition(", ")[0]
        if kind == "again" or (kind == "ladder" and (first or name) not in rungs):
            continue
        if first in looks:
            looks[name] = dict(looks[first], linestyle=":", linewidth=2, markersize=6)
        elif kind == "roof":
            looks[name] = dict(
                color=plot_style.INK, linestyle="--", linewidth=2, zorder=1
            )
        elif kind == "yours":
            looks[name] = dict(
                color=YOURS, marker="o", linewidth=5, markersize=11, zorder=5
            )
        elif kind == "reference":
            looks[name] = dict(color=REFERENCE, marker="s", linewidth=3, zorder=4)
        elif kind == "ladder":
            nth = rungs.index(name)
            looks[name] = dict(color=RUNGS[nth], marker="^D"[nth], zorder=3)
        elif name == baseline:
            looks[name] = dict(color=plot_style.INK, marker="x", linewidth=2, zorder=3.5)
        else:
            dash, marker = next(peers)
            looks[name] = dict(
                color=plot_style.GREY,
                marker=marker,
                linestyle=dash,
                linewidth=1.5,
                zorder=2,
            )
    return looks


def twins_of(curves, logarithmic=True):
    """[[name, ...]]: groups of curves, {name: {point: Median}}, that nearly coincide: nowhere
    farther apart than 1.2 % of the picture's height, which on a logarithmic axis counts as at
    least 3 % and at most 8 % of the value."""
    middles = {name: middles_of(values) for name, values in curves.items()}
    if logarithmic:
        middles = {
            name: {x: math.log(y) for x, y in found.items()}
            for name, found in middles.items()
        }
    values = [y for found in middles.values() for y in found.values()]
    near = 0.012 * (max(values) - (min(values) if logarithmic else 0))
    near = max(SAME, min(near, 0.08)) if logarithmic else near
    groups = []
    for name, mine in middles.items():
        for group in groups:
            first = middles[group[0]]
            if mine.keys() == first.keys() and all(
                abs(mine[x] - first[x]) <= near for x in mine
            ):
                group.append(name)
                break
        else:
            groups.append([name])
    return groups


def draw_curve(axes, points, look):
    """A curve through medians, with their intervals; returns its right end."""
    xs = sorted(points)
    found = [points[x] for x in xs]
    middles = [middle for middle, _, _ in found]
    errors = [
        [middle - low for middle, low, _ in found],
        [high - middle for middle, _, high in found],
    ]
    whiskers = errors if any(map(any, errors)) else None
    axes.errorbar(xs, middles, yerr=whiskers, capsize=4, **look)
    return xs[-1], middles[-1]


def draw_curves(axes, curves, looks, names=name_of, logarithmic=True):
    """Draws {contestant: {point: Median}}; returns the ends for label_ends().
    Contestants with the same curve are drawn once, in the look of the one with the
    highest zorder."""
    curves = {who: points for who, points in curves.items() if points}
    order = sorted(curves, key=lambda who: -looks[who].get("zorder", 2))
    ends = []
    for group in twins_of({who: curves[who] for who in order}, logarithmic):
        look = looks[group[0]]
        text = plot_style.and_list([names(who) for who in group])
        text += " coincide" if len(group) > 1 else ""
        end = draw_curve(axes, curves[group[0]], look)
        ends.append((*end, text, look["color"], look))
    return ends


def draw_line(axes, y, text, style=":"):
    """A limit across the axes; returns its end."""
    axes.axhline(y, color=plot_style.INK, linestyle=style, linewidth=1.8, zorder=1)
    return (axes.get_xlim()[1], y, text, plot_style.INK)


def draw_recorded(axes, path, shown, within):
    """The reference as it was measured elsewhere, at the points `within`; returns a list of
    its end, which is empty if it has no such point."""
    environment, series = medians.read(path)
    points = series.get("reference", ("", {}))[1]
    values = {x: y for x, y in middles_of(shown(points)).items() if y > 0 and x in within}
    if not values:
        return []
    xs = sorted(values)
    axes.plot(xs, [values[x] for x in xs], ":", color=REFERENCE, linewidth=2, zorder=1)
    device = environment.get("device", "another device")
    return [(xs[-1], values[xs[-1]], f"the reference on {device}", REFERENCE)]


# ---- Texts in the picture ------------------------------------------------------------


def with_point(x, point=""):
    """(1, "blocks per multiprocessor") -> "1 block per multiprocessor" """
    first, _, rest = point.partition(" ")
    first = first.removesuffix("s") if x == 1 else first
    number = plot_style.two_digits(x)
    for letter, word in (("G", " billion"), ("M", " million"), ("k", ",000")):
        number = number.replace(
            letter, word if "." not in number or letter != "k" else "k"
        )
    return f"{number} {first} {rest}".rstrip()


def subject_of(series, baseline):
    """The contestant that the title is about: yours, the reference, or the fastest rung; None
    if there is only the baseline."""
    last = max(series[baseline][1])
    wanted = ["yours", "reference", fastest_at(series, last), *series]
    for who in wanted:
        if who in series and who != baseline and series[who][0] != "again":
            ratios = medians_of(series[who][1], "ratio")
            if ratios and min(ratios.values()) > 0:
                return who
    return None


def points_text(xs, all_points, point=""):
    """Neighbouring points: "1 block", "up to 4 blocks", "2 to 8", "16 or more"."""
    first, last = with_point(xs[0]), with_point(xs[-1], point)
    if len(xs) == 1:
        return last
    if xs[0] == all_points[0]:
        return f"up to {last}"
    return f"{first} or more" if xs[-1] == all_points[-1] else f"{first} to {last}"


def pace(ratio):
    if ratio > 1 + SAME:
        return "slower"
    return "faster" if ratio < 1 - SAME else "as fast"


def compare(series, baseline, point):
    """A sentence: where the subject is faster than the baseline, and where slower."""
    who = subject_of(series, baseline)
    if who is None:
        return f"Only {name_of(baseline)} was measured"
    ratios = medians_of(series[who][1], "ratio")
    found, xs = [], sorted(ratios)
    for word, near in itertools.groupby(xs, lambda x: pace(ratios[x])):
        found.append((word, list(near)))
    (word, first), *others = found
    than = f"{word} {'as' if word == 'as fast' else 'than'} {name_of(baseline)}"
    if not others and len(xs) > 1:
        where = f", whatever the number of {point}"
    else:
        where = f" with {points_text(first, xs, point)}"
    rest = "".join(f", {other} with {points_text(near, xs)}" for other, near in others)
    return plot_style.sentence(f"{name_of(who)} is {than}{where}{rest}")


def compare_speeds(series, baseline, point):
    """A sentence: how near the subject's speed at the largest point is to the roof's."""
    who = subject_of(series, baseline)
    shares = medians_of(series[who][1], "of_roof") if who else {}
    if not shares:
        return compare(series, baseline, point)
    last = max(shares)
    # A slide has no room for a second name.
    best = "" if plot_style.SLIDE else fastest_at(series, last)
    part = lambda name: medians_of(series[name][1], "of_roof")[last]  # noqa: E731
    return (
        f"With {with_point(last, point)} {name_of(who)} reads at "
        f"{plot_style.percent(1 / shares[last])} of the possible speed"
        + (f", {name_of(best)} at {plot_style.percent(1 / part(best))}" if best else "")
    )


def say(series, baseline):
    """The picture in words, for readers who cannot see it."""
    for name, (kind, points) in series.items():
        if kind == "again" or name == baseline:
            continue
        parts = medians_of(points, "ratio")
        text = ", ".join(
            f"{parts[x]:.2f} at {plot_style.two_digits(x)}" for x in sorted(parts)
        )
        if text:
            print(f"{name}: {text} of {baseline}'s time")
    for roof, (kind, bound) in series.items():
        if kind == "roof":
            say_under(series, roof, bound)


def say_under(series, roof, bound):
    """How close each contestant is to the roof at the largest point."""
    last = max(bound)
    shares = {
        name: medians_of(points, "of_roof").get(last)
        for name, (kind, points) in series.items()
        if kind not in ("again", "roof")
    }
    print(
        f"of {roof}'s speed at {plot_style.two_digits(last)}: "
        + ", ".join(f"{name} {1 / share:.0%}" for name, share in shares.items() if share)
    )


def say_left_out(series, looks):
    rest = [
        who for who, (kind, _) in series.items() if who not in looks and kind != "again"
    ]
    if rest:
        print(f"Not drawn are the other rungs of the ladder: {', '.join(rest)}.")


# ---- The picture ----------------------------------------------------------------------


def unit_of(series):
    """The unit of the time axis: how many nanoseconds it has, and its name."""
    most = max(
        max(medians_of(points).values()) for _, points in series.values() if points
    )
    return (1000, "microseconds") if most >= 2000 else (1, "nanoseconds")


def shares_of(points):
    """{point: percent of the roof's speed}"""
    shares = medians_of(points, "of_roof").items()
    return {x: medians.Median(*[100 / share] * 3) for x, share in shares if share > 0}


def shown_of(series, baseline, time, roof, relative):
    """The function that turns a contestant's points into the picture's, and their unit."""
    if roof:
        return shares_of, f"speed, % of {name_of(roof)}"
    if relative:
        told = f"time relative to {name_of(baseline)}"
        return lambda points: values_of(points, "ratio"), told
    size, unit = unit_of(series)
    return lambda points: rates_of(points, None, size), f"{unit} {time}".rstrip()


def draw(
    arguments,
    what,
    point,
    time,
    limits=None,
    speeds=False,
    finding=None,
    linear=False,
    relative=False,
    notes={},
):
    """Draws and saves.

    arguments   of the program: OUT DATA [RECORDED]
    what        is measured: the line below the title
    point       what the x axis counts, in the plural
    time        what a time is for: "per barrier"
    limits      limits(environment, series): lines across, {text: y}
    speeds      speeds as parts of the roof's, if there is one, in place of times
    finding     finding(series, baseline, point): the title
    linear      an x axis for few points, and times from 0
    relative    times relative to the baseline's in place of times
    notes       {contestant: what its name stands for}, below the title
    """
    environment, series, baseline = read_contest(arguments)
    roofs = [name for name, (kind, _) in series.items() if kind == "roof" and speeds]
    shown, unit = shown_of(series, baseline, time, next(iter(roofs), ""), relative)
    figure, axes = plot_style.plt.subplots(figsize=(plot_style.WIDTH, plot_style.HEIGHT))
    sentence = (finding or compare)(series, baseline, point)
    device = environment.get("device", "unknown device")
    looks = looks_of(series, baseline)
    plot_style.title(figure, sentence, with_notes(f"{what}; {device}", notes, looks))

    curves = {who: shown(series[who][1]) for who in looks}
    from_zero = linear or bool(roofs)
    ends = draw_curves(axes, curves, looks, logarithmic=not from_zero)
    all_points = sorted({x for _, points in series.values() for x in points})
    if len(arguments) == 4 and not relative:
        ends += draw_recorded(axes, arguments[3], shown, all_points)
    if linear:
        axes.set_xticks(all_points)
    else:
        plot_style.log_places(axes, all_points)
    for text, y in (limits(environment, series) if limits else {}).items():
        ends.append(draw_line(axes, y, text))
    if from_zero:
        axes.set_ylim(0, None)
    else:
        plot_style.log_ticks(axes)
    axes.set_xlabel(point)
    axes.set_ylabel(unit)
    plot_style.label_ends(axes, ends)
    plot_style.save(figure, environment, arguments[1])
    print(f"{sentence}.")
    say(series, baseline)
    say_left_out(series, looks)


if __name__ == "__main__":
    sys.exit("A lab's plot.py calls this.")
