// Host functions in streams run in the stream's order, and the host waits for them.  Host
// threads have a device each, and wait for each other and for kernels.
#include <pthread.h>

#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

#include "cases.h"

__global__ void fill(int* values) { values[threadIdx.x] = 1; }

int sum_of(const int* values) {
  int sum = 0;
  for (int i = 0; i < 32; ++i) sum += values[i];
  return sum;
}

struct Shared {
  int values[32];
  int calls;
  cudaError_t error;
};

void count(void* data) {
  Shared& shared = *static_cast<Shared*>(data);
  for (int& value : shared.values) value += 10;
  ++shared.calls;
  shared.error = cudaStreamSynchronize(0);
}

void CUDART_CB called(cudaStream_t, cudaError_t status, void* data) {
  if (status == cudaSuccess) ++static_cast<Shared*>(data)->calls;
}

// Host functions see what came before them, and may not use CUDA.
CASE(in_order, passed) {
  int *out = device<int>(32), result[32];
  cudaStream_t stream;
  Shared* shared = pinned<Shared>();
  shared->calls = 0;
  cudaStreamCreate(&stream);
  fill<<<1, 32, 0, stream>>>(out);
  cudaMemcpyAsync(shared->values, out, sizeof result, cudaMemcpyDeviceToHost, stream);
  cudaLaunchHostFunc(stream, count, shared);
  cudaStreamAddCallback(stream, called, shared, 0);
  cudaMemcpyAsync(out, shared->values, sizeof result, cudaMemcpyHostToDevice, stream);
  cudaMemcpyAsync(result, out, sizeof result, cudaMemcpyDeviceToHost, stream);
  if (shared->calls != 2 || shared->error != cudaErrorNotPermitted) return 1;
  return sum_of(result) == 32 * 11 ? 0 : 2;
}

// missing: cudaStreamSynchronize(stream) must come between line $called and line $seen
CASE(not_awaited, data_race) {
  int* host = pinned<int>();
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  const auto set = [](void* data) { *static_cast<int*>(data) = 1; };
  cudaLaunchHostFunc(stream, set, host);  // $called
  const int seen = *host;                 // $seen
  return finish() != 0 || seen > 1;
}

// The host waits for an atomic on its own stack, and yields to the device.
// schedules: 50
CASE(awaited_by_a_word, passed) {
  std::atomic<bool> over{false};
  int* values = device<int>(32);
  fill<<<1, 32>>>(values);
  const auto set = [](void* flag) { *static_cast<std::atomic<bool>*>(flag) = true; };
  cudaLaunchHostFunc(0, set, &over);
  while (!over.load()) std::this_thread::yield();
  return !holds(values, {1});
}

std::mutex mutex;
std::condition_variable changed;
int finished = 0;

void* notify(void*) {
  const std::lock_guard<std::mutex> lock(mutex);
  ++finished;
  changed.notify_one();
  return nullptr;
}

void wait_for(int count) {
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, [=] { return finished == count; });
}

CASE(awaited_by_a_condition, passed) {
  int* values = pinned<int>(32);
  fill<<<1, 32>>>(values);
  cudaLaunchHostFunc(0, [](void*) { notify(nullptr); }, nullptr);
  wait_for(1);
  return cudaStreamSynchronize(0) != cudaSuccess || sum_of(values) != 32;
}

/// Work on a device.  A thread of its own checks the result and frees the memory.
struct Load {
  int *on_device = device<int>(32), *on_host = pinned<int>(32);
  cudaStream_t stream;
  bool right = false;

  explicit Load(cudaHostFn_t then) {
    cudaStreamCreate(&stream);
    fill<<<1, 32, 0, stream>>>(on_device);
    cudaMemcpyAsync(on_host, on_device, 32 * sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaLaunchHostFunc(stream, then, this);
  }
  static void* check(void* argument) {
    Load& load = *static_cast<Load*>(argument);
    load.right = sum_of(load.on_host) == 32 && cudaFree(load.on_device) == cudaSuccess &&
                 cudaFreeHost(load.on_host) == cudaSuccess &&
                 cudaStreamDestroy(load.stream) == cudaSuccess;
    return argument;
  }
};

std::thread joined;
pthread_t joined_too;
std::promise<bool> promise;
std::atomic<bool> seen{false};
volatile bool looked_at = false;
bool after_wait = false;

void detach_pthread(void* load) {
  const auto check = [](void* load) { return notify(Load::check(load)); };
  pthread_t thread;
  pthread_create(&thread, nullptr, check, load);
  pthread_detach(thread);
}

template <class Work>
void start(Work work) {
  std::thread(work).detach();
}

// Host functions start threads, which may use CUDA; the host waits for them in every way.
CASE(starts_threads, passed) {
  Load first(detach_pthread), second(detach_pthread);
  wait_for(2);

  Load third([](void* load) { joined = std::thread(Load::check, load); });
  cudaStreamSynchronize(third.stream);
  joined.join();

  Load fourth([](void* load) {
    const auto check = [](void* load) -> void* { pthread_exit(Load::check(load)); };
    pthread_create(&joined_too, nullptr, check, load);
  });
  cudaStreamSynchronize(fourth.stream);
  void* returned = nullptr;
  if (pthread_join(joined_too, &returned) != 0 || returned != &fourth) return 1;

  Load fifth([](void* load) {
    start([=] { promise.set_value(static_cast<Load*>(Load::check(load))->right); });
  });
  if (!promise.get_future().get()) return 2;

  Load sixth([](void* load) { start([=] { seen = Load::check(load) != nullptr; }); });
  while (!seen) continue;
  if (!first.right || !second.right || !third.right || !fourth.right || !sixth.right)
    return 3;

  cudaLaunchHostFunc(0, [](void*) { start([] { looked_at = true; }); }, nullptr);
  while (!looked_at) continue;
  const auto write_under_the_mutex = [](void*) {
    start([] {
      const std::lock_guard<std::mutex> lock(mutex);
      after_wait = true;
    });
  };
  {
    const std::lock_guard<std::mutex> lock(mutex);  // Held when the stream has ended.
    cudaLaunchHostFunc(0, write_under_the_mutex, nullptr);
    cudaDeviceSynchronize();
  }
  for (bool done = false; !done;) {
    const std::lock_guard<std::mutex> lock(mutex);
    done = after_wait;
  }
  bool waited = false;
  const auto wait_for_its_own = [](void* waited) {
    std::thread([=] { *static_cast<bool*>(waited) = true; }).join();
  };
  cudaLaunchHostFunc(0, wait_for_its_own, &waited);
  return finish() != 0 || !waited;
}

int *copied, *still_copied, sum = 0;

// The thread is ordered behind one stream, and reads what another stream still copies.
// missing: for the 2nd stream must come between line $copied and line $summed
CASE(thread_reads_too_soon, data_race) {
  int* on_device = device<int>(32);
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) cudaStreamCreate(&stream);
  copied = pinned<int>(32);
  still_copied = pinned<int>(32);
  fill<<<1, 32>>>(on_device);
  cudaDeviceSynchronize();
  constexpr cudaMemcpyKind kBack = cudaMemcpyDeviceToHost;
  cudaMemcpyAsync(copied, on_device, 128, kBack, streams[0]);
  cudaMemcpyAsync(still_copied, on_device, 128, kBack, streams[1]);  // $copied
  const auto read = [](void*) {
    joined = std::thread([] {
      for (int i = 0; i < 32; ++i) sum += copied[i] + still_copied[i];  // $summed
    });
  };
  cudaLaunchHostFunc(streams[0], read, nullptr);
  cudaStreamSynchronize(streams[0]);
  joined.join();
  return finish() != 0 || sum < 0;
}

bool ready = false;

int current_device() {
  int number = -1;
  cudaGetDevice(&number);
  return number;
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

// The started thread waits for a condition that the main thread never signals.
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

// Two threads wait for a word that neither writes, and the main thread waits for both.
// schedules: 1
// missing: which stays 0
CASE(poll_in_vain, deadlock) {
  std::thread one(wait_for_word), other(wait_for_word);
  one.join();
  other.join();
  return 0;
}
