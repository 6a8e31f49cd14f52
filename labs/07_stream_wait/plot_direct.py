"""Draws copies directly from device to device: plot_direct.py OUT DATA [RECORDED]."""

import sys

import plot_copies

plot_copies.draw(
    sys.argv,
    "Copies directly from one device to another, lab 07",
    {
        "reference": "the course's solution, cudaMemcpyPeerAsync in the target's stream, "
        "between events",
        "from_the_source": "the same, in the stream of the source's device",
    },
    direct=True,
)
