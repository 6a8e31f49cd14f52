// Lab 07: one stream waits for another
//
// Streams run independently, and each device has its own.  One can wait for another
// without the host: an event marks a place in a stream, and any stream of any device can
// be told to go no further until that place has been passed.
//
// Given   stream_wait.cuh: Lane, OnDevice, TRY, Station, work();  trials.cuh: part 7a
// Use     events, cudaStreamWaitEvent(), copies, cudaDeviceEnablePeerAccess()
// Change  what the lines marked TODO ask for
// Check   ./gridlock check 7        Hint   ./gridlock hint 7
//
// Every function returns the first error, or cudaSuccess, and leaves the current device
// as it found it.  Only makeEvent() and openPipe() leave a new event or new buffers
// behind with each call: of all others, a call that succeeds leaves no more behind than
// the call before it.  All but closePipe() only issue work, and return.

#include "stream_wait.cuh"

#include <algorithm>
#include <vector>

// ---- 7a: predictions ---------------------------------------------------------------
//
// What does each call of trials.cuh return?  Write it down before you run it: the name of
// a cudaError_t, which may be cudaSuccess.

// BEGIN SOLUTION
//# // TODO 1: predict.
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
constexpr cudaError_t kRecordThere = cudaSuccess;  // Whichever device is current.

// Waits and copies cross from device to device.
constexpr cudaError_t kWaitElsewhere = cudaSuccess;
constexpr cudaError_t kCopyElsewhere = cudaSuccess;

constexpr cudaError_t kWaitNeverRecorded = cudaSuccess;  // And it waits for nothing.
constexpr cudaError_t kElapsedAcross = cudaErrorInvalidResourceHandle;  // Two clocks.

// A reset destroys all that its device has, and nothing on another device.
constexpr cudaError_t kRecordAfterReset = cudaSuccess;
constexpr cudaError_t kFreeAfterReset = cudaErrorInvalidValue;  // It is already free.
// END SOLUTION

// ---- 7b: one lane follows another --------------------------------------------------

// Makes an event that can be recorded in the streams of `device`.
cudaError_t makeEvent(cudaEvent_t* event, int device) {
  // BEGIN SOLUTION
  //# // TODO 2: which device does an event belong to?  This one needs no timing.
  //# *event = nullptr;
  //# return cudaErrorNotYetImplemented;
  const OnDevice here(device);  // An event belongs to the device that was current.
  return cudaEventCreateWithFlags(event, cudaEventDisableTiming);
  // END SOLUTION
}

// Whatever is put into `later` from now on comes after everything that has been put into
// `earlier` so far.  `earlier` itself does not wait.
cudaError_t follow(Lane later, Lane earlier) {
  // BEGIN SOLUTION
  //# // TODO 3: mark the place in one stream, and let the other one wait for it.  Which
  //# // device's event is it?  And how soon may you destroy it?
  //# return cudaErrorNotYetImplemented;
  cudaEvent_t reached;
  TRY(makeEvent(&reached, earlier.device));
  TRY(cudaEventRecord(reached, earlier.stream));
  TRY(cudaStreamWaitEvent(later.stream, reached, 0));
  return cudaEventDestroy(reached);  // The wait has been issued, and outlives it.
  // END SOLUTION
}

// ---- 7c: through the host's memory -------------------------------------------------

// The route from one device to another, through two buffers in pinned host memory.  You
// may change the fields: only the functions below use them.
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
    //# // TODO 4: two buffers that both devices may use, and that allow asynchronous
    //# // copies.
    //# // TODO 5: the events, each for the streams in which it will be recorded.
    TRY(cudaHostAlloc(&pipe->buffer[i], chunk, cudaHostAllocPortable));
    TRY(makeEvent(&pipe->filled[i], from.device));
    TRY(makeEvent(&pipe->drained[i], to.device));
    // END SOLUTION
  }
  return cudaSuccess;
}

// Copies `bytes` bytes from `source`, on from's device, to `target`, on to's.  The copy
// takes its place in both lanes: it reads the source after what is in from's stream
// already, and what is put into to's stream next finds the target complete.  It may be
// called again at once.
//
// While to's device is busy, from's device can fill both buffers: from's stream waits
// only if the next buffer still holds bytes, of this call or of the one before.
cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  char* to = static_cast<char*>(target);
  const char* from = static_cast<const char*>(source);
  int i = 0;
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = 1 - i) {
    const size_t part = std::min(pipe->chunk, bytes - done);
    // BEGIN SOLUTION
    //# // TODO 6: in from's stream: fill buffer i with `part` bytes, and signal that.
    //# // TODO 7: in to's stream: wait for the signal, drain the buffer, and signal that.
    //# // TODO 8: the third chunk meets a buffer that may still be full.
    //# (void)to, (void)from, (void)part;
    //# return cudaErrorNotYetImplemented;

    // Makes from's stream wait until this buffer has been read.  Before the event is
    // first recorded, the stream waits for nothing.
    TRY(cudaStreamWaitEvent(pipe->from.stream, pipe->drained[i], 0));
    TRY(cudaMemcpyAsync(pipe->buffer[i], from + done, part, cudaMemcpyDeviceToHost,
                        pipe->from.stream));
    TRY(cudaEventRecord(pipe->filled[i], pipe->from.stream));

    // Makes to's stream wait until the buffer has been written.
    TRY(cudaStreamWaitEvent(pipe->to.stream, pipe->filled[i], 0));
    TRY(cudaMemcpyAsync(to + done, pipe->buffer[i], part, cudaMemcpyHostToDevice,
                        pipe->to.stream));
    TRY(cudaEventRecord(pipe->drained[i], pipe->to.stream));
    // END SOLUTION
  }
  return cudaSuccess;
}

// Waits until the pipe is empty, and frees its buffers and events.
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

// ---- 7d: straight from device to device --------------------------------------------

// From now on, kernels of `device` may use the memory of `peer`, another device.  Returns
// cudaSuccess even if they could before, and then cudaGetLastError() does not report
// that.  An error that an earlier call left may be lost; any error of this call is
// returned.
cudaError_t allowAccess(int device, int peer) {
  // BEGIN SOLUTION
  //# // TODO 9: which device gets the permission?  And what does CUDA return the second
  //# // time?
  //# return cudaErrorNotYetImplemented;
  const OnDevice here(device);
  const cudaError_t error = cudaDeviceEnablePeerAccess(peer, 0);
  if (error != cudaErrorPeerAccessAlreadyEnabled) return error;
  cudaGetLastError();  // Or the next caller takes it for an error of its own.
  return cudaSuccess;
  // END SOLUTION
}

// Copies `bytes` bytes from `source`, on from's device, to `target`, on to's, without the
// host's memory.  The copy takes its place in both lanes: after everything that is in
// either of them, and before everything that is put into either of them next.  (A copy
// also works without peer access: then the driver takes the route of 7c.)
cudaError_t copyDirect(Lane to, void* target, Lane from, const void* source,
                       size_t bytes) {
  // BEGIN SOLUTION
  //# // TODO 10: a copy is in one stream.  What orders it in the other stream as well?
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

// Adds values[0..n), on theirs' device, to sum[0..n), on mine's, with addArray(), which
// runs on mine's device and reads the other device's memory.  Access is allowed already.
// The addition takes its place in both lanes, as in copyDirect().  n is 1 to 2^30.
cudaError_t addPeer(Lane mine, int* sum, Lane theirs, const int* values, int n) {
  // BEGIN SOLUTION
  //# // TODO 11: the same with a launch, of (n - 1) / 128 + 1 blocks of 128 threads.  To
  //# // which device's streams does a launch go?
  //# return cudaErrorNotYetImplemented;
  constexpr int kThreads = 128;
  const OnDevice here(mine.device);
  TRY(follow(mine, theirs));
  addArray<<<(n - 1) / kThreads + 1, kThreads, 0, mine.stream>>>(sum, values, n);
  TRY(cudaGetLastError());
  return follow(theirs, mine);
  // END SOLUTION
}

// ---- 7e: a pipeline over all devices (a challenge) ---------------------------------

// What a station and the next one tell each other about the two slots.
struct Marks {
  cudaEvent_t done[2];     // The station's work on the item is done.
  cudaEvent_t fetched[2];  // The next station has a copy of the item.
};

// Runs `items` items of n integers through `count` stations, station 0 first.  Each
// station runs work() on every item, on its own device and in its own stream; item i is
// in slot i % 2 of each station.  When all streams are done, out has the results, and
// only then does the caller call again.
//
//   in, out   pinned host memory, one item after another
//   n         1 to 2^30; items * n may be more
//
// A station must be able to work on item i + 1 while the next station has not yet fetched
// item i.  No kernel may use the memory of another device.
cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  const size_t bytes = n * sizeof(int);
  std::vector<Marks> marks(count - 1);  // marks[s] is between stations s and s + 1.
  // BEGIN SOLUTION
  //# (void)bytes;
  //# // TODO 12: for each item and each station: fetch the item into its slot, from `in`
  //# // or from the station before; work(); the last station copies it to `out`.
  //# // TODO 13: two things must happen before the fetch.  What must the station before
  //# // have done with the item?  And what must be done with the item that was in this
  //# // slot?
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

      // Makes the stream wait until the slot's old item has been fetched.  For the first
      // two items the event has not been recorded, and the stream waits for nothing.
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
        // A launch goes to streams of the current device.
        const OnDevice current(device);
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
