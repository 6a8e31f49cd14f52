// expect: data_race
// told: read
// A kernel in another stream writes one of the ranges that Thrust merges.
#include <thrust/device_vector.h>
#include <thrust/merge.h>

__global__ void write(int* first) { first[3] = 5; }

int main() {
  thrust::device_vector<int> one(8, 1), two(8, 2), out(16);
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  write<<<1, 1, 0, stream>>>(thrust::raw_pointer_cast(two.data()));
  thrust::merge(one.begin(), one.end(), two.begin(), two.end(), out.begin());
  return cudaDeviceSynchronize();
}
