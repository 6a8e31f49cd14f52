// expect: passed
// To write an element is to copy it and to wait for that: a kernel in any stream finds
// it.
#include <thrust/device_vector.h>

__global__ void add(int* out) { *out += 1; }

int main() {
  cudaStream_t apart;
  cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
  thrust::device_vector<int> values(4);
  values[0] = 6;
  add<<<1, 1, 0, apart>>>(thrust::raw_pointer_cast(values.data()));
  cudaStreamSynchronize(apart);
  return values[0] == 7 ? 0 : 1;
}
