// expect: data_race
// A copy in three dimensions in a stream of its own does not wait for the kernel.
#include <cuda_runtime.h>

__global__ void fill(cudaPitchedPtr memory) {
  static_cast<char*>(memory.ptr)[blockIdx.x * memory.pitch + threadIdx.x] = 1;
}

int main() {
  const cudaExtent all = make_cudaExtent(32, 4, 1);
  cudaPitchedPtr memory;
  char* pinned;
  cudaStream_t stream;
  cudaMalloc3D(&memory, all);
  cudaMallocHost(&pinned, 32 * 4);
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  fill<<<4, 32>>>(memory);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = memory;
  copy.dstPtr = make_cudaPitchedPtr(pinned, 32, 32, 4);
  copy.extent = all;
  copy.kind = cudaMemcpyDeviceToHost;
  cudaMemcpy3DAsync(&copy, stream);
  cudaDeviceSynchronize();
}
