// expect: passed
// One warp fills three stages, another one reads them: by role and by number.
#include <cooperative_groups.h>
#include <cuda/pipeline>

__global__ void sums(const int* in, int* out, int tiles, bool by_role) {
  __shared__ int stage[3][4];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 3> state;
  const auto block = cooperative_groups::this_thread_block();
  const unsigned me = threadIdx.x % 4;
  const bool produces = threadIdx.x < 4;
  const auto role =
      produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
  auto pipe = by_role ? cuda::make_pipeline(block, &state, role)
                      : cuda::make_pipeline(block, &state, 4);
  int sum = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    if (produces) {
      pipe.producer_acquire();
      cuda::memcpy_async(&stage[tile % 3][me], &in[tile * 4 + me], sizeof(int), pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      sum += stage[tile % 3][3 - me];
      pipe.consumer_release();
    }
  }
  if (!produces) out[me] = sum;
}

int main() {
  int *in, *out, host[20], result[4];
  for (int i = 0; i < 20; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof result);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  for (const bool by_role : {true, false}) {
    sums<<<1, 8>>>(in, out, 5, by_role);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4; ++i)
      if (result[i] != 40 + 5 * (3 - i)) return 1;
  }
  return 0;
}
