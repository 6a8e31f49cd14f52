// expect: passed
// What CUDA's mathematics writes through pointers, handed over behind fences: to other
// threads of the block through shared memory, to another block, to the host.
#include <cmath>
#include <cstdio>

__global__ void compute(double* out, int* flag) {
  __shared__ float part;
  __shared__ int exponent, quotient;
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) modff(2.75f, &part);
    if (threadIdx.x == 1) frexpf(6.0f, &exponent);
    if (threadIdx.x == 2) remquo(7.0, 2.0, &quotient);
    __syncthreads();
    if (threadIdx.x != 3) return;
    double cosine;
    sincos(0.0, &out[0], &cosine);
    out[1] = cosine + part + exponent + quotient;
    printf("%s: %d%% of %.1f\n", "done", 100, out[1]);
    __threadfence();
    atomicExch(flag, 1);
  } else if (threadIdx.x == 0) {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence();
    double whole;
    out[2] = out[0] + modf(out[1] + 0.5, &whole);
    out[3] = isnan(nan("")) ? whole : 0.0;
  }
}

int main() {
  double *out, result[4];
  int* flag;
  cudaMalloc(&out, sizeof result);
  cudaMalloc(&flag, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  compute<<<2, 4>>>(out, flag);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  // 1, 2, 3 and the last bits of 7 / 2 = 4, rounded to even.
  const bool right =
      result[0] == 0 && result[1] == 10 && result[2] == 0.5 && result[3] == 10;
  return right ? 0 : 1;
}
