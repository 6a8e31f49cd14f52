// expect: data_race
// The pointer is volatile, but the words that it points to are not.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  const unsigned thread =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  unsigned* volatile in = arrayIn;
  unsigned* volatile out = arrayOut;

  __syncthreads();
  if (thread == 0) {
    // ...
  }
  // ...
}
