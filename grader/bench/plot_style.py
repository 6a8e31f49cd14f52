"""How every plot of gridlock looks, and how files of samples are read and written.

A plot_NAME.py reads its samples, draws, says its finding with title(), names its curves at
their ends with label_ends(), and calls save(), which writes NAME-dark.svg beside NAME.svg.
Figures are WIDTH inches wide: on a page, 12 points are then still 9.  With
GRIDLOCK_PLOT_FOR=page, they leave their finding to a caption; with =phone they are narrow
as well, so that a phone's column has room for their text; with =slide they are small, so
that a slide shows their text large, and say no more than the finding.  The colours are
Okabe and Ito's, which people with any kind of colour vision tell apart; markers, dashes
and labels say the same once more.
"""

import csv
import math
import os
import sys
import textwrap

import matplotlib

matplotlib.use("Agg")  # There may be no display.

import matplotlib.colors as colors  # noqa: E402
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.container import ErrorbarContainer  # noqa: E402
from matplotlib.lines import Line2D  # noqa: E402
from matplotlib.text import Text  # noqa: E402
from matplotlib.ticker import (  # noqa: E402
    FixedLocator,
    FuncFormatter,
    MaxNLocator,
    NullLocator,
)

BLUE, VERMILION, GREEN, PURPLE = "#0072B2", "#D55E00", "#009E73", "#CC79A7"
INK, GREY, GRID, PAPER = "#222222", "#666666", "#DDDDDD", "#FFFFFF"
PALE = "#C9D2DA"
COLOURS = [BLUE, VERMILION, GREEN, PURPLE]
MARKERS = ["o", "s", "^", "D", "v", "P"]
FOR = os.environ.get("GRIDLOCK_PLOT_FOR", "")
NARROW, SLIDE = FOR == "phone", FOR == "slide"
WIDTH = 5.6 if NARROW else 8.4 if SLIDE else 10
HEIGHT = 3.95 if SLIDE else 6.4
SMALL = 12

# On dark paper Okabe and Ito's sky blue is easier to see than their blue.
DARK = {
    BLUE: "#56B4E9",
    INK: "#E6E6E6",
    GREY: "#A6A6A6",
    GRID: "#3A3D41",
    PAPER: "#16191d",
    PALE: "#4A525A",
}

plt.rcParams.update(
    {
        "figure.facecolor": PAPER,
        "axes.facecolor": PAPER,
        "savefig.facecolor": "auto",
        "text.color": INK,
        "axes.edgecolor": INK,
        "axes.labelcolor": INK,
        "axes.titlecolor": INK,
        "xtick.color": INK,
        "ytick.color": INK,
        "font.size": 13,
        "axes.titlesize": 14,
        "axes.labelsize": 14,
        "axes.titlelocation": "left",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "axes.grid": True,
        "grid.color": GRID,
        "hatch.linewidth": 1.5,
        "lines.linewidth": 2.5,
        "lines.markersize": 8,
        "legend.frameon": False,
        "svg.fonttype": "none",  # Text stays text.
        "svg.hashsalt": "gridlock",  # The same samples give the same file.
    }
)


def read_samples(path):
    """Returns the environment of the samples, and the samples, each a dict of strings."""
    with open(path, newline="", encoding="utf-8") as file:
        lines = file.read().splitlines()
    environment = {}
    for line in lines:
        if line.startswith("# ") and ": " in line:
            name, value = line[2:].split(": ", 1)
            environment[name] = value
    rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    if not rows:
        raise SystemExit(f"{path} holds no samples")
    return environment, rows


def is_table(path):
    """Whether a file is to hold what a picture would show, not a picture."""
    return os.path.splitext(path)[1].lower() == ".csv"


def write_rows(path, source, rows):
    """Writes rows, dicts of the same names, below the head of the file that they are from."""
    if os.path.exists(path) and os.path.samefile(path, source):
        sys.exit(f"{path} is the file that is read: name another one to write")
    with open(source, encoding="utf-8") as file:
        head = [line for line in file if line.startswith("#")]

    def save(part):
        with open(part, "w", newline="", encoding="utf-8") as file:
            file.writelines(head)
            table = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
            table.writeheader()
            table.writerows(rows)

    replace(path, save)


def replace(path, save):
    """Replaces a file as a whole by what save(path) writes: one that was there is kept if
    the disk is full."""
    stem, ending = os.path.splitext(path)
    part = f"{stem}.part{ending}"
    try:
        save(part)
        os.replace(part, path)
    except OSError as error:
        if os.path.exists(part):
            os.remove(part)
        sys.exit(f"cannot write {path}: {error.strerror}")


# ---- Text -----------------------------------------------------------------------------


def short_number(value, _=None):
    """20000 -> 20k, 5000000 -> 5M; four digits stay as they are"""
    for size, letter, least in ((1e9, "G", 1e9), (1e6, "M", 1e6), (1e3, "k", 1e4)):
        if value >= least:
            return f"{value / size:g}{letter}"
    return f"{value:g}"


def two_digits(value, _=None):
    """1048576 -> 1M, 32768 -> 33k; numbers below 1000 stay as they are."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{float(f'{value / size:.2g}'):g}{letter}"
    return f"{value:g}"


def ratio_text(ratio):
    """0.826 -> 0.83, 1.576 -> 1.6, 13.2 -> 13"""
    if ratio < 0.995:
        return f"{ratio:.2f}"
    return f"{ratio:.1f}" if ratio < 9.95 else f"{ratio:.0f}"


def percent(part):
    """0.3 -> "30 %" """
    return f"{100 * part:.0f} %"


def and_list(words):
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def sentence(words):
    """The words with a capital letter, unless they begin with a file's name."""
    plain = words.split(" ")[0].isalpha()
    return words[0].upper() + words[1:] if plain else words


def characters_of(size):
    """How many characters of a font size fit across a figure."""
    return int(WIDTH * 72 / (0.6 * size))


def left(figure, inches):
    """Room on the left for labels of bars."""
    figure.subplots_adjust(left=inches / WIDTH)


def title(figure, sentence, below, bottom=0.9, top=0.5):
    """Writes the finding `sentence` and below it what is drawn, `below`, with one line more of
    height for each line of `below` after the first.  The axes begin `top` inches below the
    sentence, plus those lines, and end `bottom` inches above the lower edge."""
    captioned = FOR in ("page", "phone")
    told = sentence.replace(" %", "\N{NO-BREAK SPACE}%")
    wrapped = "" if captioned else textwrap.fill(told, int(7.6 * WIDTH))
    most = characters_of(13 if NARROW else 12)
    below = "\n".join(textwrap.fill(line, most) for line in below.split("\n"))
    if not SLIDE:
        figure.set_figheight(figure.get_figheight() + 0.22 * below.count("\n"))
    high = figure.get_figheight()
    used = 0.12 + 0.27 * (wrapped.count("\n") + 1) * bool(wrapped)
    figure.text(0.01, 1 - 0.1 / high, wrapped, fontsize=15, weight="bold", va="top")
    figure.text(0.01, 1 - (used + 0.04) / high, below, fontsize=13, color=GREY, va="top")
    used += 0.22 * below.count("\n")
    bottom += 0.45 * NARROW  # The axis label and the note may take two lines.
    bottom = 0.6 if SLIDE else bottom  # A slide has no note, and no label on the left.
    figure.subplots_adjust(
        left=(0.6 if SLIDE else 0.95) / WIDTH,
        right=0.98,
        top=1 - (used + top) / high,
        bottom=bottom / high,
    )


def spread(wanted, heights, least, most):
    """Places between `least` and `most`, as near to the ascending `wanted` ones as labels of
    these heights allow: neighbours that would overlap move apart together."""
    offsets = [0]
    for a, b in zip(heights, heights[1:]):
        offsets.append(offsets[-1] + (a + b) / 2)
    blocks = []  # The sum and the number of each block's shifts.
    for want, offset in zip(wanted, offsets):
        blocks.append([want - offset, 1])
        while len(blocks) > 1 and (
            blocks[-2][0] / blocks[-2][1] > blocks[-1][0] / blocks[-1][1]
        ):
            total, count = blocks.pop()
            blocks[-1][0] += total
            blocks[-1][1] += count
    shifts = [total / count for total, count in blocks for _ in range(count)]
    return [
        max(least, min(shift, most - offsets[-1])) + offset
        for shift, offset in zip(shifts, offsets)
    ]


def label_ends(axes, ends, wrap=14 if NARROW else 20 if SLIDE else 26):
    """Names curves at their right ends: `ends` are (x, y, text, colour), and the curve's look
    if a piece of it is to stand before the text.  The axes' limits and the figure's height
    must be final."""
    figure = axes.figure
    dots = figure.dpi / 72
    ends = sorted(ends, key=lambda end: axes.transData.transform(end[:2])[1])
    texts = [textwrap.fill(end[2], wrap, break_long_words=False) for end in ends]
    heights = [dots * 13 * 1.25 * (text.count("\n") + 1) for text in texts]
    box = axes.get_window_extent()
    wanted = [axes.transData.transform(end[:2])[1] for end in ends]
    found = spread(
        wanted, heights, box.y0 + heights[0] / 2 - 8, box.y1 - heights[-1] / 2 + 8
    )
    wide, begin = 0, 1.12 if any(end[4:] for end in ends) else 1.045
    for (x, y, _, colour, *look), text, place in zip(ends, texts, found):
        place = (place - box.y0) / box.height
        note = axes.annotate(
            text,
            (x, y),
            xytext=(begin, place),
            textcoords="axes fraction",
            va="center",
            fontsize=13,
            linespacing=1.1,
            weight="bold" if text.startswith("yours") else "normal",
            annotation_clip=False,
        )
        axes.annotate(
            "",
            (x, y),
            xytext=(1.05 if look else begin, place),
            textcoords="axes fraction",
            annotation_clip=False,
            arrowprops=dict(arrowstyle="-", color=colour, lw=1.2, shrinkA=3, shrinkB=5),
        )
        for one in look:
            piece = dict(transform=axes.transAxes, clip_on=False, markevery=[1])
            axes.add_artist(Line2D([1.05, 1.08, 1.11], [place] * 3, **piece, **one))
        extent = Text.get_window_extent(note, figure.canvas.get_renderer())
        wide = max(wide, extent.width)
    # The text begins at `begin` times the axes' width; this width is not known yet.
    left = figure.subplotpars.left
    room = 1 - wide / figure.bbox.width - 0.022
    figure.subplots_adjust(
        right=min(figure.subplotpars.right, left + (room - left) / begin)
    )


# ---- Axes -----------------------------------------------------------------------------


def log_ticks(axes):
    """A logarithmic y axis with four ticks or more, at round numbers."""
    axes.set_yscale("log")
    low, high = axes.get_ylim()
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    for subs in ((1,), (1, 3), (1, 2, 5), (1, 1.5, 2, 3, 5, 7)):
        round_numbers = (s * 10.0**d for d in decades for s in subs)
        ticks = [y for y in round_numbers if low <= y <= high]
        if len(ticks) >= 4:
            break
    else:
        ticks = [y for y in MaxNLocator(7).tick_values(low, high) if low <= y <= high]
    axes.yaxis.set_major_locator(FixedLocator(ticks))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(FuncFormatter(short_number))
    axes.set_ylim(low, high)


def apart(xs, least):
    """The last of the xs, and earlier ones that are at least this part of the axis apart."""
    whole = math.log(xs[-1] / xs[0]) or 1
    kept = xs[-1:]
    for x in reversed(xs[:-1]):
        if math.log(kept[-1] / x) >= least * whole:
            kept.append(x)
    return kept


def log_places(axes, xs):
    """A logarithmic x axis, with a tick only at each x that was measured."""
    axes.set_xscale("log", base=2)
    least = 0.2 if NARROW else 0.12 if SLIDE else 0
    axes.set_xticks(apart(sorted(xs), least))
    axes.xaxis.set_major_formatter(FuncFormatter(two_digits))
    axes.xaxis.set_minor_locator(NullLocator())


# ---- Files ----------------------------------------------------------------------------


def note_of(environment, names):
    """What was measured, and when: "driver 580, gridlock's commit 1a2b3c4, 2026-11-20"."""
    forms = {"driver": "driver {}", "commit": "gridlock's commit {:.7}", "date": "{:.10}"}
    return ", ".join(
        forms.get(name, "{}").format(environment[name])
        for name in names
        if environment.get(name, "none") not in ("none", "unknown")
    )


def recolour(figure, palette):
    """The same picture in other colours, light to dark."""
    others = {colors.to_rgb(old): colors.to_rgba(new) for old, new in palette.items()}

    def other(colour):
        if isinstance(colour, str) and colour in ("auto", "none", "face"):
            return colour
        rgba = colors.to_rgba_array(colour)
        return [(*others.get(tuple(c[:3]), c)[:3], c[3]) for c in rgba]

    parts = figure.findobj()
    parts += [t.get_bbox_patch() for t in parts if getattr(t, "get_bbox_patch", None)]
    parts += [t.arrow_patch for t in parts if getattr(t, "arrow_patch", None)]
    for part in filter(None, parts):
        for name in (
            "color",
            "facecolor",
            "edgecolor",
            "markerfacecolor",
            "markeredgecolor",
        ):
            get, put = getattr(part, f"get_{name}", None), getattr(
                part, f"set_{name}", None
            )
            # If a part has a face colour, set_color() would overwrite face and edge.
            if get and put and not (name == "color" and hasattr(part, "get_facecolor")):
                colour = other(get())
                several = isinstance(colour, str) or hasattr(part, "get_offsets")
                put(colour if several else colour[0] if colour else "none")


def whiskers_of(figure):
    return [
        bars
        for axes in figure.axes
        for bars in axes.containers
        if isinstance(bars, ErrorbarContainer)
    ]


def write(figure, path, metadata):
    replace(path, lambda part: figure.savefig(part, dpi=120, metadata=metadata))


def save(figure, environment, path, names=("driver", "commit", "date")):
    """Writes the picture, with the environment in a line below it, and for an SVG a dark one
    beside it.  For a table, writes nothing."""
    if is_table(path):
        return
    high = figure.get_figheight()
    for axes in figure.axes if SLIDE else ():
        axes.set_title(axes.get_title("left") or axes.get_ylabel(), loc="left")
        axes.set_ylabel("")
    for axes in figure.axes if NARROW else ():
        axes.set_xlabel(textwrap.fill(axes.get_xlabel(), 30))
        axes.set_title(textwrap.fill(axes.get_title("left"), 46), loc="left")
    note = note_of(environment, names)
    if any(bars.has_xerr or bars.has_yerr for bars in whiskers_of(figure)):
        note += ", whiskers: 95 % interval of the median"
    note = textwrap.fill(note, characters_of(SMALL)) if NARROW else note
    note = "" if SLIDE else note
    figure.text(0.01, 0.08 / high, note, va="bottom", fontsize=SMALL, color=GREY)
    stem, ending = os.path.splitext(path)
    metadata = {"Date": None} if ending == ".svg" else {}
    write(figure, path, metadata)
    if ending == ".svg":
        recolour(figure, DARK)
        write(figure, f"{stem}-dark.svg", metadata)
