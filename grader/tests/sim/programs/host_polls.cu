// The host polls for a word or for a stream; what it waits for must come.
#include <cuda/atomic>

#include "cases.h"

// A host that has much to do makes progress.
// schedules: 3
CASE(much_to_do, passed) {
  volatile int* counter = pinned<int>();
  *counter = 0;
  for (int i = 0; i < 1'000'000; ++i) ++*counter;
  return 0;
}

__global__ void wait(const volatile int* go) {
  while (*go == 0) __nanosleep(1);
}
// The host asks whether its stream is idle while a kernel waits for the host.
// missing: The host is in line $query.
CASE(a_waiting_stream, no_progress) {
  int* go = managed<int>();
  *go = 0;
  wait<<<1, 1>>>(go);
  while (cudaStreamQuery(nullptr) == cudaErrorNotReady) continue;  // $query
  return 0;
}

__global__ void forget(const volatile int* flag) {
  for (int i = 0; i < 20; ++i)
    if (*flag != 0) return;
}

// No thread raises the flag, but the host also asks whether the kernel has ended.
CASE(flag_and_stream, passed) {
  volatile int* flag = pinned<int>();
  *flag = 0;
  forget<<<1, 1>>>(flag);
  while (*flag == 0)
    if (cudaStreamQuery(nullptr) != cudaErrorNotReady) break;
  return 0;
}

// The kernel ends without raising the flag that the host waits for.
// missing: the host: spinning in line $spin on
CASE(flag, deadlock) {
  volatile int* flag = pinned<int>();
  *flag = 0;
  forget<<<1, 1>>>(flag);
  while (*flag == 0) continue;  // $spin
  return finish();
}

struct Box {
  int request;
  volatile int reply;
  int posted, done;
};

__global__ void serve(Box* box) {
  cuda::atomic_ref<int, cuda::thread_scope_system> posted(box->posted), done(box->done);
  while (posted.load(cuda::memory_order_acquire) == 0) continue;
  box->reply = 2 * box->request;
  done.store(1, cuda::memory_order_release);
}

template <int order>
int ask() {
  Box* box = pinned<Box>();
  *box = Box{};
  serve<<<1, 1>>>(box);
  box->request = 3;  // $request
  __atomic_store_n(&box->posted, 1, order);
  while (__atomic_load_n(&box->done, __ATOMIC_ACQUIRE) == 0) continue;
  return box->reply != 6 || finish() != 0;
}

// Host and device release and acquire in turn; the device does so at system scope.
CASE(reply_to_a_release, passed) { return ask<__ATOMIC_RELEASE>(); }

// missing: does not release what the host wrote in line $request
CASE(reply_to_a_relaxed_store, data_race) { return ask<__ATOMIC_RELAXED>(); }

enum Way { by_volatile, posts_plainly, looks_plainly, answers_unfenced };

template <Way way>
__global__ void reply(Box* box) {
  while (*(volatile int*)&box->posted == 0) continue;  // $awaits
  __threadfence_system();
  box->reply = 2 * box->request;
  if (way != answers_unfenced) __threadfence_system();
  *(volatile int*)&box->done = 1;
}

template <Way way>
int ask_for_a_reply() {
  Box* box = pinned<Box>();
  *box = Box{};
  reply<way><<<1, 1>>>(box);
  box->request = 3;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  volatile int *const posted = &box->posted, *const done = &box->done;
  if (way == posts_plainly) box->posted = 1;  // $posts
  if (way != posts_plainly) *posted = 1;
  while (way != looks_plainly && *done == 0) continue;
  while (way == looks_plainly && box->done == 0)  // $looks
    __asm__ volatile("" ::: "memory");
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  return box->reply != 6 || finish() != 0;
}

// The classic form has volatile words, __threadfence_system() on the device, and
// atomic_thread_fence() on the host.
CASE(with_fences, passed) { return ask_for_a_reply<by_volatile>(); }

// missing: The write in line $posts is ordinary, neither atomic nor volatile, and the volatile
// missing: read in line $awaits may come at any moment
CASE(posted_plainly, data_race) { return ask_for_a_reply<posts_plainly>(); }

// missing: The loop in line $looks waits with ordinary reads
CASE(polled_plainly_by_the_host, data_race) { return ask_for_a_reply<looks_plainly>(); }

CASE(device_answers_without_fence, stale_value) {
  return ask_for_a_reply<answers_unfenced>();
}

__global__ void tell(int* data, volatile int* flag) {
  *data = 42;
  __threadfence();
  *flag = 1;
}

// The host polls a flag in mapped memory.  __threadfence() orders nothing for the host.
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
