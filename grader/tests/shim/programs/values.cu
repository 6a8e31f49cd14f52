// Prints what warp functions, groups and atomics return, one kind a line.  A GPU prints
// the same: the test's expected text was recorded on an NVIDIA H200.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <stdio.h>

#include <cuda/atomic>

namespace cg = cooperative_groups;

__global__ void warp_functions() {
  const int lane = threadIdx.x;
  int all_equal;
  const int sum = __reduce_add_sync(~0u, lane), least = __reduce_min_sync(~0u, -lane);
  const unsigned same = __match_any_sync(~0u, lane / 4);
  const unsigned all = __match_all_sync(~0u, 7, &all_equal);
  const unsigned odd = __ballot_sync(~0u, lane & 1);
  const int up = __shfl_up_sync(~0u, lane, 2, 8), down = __shfl_down_sync(~0u, lane, 9);
  const int crossed = __shfl_xor_sync(~0u, lane, 16);
  const double last = __shfl_sync(~0u, lane * 0.5, 31);
  if (lane == 13)
    printf("warp: %d %d %x %x %d %x %d %d %d %g\n", sum, least, same, all, all_equal, odd,
           up, down, crossed, last);
}

__global__ void groups() {
  const int lane = threadIdx.x;
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const int sum = cg::reduce(tile, lane, cg::plus<int>());
  const int most = cg::reduce(tile, lane, cg::greater<int>());
  const auto parity = cg::binary_partition(tile, lane & 1);
  const int second = parity.shfl(lane, 1);
  const auto thirds = cg::labeled_partition(tile, lane % 3);
  const int members = cg::reduce(thirds, 1, cg::plus<int>());
  const unsigned votes = tile.ballot(lane & 2), same = tile.match_any(lane / 3);
  if (lane == 13)
    printf("groups: %d %d %d %d %d %d %d %u %u\n", sum, most, (int)parity.size(),
           (int)parity.thread_rank(), second, members, (int)thirds.meta_group_size(),
           votes, same);
}

__global__ void integers(int* i, unsigned* u, unsigned long long* l) {
  const int t = threadIdx.x + blockIdx.x * blockDim.x;
  atomicAdd(i, t), atomicMax(i + 1, t), atomicMin(i + 2, -t), atomicSub(i + 3, 1);
  atomicXor(i + 4, 1 << t), atomicOr(i + 5, 1 << t), atomicExch(i + 6, 9);
  atomicCAS(i + 7, 0, 5), atomicAnd(i + 8, ~(1 << t));
  atomicAdd_system(i + 9, 1), atomicAdd_block(i + 10 + blockIdx.x, 1);
  atomicInc(u, 4), atomicDec(u + 1, 4);
  atomicAdd(l, 1ull << 40), atomicMax(l + 1, (unsigned long long)t << 35);
}

__global__ void floats_and_references(float* f, double* d, int* i,
                                      unsigned long long* l) {
  const int t = threadIdx.x + blockIdx.x * blockDim.x;
  atomicAdd(f, 0.5f), atomicAdd(d, 0.25);
  cuda::atomic_ref<float>(f[1]).fetch_max(t * 1.5f);
  cuda::atomic_ref<int, cuda::thread_scope_device>(i[0]).fetch_add(2);
  int expected = 0;
  cuda::atomic_ref<int>(i[1]).compare_exchange_strong(expected, 5);
  cuda::atomic_ref<unsigned long long>(l[0]).fetch_max(t + 3ull);
}

/// Sixteen words in device memory that are 0, and their values after a kernel.
template <class T>
struct Words {
  T *device, host[16];
  Words() {
    cudaMalloc(&device, sizeof host);
    cudaMemset(device, 0, sizeof host);
  }
  ~Words() { cudaFree(device); }
  const T* get() {
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    return host;
  }
};

int main() {
  warp_functions<<<1, 32>>>();
  groups<<<1, 32>>>();
  Words<int> i, referred;
  Words<unsigned> u;
  Words<unsigned long long> l, wide;
  Words<float> f;
  Words<double> d;
  integers<<<3, 4>>>(i.device, u.device, l.device);
  floats_and_references<<<3, 4>>>(f.device, d.device, referred.device, wide.device);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  printf("integers:");
  for (int k = 0; k < 13; ++k) printf(" %d", i.get()[k]);
  printf(" %u %u %llx %llx\n", u.get()[0], u.get()[1], l.get()[0], l.get()[1]);
  printf("others: %g %g %g %d %d %llu\n", f.get()[0], f.get()[1], d.get()[0],
         referred.get()[0], referred.get()[1], wide.get()[0]);
}
