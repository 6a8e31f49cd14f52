// expect: passed
// Device 0 produces, a stream of device 1 waits for the event, copies a box and consumes.
#include <cuda_runtime.h>

__global__ void produce(int* data, int n) {
  if (threadIdx.x < n) data[threadIdx.x] = 3 * threadIdx.x;
}

__global__ void consume(const int* data, int* wrong, int n) {
  if (threadIdx.x < n && data[threadIdx.x] != 3 * threadIdx.x) atomicAdd(wrong, 1);
}

int main() {
  const int n = 8;
  int *there, *here, *wrong;
  cudaStream_t first, second;
  cudaEvent_t produced;
  cudaMalloc(&there, n * sizeof(int));
  cudaStreamCreate(&first);
  cudaEventCreateWithFlags(&produced, cudaEventDisableTiming);
  cudaSetDevice(1);
  cudaMalloc(&here, n * sizeof(int));
  cudaMalloc(&wrong, sizeof(int));
  cudaStreamCreate(&second);
  cudaMemsetAsync(wrong, 0, sizeof(int), second);

  cudaSetDevice(0);
  produce<<<1, n, 0, first>>>(there, n);
  cudaEventRecord(produced, first);
  cudaSetDevice(1);
  cudaStreamWaitEvent(second, produced, 0);
  // Two layers of two rows of two integers, which lie without gaps here and there.
  cudaMemcpy3DPeerParms box = {};
  box.srcPtr = make_cudaPitchedPtr(there, 2 * sizeof(int), 2 * sizeof(int), 2);
  box.dstPtr = make_cudaPitchedPtr(here, 2 * sizeof(int), 2 * sizeof(int), 2);
  box.srcDevice = 0, box.dstDevice = 1;
  box.extent = make_cudaExtent(2 * sizeof(int), 2, 2);
  cudaMemcpy3DPeerAsync(&box, second);
  consume<<<1, n, 0, second>>>(here, wrong, n);
  int bad = -1;
  cudaMemcpyAsync(&bad, wrong, sizeof(int), cudaMemcpyDeviceToHost, second);
  if (cudaStreamSynchronize(second) != cudaSuccess) return 2;
  return bad == 0 ? 0 : 1;
}
