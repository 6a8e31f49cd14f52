// Uses the simulator's headers in ways that are tested neither by another program nor
// by the comparison of function types.  It compiles with nvcc, with clang's CUDA mode
// and against our headers alone; it is not run.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include <device_launch_parameters.h>

namespace cg = cooperative_groups;

__device__ int device_word;
__constant__ float coefficients[4];

// The driver's types, which other people's headers name.
static_assert(CUDA_SUCCESS == CUresult(0), "CUresult");
inline CUdeviceptr address(CUdevice, CUcontext, CUstream stream, CUevent, CUmodule,
                           CUfunction) {
  const cudaStream_t same = stream;
  return CUdeviceptr(same != nullptr);
}

// Keywords.
struct __align__(16) Aligned {
  int x;
};
static_assert(alignof(Aligned) == 16, "__align__");
__forceinline__ __device__ __host__ int twice(int x) { return 2 * x; }
__noinline__ __device__ int thrice(int x) { return 3 * x; }
__global__ void __launch_bounds__(128, 2) bounded(const __grid_constant__ int n) {
  (void)n;
}

// Asynchronous copies.
__global__ void copies(const float4* from, float4* to) {
  __shared__ float4 tile[32];
  __shared__ __align__(16) float words[8];
  const auto block = cg::this_thread_block();
  __pipeline_memcpy_async(&tile[0], from, sizeof(float4));
  __pipeline_memcpy_async(&tile[1], from, sizeof(float4), 8);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  cg::memcpy_async(block, tile, from, sizeof tile);
  cg::memcpy_async(cg::tiled_partition<8>(block), words, 8,
                   reinterpret_cast<const float*>(from), 9);
  cg::wait_prior<1>(block);
  cg::wait(block);
  to[0] = tile[0];
}

// Atomics, each overload, each scope.
template <class T>
__device__ void add(T* p) {
  atomicAdd(p, T(1));
  atomicAdd_block(p, T(1));
  atomicAdd_system(p, T(1));
}
template <class T>
__device__ void exchange(T* p) {
  atomicExch(p, T(1));
  atomicExch_block(p, T(1));
  atomicExch_system(p, T(1));
}
template <class T>
__device__ void compare(T* p) {
  atomicCAS(p, T(1), T(2));
  atomicCAS_block(p, T(1), T(2));
  atomicCAS_system(p, T(1), T(2));
}
template <class T>
__device__ void bitwise_and_extremes(T* p) {
  atomicMin(p, T(1)), atomicMin_block(p, T(1)), atomicMin_system(p, T(1));
  atomicMax(p, T(1)), atomicMax_block(p, T(1)), atomicMax_system(p, T(1));
  atomicAnd(p, T(1)), atomicAnd_block(p, T(1)), atomicAnd_system(p, T(1));
  atomicOr(p, T(1)), atomicOr_block(p, T(1)), atomicOr_system(p, T(1));
  atomicXor(p, T(1)), atomicXor_block(p, T(1)), atomicXor_system(p, T(1));
}
__device__ void atomics(int* i, unsigned* u, long long* l, unsigned long long* ul,
                        float* f, double* d, unsigned short* s) {
  add(i), add(u), add(ul), add(f), add(d);
  atomicSub(i, 1), atomicSub_block(u, 1), atomicSub_system(i, 1);
  exchange(i), exchange(u), exchange(ul), exchange(f);
  compare(i), compare(u), compare(ul);
  atomicCAS(s, (unsigned short)1, (unsigned short)2);
  bitwise_and_extremes(i), bitwise_and_extremes(u);
  bitwise_and_extremes(l), bitwise_and_extremes(ul);
  atomicInc(u, 7), atomicInc_block(u, 7), atomicInc_system(u, 7);
  atomicDec(u, 7), atomicDec_block(u, 7), atomicDec_system(u, 7);
}

// Barriers, fences, clocks.
__device__ void synchronize(int* p) {
  __syncthreads();
  *p = __syncthreads_or(1) + __syncthreads_and(1) + __syncthreads_count(1);
  __threadfence(), __threadfence_block(), __threadfence_system();
  __syncwarp(), __syncwarp(0xf);
  __nanosleep(100);
  *p = (int)(clock64() + clock());
  if (*p == 3) __trap();
  assert(*p);
}

// Warps.
template <class T>
__device__ T shuffle(T v) {
  int all_equal;
  v = __shfl_sync(~0u, v, 1) + __shfl_up_sync(~0u, v, 1u, 16);
  v += __shfl_down_sync(~0u, v, 1u) + __shfl_xor_sync(~0u, v, 1);
  v += (T)(__match_any_sync(~0u, v) + __match_all_sync(~0u, v, &all_equal));
  return v;
}
__device__ void warp(int* p) {
  *p += shuffle(1) + (int)shuffle(1u) + (int)shuffle(1l) + (int)shuffle(1ul) +
        (int)shuffle(1ll) + (int)shuffle(1ull) + (int)shuffle(1.0f) + (int)shuffle(1.0);
  *p += (int)__ballot_sync(~0u, 1) + __any_sync(~0u, 1) + __all_sync(~0u, 1) +
        __uni_sync(~0u, 1) + (int)__activemask() + (int)__fns(0xf0, 0, 2);
  *p += __reduce_add_sync(~0u, 1) + __reduce_min_sync(~0u, 1) + __reduce_max_sync(~0u, 1);
  *p += (int)(__reduce_add_sync(~0u, 1u) + __reduce_min_sync(~0u, 1u) +
              __reduce_max_sync(~0u, 1u) + __reduce_and_sync(~0u, 1u) +
              __reduce_or_sync(~0u, 1u) + __reduce_xor_sync(~0u, 1u));
}

// Loads and stores through the caches.
template <class T>
__device__ void cached(T* p) {
  T v = __ldg(p);
  v = __ldca(p), v = __ldcg(p), v = __ldcs(p), v = __ldlu(p), v = __ldcv(p);
  __stwb(p, v), __stcg(p, v), __stcs(p, v), __stwt(p, v);
}
__device__ void caches(void* p) {
  cached((char*)p), cached((signed char*)p), cached((unsigned char*)p);
  cached((short*)p), cached((unsigned short*)p), cached((int*)p), cached((unsigned*)p);
  cached((long*)p), cached((unsigned long*)p);
  cached((long long*)p), cached((unsigned long long*)p);
  cached((float*)p), cached((double*)p);
  cached((char2*)p), cached((char4*)p), cached((uchar2*)p), cached((uchar4*)p);
  cached((short2*)p), cached((short4*)p), cached((ushort2*)p), cached((ushort4*)p);
  cached((int2*)p), cached((int4*)p), cached((uint2*)p), cached((uint4*)p);
  cached((longlong2*)p), cached((ulonglong2*)p);
  cached((float2*)p), cached((float4*)p), cached((double2*)p);
  __stcg((float*)p, 1);
}

// Clusters.
__global__ void __cluster_dims__(2, 1, 1) clusters(unsigned* out) {
  __shared__ unsigned mine;
  unsigned n = __clusterDimIsSpecified() + __clusterSizeInBlocks();
  n += __clusterDim().x + __clusterIdx().y + __clusterRelativeBlockIdx().z;
  n += __clusterGridDimInClusters().x + __clusterRelativeBlockRank();
  __cluster_barrier_arrive(), __cluster_barrier_wait();
  __cluster_barrier_arrive_relaxed(), __cluster_barrier_wait();
  n += __cluster_query_shared_rank(__cluster_map_shared_rank(&mine, 1));
  const cg::cluster_group cluster = cg::this_cluster();
  cluster.sync(), cg::sync(cluster);
  cluster.barrier_wait(cluster.barrier_arrive());
  cluster.barrier_arrive(), cluster.barrier_wait();
  n += *cluster.map_shared_rank(&mine, 0) + cluster.query_shared_rank(&mine);
  n += cluster.block_rank() + cluster.block_index().x + cluster.num_blocks();
  n += cluster.thread_rank() + cluster.thread_index().x + cluster.num_threads();
  n += cluster.dim_blocks().x + cluster.dim_threads().x + cluster.size();
  *out = n;
}

// Cooperative groups.
struct Triple {
  int a, b, c;
};
__device__ int sum(cg::thread_group group, int v) {
  group.sync();
  return v + (int)group.size() + (int)group.thread_rank();
}
__global__ void groups(int* out, int n) {
  cg::grid_group grid = cg::this_grid();
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  cg::thread_block_tile<16> half = cg::tiled_partition<16>(tile);
  if (!grid.is_valid()) return;
  grid.sync(), cg::sync(grid), block.sync(), tile.sync(), half.sync();
  block.barrier_wait(block.barrier_arrive());
  n += (int)(grid.thread_rank() + grid.size() + grid.num_threads() + grid.num_blocks());
  n += (int)(grid.block_rank() + grid.dim_blocks().x + grid.block_index().x);
  n += (int)(grid.group_dim().x + grid.dim_threads().y + grid.thread_index().z);
  n += (int)(block.group_index().x + block.thread_index().y + block.group_dim().z);
  n += (int)(block.size() + block.num_threads() + block.dim_threads().x);
  n += (int)(tile.meta_group_rank() + half.meta_group_size() + half.thread_rank());
  n += tile.shfl(n, 3) + tile.shfl_up(n, 1u) + (int)tile.shfl_down(1.5, 1);
  n += tile.shfl_xor(n, 4) + half.any(n) + half.all(n) + (int)half.ballot(n);
  int all_equal;
  n += (int)tile.match_any(n) + (int)tile.match_all(n, all_equal);
  n += tile.shfl(Triple{1, 2, 3}, 2).b;
  n += sum(block, n) + sum(grid, n) + sum(cg::tiled_partition(block, 4), 2);
  auto active = cg::coalesced_threads();
  n += active.shfl(n, 0) + (int)active.size() + sum(active, 1);
  n += cg::reduce(tile, n, cg::plus<int>()) + cg::reduce(active, n, cg::greater<int>());
  n += (int)cg::binary_partition(tile, n > 3).size();
  n += (int)cg::labeled_partition(active, n % 3).meta_group_rank();
  n += (int)cg::thread_rank(block) + (int)cg::group_size(tile) +
       (int)decltype(tile)::size();
  n += (int)cg::this_thread().size();
  cg::invoke_one(block, [&] { *out = n; });
}

// Floating point of 16 bits.
template <class T, class T2>
__device__ void narrow(T* p, T2* pairs) {
  T x = *p + p[1] * p[2] - p[3] / p[4];
  x += x, x -= p[1], x *= p[2], x /= p[3], ++x, x--;
  x = __hadd(x, __hmul(x, x)), x = __hfma(x, x, x), x = __hmax(x, hexp(hsqrt(x)));
  if (x < *p || x == p[1] || __hge(x, p[2]) || __hisnan(x)) x = -x;
  T2 pair = *pairs + pairs[1] * __hneg2(pairs[2]);
  pair = __hfma2(pair, pair, h2rcp(pair));
  if (pair == *pairs || __hblt2(pair, pairs[1])) pair.x = pair.y;
  atomicAdd(p, x), atomicAdd(pairs, pair);
  *p = __shfl_sync(~0u, __ldg(p), 1), *pairs = __shfl_xor_sync(~0u, pair, 2);
  const float f = (float)x;
  x = f, x = T(2.0) + T(3), *p = x, __stcg(p, x);
}
__device__ void narrows(half* h, half2* h2, nv_bfloat16* b, __nv_bfloat162* b2) {
  narrow(h, h2), narrow(b, b2);
  *h = __float2half_rz(__bfloat162float(*b)), *b = __int2bfloat16_rn(__half2int_rd(*h));
  *h2 = __floats2half2_rn(1, 2), *b2 = __halves2bfloat162(*b, __float2bfloat16(2));
}

__global__ void plain(int* p, const float* q, int n) {
  __shared__ int tile[32];
  tile[threadIdx.x % warpSize] = n + twice(n) + thrice(n) + device_word;
  const uint3 here = threadIdx;
  const dim3 shape = blockDim;
  p[blockIdx.x * blockDim.x + threadIdx.x] =
      tile[0] + (int)(here.x + shape.x + gridDim.y);
  if (q) printf("%f %f\n", (double)q[0], (double)coefficients[0]);
}

// The host's templates that no program of sim/programs calls.  shim_test.py compares the
// types of all other functions.
void host(int* p, cudaStream_t stream, cudaEvent_t event) {
  int word = 0, blocks, size;
  size_t bytes;
  cudaMemcpyToSymbolAsync(device_word, &word, 4, 0, cudaMemcpyHostToDevice, stream);
  cudaMemcpyFromSymbolAsync(&word, coefficients, 4, 0, cudaMemcpyDeviceToHost, stream);
  cudaGetSymbolAddress((void**)&p, device_word), cudaGetSymbolSize(&bytes, coefficients);
  cudaMallocPitch((void**)&p, &bytes, 4, 4), cudaMallocHost(&p, 4, 0);
  cudaMallocManaged((void**)&p, 4, cudaMemAttachGlobal);
  cudaEventCreate(&event, cudaEventDefault);
  const float* q = nullptr;
  int n = 3;
  void* arguments[] = {&p, &q, &n};
  cudaLaunchKernel(plain, dim3(1), dim3(32), arguments);
  cudaLaunchConfig_t config{};
  cudaLaunchKernelEx(&config, plain, p, nullptr, 3);
  cudaLaunchKernelExC(&config, (const void*)plain, arguments);
  cudaFuncSetCacheConfig(plain, cudaFuncCachePreferShared);
  cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, plain, 128, 0, 0);
  cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      &blocks, &size, plain, [](int threads) { return threads * 4u; });
  static_assert(CUDART_VERSION == 13000 && CUDA_VERSION == 13000, "versions");
}

int main() {
  const int4 four = make_int4(1, 2, 3, 4);
  const double2 two = make_double2(1, 2);
  int a = 1, b = 2;
  std::swap(a, b);  // nvcc brings these without an include.
  return four.x + (int)two.y + std::min(a, b) + std::numeric_limits<signed char>::max();
}
