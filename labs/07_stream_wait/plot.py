"""Draws copies through the host's memory: plot.py OUT DATA [RECORDED]."""

import sys

import plot_copies

plot_copies.draw(sys.argv, "Copies from one device to another through the host, lab 07")
