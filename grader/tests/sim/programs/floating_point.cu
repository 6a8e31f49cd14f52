// Numbers in floating point, halves and vectors, in atomics and in plain accesses.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "cases.h"

__global__ void add_beside(__half* sum) {
  atomicAdd(sum, __half(1));
  sum[1] += __half(1);
}
// The two halves of a word are told apart: an atomic changes only the first one.
// missing: sum[1]
CASE(half_without_atomic, data_race) {
  __half* sum = zeros<__half>(2);
  return run(add_beside, 2, 1, sum);
}

struct Sums {
  __half half[2];
  __nv_bfloat16 bfloat[2];
  __half2 pair;
  float all;
};

__global__ void add_halves(Sums* sums) {
  __shared__ __half mine[4];
  const int me = threadIdx.x;
  atomicAdd(sums->half, __float2half(0.25f));
  atomicAdd(sums->bfloat, __float2bfloat16(2.0f));
  atomicAdd(&sums->pair, __floats2half2_rn(1.0f, 0.5f));
  mine[me] = __half(me) * __half(0.5f);
  __syncthreads();
  __half all = mine[0] + mine[1] + mine[2] + mine[3];
  all += __shfl_xor_sync(0xf, all, 1);
  if (blockIdx.x == 0 && me == 0) sums->all = __half2float(all);
}
// Sums by atomics, through shared memory and by shuffles.
CASE(sums_of_halves, passed) {
  Sums sums[1], *memory = zeros<Sums>();
  add_halves<<<2, 4>>>(memory);
  fetch(sums, memory);
  return __half2float(*sums->half) != 2 || __bfloat162float(*sums->bfloat) != 16 ||
         __high2float(sums->pair) != 4 || sums->all != 6;
}

__global__ void add_vectors(float* sums) {
  float4* const four = reinterpret_cast<float4*>(sums);
  float2 *const pair = reinterpret_cast<float2*>(sums + 4), *const of_block = pair + 1;
  __shared__ float2 mine;
  if (threadIdx.x == 0) mine = make_float2(0, 0);
  __syncthreads();
  atomicAdd(pair, make_float2(1, 2));
  atomicAdd_system(four, make_float4(1, 2, 3, 4));
  const float2 old = atomicAdd_block(&mine, make_float2(0.5f, 1));
  if (old.x < 0 || old.y > 4) atomicAdd(pair, make_float2(100, 100));
  __syncthreads();
  if (threadIdx.x == 0) of_block[blockIdx.x] = mine;
}
// Each float is an atomic by itself.
CASE(sums_of_vectors, passed) {
  return run_expecting({8.f, 16.f, 24.f, 32.f, 8.f, 16.f, 2.f, 4.f, 2.f, 4.f},
                       add_vectors, 2, 4);
}

__global__ void count_and_add(float* total, float2* count_and_sum) {
  const float mine = blockIdx.x + 1;
  const float2 old = atomicAdd(count_and_sum, make_float2(1, mine));  // $added
  if (old.x == gridDim.x - 1) *total = old.y + mine;
}
// One addition changes the count and the sum, but not in one step.  The last counter may
// read the sum before another block has added to it.
// told: line $added  atomicAdd pair[1], 5 -> 6
CASE(pair_is_not_one_step, wrong_result) {
  float2* pair = zeros<float2>();
  return run_expecting({6.f}, count_and_add, 3, 1, pair);
}

typedef float Four __attribute__((ext_vector_type(4)));
typedef float Eight __attribute__((ext_vector_type(8)));
typedef int Pair __attribute__((vector_size(8)));

__global__ void add_of_the_compiler(Four* sums, Pair* pairs) {
  sums[1] = sums[1] + 1.0f;
  if (threadIdx.x == 0) pairs[0] += Pair{1, 2};
}
// A program may use the compiler's own vector types; what it does with them is watched.
// told: write sums[4]
CASE(vectors_of_the_compiler, data_race) {
  Four* sums;
  cudaMalloc(&sums, 4 * sizeof(Four));
  cudaMemset(sums, 0, 4 * sizeof(Four));
  return run(add_of_the_compiler, 1, 2, sums, zeros<Pair>());
}

__global__ void set_eight(Eight* sums) { sums[1] = Eight(threadIdx.x); }
// The compiler announces no access of more than 16 bytes; the build announces its parts.
// told: sums[8]
CASE(wide_vectors_of_the_compiler, data_race) {
  Eight* sums;
  cudaMalloc(&sums, 2 * sizeof(Eight));
  return run(set_eight, 1, 2, sums);
}
