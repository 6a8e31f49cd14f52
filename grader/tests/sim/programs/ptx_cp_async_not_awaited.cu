// expect: data_race
// wait_group 2 waits for none of the two batches.
#include <cstdio>

__device__ void copy16(int* to, const int* from) {
  const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(address),
               "l"(from), "n"(16));
}

__global__ void reverse(const int* in, int* out) {
  __shared__ alignas(16) int tile[2][128];
  for (int half = 0; half < 2; ++half) {
    copy16(&tile[half][4 * threadIdx.x], in + 128 * half + 4 * threadIdx.x);
    asm volatile("cp.async.commit_group;\n" ::);
  }
  asm volatile("cp.async.wait_group %0;\n" ::"n"(2));
  __syncthreads();
  for (int i = threadIdx.x; i < 128; i += 32) out[i] = tile[0][127 - i];
  asm volatile("cp.async.wait_all;\n" ::);
  __syncthreads();
  for (int i = threadIdx.x; i < 128; i += 32) out[128 + i] = tile[1][127 - i];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 256 * sizeof(int));
  cudaMallocManaged(&out, 256 * sizeof(int));
  for (int i = 0; i < 256; ++i) in[i] = i;
  reverse<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < 256; ++i) wrong += out[i] != (i / 128) * 128 + 127 - i % 128;
  printf("%d wrong\n", wrong);
  return wrong;
}
