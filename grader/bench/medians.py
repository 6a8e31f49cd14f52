"""Medians and their intervals: what pictures show of samples, and what results/ records.

`bench` writes every sample, a row for each round.  A recorded file has the same head, and a
row for each contestant at each point: the number of samples, and the median of every column
with its interval.  read() returns the same of both.  Further columns:

rate        tasks per nanosecond
ratio       the time relative to the baseline's in the same round
of_NAME     the same, relative to others: see rivals_of()
"""

import functools
import random
import statistics
from typing import NamedTuple

import plot_style

KEYS = ("contestant", "kind", "point")
TIME = "nanoseconds"


class Median(NamedTuple):
    """A median, and its 95 % interval."""

    middle: float
    low: float
    high: float

    def times(self, factor):
        return Median(*(factor * value for value in self))


def median_of(samples, resamples=2000):
    """The median and its 95 % interval by the percentile bootstrap."""
    source = random.Random(len(samples))
    medians = sorted(
        statistics.median(source.choices(samples, k=len(samples)))
        for _ in range(resamples)
    )
    outside = int(resamples * 0.025)
    return Median(statistics.median(samples), medians[outside], medians[-1 - outside])


def interval_of(column):
    """The names of the columns that hold the interval of `column`."""
    return f"{column}_low", f"{column}_high"


def times_of(rounds):
    return {number: float(row[TIME]) for number, row in rounds.items()}


def rivals_of(who, there, baseline):
    """For each column of ratios, {round: time} of the rival that `who` is compared with at a
    point; `there` has the times of all at that point, {name: (kind, {round: time})}.
    """
    kinds = {kind: name for name, (kind, _) in there.items()}
    rungs = [
        name for name, (kind, _) in there.items() if kind == "ladder" and "," not in name
    ]
    names = {
        "ratio": baseline,
        "of_reference": "reference",
        "of_best": min(
            rungs, key=lambda name: statistics.median(there[name][1].values()), default=""
        ),
        "of_main": who.rpartition(", ")[0],  # The main task of the same file.
        "of_roof": kinds.get("roof"),
    }
    return {column: there.get(name, ("", {}))[1] for column, name in names.items()}


def row_of(key, rounds, rivals):
    """The recorded row of samples, {round: row}."""
    first, times = next(iter(rounds.values())), times_of(rounds)
    columns = {
        name: [float(row[name]) for row in rounds.values()]
        for name in first
        if name not in (*KEYS, "round")
    }
    columns["rate"] = [1 / time for time in times.values() if time > 0]
    for column, others in rivals.items():
        columns[column] = [
            time / others[number]
            for number, time in times.items()
            if others.get(number, 0) > 0
        ]
    recorded = dict(zip(KEYS, key), samples=len(rounds))
    for name, values in columns.items():
        # No picture shows intervals of these columns.
        plain = name == "megahertz" or name.startswith("of_")
        parts = [name] if plain else [name, *interval_of(name)]
        find = (lambda values: [statistics.median(values)]) if plain else median_of
        texts = [f"{value:.7g}" for value in find(values)] if values else [""] * 3
        recorded.update(zip(parts, texts))
    return recorded


def columns_of(row):
    """{column: Median} of a recorded row; without a recorded interval, its ends are the median
    itself."""
    return {
        name: Median(*(float(row.get(part, text)) for part in (name, *interval_of(name))))
        for name, text in row.items()
        if text
        and not name.endswith(("_low", "_high"))
        and name not in (*KEYS, "samples")
    }


def recorded_rows(path):
    """The environment of a file, and its rows as they are recorded."""
    environment, rows = plot_style.read_samples(path)
    for name in (*KEYS, TIME):
        if name not in rows[0]:
            raise SystemExit(f"{path} is not of an experiment: it has no column {name!r}")
    if "round" not in rows[0]:
        return environment, rows
    samples = {}
    for row in rows:
        rounds = samples.setdefault(tuple(row[key] for key in KEYS), {})
        rounds[row["round"]] = row
    there = {}
    for (who, kind, point), rounds in samples.items():
        there.setdefault(point, {})[who] = kind, times_of(rounds)
    baseline = environment.get("baseline")
    recorded = [
        row_of(key, rounds, rivals_of(key[0], there[key[2]], baseline))
        for key, rounds in samples.items()
    ]
    used = [name for name in recorded[0] if any(row[name] != "" for row in recorded)]
    return environment, [{name: row[name] for name in used} for row in recorded]


@functools.cache
def read(path):
    """The environment, and {contestant: (kind, {point: {column: Median}})}, in the order of
    the file."""
    environment, rows = recorded_rows(path)
    series = {}
    for row in rows:
        _, points = series.setdefault(row["contestant"], (row["kind"], {}))
        points[int(row["point"])] = columns_of(row)
    return environment, series


def record(out, data):
    """Writes the medians of a file of samples, with its head."""
    plot_style.write_rows(out, data, recorded_rows(data)[1])


def values_of(points, column=TIME):
    """{point: Median} of one column."""
    return {x: found[column] for x, found in points.items() if column in found}


def middles_of(values):
    """{point: Median} -> {point: the median}"""
    return {x: value.middle for x, value in values.items()}


def medians_of(points, column=TIME):
    """{point: the median} of one column."""
    return middles_of(values_of(points, column))
