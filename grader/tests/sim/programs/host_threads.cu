// Threads of the host: each has a current device of its own, and they wait for each other
// and for kernels.
#include <pthread.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "cases.h"

std::mutex mutex;
std::condition_variable changed;
bool ready = false;
int parts_done = 0;

int current_device() {
  int number = -1;
  cudaGetDevice(&number);
  return number;
}

__global__ void fill(int* values, int value) { values[threadIdx.x] = value; }

int sum_on(int number) {
  cudaSetDevice(number);
  int *values = device<int>(32), copied[32], sum = 0;
  fill<<<1, 32>>>(values, number + 1);
  fetch(copied, values);
  cudaFree(values);
  for (const int value : copied) sum += value;
  const std::lock_guard<std::mutex> lock(mutex);
  ++parts_done;
  return sum;
}

/// The number of the device becomes the sum.
void* sum_in_place(void* argument) {
  int* const number = static_cast<int*>(argument);
  const bool first = *number == 0;
  *number = sum_on(*number);
  if (first) pthread_exit(argument);
  return argument;
}

CASE(one_per_device, passed) {
  int sums[4] = {0, 1, 0, 1};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], nullptr, sum_in_place, &sums[i]);
  for (int i = 0; i < 2; ++i) {
    void* returned = nullptr;
    if (pthread_join(threads[i], &returned) != 0 || returned != &sums[i]) return 1;
  }
  std::vector<std::thread> more;
  for (int i = 0; i < 2; ++i) more.emplace_back([&sums, i] { sums[2 + i] = sum_on(i); });
  for (std::thread& thread : more) thread.join();
  const bool right = sums[0] == 32 && sums[1] == 64 && sums[2] == 32 && sums[3] == 64;
  return right && parts_done == 4 && current_device() == 0 ? 0 : 2;
}

constexpr int kTurns = 12, kThreads = 3, kBlocks = 2, kWorkers = kThreads + kBlocks;

__global__ void pass(int* flags) {
  for (int turn = kThreads + blockIdx.x; turn < kTurns; turn += kWorkers) {
    while (atomicAdd_system(&flags[turn], 0) == 0) continue;
    atomicAdd_system(&flags[turn + 1], 1);
  }
}

void pass_on_host(std::atomic_int* flags, int first, int* number) {
  cudaSetDevice(first % 2);
  for (int turn = first; turn < kTurns; turn += kWorkers) {
    while (flags[turn].load() == 0) continue;
    flags[turn + 1].fetch_add(1);
  }
  *number = current_device();
}

// Each host thread polls for the word of the one before it, and so do blocks of a kernel:
// the thread that is started first waits for the one that is started last.
// schedules: 20
CASE(pass_a_token, passed) {
  int *words = pinned<int>(kTurns + 1), devices[kThreads];
  for (int i = 0; i <= kTurns; ++i) words[i] = i == 0;
  pass<<<kBlocks, 1>>>(words);
  std::vector<std::thread> threads;
  for (int first = kThreads - 1; first >= 0; --first)
    threads.emplace_back(pass_on_host, reinterpret_cast<std::atomic_int*>(words), first,
                         &devices[first]);
  for (std::thread& thread : threads) thread.join();
  const bool own_devices = devices[0] == 0 && devices[1] == 1 && devices[2] == 0;
  return finish() != 0 || words[kTurns] != 1 || current_device() != 0 || !own_devices;
}

__global__ void add(int* values) { values[threadIdx.x] += 1; }

void add_in_a_stream(int* values) {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  add<<<1, 32, 0, stream>>>(values);
}

// Two threads, each with a stream, add to the same words.
CASE(race, data_race) {
  int* values = zeros<int>(32);
  cudaDeviceSynchronize();
  std::thread first(add_in_a_stream, values), second(add_in_a_stream, values);
  first.join();
  second.join();
  return finish();
}

void wait_until_ready() {
  std::unique_lock<std::mutex> lock(mutex);
  while (!ready) changed.wait(lock);
}

// The started thread waits for what the first one does later.
CASE(wait, passed) {
  std::thread waiting(wait_until_ready);
  {
    const std::lock_guard<std::mutex> lock(mutex);
    ready = true;
  }
  changed.notify_one();
  waiting.join();
  return 0;
}

// The started thread waits for a condition that the first one never signals.
// missing: a host thread waits for another one here, but no other thread can continue
CASE(wait_in_vain, api_error) {
  std::thread waiting(wait_until_ready);
  waiting.join();
  return 0;
}

std::atomic<int> word{0};

void wait_for_word() {
  while (word.load() == 0) continue;
}

// Two threads wait for a word that neither writes, and the first thread for the two.
// schedules: 1
// missing: which stays 0
CASE(poll_in_vain, deadlock) {
  std::thread one(wait_for_word), other(wait_for_word);
  one.join();
  other.join();
  return 0;
}
