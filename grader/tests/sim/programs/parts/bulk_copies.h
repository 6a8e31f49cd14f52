/// Instructions for bulk copies, as programs wrap them.
#pragma once

#include <cstdint>

__device__ inline unsigned shared(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

__device__ inline void init(uint64_t* barrier, int count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared(barrier)),
               "r"(count));
}

__device__ inline void arrive(uint64_t* barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared(barrier))
               : "memory");
}

__device__ inline void arrive_expecting(uint64_t* barrier, int bytes) {
  asm volatile(
      "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared(barrier)),
      "r"(bytes)
      : "memory");
}

__device__ inline void expect(uint64_t* barrier, int bytes) {
  asm volatile(
      "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(shared(barrier)),
      "r"(bytes)
      : "memory");
}

__device__ inline void wait(uint64_t* barrier, int parity) {
  asm volatile(
      "{\n.reg .pred p;\nAGAIN:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
      "@!p bra AGAIN;\n}" ::"r"(shared(barrier)),
      "r"(parity)
      : "memory");
}

__device__ inline void load(uint64_t* barrier, int* to, const int* from, int bytes) {
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, "
      "[%3];" ::"r"(shared(to)),
      "l"(from), "r"(bytes), "r"(shared(barrier))
      : "memory");
}

/// One thread copies, and the barrier's phase ends with the copy.
__device__ inline void load_by_one(uint64_t* barrier, int* to, const int* from,
                                   int bytes) {
  if (threadIdx.x != 0) return;
  arrive_expecting(barrier, bytes);
  load(barrier, to, from, bytes);
}

__device__ inline void store(int* to, const int* from, int bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to),
               "r"(shared(from)), "r"(bytes)
               : "memory");
  asm volatile("cp.async.bulk.commit_group;");
}

template <int kGroups = 0>
__device__ void wait_until_read() {
  asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(kGroups) : "memory");
}

template <int kGroups = 0>
__device__ void wait_until_written() {
  asm volatile("cp.async.bulk.wait_group %0;" ::"n"(kGroups) : "memory");
}

__device__ inline void fence_proxies() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/// One thread initializes the barrier for all threads of the block.
__device__ inline void init_by_one(uint64_t* barrier, int count) {
  if (threadIdx.x == 0) init(barrier, count);
  fence_proxies();
  __syncthreads();
}

/// Runs the kernel on 128 numbers; the 128 words that it writes must be as expected.
template <class... Way>
int on_numbers(int (*expected)(int), void (*kernel)(const int*, int*, Way...), int blocks,
               Way... way) {
  const int* in = numbers(128);
  int* out = managed<int>(128);
  kernel<<<blocks, 32>>>(in, out, way...);
  return finish(out, 128, expected);
}

inline int same(int i) { return i; }
