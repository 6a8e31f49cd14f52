"""Draws a lab's experiment; a lab's plot.py calls draw() with what its axes show.

Left the times, right the same relative to the baseline's.  The student's own curve is the
thick one; what comes with CUDA is grey and dashed, whatever was measured here has a colour.
The roof, which nobody can be faster than, is a black dashed line.  A contestant that was
measured in two ways, "naps" and "naps, alone", has one colour; the second curve is thin.
"""

import statistics
import sys

from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter, NullLocator

import plot_style

# Yours has the first unused colour of the style.
YOURS = "#D55E00"
REFERENCE = "#0072B2"
# The last three, which Okabe and Ito do not have, are Paul Tol's wine, olive and indigo.
RUNGS = ["#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#882255", "#999933", "#332288"]
PEERS = [("-", "x"), ("--", "X"), ("-.", "*"), (":", "h"), ((0, (6, 1, 1, 1, 1, 1)), "p")]


def series_of(rows):
    """{contestant: (kind, {point: {round: nanoseconds}})}, in the order of the samples."""
    series = {}
    for row in rows:
        kind, points = series.setdefault(row["contestant"], (row["kind"], {}))
        samples = points.setdefault(int(row["point"]), {})
        samples[int(row["round"])] = float(row["nanoseconds"])
    return series


def read_contest(path):
    """The environment, the series and the name of the baseline, which has samples."""
    environment, rows = plot_style.read_samples(path)
    series = series_of(rows)
    baseline = environment.get("baseline", "")
    if baseline not in series:
        raise SystemExit(f"{path} has no samples of its baseline {baseline!r}")
    return environment, series, baseline


def fastest_rung(path, point):
    """The name of the contestant of kind "ladder" that is fastest at a point; "" if there is
    none.  A lab's plot.py shows its timeline."""
    _, rows = plot_style.read_samples(path)
    times = {
        name: statistics.median(points[point].values())
        for name, (kind, points) in series_of(rows).items()
        if kind == "ladder" and point in points
    }
    return min(times, key=times.get, default="")


def two_digits(value, _=None):
    """1048576 -> 1M, 32768 -> 33k; below 1000 as it is."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{float(f'{value / size:.2g}'):g}{letter}"
    return f"{value:g}"


def ratios_of(points, baseline):
    """The times relative to the baseline's in the same round, {point: [ratio]}."""
    found = {}
    for point, samples in points.items():
        others = baseline.get(point, {})
        ratios = [samples[r] / others[r] for r in samples if others.get(r, 0) > 0]
        if ratios:
            found[point] = ratios
    return found


def looks_of(series, baseline):
    """How each contestant's curve looks; the one measured twice is not drawn twice."""
    rungs, markers = iter(RUNGS * 9), iter((plot_style.MARKERS[2:] + ["<", ">", "d"]) * 9)
    peers = iter(PEERS * 9)
    if series[baseline][0] == "peer":
        baseline_look = next(peers)  # The solid line.
    looks = {}
    for name, (kind, _) in series.items():
        if kind == "again":
            continue
        first_of_two = name.rpartition(", ")[0]
        if kind == "roof":
            looks[name] = dict(
                color="black", linestyle=(0, (5, 2)), linewidth=2, zorder=1
            )
        elif first_of_two in looks:
            looks[name] = dict(
                looks[first_of_two], linestyle=":", linewidth=2, markersize=6
            )
        elif kind == "yours":
            looks[name] = dict(
                color=YOURS, marker="o", linewidth=5, markersize=12, zorder=5
            )
        elif kind == "reference":
            looks[name] = dict(color=REFERENCE, marker="s", linewidth=3, zorder=4)
        elif kind == "ladder":
            looks[name] = dict(color=next(rungs), marker=next(markers), zorder=3)
        else:
            dash, marker = baseline_look if name == baseline else next(peers)
            looks[name] = dict(
                color=plot_style.GREY,
                marker=marker,
                linestyle=dash,
                markersize=11,
                linewidth=2,
                zorder=2,
            )
    return looks


def draw_curve(axes, points, look, label):
    """A curve through medians, with their intervals."""
    xs = sorted(points)
    found = [plot_style.median_interval(points[x]) for x in xs]
    middles = [middle for middle, _, _ in found]
    errors = [
        [middle - low for middle, low, _ in found],
        [high - middle for middle, _, high in found],
    ]
    axes.errorbar(xs, middles, yerr=errors, label=label, capsize=5, **look)


def rates_of(points, work):
    """{point: [work(point) per nanosecond]}, or, without `work`, {point: [nanoseconds]}.
    A time of 0, less than the noise, has no place on a logarithmic axis."""
    found = {
        x: [work(x) / time if work else time for time in samples.values() if time > 0]
        for x, samples in points.items()
    }
    return {x: rates for x, rates in found.items() if rates}


def draw(arguments, title, point, time, limits=None, work=None):
    """Draws and saves.

    arguments   of the program: OUT DATA [RECORDED]
    title       of the figure; point and time label the axes
    limits      draws what bounds the times into the left axes, or None
    work        work(point): draws so much for each nanosecond in place of the times; bytes
                give GB/s
    """
    if len(arguments) not in (3, 4):
        raise SystemExit("plot.py OUT DATA [RECORDED]")
    out = arguments[1]
    environment, series, name = read_contest(arguments[2])
    baseline = series[name][1]

    figure, (times, parts) = plot_style.plt.subplots(1, 2, figsize=(16, 7.5))
    all_points = sorted({x for _, points in series.values() for x in points})
    for who, look in looks_of(series, name).items():
        points = series[who][1]
        draw_curve(times, rates_of(points, work), look, who)
        if who != name:
            draw_curve(parts, ratios_of(points, baseline), look, who)
    if len(arguments) == 4:
        draw_recorded(times, arguments[3], work)
    if limits:
        limits(times, all_points)
    parts.axhline(1, color=plot_style.GREY, linewidth=2, zorder=1)
    for axes in (times, parts):
        plot_style.log_axes(axes, all_points)
        axes.xaxis.set_major_formatter(FuncFormatter(two_digits))
        axes.set_xlabel(point)
    times.set_ylabel(time)
    parts.set_ylabel(f"time relative to {name}")
    times.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    times.yaxis.set_minor_formatter(NullFormatter())
    least, most = parts.get_ylim()
    wide = most > 50 * least
    steps = (1, 2, 5) if wide else (1, 1.5, 2, 3, 5, 7)
    parts.yaxis.set_major_locator(LogLocator(subs=steps, numticks=50))
    parts.yaxis.set_minor_locator(NullLocator())
    parts.set_ylim(least, most)
    handles, labels = times.get_legend_handles_labels()
    figure.legend(handles, labels, loc="center right", fontsize=15)
    figure.suptitle(
        f"{title}; {environment.get('device', 'unknown device')}", fontsize=18
    )
    figure.tight_layout(rect=(0, 0.04, 0.8, 0.98))
    plot_style.save(figure, environment, out, ("device", "driver", "commit", "date"))
    say(series, name)


def draw_recorded(axes, path, work=None):
    """The reference as it was measured elsewhere, to compare with."""
    environment, rows = plot_style.read_samples(path)
    for kind, points in series_of(rows).values():
        if kind == "reference":
            rates = rates_of(points, work)
            xs = sorted(rates)
            axes.plot(
                xs,
                [statistics.median(rates[x]) for x in xs],
                ":",
                color=REFERENCE,
                linewidth=2,
                zorder=1,
                label=f"reference, recorded\non {environment.get('device')}",
            )


def say(series, baseline):
    """The picture in words, for readers who cannot see it."""
    for name, (kind, points) in series.items():
        if kind == "again" or name == baseline:
            continue
        parts = ratios_of(points, series[baseline][1])
        text = ", ".join(
            f"{statistics.median(parts[x]):.2f} at {two_digits(x)}" for x in sorted(parts)
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
        name: ratios_of(bound, points).get(last)
        for name, (kind, points) in series.items()
        if kind not in ("again", "roof")
    }
    print(
        f"of {roof}'s speed at {two_digits(last)}: "
        + ", ".join(
            f"{name} {statistics.median(share):.0%}"
            for name, share in shares.items()
            if share
        )
    )


if __name__ == "__main__":
    sys.exit("A lab's plot.py calls this.")
