// expect: passed
// Two pinned buffers take turns; an event says when the copy from one has been made.
__global__ void add(int* sum, const int* in) { sum[threadIdx.x] += in[threadIdx.x]; }

int main() {
  int *host[2], *in[2], *sum, total[4];
  cudaStream_t stream;
  cudaEvent_t copied[2];
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  for (int i = 0; i < 2; ++i) {
    cudaMallocHost(&host[i], 4 * sizeof(int));
    cudaMalloc(&in[i], 4 * sizeof(int));
    cudaEventCreateWithFlags(&copied[i], cudaEventDisableTiming);
  }
  cudaMalloc(&sum, sizeof total);
  cudaMemsetAsync(sum, 0, sizeof total, stream);
  for (int turn = 0; turn < 4; ++turn) {
    const int i = turn % 2;
    cudaEventSynchronize(copied[i]);
    for (int k = 0; k < 4; ++k) host[i][k] = turn * k;
    cudaMemcpyAsync(in[i], host[i], 4 * sizeof(int), cudaMemcpyHostToDevice, stream);
    cudaEventRecord(copied[i], stream);
    add<<<1, 4, 0, stream>>>(sum, in[i]);
  }
  cudaMemcpyAsync(total, sum, sizeof total, cudaMemcpyDeviceToHost, stream);
  return total[3] == 18 ? 0 : 1;
}
