"""Draws copies directly from device to device: plot_direct.py OUT DATA [RECORDED]."""

import sys

import plot_copies

plot_copies.draw(
    sys.argv, "Copies directly from one device to another, lab 07", direct=True
)
