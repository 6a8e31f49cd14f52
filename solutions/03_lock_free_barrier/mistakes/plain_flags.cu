// expect: data_race
// Ordinary words: a race, and nvcc reads them once and then spins forever.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  const unsigned thread =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  unsigned* in = arrayIn;
  unsigned* out = arrayOut;

  __syncthreads();
  if (thread == 0) {
    // ...
  }
  // ...
}
