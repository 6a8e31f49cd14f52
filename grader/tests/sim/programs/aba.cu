// expect: wrong_result
// told: block 0, thread 0  line 19  atomic load s[2], reads 2
// told: block 0, thread 0  line 20  atomic compare_exchange s[0], 1 -> 2
// ABA: between a pop's two looks another thread pops the same node, the next one too, and
// pushes the first again.  The head is as it was, what it leads to is not.
#include <cuda_runtime.h>

#include <cuda/atomic>

struct Stack {
  unsigned head;
  unsigned next[4];
};
__device__ unsigned pop(Stack* s) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> head(s->head);
  unsigned top = head.load(cuda::memory_order_acquire);
  while (top != 0) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> next(s->next[top]);
    unsigned after = next.load(cuda::memory_order_relaxed);
    if (head.compare_exchange_strong(top, after, cuda::memory_order_acq_rel)) return top;
  }
  return 0;
}
__device__ void push(Stack* s, unsigned node) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> head(s->head);
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> next(s->next[node]);
  unsigned top = head.load(cuda::memory_order_relaxed);
  do next.store(top, cuda::memory_order_relaxed);
  while (!head.compare_exchange_strong(top, node, cuda::memory_order_acq_rel));
}
__global__ void work(Stack* s, int* taken) {
  if (blockIdx.x == 0) {
    unsigned a = pop(s);
    if (a) atomicAdd(&taken[a], 1);
  } else {
    unsigned a = pop(s), b = pop(s);
    if (b) atomicAdd(&taken[b], 1);
    if (a) push(s, a);
  }
}
int main() {
  Stack host = {1, {0, 2, 3, 0}}, *s;
  int *taken, got[4];
  cudaMalloc(&s, sizeof *s);
  cudaMalloc(&taken, sizeof got);
  cudaMemcpy(s, &host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(taken, 0, sizeof got);
  work<<<2, 1>>>(s, taken);
  cudaMemcpy(got, taken, sizeof got, cudaMemcpyDeviceToHost);
  cudaMemcpy(&host, s, sizeof host, cudaMemcpyDeviceToHost);
  for (unsigned i = host.head; i; i = host.next[i]) ++got[i];
  for (int i = 1; i < 4; ++i)
    if (got[i] != 1) return 1;
  return 0;
}
