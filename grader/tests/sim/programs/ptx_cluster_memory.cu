// expect: passed
// The blocks of a cluster use each other's shared memory by PTX's addresses.
#include <cstdint>
#include <cstdio>

__device__ unsigned rank() {
  unsigned rank;
  asm("mov.u32 %0, %cluster_ctarank;" : "=r"(rank));
  return rank;
}
__device__ void sync_cluster() {
  asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::
                   : "memory");
}

__global__ void __cluster_dims__(4, 1, 1) exchange(int* out) {
  __shared__ int values[2];
  __shared__ int arrived;
  const unsigned own = static_cast<unsigned>(__cvta_generic_to_shared(values));
  const unsigned counter = static_cast<unsigned>(__cvta_generic_to_shared(&arrived));
  unsigned blocks, index, clusters;
  asm("mov.u32 %0, %cluster_nctaid.x;" : "=r"(blocks));
  asm("mov.u32 %0, %clusterid.x;" : "=r"(index));
  asm("mov.u32 %0, %nclusterid.x;" : "=r"(clusters));
  values[threadIdx.x] = 10 * rank() + threadIdx.x;
  if (threadIdx.x == 0) arrived = 0;
  sync_cluster();

  unsigned next, first, whose;
  asm("mapa.shared::cluster.u32 %0, %1, %2;"
      : "=r"(next)
      : "r"(own), "r"((rank() + 1) % blocks));
  asm("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(first) : "r"(counter));
  asm("getctarank.shared::cluster.u32 %0, %1;" : "=r"(whose) : "r"(next));
  int seen, before;
  asm volatile("ld.shared::cluster.s32 %0, [%1+4];" : "=r"(seen) : "r"(next) : "memory");
  asm volatile("atom.relaxed.cluster.shared::cluster.add.u32 %0, [%1], 1;"
               : "=r"(before)
               : "r"(first)
               : "memory");
  uint64_t generic;
  asm("mapa.u64 %0, %1, %2;" : "=l"(generic) : "l"(&values[0]), "r"(2));
  const int third = *reinterpret_cast<int*>(generic);
  sync_cluster();

  const bool right = seen == int(10 * ((rank() + 1) % 4) + 1) && third == 20 &&
                     whose == (rank() + 1) % 4 && before >= 0 && before < 8 &&
                     index == blockIdx.x / 4 && clusters == 2 && blocks == 4 &&
                     (rank() != 0 || arrived == 8);
  out[blockIdx.x * 2 + threadIdx.x] = right;
}

int main() {
  int* out;
  cudaMallocManaged(&out, 16 * sizeof(int));
  exchange<<<8, 2>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  int right = 0;
  for (int i = 0; i < 16; ++i) right += out[i];
  printf("%d right\n", right);
  return right != 16;
}
