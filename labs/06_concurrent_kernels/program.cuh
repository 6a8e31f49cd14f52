// Given for lab 06: the program around your code.  It runs some kernels one after the
// other, then each in a stream of its own, and prints what they saw of each other.
//
//   --kernels N         the number of kernels, at most 8 (default 8)
//   --blocks-per-sm N   blocks of each kernel per SM of the device (default 1)
//   --threads N         threads per block
//   --cycles N          how long a kernel works on each of its values

#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "concurrency.cuh"

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms);

// Ends the program if a call failed.
inline void demand(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  std::printf("%s: %s\n", what, cudaGetErrorString(code));
  std::exit(1);
}

inline void printReport(const KernelConcurrencyData& data, float ms) {
  std::printf("%.3f ms\nKernel data:\n  Masks: (", ms);
  for (const int mask : data.masks) std::printf(" 0x%x", mask);
  std::printf(" ), up to %d at once\n  Counts: (", data.maskMax);
  for (const int count : data.counts) std::printf(" %d", count);
  std::printf(" )\n  Up to %d kernels were active\n", data.countMax);
}

// The number that follows the option `name`; `otherwise` without that option.
inline int option(int argc, char** argv, const char* name, int otherwise) {
  for (int i = 1; i + 1 < argc; ++i)
    if (std::strcmp(argv[i], name) == 0) return std::atoi(argv[i + 1]);
  return otherwise;
}

int main(int argc, char** argv) {
  int sms = 0;
  demand(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0),
         "cudaDeviceGetAttribute");
  const int blocks_per_sm = option(argc, argv, "--blocks-per-sm", 1);

  Run run;
  run.kernels = option(argc, argv, "--kernels", kMaxStreams);
  if (run.kernels < 1 || run.kernels > kMaxStreams || blocks_per_sm < 1) {
    std::printf("Use 1 to %d kernels, and at least 1 block per SM.\n", kMaxStreams);
    return 1;
  }
  run.blocks = blocks_per_sm * sms;
#ifdef GRIDLOCK_SIM
  run.threads = option(argc, argv, "--threads", 2);
  run.cycles = option(argc, argv, "--cycles", 10);
#else
  run.threads = option(argc, argv, "--threads", 128);
  run.cycles = option(argc, argv, "--cycles", 100000);
#endif
  run.n = run.blocks * run.threads;
  const size_t bytes = size_t(run.kernels) * run.n * sizeof(unsigned);
  KernelConcurrencyData* report;
  demand(cudaMalloc(&run.values, bytes), "cudaMalloc");
  demand(cudaMemset(run.values, 0, bytes), "cudaMemset");
  demand(cudaDeviceSynchronize(), "cudaDeviceSynchronize");  // The zeros are there.
  demand(cudaMallocHost(&report, sizeof *report), "cudaMallocHost");
  *report = KernelConcurrencyData();

  std::printf("Using %d blocks per SM on a GPU with %d SMs = %d blocks\n", blocks_per_sm,
              sms, run.blocks);
  for (const bool concurrent : {false, true}) {
    float ms = 0;
    run.streams = concurrent ? run.kernels : 1;
    std::printf("Timing %s operations... ", concurrent ? "concurrent" : "sequential");
    demand(runKernels(run, report, &ms), "runKernels");
    printReport(*report, ms);
  }
  demand(cudaFreeHost(report), "cudaFreeHost");
  demand(cudaFree(run.values), "cudaFree");
}
