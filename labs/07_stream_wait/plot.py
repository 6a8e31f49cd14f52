"""Draws copies through the host's memory: plot.py OUT DATA [RECORDED]."""

import sys

import plot_copies

plot_copies.draw(
    sys.argv,
    "Copies from one device to another through the host, lab 07",
    {
        "reference": "the course's solution, in pieces of 8 MiB, through two buffers",
        "slower_half": "from a device to the host, or back, without the other half",
        "host_waits": "for each half before it issues the other",
    },
)
