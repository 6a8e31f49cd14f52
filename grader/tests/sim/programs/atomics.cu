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
// unsaid: its guard does
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
