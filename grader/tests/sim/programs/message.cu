// One block writes data and sets a flag, another one waits for the flag and reads the
// data: what orders the two are a release before the flag and an acquire behind it.
#include <cuda/atomic>

#include "cases.h"

enum Fence { none, relaxed, of_block, of_device };

template <Fence fence>
__device__ void order() {
  if (fence == relaxed)
    cuda::atomic_thread_fence(cuda::memory_order_relaxed, cuda::thread_scope_device);
  if (fence == of_block) __threadfence_block();
  if (fence == of_device) __threadfence();
}

template <class Data, Fence before, Fence after, bool cached>
__global__ void pass(Data* data, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    order<before>();
    *flag = 1;
  } else {
    while (*flag == 0) continue;  // $look
    order<after>();
    *out = cached ? __ldg(const_cast<const int*>(data)) : *data;
  }
}

template <class Data, Fence before, Fence after, bool cached = false>
int message() {
  int* words = zeros<int>(3);
  pass<Data, before, after, cached><<<2, 1>>>(words, words + 1, words + 2);
  return !holds(words + 2, {42});
}

// Neither side has a fence, and both places are named at once.
// missing: Nor does one lie between the volatile read in line $look, which saw the signal
CASE(without_fences, data_race) { return message<int, none, none>(); }

// unsaid: Nor does one lie
CASE(with_the_readers_fence_alone, data_race) { return message<int, none, of_device>(); }

// Hardware forgives it, the rules do not.
CASE(without_the_readers_fence, advice missing_acquire_fence) {
  return message<int, of_device, none>();
}

// command: --strict
// missing: No run on an H200 was seen to go wrong without it
CASE(without_the_readers_fence_strict, data_race) {
  return message<int, of_device, none>();
}

// missing: orders accesses for its own block only; other blocks need __threadfence()
CASE(receiver_fences_for_its_block, advice missing_acquire_fence) {
  return message<int, of_device, of_block>();
}

// No fence makes the read-only cache see what the same kernel wrote.
CASE(through_the_read_only_cache, data_race) {
  return message<int, of_device, of_device, true>();
}

// A relaxed fence orders nothing.
CASE(with_a_relaxed_fence, data_race) { return message<int, relaxed, of_device>(); }

// With volatile data there is no race, and no order either.
CASE(volatile_is_no_fence, stale_value) { return message<volatile int, none, none>(); }

// The old value is forbidden.
CASE(volatile_with_fences, passed) {
  return message<volatile int, of_device, of_device>();
}

// As in a benchmark: only the last launch is looked at, and each leaves the same value.
template <Fence before, Fence after>
int same_message_again() {
  int* words = zeros<int>(3);
  for (int i = 0; i < 3; ++i) {
    cudaMemset(words + 1, 0, sizeof(int));
    pass<volatile int, before, after, false><<<2, 1>>>(words, words + 1, words + 2);
  }
  return !holds(words + 2, {42});
}

// The reader may see the value of an earlier launch, which is the same.
// missing: An earlier launch left the same value there
CASE(masked_without_fences, advice missing_acquire_fence) {
  return same_message_again<none, none>();
}

// missing: An earlier launch left the same value there
CASE(masked_without_the_readers_fence, advice missing_acquire_fence) {
  return same_message_again<of_device, none>();
}

CASE(again_with_fences, passed) { return same_message_again<of_device, of_device>(); }

// schedules: 200
CASE(volatile_without_the_readers_fence, advice missing_acquire_fence) {
  return message<volatile int, of_device, none>();
}

template <class Word>
__device__ Word look(const Word& word) {
  return const_cast<const volatile Word&>(word);
}

__global__ void pass_through_casts(int* flags, int* out) {
  if (blockIdx.x == 0) {
    out[1] = 42;
    __threadfence();
    const_cast<volatile int&>(flags[0]) = 1;
    static_cast<volatile int&>(flags[1]) = 1;
    (volatile int&)flags[2] = 1;
  } else {
    while (look(flags[0]) == 0 || (volatile int&)flags[1] == 0 ||
           static_cast<const volatile int&>(flags[2]) == 0) {
    }
    __threadfence();
    out[0] = out[1];
  }
}

// Each read and write of a reference that a cast makes volatile is a volatile one, as
// nvcc compiles them.
CASE(volatile_through_a_cast, passed) {
  int* out = device<int>(2);
  pass_through_casts<<<2, 1>>>(zeros<int>(3), out);
  return !holds(out, {42});
}

enum Flag { reference, relaxed_reference };

template <Flag kind>
__global__ void pass_by_atomics(int* data, int* flag, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (blockIdx.x == 0) {
    *data = 42;
    if (kind == reference) ready.store(1, cuda::memory_order_release);
    if (kind == relaxed_reference) ready.store(1, cuda::memory_order_relaxed);
  } else {
    while (kind == reference && ready.load(cuda::memory_order_acquire) == 0) continue;
    while (kind == relaxed_reference && ready.load(cuda::memory_order_relaxed) == 0)
      continue;
    *out = *data;
  }
}

template <Flag kind>
int by_atomics() {
  int* words = zeros<int>(3);
  pass_by_atomics<kind><<<2, 1>>>(words, words + 1, words + 2);
  return !holds(words + 2, {42});
}

CASE(by_atomic_ref, passed) { return by_atomics<reference>(); }

// The flag arrives, and says nothing about the data.
CASE(by_relaxed_atomic_ref, data_race) { return by_atomics<relaxed_reference>(); }
