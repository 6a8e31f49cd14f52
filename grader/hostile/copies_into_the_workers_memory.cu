// expect: bad_access
// lab: 02_lock_barrier
// Makes CUDA copy into the worker's memory, by a pointer in a struct.

#include "right_barrier.cuh"

void meddle() {
  unsigned long long* spare = spare_bytes();
  if (!spare) return;
  unsigned long long one = 1;
  cudaMemcpy3DParms copy{};
  copy.srcPtr = make_cudaPitchedPtr(&one, sizeof one, sizeof one, 1);
  copy.dstPtr = make_cudaPitchedPtr(spare, sizeof one, sizeof one, 1);
  copy.extent = make_cudaExtent(sizeof one, 1, 1);
  copy.kind = cudaMemcpyHostToHost;
  if (cudaMemcpy3D(&copy) != cudaSuccess) *spare = 2;
}
