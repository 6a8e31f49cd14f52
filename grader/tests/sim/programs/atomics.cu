// Atomic functions, and steps that are not atomic.
#include "cases.h"

__global__ void race_to(int* first) { atomicCAS(first, 0, 1 + blockIdx.x); }
// Right in one order of the blocks and wrong in another: the exit code tells.
CASE(wrong_exit_code, wrong_result) { return run_expecting({1}, race_to, 4, 1); }

__device__ int next;

__global__ void draw_in_two_steps(int* out, int items) {
  const int index = next;  // $read
  if (index >= items) return;
  next = index + 1;  // $written
  atomicAdd(&out[index], 1);
}
// A queue whose index is read, looked at and then written: two blocks draw one item.
// missing: The read in line $read and the write in line $written are two steps
// missing: are two steps, and another thread may
// missing: atomicAdd if it only adds something, else atomicMax, atomicOr or atomicCAS.
// unsaid: barrier of all blocks
// unsaid: the last ticket
CASE(index_in_two_lines, data_race) {
  return run(draw_in_two_steps, 3, 1, zeros<int>(4), 4);
}

__device__ int mutex;

__device__ int draw() {
  for (int i = 0; i < 100 && atomicCAS(&mutex, 0, 1) != 0; ++i) continue;  // $lock
  __threadfence();
  const int index = next;
  if (index < 3) next = index + 1;
  __threadfence();
  atomicExch(&mutex, 0);
  return index;
}

__global__ void draw_all(int* out) {
  for (int i = draw(); i < 3; i = draw()) atomicAdd(&out[i], 1);
}
// A thread that waits long enough draws without the lock, and then frees the other's.
// schedules: 300
// missing: went on although its atomicCAS in line $lock had read 1 and changed nothing
// unsaid: are two steps
// unsaid: barrier of all blocks
CASE(lock_that_gives_up, data_race) { return run(draw_all, 2, 1, zeros<int>(3)); }

struct Words {
  unsigned long long l = 1;
  double d = 1;
  int i = 1;
  unsigned u = 1;
  float f = 1;
  short h = 1;
};

__global__ void call_all(int* errors, Words* words) {
  constexpr int relaxed = __NV_ATOMIC_RELAXED, acquire = __NV_ATOMIC_ACQUIRE,
                release = __NV_ATOMIC_RELEASE, both = __NV_ATOMIC_ACQ_REL;
  const auto check = [=](bool right) { *errors += !right; };
  auto& [l, d, i, u, f, h] = *words;
  check(__nv_atomic_fetch_add(&i, 5, both) == 1);
  __nv_atomic_add(&i, 5, relaxed);
  check(__nv_atomic_fetch_sub(&u, 1, relaxed, __NV_THREAD_SCOPE_BLOCK) == 1);
  __nv_atomic_sub(&u, 1, relaxed);
  check(__nv_atomic_fetch_max(&u, 7, relaxed) == 0xffffffff);
  check(__nv_atomic_fetch_min(&i, -3, __NV_ATOMIC_SEQ_CST) == 11);
  __nv_atomic_max(&i, 2, relaxed);
  check(__nv_atomic_load_n(&i, relaxed) == 2);
  __nv_atomic_store_n(&l, 12, release);
  check(__nv_atomic_fetch_or(&l, 3, relaxed) == 12);
  check(__nv_atomic_fetch_and(&l, 6, relaxed) == 15);
  __nv_atomic_xor(&l, 1, relaxed);
  check(__nv_atomic_exchange_n(&l, 9, relaxed) == 7);
  __nv_atomic_fetch_add(&f, 0.5f, relaxed);
  __nv_atomic_sub(&d, 2, relaxed);
  float old, next = 4;
  __nv_atomic_load(&f, &old, acquire);
  check(old == 1.5f);
  __nv_atomic_store(&f, &next, relaxed);
  __nv_atomic_exchange(&f, &old, &next, relaxed, __NV_THREAD_SCOPE_DEVICE);
  check(next == 4 && f == 1.5f && d == -1);
  short expected = 2;
  check(!__nv_atomic_compare_exchange_n(&h, &expected, 3, false, relaxed, relaxed));
  check(expected == 1);
  check(__nv_atomic_compare_exchange_n(&h, &expected, 3, false, release, acquire));
  double wanted = -1, desired = 8;
  check(__nv_atomic_compare_exchange(&d, &wanted, &desired, true, both, relaxed,
                                     __NV_THREAD_SCOPE_SYSTEM));
  check(h == 3 && d == 8);
  __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_thread_fence(release);
}
// Each of nvcc's built-in atomic functions, with its result.
CASE(nv_atomics, passed) {
  Words* words = managed<Words>();
  *words = Words();
  return run_expecting({0}, call_all, 1, 1, words);
}
