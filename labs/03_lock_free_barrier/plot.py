"""Draws what a barrier costs: plot.py OUT DATA [RECORDED]."""

import sys

import plot_contest

plot_contest.draw(sys.argv, "One barrier between all blocks, lab 03",
                  "blocks on each multiprocessor", "nanoseconds a barrier")
