// Lab 07: one stream waits for another
//
// Streams run on by themselves, and each device has its own.  One can wait for another
// without the host: an event marks a place in a stream, and a stream can be told to go no
// further until that place has been passed, on whatever device it is.
//
// Given   stream_wait.cuh: Lane, OnDevice, TRY, Station, work();  trials.cuh: part 7e
// Use     events, cudaStreamWaitEvent(), copies, cudaDeviceEnablePeerAccess()
// Change  what the lines marked TODO ask for
// Check   ./gridlock check 7        Hint   ./gridlock hint 7
//
// Every function returns the first error, or cudaSuccess; it leaves the current device as
// it found it; and, closePipe() aside, it only gives out work and waits for none.

#include "stream_wait.cuh"

#include <algorithm>
#include <vector>

// ---- 7a: one lane follows another --------------------------------------------------

// Makes an event that can be recorded in the streams of `device`.
cudaError_t makeEvent(cudaEvent_t* event, int device) {
  // BEGIN SOLUTION
  //# // TODO 1: whose is an event?  Nobody will ask it for a time.
  //# *event = nullptr;
  //# return cudaErrorNotYetImplemented;
  const OnDevice here(device);  // An event belongs to the device that was current.
  return cudaEventCreateWithFlags(event, cudaEventDisableTiming);
  // END SOLUTION
}

// Whatever is put into `later` from now on comes after everything that has been put into
// `earlier` so far.  `earlier` itself waits for nobody.
cudaError_t follow(Lane later, Lane earlier) {
  // BEGIN SOLUTION
  //# // TODO 2: mark the place in one stream, and let the other one wait for it.  Which
  //# // device's event is it?  And how soon may it go?
  //# return cudaErrorNotYetImplemented;
  cudaEvent_t reached;
  TRY(makeEvent(&reached, earlier.device));
  TRY(cudaEventRecord(reached, earlier.stream));
  TRY(cudaStreamWaitEvent(later.stream, reached, 0));
  return cudaEventDestroy(reached);  // The wait has been issued, and outlives it.
  // END SOLUTION
}

// ---- 7b: through the host's memory -------------------------------------------------

// The way from one device to another, by two buffers in pinned host memory.  The fields
// are yours to change: only your functions use them.
struct Pipe {
  Lane to, from;
  size_t chunk;  // Bytes in a buffer.
  char* buffer[2];
  cudaEvent_t filled[2];   // Recorded in from's stream: the buffer has been written.
  cudaEvent_t drained[2];  // Recorded in to's stream: the buffer has been read.
};

// Makes a pipe; `chunk` is at least 1.
cudaError_t openPipe(Pipe* pipe, Lane to, Lane from, size_t chunk) {
  *pipe = Pipe{to, from, chunk, {}, {}, {}};
  for (int i = 0; i < 2; ++i) {
    // BEGIN SOLUTION
    //# // TODO 3: two buffers that both devices may use, and to and from which a copy is
    //# // asynchronous.
    //# // TODO 4: the events, each for the streams in which it will be recorded.
    TRY(cudaHostAlloc(&pipe->buffer[i], chunk, cudaHostAllocPortable));
    TRY(makeEvent(&pipe->filled[i], from.device));
    TRY(makeEvent(&pipe->drained[i], to.device));
    // END SOLUTION
  }
  return cudaSuccess;
}

// Copies bytes from `source`, on from's device, to `target`, on to's.  It belongs to both
// lanes: it reads the source after what is in from's stream already, and the target is
// there for what is put into to's stream next.  It may be called again at once.
//
// While to's device is busy, from's may fill both buffers, but wait for nothing else.
cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  // BEGIN SOLUTION
  //# // TODO 5: for each chunk, in from's stream: fill a buffer, and say so.
  //# // TODO 6: in to's stream: wait for it, drain the buffer, and say so.
  //# // TODO 7: the third chunk meets a buffer that may still be full.
  //# return cudaErrorNotYetImplemented;
  char* to = static_cast<char*>(target);
  const char* from = static_cast<const char*>(source);
  int i = 0;
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = 1 - i) {
    const size_t part = std::min(pipe->chunk, bytes - done);

    // What this buffer held has been read.  Nobody recorded that before the first round:
    // then the wait is none.
    TRY(cudaStreamWaitEvent(pipe->from.stream, pipe->drained[i], 0));
    TRY(cudaMemcpyAsync(pipe->buffer[i], from + done, part, cudaMemcpyDeviceToHost,
                        pipe->from.stream));
    TRY(cudaEventRecord(pipe->filled[i], pipe->from.stream));

    // What this buffer shall hold has been written.
    TRY(cudaStreamWaitEvent(pipe->to.stream, pipe->filled[i], 0));
    TRY(cudaMemcpyAsync(to + done, pipe->buffer[i], part, cudaMemcpyHostToDevice,
                        pipe->to.stream));
    TRY(cudaEventRecord(pipe->drained[i], pipe->to.stream));
  }
  return cudaSuccess;
  // END SOLUTION
}

// Waits until the pipe is empty, and gives its buffers and events back.
cudaError_t closePipe(Pipe* pipe) {
  TRY(cudaStreamSynchronize(pipe->from.stream));
  TRY(cudaStreamSynchronize(pipe->to.stream));
  for (int i = 0; i < 2; ++i) {
    if (pipe->buffer[i]) TRY(cudaFreeHost(pipe->buffer[i]));
    if (pipe->filled[i]) TRY(cudaEventDestroy(pipe->filled[i]));
    if (pipe->drained[i]) TRY(cudaEventDestroy(pipe->drained[i]));
  }
  return cudaSuccess;
}

// ---- 7c: straight from device to device --------------------------------------------

// From now on, kernels of `device` may use the memory of `peer`, another device.  Success
// also if they could before; then too, cudaGetLastError() has nothing to say.  Any other
// error is returned.
cudaError_t allowAccess(int device, int peer) {
  // BEGIN SOLUTION
  //# // TODO 8: whose permission is it?  And what does CUDA say the second time?
  //# return cudaErrorNotYetImplemented;
  const OnDevice here(device);
  const cudaError_t error = cudaDeviceEnablePeerAccess(peer, 0);
  if (error != cudaErrorPeerAccessAlreadyEnabled) return error;
  cudaGetLastError();  // Or the next one who asks takes it for an error of his own.
  return cudaSuccess;
  // END SOLUTION
}

// Copies bytes from `source`, on from's device, to `target`, on to's, without the host's
// memory.  It belongs to both lanes: it comes after all that is in either of them, and
// before all that is put into either of them next.  (A copy works without peer access,
// too: then the driver takes the way of 7b.)
cudaError_t copyDirect(Lane to, void* target, Lane from, const void* source,
                       size_t bytes) {
  // BEGIN SOLUTION
  //# // TODO 9: a copy stands in one stream.  How does the other one take part in it?
  //# return cudaErrorNotYetImplemented;
  TRY(follow(to, from));  // The source has been written.
  TRY(cudaMemcpyPeerAsync(target, to.device, source, from.device, bytes, to.stream));
  return follow(from, to);  // It has been read, and may be overwritten.
  // END SOLUTION
}

__global__ void addArray(int* sum, const int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] += values[i];
}

// Adds values[0..n), on theirs' device, to sum[0..n), on mine: with addArray(), which
// runs on mine's device and reads the other one's memory.  Access is allowed already.  It
// belongs to both lanes, as copyDirect() does.
cudaError_t addPeer(Lane mine, int* sum, Lane theirs, const int* values, int n) {
  // BEGIN SOLUTION
  //# // TODO 10: the same with a launch.  A launch goes to which device's streams?
  //# return cudaErrorNotYetImplemented;
  if (n == 0) return cudaSuccess;  // A grid of no blocks is an error.
  constexpr int kThreads = 128;
  const OnDevice here(mine.device);
  TRY(follow(mine, theirs));
  addArray<<<(n - 1) / kThreads + 1, kThreads, 0, mine.stream>>>(sum, values, n);
  TRY(cudaGetLastError());
  return follow(theirs, mine);
  // END SOLUTION
}

// ---- 7d: a pipeline over all devices -----------------------------------------------

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
  // BEGIN SOLUTION
  //# (void)bytes;
  //# // TODO 11: for each item and each station: fetch the item into its slot, from `in`
  //# // or from the station before; work(); the last station copies it to `out`.
  //# // TODO 12: two things must be over before the fetch.  What has to be done with the
  //# // item, at the station before?  And with the one that was in this slot?
  //# return cudaErrorNotYetImplemented;
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
  // END SOLUTION
}

// ---- 7e: predictions ---------------------------------------------------------------
//
// What does each call of trials.cuh return?  Write it down before you run it: the name of
// a cudaError_t, which may be cudaSuccess.

// BEGIN SOLUTION
//# // TODO 13: predict.
//# constexpr cudaError_t kLaunchElsewhere = cudaErrorUnknown;
//# constexpr cudaError_t kRecordElsewhere = cudaErrorUnknown;
//# constexpr cudaError_t kRecordThere = cudaErrorUnknown;
//# constexpr cudaError_t kWaitElsewhere = cudaErrorUnknown;
//# constexpr cudaError_t kCopyElsewhere = cudaErrorUnknown;
//# constexpr cudaError_t kWaitNeverRecorded = cudaErrorUnknown;
//# constexpr cudaError_t kElapsedAcross = cudaErrorUnknown;
//# constexpr cudaError_t kRecordAfterReset = cudaErrorUnknown;
//# constexpr cudaError_t kFreeAfterReset = cudaErrorUnknown;
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
// END SOLUTION
