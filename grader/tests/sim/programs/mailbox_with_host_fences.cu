// expect: passed
// The classic form: volatile words, __threadfence_system on the device,
// atomic_thread_fence on the host.
#include <atomic>
struct Box {
  volatile int request, reply, posted, done;
};
__global__ void serve(Box* b) {
  for (int n = 1; n <= 2; ++n) {
    while (b->posted != n) {
    }
    __threadfence_system();
    b->reply = 2 * b->request;
    __threadfence_system();
    b->done = n;
  }
}
int main() {
  Box* b;
  cudaHostAlloc(&b, sizeof(Box), cudaHostAllocMapped);
  b->request = b->reply = b->posted = b->done = 0;
  serve<<<1, 1>>>(b);
  int bad = 0;
  for (int n = 1; n <= 2; ++n) {
    b->request = n;
    std::atomic_thread_fence(std::memory_order_seq_cst);
    b->posted = n;
    while (b->done != n) {
    }
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (b->reply != 2 * n) bad = 1;
  }
  cudaDeviceSynchronize();
  cudaFreeHost(b);
  return bad;
}
