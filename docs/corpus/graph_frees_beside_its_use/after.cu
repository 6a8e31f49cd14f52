// expect: passed
// thread: NVIDIA/warp#1418
// The stream that frees the memory first joins the forked one.
__global__ void touch(int* words, int* out) {
  words[threadIdx.x] = 1;
  out[threadIdx.x] = words[threadIdx.x] + 1;
}

int main() {
  cudaStream_t first, forked;
  cudaEvent_t fork, join;
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  int *words, *out, result[32];
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&forked, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&fork, cudaEventDisableTiming);
  cudaEventCreateWithFlags(&join, cudaEventDisableTiming);
  cudaMalloc(&out, sizeof result);
  cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(&words, sizeof result, first);
  cudaEventRecord(fork, first);
  cudaStreamWaitEvent(forked, fork, 0);
  touch<<<1, 32, 0, forked>>>(words, out);
  cudaEventRecord(join, forked);
  cudaStreamWaitEvent(first, join, 0);
  cudaFreeAsync(words, first);
  cudaStreamEndCapture(first, &graph);
  cudaGraphInstantiate(&executable, graph, 0);
  for (int replay = 0; replay < 3; ++replay) cudaGraphLaunch(executable, first);
  if (cudaStreamSynchronize(first) != cudaSuccess) return 2;
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  for (int word : result)
    if (word != 2) return 1;
  return 0;
}
