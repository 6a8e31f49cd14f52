// expect: passed
// What arrives before a phase ends is seen by who waits for it, however it waits; a
// thread that drops out is not missed.
#include <cuda/barrier>

__global__ void neighbours(int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ int mine[4];
  const unsigned me = threadIdx.x;
  if (me == 0) init(&barrier, blockDim.x);
  __syncthreads();
  mine[me] = 1;
  barrier.arrive_and_wait();
  const int right = mine[(me + 1) % 4];
  auto token = barrier.arrive();
  int sum = right;
  barrier.wait(std::move(token));  // Everybody has read: all may write again.
  mine[me] = 10;
  if (me == 3) {
    barrier.arrive_and_drop();
    return;
  }
  (void)barrier.arrive();
  barrier.wait_parity(false);  // The third phase, number 2.
  sum += mine[3];
  auto last = barrier.arrive();
  while (!barrier.try_wait_for(std::move(last), cuda::std::chrono::nanoseconds(50))) {
  }
  mine[me] = 100;
  barrier.arrive_and_wait();
  out[me] = sum + mine[(me + 1) % 3];
}

int main() {
  int *out, result[3];
  cudaMalloc(&out, sizeof result);
  neighbours<<<1, 4>>>(out);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  return result[0] == 111 && result[1] == 111 && result[2] == 111 ? 0 : 1;
}
