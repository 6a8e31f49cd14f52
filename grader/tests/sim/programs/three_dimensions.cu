// expect: passed
// A box in the middle of pitched memory is filled, copied to the host and back.
#include <cuda_runtime.h>

__global__ void count(cudaPitchedPtr memory, int* wrong) {
  const char* row = static_cast<char*>(memory.ptr) +
                    (blockIdx.y * memory.ysize + blockIdx.x) * memory.pitch;
  const bool inside = blockIdx.x >= 1 && blockIdx.x < 3 && blockIdx.y == 1;
  const int wanted = inside && threadIdx.x >= 4 && threadIdx.x < 8 ? 7 : 0;
  if (row[threadIdx.x] != wanted) atomicAdd(wrong, 1);
}

int main() {
  const cudaExtent all = make_cudaExtent(16, 4, 3), box = make_cudaExtent(4, 2, 1);
  cudaPitchedPtr memory;
  int* wrong;
  char boxed[8];
  for (char& value : boxed) value = 7;
  cudaMalloc3D(&memory, all);
  cudaMallocManaged(&wrong, sizeof *wrong);
  *wrong = 0;
  cudaMemset3D(memory, 0, all);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(boxed, 4, 4, 2);
  copy.dstPtr = memory;
  copy.dstPos = make_cudaPos(4, 1, 1);
  copy.extent = box;
  copy.kind = cudaMemcpyHostToDevice;
  if (cudaMemcpy3D(&copy) != cudaSuccess) return 1;
  count<<<dim3(4, 3), 16>>>(memory, wrong);
  if (cudaDeviceSynchronize() != cudaSuccess || *wrong != 0) return 2;
  char back[8] = {};
  copy.srcPtr = memory;
  copy.srcPos = make_cudaPos(4, 1, 1);
  copy.dstPtr = make_cudaPitchedPtr(back, 4, 4, 2);
  copy.dstPos = make_cudaPos(0, 0, 0);
  copy.kind = cudaMemcpyDeviceToHost;
  if (cudaMemcpy3D(&copy) != cudaSuccess) return 3;
  for (const char value : back)
    if (value != 7) return 4;
  return cudaFree(memory.ptr) == cudaSuccess ? 0 : 5;
}
