// expect: data_race
// missing: touches its bytes, a wait at shared barrier, for the phase that it belongs to,
// The phase may be over before the copy begins: then it is part of the next.
#include <cuda/barrier>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void spread(int* in, int* out) {
  __shared__ Barrier barrier, other;
  __shared__ int tile[4];
  const unsigned me = threadIdx.x;
  if (me == 0) {
    init(&barrier, blockDim.x);
    init(&other, blockDim.x);
  }
  __syncthreads();
  auto token = barrier.arrive();
  if (me == 0)
    for (int i = 0; i < 4; ++i)
      cuda::memcpy_async(&tile[i], &in[i], sizeof(int), barrier);
  barrier.wait(std::move(token));
  out[me] = tile[me];
  in[me] = -1;
}

int main() {
  int *in, *out, host[4] = {1, 2, 3, 4};
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  spread<<<1, 4>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  return host[0] == 1 && host[3] == 4 ? 0 : 1;
}
