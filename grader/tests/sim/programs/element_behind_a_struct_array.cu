// expect: bad_access
// told: Write past the end of shared slot
// An element behind the last one of an array of structs, where the compiler allows an
// address, and where the next variable would begin.
#include <cstdio>

struct Pair {
  int first, second;
};

template <int kSlots>
__global__ void puts_two(int* out) {
  __shared__ Pair slot[kSlots];
  slot[threadIdx.x] = Pair{int(threadIdx.x), 1};
  __syncthreads();
  out[threadIdx.x] = slot[threadIdx.x].first;
}

__global__ void has_another(int* out) {
  __shared__ Pair other[1];
  other[0] = Pair{1, 2};
  out[0] = other[0].second;
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 2 * sizeof(int));
  has_another<<<1, 1>>>(out);
  puts_two<1><<<1, 2>>>(out);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(error));
  cudaFree(out);
}
