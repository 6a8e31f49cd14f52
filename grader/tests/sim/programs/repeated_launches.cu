// expect: passed
// schedules: 3
// unsaid: are wrong
// A loop of launches, as in a benchmark: from the third one on, each repeats the one
// before.  What changes in between must show: an input, a constant, the arguments.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

constexpr int kN = 256, kThreads = 64;

__constant__ int factor;

__global__ void scaled_sums(const int* in, int* out, int offset) {
  __shared__ int part[kThreads];
  part[threadIdx.x] = in[blockIdx.x * kThreads + threadIdx.x];
  for (int stride = kThreads / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (threadIdx.x < stride) part[threadIdx.x] += part[threadIdx.x + stride];
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0] * factor + offset;
}

__global__ void add_one(int* in) { in[blockIdx.x * kThreads + threadIdx.x] += 1; }

int main() {
  int *in, *out;
  std::vector<int> ones(kN, 1), sums(kN / kThreads);
  cudaMalloc(&in, kN * sizeof(int));
  cudaMalloc(&out, kN / kThreads * sizeof(int));
  int each = 1, wrong = 0;
  const auto launch_and_check = [&](int times, int by, int offset) {
    cudaMemcpyToSymbol(factor, &by, sizeof by);
    for (int i = 0; i < times; ++i) {
      cudaMemset(out, 0, kN / kThreads * sizeof(int));
      scaled_sums<<<kN / kThreads, kThreads>>>(in, out, offset);
    }
    cudaMemcpy(sums.data(), out, kN / kThreads * sizeof(int), cudaMemcpyDeviceToHost);
    for (const int sum : sums) wrong += sum != each * kThreads * by + offset;
  };
  cudaMemcpy(in, ones.data(), kN * sizeof(int), cudaMemcpyHostToDevice);
  launch_and_check(5, 1, 0);
  launch_and_check(5, 2, 0);     // Another constant.
  launch_and_check(5, 2, 7);     // Another argument.
  launch_and_check(5, 1, 0);     // As at first.
  for (int i = 0; i < 5; ++i) {  // Another input each time: not a repetition.
    add_one<<<kN / kThreads, kThreads>>>(in);
    ++each;
    launch_and_check(2, 1, 0);
  }
  ones[kN - 1] = each = 1;
  cudaMemcpy(in, ones.data(), kN * sizeof(int), cudaMemcpyHostToDevice);
  launch_and_check(3, 1, 0);
  // A nonzero exit code would run everything in full and hide the mistake.
  if (wrong != 0) std::printf("%d sums are wrong\n", wrong);
  return 0;
}
