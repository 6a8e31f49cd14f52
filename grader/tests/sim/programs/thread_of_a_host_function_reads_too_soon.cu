// expect: data_race
// missing: cudaStreamSynchronize(stream) must come between line 31 and line 17
// The thread that a host function starts is ordered behind the work of that stream only;
// it reads what another stream still copies.
#include <cuda_runtime.h>

#include <thread>

__global__ void fill(int* values) { values[threadIdx.x] = 1; }

int *first, *second;
int sum = 0;
std::thread reader;

void start_reader(void*) {
  reader = std::thread([] {
    for (int i = 0; i < 32; ++i) sum += first[i] + second[i];
  });
}

int main() {
  int* on_device;
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) cudaStreamCreate(&stream);
  cudaMalloc(&on_device, 32 * sizeof(int));
  cudaMallocHost(&first, 32 * sizeof(int));
  cudaMallocHost(&second, 32 * sizeof(int));
  fill<<<1, 32>>>(on_device);
  cudaDeviceSynchronize();
  cudaMemcpyAsync(first, on_device, 128, cudaMemcpyDeviceToHost, streams[0]);
  cudaMemcpyAsync(second, on_device, 128, cudaMemcpyDeviceToHost, streams[1]);
  cudaLaunchHostFunc(streams[0], start_reader, nullptr);
  cudaStreamSynchronize(streams[0]);
  reader.join();
  cudaDeviceSynchronize();
  return sum < 0;
}
