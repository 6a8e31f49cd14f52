// expect: bad_access
// lab: 02_lock_barrier
// A graph, launched last, copies into the frame of a function that has returned.  By then
// other functions have their frames there.

#include "right_barrier.cuh"

__attribute__((noinline)) void issue(cudaStream_t stream) {
  unsigned long long gone[1024];
  void* full = nullptr;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaMalloc(&full, sizeof gone);
  cudaMemset(full, 0x41, sizeof gone);
  cudaDeviceSynchronize();
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
  cudaMemcpyAsync(gone, full, sizeof gone, cudaMemcpyDeviceToHost, stream);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
  cudaGraphLaunch(exec, stream);
}

void meddle() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  issue(stream);
  cudaStreamSynchronize(stream);
}
