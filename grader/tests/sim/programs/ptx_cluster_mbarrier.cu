// expect: passed
// Each block of a cluster writes to the first one's shared memory, and arrives at its
// mbarrier.
#include <cstdint>

__global__ void __cluster_dims__(4, 1, 1) gather(int* out) {
  __shared__ int values[4];
  __shared__ uint64_t barrier;
  unsigned rank, inbox, signal;
  asm("mov.u32 %0, %cluster_ctarank;" : "=r"(rank));
  asm("mapa.shared::cluster.u32 %0, %1, 0;"
      : "=r"(inbox)
      : "r"(static_cast<unsigned>(__cvta_generic_to_shared(&values[rank]))));
  const unsigned own = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
  asm("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(signal) : "r"(own));
  if (rank == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 4;" ::"r"(own));
  asm volatile(
      "fence.mbarrier_init.release.cluster;\n"
      "barrier.cluster.arrive.relaxed;\nbarrier.cluster.wait;" ::
          : "memory");
  asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(inbox), "r"(rank + 1));
  asm volatile(
      "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(signal)
      : "memory");
  if (rank == 0) {
    unsigned done = 0;
    while (!done)
      asm volatile(
          "{\n.reg .pred p;\n"
          "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], 0;\n"
          "selp.u32 %0, 1, 0, p;\n}"
          : "=r"(done)
          : "r"(own)
          : "memory");
    *out = values[0] + values[1] + values[2] + values[3];
  }
  asm volatile("barrier.cluster.arrive;\nbarrier.cluster.wait;" ::: "memory");
}

int main() {
  int* out;
  cudaMallocManaged(&out, sizeof(int));
  gather<<<4, 1>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  return *out != 10;
}
