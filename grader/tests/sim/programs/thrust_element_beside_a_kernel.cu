// expect: data_race
// told: line 14  racing cudaMemcpyAsync
// Reading an element copies it, and that waits for no stream that is apart.
#include <thrust/device_vector.h>

__global__ void set(int* out) { *out = 1; }

int main() {
  cudaStream_t apart;
  cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
  thrust::device_vector<int> values(4);
  cudaDeviceSynchronize();
  set<<<1, 1, 0, apart>>>(thrust::raw_pointer_cast(values.data()));
  const int first = values[0];
  cudaDeviceSynchronize();
  return first > 1;
}
