// What the rungs of this ladder share: parts 7a, 7d and 7e and addPeer(), as in the
// reference.

#pragma once

#include "stream_wait.cuh"

#include <algorithm>
#include <vector>

// Makes an event that can be recorded in the streams of `device`.
cudaError_t makeEvent(cudaEvent_t* event, int device) {
  const OnDevice here(device);  // An event belongs to the device that was current.
  return cudaEventCreateWithFlags(event, cudaEventDisableTiming);
}

// Whatever is put into `later` from now on comes after everything that has been put into
// `earlier` so far.  `earlier` itself waits for nobody.
cudaError_t follow(Lane later, Lane earlier) {
  cudaEvent_t reached;
  TRY(makeEvent(&reached, earlier.device));
  TRY(cudaEventRecord(reached, earlier.stream));
  TRY(cudaStreamWaitEvent(later.stream, reached, 0));
  return cudaEventDestroy(reached);  // The wait has been issued, and outlives it.
}

// From now on, kernels of `device` may use the memory of `peer`, another device.  Success
// also if they could before; then too, cudaGetLastError() has nothing to say.
cudaError_t allowAccess(int device, int peer) {
  const OnDevice here(device);
  const cudaError_t error = cudaDeviceEnablePeerAccess(peer, 0);
  if (error != cudaErrorPeerAccessAlreadyEnabled) return error;
  cudaGetLastError();  // Or the next one who asks takes it for an error of his own.
  return cudaSuccess;
}

__global__ void addArray(int* sum, const int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] += values[i];
}

// Adds values[0..n), on theirs' device, to sum[0..n), on mine: with addArray(), which
// runs on mine's device and reads the other one's memory.  Access is allowed already.  It
// belongs to both lanes, as copyDirect() does.
cudaError_t addPeer(Lane mine, int* sum, Lane theirs, const int* values, int n) {
  if (n == 0) return cudaSuccess;  // A grid of no blocks is an error.
  constexpr int kThreads = 128;
  const OnDevice here(mine.device);
  TRY(follow(mine, theirs));
  addArray<<<(n + kThreads - 1) / kThreads, kThreads, 0, mine.stream>>>(sum, values, n);
  TRY(cudaGetLastError());
  return follow(theirs, mine);
}

// What a station and the next one tell each other of the two slots.
struct Marks {
  cudaEvent_t done[2];     // The station's work on the item is done.
  cudaEvent_t fetched[2];  // The next station has a copy of the item.
};

// Runs `items` items of n integers through `count` stations, station 0 first.  Each does
// its work() on every item, on its own device and in its own stream; item i is in slot
// i % 2 of each.  When all streams are done, out has the results.
//
//   in, out   pinned host memory, one item after another
//
// A station may be at an item while the next one has not fetched the item before.  No
// device may use another one's memory in a kernel.
cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  const size_t bytes = n * sizeof(int);
  std::vector<Marks> marks(count - 1);  // marks[s] is between stations s and s + 1.
  for (int s = 0; s < count - 1; ++s) {
    for (int slot = 0; slot < 2; ++slot) {
      TRY(makeEvent(&marks[s].done[slot], stations[s].lane.device));
      TRY(makeEvent(&marks[s].fetched[slot], stations[s + 1].lane.device));
    }
  }

  for (int item = 0; item < items; ++item) {
    const int slot = item % 2;
    for (int s = 0; s < count; ++s) {
      const auto [device, stream] = stations[s].lane;
      int* here = stations[s].slot[slot];
      const bool last = s == count - 1;

      // What was in the slot has been fetched.  Nobody recorded that for the first two
      // items: then the wait is none.
      if (!last) TRY(cudaStreamWaitEvent(stream, marks[s].fetched[slot], 0));

      if (s == 0) {
        const int* from = in + size_t(item) * n;
        TRY(cudaMemcpyAsync(here, from, bytes, cudaMemcpyHostToDevice, stream));
      } else {
        const Station& before = stations[s - 1];
        TRY(cudaStreamWaitEvent(stream, marks[s - 1].done[slot], 0));
        TRY(cudaMemcpyPeerAsync(here, device, before.slot[slot], before.lane.device,
                                bytes, stream));
        TRY(cudaEventRecord(marks[s - 1].fetched[slot], stream));
      }

      {
        const OnDevice current(
            device);  // A launch goes to streams of the current device.
        work<<<1, 128, 0, stream>>>(here, n, s);
        TRY(cudaGetLastError());
      }

      if (last) {
        int* to = out + size_t(item) * n;
        TRY(cudaMemcpyAsync(to, here, bytes, cudaMemcpyDeviceToHost, stream));
      } else {
        TRY(cudaEventRecord(marks[s].done[slot], stream));
      }
    }
  }

  for (const Marks& mark : marks) {
    for (int slot = 0; slot < 2; ++slot) {
      TRY(cudaEventDestroy(mark.done[slot]));
      TRY(cudaEventDestroy(mark.fetched[slot]));
    }
  }
  return cudaSuccess;
}

// A launch goes to the device of its stream; an event is recorded on its own device.
constexpr cudaError_t kLaunchElsewhere = cudaSuccess;
constexpr cudaError_t kRecordElsewhere = cudaErrorInvalidResourceHandle;
constexpr cudaError_t kRecordThere = cudaSuccess;  // Which device is current is the same.

// Waits and copies cross from device to device.
constexpr cudaError_t kWaitElsewhere = cudaSuccess;
constexpr cudaError_t kCopyElsewhere = cudaSuccess;

constexpr cudaError_t kWaitNeverRecorded = cudaSuccess;  // And it waits for nothing.
constexpr cudaError_t kElapsedAcross = cudaErrorInvalidResourceHandle;  // Two clocks.

// A reset takes all that its device has, and nothing of another one.
constexpr cudaError_t kRecordAfterReset = cudaSuccess;
constexpr cudaError_t kFreeAfterReset = cudaErrorInvalidValue;  // Freed it is already.
