// expect: passed
// schedules: 20
// Each host thread polls for the word of the one before it, and so do blocks of a kernel:
// the thread that is started first waits for the one that is started last.
#include <cuda_runtime.h>

#include <atomic>
#include <thread>
#include <vector>

constexpr int kTurns = 12, kThreads = 3, kBlocks = 2;
constexpr int kWorkers = kThreads + kBlocks;

__global__ void pass(int* flags) {
  for (int turn = kThreads + blockIdx.x; turn < kTurns; turn += kWorkers) {
    while (atomicAdd_system(&flags[turn], 0) == 0) {
    }
    atomicAdd_system(&flags[turn + 1], 1);
  }
}

void pass_on_host(std::atomic_int* flags, int first, int* device) {
  cudaSetDevice(first % 2);
  for (int turn = first; turn < kTurns; turn += kWorkers) {
    while (flags[turn].load() == 0) {
    }
    flags[turn + 1].fetch_add(1);
  }
  cudaGetDevice(device);
}

int main() {
  int* words;
  cudaMallocHost(&words, (kTurns + 1) * sizeof(int));
  for (int i = 0; i <= kTurns; ++i) words[i] = i == 0;
  pass<<<kBlocks, 1>>>(words);
  int devices[kThreads];
  std::vector<std::thread> threads;
  for (int first = kThreads - 1; first >= 0; --first)
    threads.emplace_back(pass_on_host, reinterpret_cast<std::atomic_int*>(words), first,
                         &devices[first]);
  for (std::thread& thread : threads) thread.join();
  if (cudaDeviceSynchronize() != cudaSuccess || words[kTurns] != 1) return 1;
  int device = -1;
  cudaGetDevice(&device);
  return device == 0 && devices[0] == 0 && devices[1] == 1 && devices[2] == 0 ? 0 : 2;
}
