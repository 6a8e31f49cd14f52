"""Draws what an item of the queue costs: plot.py OUT DATA [RECORDED]."""

import sys

import plot_contest

plot_contest.draw(sys.argv, "What the queue costs for each of 100,000 items, lab 05",
                  "blocks on each multiprocessor", "nanoseconds an item")
