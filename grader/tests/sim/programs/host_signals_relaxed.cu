// expect: data_race
// missing: does not release what the host wrote in line 2
// The host publishes relaxed.
#include <atomic>
#include <cuda/atomic>
struct Box {
  int request, reply;
  int posted, done;
};
__global__ void serve(Box* b) {
  cuda::atomic_ref<int, cuda::thread_scope_system> posted(b->posted), done(b->done);
  while (posted.load(cuda::memory_order_acquire) == 0) {
  }
  b->reply = 2 * b->request;
  done.store(1, cuda::memory_order_release);
}
int main() {
  Box* b;
  cudaHostAlloc(&b, sizeof(Box), cudaHostAllocMapped);
  *b = Box{};
  serve<<<1, 1>>>(b);
  b->request = 3;
  __atomic_store_n(&b->posted, 1, __ATOMIC_RELAXED);
  while (__atomic_load_n(&b->done, __ATOMIC_ACQUIRE) == 0) {
  }
  int r = b->reply == 6 ? 0 : 1;
  cudaDeviceSynchronize();
  cudaFreeHost(b);
  return r;
}
