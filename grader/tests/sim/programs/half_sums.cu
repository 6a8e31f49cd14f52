// expect: passed
// Sums in floating point of 16 bits: by atomics, through shared memory and by shuffles.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void sum(__half* halves, __nv_bfloat16* bfloats, __half2* pairs, float* out) {
  __shared__ __half mine[4];
  const int me = threadIdx.x;
  atomicAdd(halves, __float2half(0.25f));
  atomicAdd(bfloats, __float2bfloat16(2.0f));
  atomicAdd(pairs, __floats2half2_rn(1.0f, 0.5f));
  mine[me] = __half(me) * __half(0.5f);
  __syncthreads();
  __half all = mine[0] + mine[1] + mine[2] + mine[3];
  all += __shfl_xor_sync(0xf, all, 1);
  if (blockIdx.x == 0 && me == 0) *out = __half2float(all);
}

int main() {
  char *bytes, result[16] = {};
  cudaMalloc(&bytes, 16);
  cudaMemset(bytes, 0, 16);
  sum<<<2, 4>>>((__half*)bytes, (__nv_bfloat16*)(bytes + 4), (__half2*)(bytes + 8),
                (float*)(bytes + 12));
  cudaMemcpy(result, bytes, 16, cudaMemcpyDeviceToHost);
  if (__half2float(*(__half*)result) != 2) return 1;
  if (__bfloat162float(*(__nv_bfloat16*)(result + 4)) != 16) return 2;
  if (__high2float(*(__half2*)(result + 8)) != 4) return 3;
  return *(float*)(result + 12) == 6 ? 0 : 4;
}
