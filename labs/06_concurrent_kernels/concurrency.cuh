// Given for lab 06: what the kernels record about each other, and the work that they do
// meanwhile.  You do not change this file.

#pragma once

#include <cuda_runtime.h>

// The most kernels of a run.  Each has a number below this, its kid.
constexpr int kMaxStreams = 8;

// The data in device memory to which all kernels of a run write.
struct KernelConcurrencyData {
  int mask;                 // Bit kid is set while kernel kid is active.
  int maskMax;              // The greatest number of bits set in a masks[].
  int masks[kMaxStreams];   // masks[kid]: the active kernels when kernel kid checked in.
  int count;                // How many kernels are active.
  int countMax;             // The greatest of all counts[].
  int counts[kMaxStreams];  // counts[kid]: how many were active when kid checked in.
};

// One run of several kernels.
struct Run {
  int kernels;  // 1 to kMaxStreams.
  int streams;  // 1: one kernel after the other.  kernels: each in its own stream.
  int blocks, threads;  // The grid and the block of each kernel, one-dimensional.
  unsigned* values;     // Device memory: kernel kid has values[kid * n] and so on.
  int n;                // How many values each kernel has.
  int cycles;           // The steps of work on each value.
};

// The work on one value: steps that a compiler cannot combine.
__device__ inline unsigned workOn(unsigned value, int cycles) {
  for (int i = 0; i < cycles; ++i) value = (value ^ value >> 15) * 1664525u + 1013904223u;
  return value;
}
