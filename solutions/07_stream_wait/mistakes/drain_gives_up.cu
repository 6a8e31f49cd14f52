// expect: data_race, wrong_result
// Kernels copy and count; who waits looks 20000 times, and goes on.

#include "stream_wait.cuh"

#include <algorithm>
#include <vector>

cudaError_t makeEvent(cudaEvent_t* event, int device) {
  const OnDevice here(device);
  return cudaEventCreateWithFlags(event, cudaEventDisableTiming);
}

cudaError_t follow(Lane later, Lane earlier) {
  cudaEvent_t reached;
  TRY(makeEvent(&reached, earlier.device));
  TRY(cudaEventRecord(reached, earlier.stream));
  TRY(cudaStreamWaitEvent(later.stream, reached, 0));
  return cudaEventDestroy(reached);
}

struct Pipe {
  Lane to, from;
  size_t chunk;
  char* buffer[2];
  int* filled;
  int* drained;
  int chunks;
};

cudaError_t openPipe(Pipe* pipe, Lane to, Lane from, size_t chunk) {
  *pipe = Pipe{to, from, chunk, {}, nullptr, nullptr, 0};
  constexpr unsigned kFlags = cudaHostAllocPortable | cudaHostAllocMapped;
  for (char*& buffer : pipe->buffer) TRY(cudaHostAlloc(&buffer, chunk, kFlags));
  for (int** count : {&pipe->filled, &pipe->drained}) {
    TRY(cudaHostAlloc(count, sizeof(int), kFlags));
    **count = 0;
  }
  return cudaSuccess;
}

__global__ void fillBuffers(Pipe pipe, const char* source, size_t bytes) {
  volatile int* filled = pipe.filled;
  volatile int* drained = pipe.drained;
  int turn = pipe.chunks;
  for (size_t done = 0; done < bytes; done += pipe.chunk, ++turn) {
    while (*drained < turn - 1) {
    }
    __threadfence_system();
    for (size_t i = 0; i < pipe.chunk && done + i < bytes; ++i)
      pipe.buffer[turn % 2][i] = source[done + i];
    __threadfence_system();
    *filled = turn + 1;
  }
}

__global__ void drainBuffers(Pipe pipe, char* target, size_t bytes) {
  volatile int* filled = pipe.filled;
  volatile int* drained = pipe.drained;
  int turn = pipe.chunks;
  for (size_t done = 0; done < bytes; done += pipe.chunk, ++turn) {
    for (int looks = 0; *filled < turn + 1 && looks < 20000; ++looks) {
    }
    __threadfence_system();
    for (size_t i = 0; i < pipe.chunk && done + i < bytes; ++i)
      target[done + i] = pipe.buffer[turn % 2][i];
    __threadfence_system();
    *drained = turn + 1;
  }
}

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  {
    const OnDevice here(pipe->from.device);
    fillBuffers<<<1, 1, 0, pipe->from.stream>>>(*pipe, static_cast<const char*>(source),
                                                bytes);
    TRY(cudaGetLastError());
  }
  const OnDevice here(pipe->to.device);
  drainBuffers<<<1, 1, 0, pipe->to.stream>>>(*pipe, static_cast<char*>(target), bytes);
  pipe->chunks += int((bytes + pipe->chunk - 1) / pipe->chunk);
  return cudaGetLastError();
}

cudaError_t closePipe(Pipe* pipe) {
  TRY(cudaStreamSynchronize(pipe->from.stream));
  TRY(cudaStreamSynchronize(pipe->to.stream));
  for (char* buffer : pipe->buffer) TRY(cudaFreeHost(buffer));
  TRY(cudaFreeHost(pipe->filled));
  return cudaFreeHost(pipe->drained);
}

cudaError_t allowAccess(int device, int peer) {
  const OnDevice here(device);
  const cudaError_t error = cudaDeviceEnablePeerAccess(peer, 0);
  if (error != cudaErrorPeerAccessAlreadyEnabled) return error;
  cudaGetLastError();
  return cudaSuccess;
}

cudaError_t copyDirect(Lane to, void* target, Lane from, const void* source,
                       size_t bytes) {
  TRY(follow(to, from));
  TRY(cudaMemcpyPeerAsync(target, to.device, source, from.device, bytes, to.stream));
  return follow(from, to);
}

__global__ void addArray(int* sum, const int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] += values[i];
}

cudaError_t addPeer(Lane mine, int* sum, Lane theirs, const int* values, int n) {
  if (n == 0) return cudaSuccess;
  constexpr int kThreads = 128;
  const OnDevice here(mine.device);
  TRY(follow(mine, theirs));
  addArray<<<(n + kThreads - 1) / kThreads, kThreads, 0, mine.stream>>>(sum, values, n);
  TRY(cudaGetLastError());
  return follow(theirs, mine);
}

struct Marks {
  cudaEvent_t done[2];
  cudaEvent_t fetched[2];
};

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  const size_t bytes = n * sizeof(int);
  std::vector<Marks> marks(count - 1);
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
}

constexpr cudaError_t kLaunchElsewhere = cudaSuccess;
constexpr cudaError_t kRecordElsewhere = cudaErrorInvalidResourceHandle;
constexpr cudaError_t kRecordThere = cudaSuccess;

constexpr cudaError_t kWaitElsewhere = cudaSuccess;
constexpr cudaError_t kCopyElsewhere = cudaSuccess;

constexpr cudaError_t kWaitNeverRecorded = cudaSuccess;
constexpr cudaError_t kElapsedAcross = cudaErrorInvalidResourceHandle;
constexpr cudaError_t kRecordAfterReset = cudaSuccess;
constexpr cudaError_t kFreeAfterReset = cudaErrorInvalidValue;
