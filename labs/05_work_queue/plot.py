"""Draws what an item of the queue costs: plot.py OUT DATA [RECORDED]."""

import sys

import plot_contest

plot_contest.draw(sys.argv, "100,000 items off a queue, lab 05",
                  "length of an item, in steps of its loop", "nanoseconds an item")
