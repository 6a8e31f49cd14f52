// Mail between the host and a kernel, or two kernels: the fences, and their scopes.
#include <atomic>
#include <cuda/atomic>

#include "cases.h"

struct Box {
  volatile int request, reply, posted, done;
};

template <bool fenced>
__global__ void serve(Box* b) {
  for (int n = 1; n <= 2; ++n) {
    while (b->posted != n) continue;
    __threadfence_system();
    b->reply = 2 * b->request;
    if (fenced) __threadfence_system();
    b->done = n;
  }
}

template <bool fenced>
int two_requests() {
  Box* b;
  cudaHostAlloc(&b, sizeof(Box), cudaHostAllocMapped);
  b->request = b->reply = b->posted = b->done = 0;
  serve<fenced><<<1, 1>>>(b);
  int bad = 0;
  for (int n = 1; n <= 2; ++n) {
    b->request = n;
    std::atomic_thread_fence(std::memory_order_seq_cst);
    b->posted = n;
    while (b->done != n) continue;
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (b->reply != 2 * n) bad = 1;
  }
  return finish() || bad;
}

// The classic form has volatile words, __threadfence_system on the device, and
// atomic_thread_fence on the host.
CASE(with_fences, passed) { return two_requests<true>(); }

CASE(device_answers_without_fence, stale_value) { return two_requests<false>(); }

__global__ void tell(int* data, volatile int* flag) {
  *data = 42;
  __threadfence();
  *flag = 1;
}

// The host polls a flag in mapped memory; __threadfence() does not order for it.
// missing: orders accesses for its own device only; the host and other devices need
CASE(fence_too_narrow_for_the_host, data_race) {
  int* memory;
  cudaHostAlloc(&memory, 2 * sizeof(int), cudaHostAllocMapped);
  memory[0] = memory[1] = 0;
  tell<<<1, 1>>>(memory, memory + 1);
  while (static_cast<volatile int*>(memory)[1] == 0) continue;
  const int got = memory[0];
  return finish() || got != 42;
}

using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void put(int* mail, int* full) {
  Word(*mail).store(7, cuda::memory_order_relaxed);
  Word(*full).store(1, cuda::memory_order_release);
}

__global__ void look(int* mail, int* full, int* out) {
  const int there = Word(*full).load(cuda::memory_order_acquire);
  const int taken = Word(*mail).load(cuda::memory_order_relaxed);
  *out = there ? taken == 7 : 1;
}

// The reader takes the value before it knows whether one is there, and drops it if not:
// new memory may be looked at.
// unsaid: uninitialized_read
CASE(looked_at_first, passed) {
  int *mail = device<int>(), *full = zeros<int>(), *out = device<int>();
  cudaStream_t other;
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  cudaDeviceSynchronize();
  put<<<1, 1, 0, other>>>(mail, full);
  look<<<1, 1>>>(mail, full, out);
  return finish() || !holds(out, {1});
}
