// expect: data_race
// missing: cudaStreamSynchronize(stream) must come between line 14 and line 15
#include <vector>

__global__ void set(int* out, int value) { out[threadIdx.x] = value; }

int main() {
  std::vector<int> host(4);
  int* device;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMalloc(&device, 4 * sizeof(int));
  cudaHostRegister(host.data(), 4 * sizeof(int), cudaHostRegisterDefault);
  cudaMemcpyAsync(device, host.data(), 16, cudaMemcpyHostToDevice, stream);
  host[2] = 1;
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
