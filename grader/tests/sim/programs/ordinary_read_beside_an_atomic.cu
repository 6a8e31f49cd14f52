// expect: data_race
// missing: The read in line 9 is ordinary, neither atomic nor volatile, and the atomicCAS in
// missing: read through a volatile pointer or, if that line also changes the word,
// Blocks take from what is left, and look without saying that others take meanwhile.
__device__ int left = 8;
__device__ int rest[2];

__global__ void take() {
  int seen = left;
  for (int tries = 0; seen > 0 && tries < 4; ++tries) {
    const int half = (seen + 1) / 2;
    const int found = atomicCAS(&left, seen, seen - half);
    if (found == seen) break;
    seen = found;
  }
  rest[blockIdx.x] = seen;
}

int main() {
  take<<<2, 1>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
