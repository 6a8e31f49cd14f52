// Data structures without a lock: a node that is used again, and memory that is freed.
#include <cuda/atomic>

#include "cases.h"

using Word = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

struct Stack {
  unsigned head;
  unsigned next[4];
};

__device__ unsigned pop(Stack* s) {
  Word head(s->head);
  unsigned top = head.load(cuda::memory_order_acquire);
  while (top != 0) {
    unsigned after = Word(s->next[top]).load(cuda::memory_order_relaxed);      // $next
    if (head.compare_exchange_strong(top, after, cuda::memory_order_acq_rel))  // $pop
      return top;
  }
  return 0;
}

__device__ void push(Stack* s, unsigned node) {
  Word head(s->head);
  unsigned top = head.load(cuda::memory_order_relaxed);
  do Word(s->next[node]).store(top, cuda::memory_order_relaxed);
  while (!head.compare_exchange_strong(top, node, cuda::memory_order_acq_rel));
}

__global__ void pop_and_push(Stack* s, int* taken) {
  if (blockIdx.x == 0) {
    if (unsigned a = pop(s)) atomicAdd(&taken[a], 1);
  } else {
    unsigned a = pop(s), b = pop(s);
    if (b) atomicAdd(&taken[b], 1);
    if (a) push(s, a);
  }
}

// Between the two loads of a pop, another thread pops the same node and the next one, and
// pushes the first again.  The head has its old value, but the node has another
// successor.
// told: block 0, thread 0  line $next  atomic load s[2], reads 2
// told: block 0, thread 0  line $pop  atomic compare_exchange s[0], 1 -> 2
CASE(aba, wrong_result) {
  Stack host = {1, {0, 2, 3, 0}}, *s = device<Stack>();
  int *taken = zeros<int>(4), got[4];
  cudaMemcpy(s, &host, sizeof host, cudaMemcpyHostToDevice);
  pop_and_push<<<2, 1>>>(s, taken);
  fetch(got, taken);
  cudaMemcpy(&host, s, sizeof host, cudaMemcpyDeviceToHost);
  for (unsigned i = host.head; i; i = host.next[i]) ++got[i];
  return got[1] != 1 || got[2] != 1 || got[3] != 1;
}

__device__ cuda::atomic<int*, cuda::thread_scope_device> shared_by_all;
__device__ unsigned done;

template <cuda::memory_order order>
__global__ void free_behind_readers() {
  if (blockIdx.x == 0) {
    int* made = new int[4];
    made[3] = 1;
    shared_by_all.store(made, cuda::memory_order_release);
    return;
  }
  int* seen;
  while (!(seen = shared_by_all.load(cuda::memory_order_acquire))) continue;
  if (seen[3] != 1) __trap();
  if (Word(done).fetch_add(1, order) == 1) delete[] seen;
}

// The last of two readers frees what a third block allocated.  Each reader gives its
// share up with a release, and the last one acquires what the others did.
CASE(last_reader_frees, passed) {
  return run(free_behind_readers<cuda::memory_order_acq_rel>, 3, 1);
}

// The readers' counter orders nothing: the other reader may still read.
// told: racing free
CASE(last_reader_frees_too_early, data_race) {
  return run(free_behind_readers<cuda::memory_order_relaxed>, 3, 1);
}
