// expect: passed
// A host thread per device, with std::thread and with pthread_create; each has a current
// device of its own.
#include <cuda_runtime.h>
#include <pthread.h>

#include <mutex>
#include <thread>
#include <vector>

__global__ void fill(int* values, int value) { values[threadIdx.x] = value; }

struct Part {
  int device;
  int sum;
};

std::mutex mutex;
int parts_done = 0;

int work(int device) {
  int* values;
  int copied[32];
  cudaSetDevice(device);
  cudaMalloc(&values, sizeof copied);
  fill<<<1, 32>>>(values, device + 1);
  cudaMemcpy(copied, values, sizeof copied, cudaMemcpyDeviceToHost);
  cudaFree(values);
  int sum = 0;
  for (const int value : copied) sum += value;
  const std::lock_guard<std::mutex> lock(mutex);
  ++parts_done;
  return sum;
}

void* work_of_a_pthread(void* argument) {
  Part* part = static_cast<Part*>(argument);
  part->sum = work(part->device);
  if (part->device == 0) pthread_exit(part);
  return part;
}

int main() {
  Part parts[2] = {{0, 0}, {1, 0}};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], nullptr, work_of_a_pthread, &parts[i]);
  for (int i = 0; i < 2; ++i) {
    void* returned = nullptr;
    if (pthread_join(threads[i], &returned) != 0 || returned != &parts[i]) return 1;
  }
  int sums[2] = {0, 0};
  std::vector<std::thread> more;
  for (int i = 0; i < 2; ++i) more.emplace_back([&sums, i] { sums[i] = work(i); });
  for (std::thread& thread : more) thread.join();
  int device = -1;
  cudaGetDevice(&device);
  const bool right = parts[0].sum == 32 && parts[1].sum == 64 && sums[0] == 32 &&
                     sums[1] == 64 && parts_done == 4 && device == 0;
  return right ? 0 : 2;
}
