"""Writes the host part for a file that holds kernels alone.

The file's second line names the shape: `//--blockDim=[4,4] --gridDim=10`.  Each kernel of
the file is launched once, with the arguments that `kernel_host.h` makes of its
parameters' types.
"""

import math
import re

# What CUDA can launch.
MOST_THREADS = 1024

KERNEL = re.compile(
    r"__global__\s+(?:static\s+)?void\s+(?:__launch_bounds__\([^)]*\)\s*)?(\w+)\s*\("
)


def shape(line, option):
    """The three extents that `--blockDim=` or `--gridDim=` gives."""
    found = re.search(option + r"=\[?([\d,]+)\]?", line)
    if not found:
        raise ValueError(f"its second line has no --{option}")
    extents = [int(number) for number in found[1].split(",")]
    return extents + [1] * (3 - len(extents))


def cut(block):
    """A block that CUDA can launch: the last extents go first."""
    block = list(block)
    for axis in (2, 1, 0):
        if math.prod(block) <= MOST_THREADS:
            break
        others = math.prod(block) // block[axis]
        block[axis] = max(1, MOST_THREADS // others)
    return block


def without_comments(text):
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    return re.sub(r"//[^\n]*", " ", text)


def parameters(text, begin):
    """The names of the parameters that follow the bracket before `begin`."""
    depth, end = 1, begin
    while depth:
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        end += 1
    listed = text[begin : end - 1].split(",")
    return [re.findall(r"\w+", one)[-1] for one in listed if one.strip()]


def host_part(path, values):
    """The program: the file, and a main() that launches its kernels.

    `values` are the scalar arguments by the parameters' names; others are 1.
    """
    raw = path.read_text(encoding="utf-8", errors="replace")
    second = raw.splitlines()[1]
    text = without_comments(raw)
    block, grid = cut(shape(second, "blockDim")), shape(second, "gridDim")
    kernels = [
        (found[1], parameters(text, found.end())) for found in KERNEL.finditer(text)
    ]
    if not kernels:
        raise ValueError("it has no kernel")
    unknown = set(values) - {name for _, names in kernels for name in names}
    if unknown:
        raise ValueError(f"no kernel has a parameter {min(unknown)}")
    launcher = "launch_together" if "grid_group" in text else "launch"
    lines = [f"#define {m.replace('=', ' ')}" for m in re.findall(r"-D(\w+=\w+)", second)]
    if "curand" in text:  # GPUVerify's cuda.h has it.
        lines.append("#include <curand_kernel.h>")
    lines += ['#include "kernel_host.h"', f'#include "{path}"', "int main() {"]
    for name, names in kernels:
        scalars = ", ".join(str(values.get(one, 1)) for one in names)
        shapes = f"dim3({str(grid)[1:-1]}), dim3({str(block)[1:-1]})"
        lines.append(f"  kernel_host::{launcher}({name}, {shapes}, {{{scalars}}});")
    return "\n".join(lines + ["}", ""])
