// Given for lab 06: what the kernels record about each other, and the work that they do
// meanwhile.  You do not change this file.

#pragma once

#include <cuda_runtime.h>

// The most kernels of one run, each known by a number below this: its kid.
constexpr int kMaxStreams = 8;

// One of these lies in device memory.  All kernels of a run write to it.
struct KernelConcurrencyData {
  int mask;                 // Bit kid is set while kernel kid is active.
  int maskMax;              // The greatest popcount of all masks[].
  int masks[kMaxStreams];   // masks[kid]: those active when kernel kid checked in.
  int count;                // How many kernels are active.
  int countMax;             // The greatest of all counts[].
  int counts[kMaxStreams];  // counts[kid]: how many there were when kid checked in.
};

// One run of several kernels.
struct Run {
  int kernels;  // 1 to kMaxStreams.
  int streams;  // 1: one kernel after the other.  kernels: each in its own stream.
  int blocks, threads;  // The grid and the block of each kernel, one-dimensional.
  unsigned* values;     // Device memory: those of kernel kid begin at values[kid * n].
  int n;                // How many values each kernel has.
  int cycles;           // How long it works on each.
};

// The work on one value: steps that a compiler cannot combine.
__device__ inline unsigned workOn(unsigned value, int cycles) {
  for (int i = 0; i < cycles; ++i) value = (value ^ value >> 15) * 1664525u + 1013904223u;
  return value;
}
