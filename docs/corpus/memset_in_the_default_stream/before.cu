// expect: data_race
// thread: NVIDIA/cutlass#214
// The workspace is set to zero in the default stream; the kernel that uses it runs in the
// stream that the caller gave, which need not wait for the default one.
__global__ void accumulate(int* workspace) { atomicAdd(workspace, 1); }

void run(int* workspace, cudaStream_t stream) {
  cudaMemsetAsync(workspace, 0, sizeof(int));
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
