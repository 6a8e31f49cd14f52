// A flag to another block must be released for the device, and acquired by its reader.
#include "cases.h"

enum Way { release, relaxed, release_in_block, weak, membar, release_in_cluster };

template <Way way>
__device__ void signal(int* flag) {
  if (way == release)
    asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(flag), "r"(1) : "memory");
  if (way == relaxed)
    asm volatile("st.relaxed.gpu.global.s32 [%0], %1;" ::"l"(flag), "r"(1) : "memory");
  if (way == release_in_block)
    asm volatile("st.release.cta.global.s32 [%0], %1;" ::"l"(flag), "r"(1) : "memory");
  if (way == weak) asm volatile("st.global.s32 [%0], %1;" ::"l"(flag), "r"(1) : "memory");
  if (way == membar)
    asm volatile("membar.gl;\n\tst.volatile.global.s32 [%0], %1;" ::"l"(flag), "r"(1)
                 : "memory");
  if (way == release_in_cluster)
    asm volatile("st.release.cluster.global.s32 [%0], %1;" ::"l"(flag), "r"(1)
                 : "memory");
}

template <Way way>
__device__ int look(int* flag) {
  int value;
  if (way == weak)
    asm volatile("ld.global.s32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
  else if (way == membar)
    asm volatile("ld.volatile.global.s32 %0, [%1];\n\tmembar.gl;"
                 : "=r"(value)
                 : "l"(flag)
                 : "memory");
  else
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];"
                 : "=r"(value)
                 : "l"(flag)
                 : "memory");
  return value;
}

template <Way way>
__global__ void pass(int* data, int* flag, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    signal<way>(flag);
  } else {
    while (look<way>(flag) == 0) {
    }
    *out = *data;
  }
}

template <Way way>
int message() {
  int* data = device<int>();
  int* flag = zeros<int>();
  int* out = managed<int>();
  pass<way><<<2, 1>>>(data, flag, out);
  return finish(out, {42});
}

CASE(released, passed) { return message<release>(); }

// Volatile accesses and membar.gl do the same in older code.
CASE(by_membar, passed) { return message<membar>(); }

// Nothing orders the data before a st.relaxed.
CASE(sent_relaxed, data_race) { return message<relaxed>(); }

// The store has the scope of one block.
CASE(released_in_a_block, data_race) { return message<release_in_block>(); }

// The scope of a block, or of its cluster, does not reach the other block.
CASE(released_in_a_cluster, data_race) { return message<release_in_cluster>(); }

// Loads and stores without an order are weak: the flag itself races.
CASE(sent_weakly, data_race) { return message<weak>(); }
