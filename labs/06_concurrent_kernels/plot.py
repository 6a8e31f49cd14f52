"""Draws what kernels at once buy, and which ran when: plot.py OUT DATA [RECORDED]."""

import sys

import plot_contest
import plot_timeline

plot_contest.draw(sys.argv, "Kernels in streams of their own, lab 06",
                  "kernels, each in a stream of its own", "nanoseconds a block")
plot_timeline.draw_timeline(sys.argv, "32 kernels, each in a stream of its own, lab 06",
                            waiting=("some of them",))
