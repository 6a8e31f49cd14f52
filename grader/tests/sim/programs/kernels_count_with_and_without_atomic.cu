// expect: data_race
// missing: The read in line 7 is ordinary, neither atomic nor volatile, and the atomicAdd in
// Two kernels overlap on purpose.  One of them counts with an atomic, and the other not.
__device__ int count;

__global__ void in() { atomicAdd(&count, 1); }
__global__ void out() { --count; }

int main() {
  cudaStream_t one, other;
  cudaStreamCreate(&one);
  cudaStreamCreate(&other);
  out<<<1, 1, 0, other>>>();
  in<<<1, 1, 0, one>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
