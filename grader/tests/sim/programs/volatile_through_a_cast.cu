// expect: passed
// A reference to volatile that a cast makes: each of the reads and writes is a volatile
// one, as nvcc compiles them.
#include <cstdio>

template <class Word>
__device__ Word look(const Word& word) {
  return const_cast<const volatile Word&>(word);
}

__global__ void pass(int* flags, int* out) {
  if (blockIdx.x == 0) {
    out[1] = 42;
    __threadfence();
    const_cast<volatile int&>(flags[0]) = 1;
    static_cast<volatile int&>(flags[1]) = 1;
    (volatile int&)flags[2] = 1;
  } else {
    while (look(flags[0]) == 0 || (volatile int&)flags[1] == 0 ||
           static_cast<const volatile int&>(flags[2]) == 0) {
    }
    __threadfence();
    out[0] = out[1];
  }
}

int main() {
  int *flags, *out, result;
  cudaMalloc(&flags, 3 * sizeof(int));
  cudaMalloc(&out, 2 * sizeof(int));
  cudaMemset(flags, 0, 3 * sizeof(int));
  pass<<<2, 1>>>(flags, out);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  std::printf("%d\n", result);
}
