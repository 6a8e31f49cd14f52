// expect: passed
// thread: NVIDIA/cutlass#214
// The workspace is set to zero in the caller's stream.
__global__ void accumulate(int* workspace) { atomicAdd(workspace, 1); }

void run(int* workspace, cudaStream_t stream) {
  cudaMemsetAsync(workspace, 0, sizeof(int), stream);
  accumulate<<<2, 8, 0, stream>>>(workspace);
}

int main() {
  cudaStream_t stream;
  int *workspace, *result, got;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMalloc(&workspace, sizeof(int));
  cudaMallocHost(&result, sizeof(int));
  run(workspace, stream);
  cudaMemcpyAsync(result, workspace, sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  got = *result;
  return got == 16 ? 0 : 1;
}
