// expect: deadlock
// thread: vllm-project/vllm#41189
// The blocks of a plain launch wait for one another. Their number assumes two per
// multiprocessor, and with their shared memory only one fits.
__global__ void meet(unsigned* count) {
  extern __shared__ int scratch[];
  scratch[0] = blockIdx.x;
  atomicAdd(count, 1);
  while (atomicAdd(count, 0) < gridDim.x) {
  }
}

int main() {
  const int bytes = 160 * 1024;
  int sms, per_sm = 2;
  unsigned *count, result = 0;
  cudaFuncSetAttribute(meet, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
  cudaMalloc(&count, sizeof(unsigned));
  cudaMemset(count, 0, sizeof(unsigned));
  const unsigned blocks = sms * per_sm;
  meet<<<blocks, 1, bytes>>>(count);
  cudaMemcpy(&result, count, sizeof result, cudaMemcpyDeviceToHost);
  return result >= blocks ? 0 : 1;
}
