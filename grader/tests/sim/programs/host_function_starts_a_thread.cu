// expect: passed
// A host function of a stream may not use CUDA, so it hands on to a thread, which may.
// The host waits for the threads in each way that there is.
#include <cuda_runtime.h>
#include <pthread.h>

#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

__global__ void fill(int* values) { values[threadIdx.x] = 1; }

/// Work on a device whose result a thread of its own checks and releases.
struct Load {
  int *on_device, *on_host;
  cudaStream_t stream;
  bool right = false;

  void issue(cudaHostFn_t then) {
    cudaStreamCreate(&stream);
    cudaMalloc(&on_device, 32 * sizeof(int));
    cudaMallocHost(&on_host, 32 * sizeof(int));
    fill<<<1, 32, 0, stream>>>(on_device);
    cudaMemcpyAsync(on_host, on_device, 32 * sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaLaunchHostFunc(stream, then, this);
  }
  void finish() {
    int sum = 0;
    for (int i = 0; i < 32; ++i) sum += on_host[i];
    right = sum == 32 && cudaFree(on_device) == cudaSuccess &&
            cudaFreeHost(on_host) == cudaSuccess &&
            cudaStreamDestroy(stream) == cudaSuccess;
  }
};

std::mutex mutex;
std::condition_variable changed;
int finished = 0;
std::atomic<bool> seen{false};
volatile bool looked_at = false;
bool after_wait = false;
std::thread joined;
pthread_t joined_pthread;
std::promise<bool> promise;

void* finish_and_notify(void* load) {
  static_cast<Load*>(load)->finish();
  const std::lock_guard<std::mutex> lock(mutex);
  ++finished;
  changed.notify_one();
  return nullptr;
}
void* finish_and_return(void* load) {
  static_cast<Load*>(load)->finish();
  return load;
}
void tell_by_condition(void* load) {
  pthread_t thread;
  pthread_create(&thread, nullptr, finish_and_notify, load);
  pthread_detach(thread);
}
void tell_by_join(void* load) {
  joined = std::thread([=] { static_cast<Load*>(load)->finish(); });
}
void tell_by_pthread_join(void* load) {
  pthread_create(&joined_pthread, nullptr, finish_and_return, load);
}
void tell_by_future(void* load) {
  std::thread([=] {
    static_cast<Load*>(load)->finish();
    promise.set_value(true);
  }).detach();
}
void tell_by_atomic(void* load) {
  std::thread([=] {
    static_cast<Load*>(load)->finish();
    seen = true;
  }).detach();
}
void tell_by_volatile(void*) {
  std::thread([] { looked_at = true; }).detach();
}
/// The host holds the mutex when the stream has ended.
void tell_under_the_mutex(void*) {
  std::thread([] {
    const std::lock_guard<std::mutex> lock(mutex);
    after_wait = true;
  }).detach();
}
void waits_for_its_own(void* sum) {
  int part = 0;
  std::thread thread([&] { part = 5; });
  thread.join();
  *static_cast<int*>(sum) = part;
}

int main() {
  Load loads[6];
  for (int i = 0; i < 2; ++i) loads[i].issue(tell_by_condition);
  {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [] { return finished == 2; });
  }
  loads[2].issue(tell_by_join);
  cudaStreamSynchronize(loads[2].stream);
  joined.join();

  loads[3].issue(tell_by_pthread_join);
  cudaStreamSynchronize(loads[3].stream);
  void* returned = nullptr;
  if (pthread_join(joined_pthread, &returned) != 0 || returned != &loads[3]) return 1;

  loads[4].issue(tell_by_future);
  if (!promise.get_future().get()) return 2;

  loads[5].issue(tell_by_atomic);
  while (!seen) {
  }
  cudaLaunchHostFunc(0, tell_by_volatile, nullptr);
  while (!looked_at) {
  }
  {
    const std::lock_guard<std::mutex> lock(mutex);
    cudaLaunchHostFunc(0, tell_under_the_mutex, nullptr);
    cudaDeviceSynchronize();
  }
  for (bool done = false; !done;) {
    const std::lock_guard<std::mutex> lock(mutex);
    done = after_wait;
  }
  int sum = 0;
  cudaLaunchHostFunc(0, waits_for_its_own, &sum);
  cudaDeviceSynchronize();
  for (const Load& load : loads)
    if (!load.right) return 3;
  return sum == 5 ? 0 : 4;
}
