// expect: passed
// The default stream comes after the blocking streams before it, and they after it.
__global__ void set(int* out, int value) { out[threadIdx.x] = value; }
__global__ void add(int* out, const int* in) { out[threadIdx.x] += in[threadIdx.x]; }

int main() {
  int *a, *b, host[4];
  cudaStream_t stream;
  cudaMalloc(&a, sizeof host);
  cudaMalloc(&b, sizeof host);
  cudaStreamCreate(&stream);
  set<<<1, 4, 0, stream>>>(a, 1);
  set<<<1, 4>>>(b, 2);
  add<<<1, 4>>>(b, a);
  add<<<1, 4, 0, stream>>>(a, a);
  set<<<1, 4, 0, cudaStreamPerThread>>>(b, 5);
  add<<<1, 4, 0, cudaStreamLegacy>>>(b, a);
  cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost);
  if (host[0] != 7) return 1;
  set<<<1, 4, 0, stream>>>(a, 7);
  cudaStreamSynchronize(0);
  if (cudaStreamQuery(stream) != cudaSuccess) return 2;
  cudaMemcpyAsync(host, a, sizeof host, cudaMemcpyDeviceToHost, stream);
  cudaStreamDestroy(stream);
  return host[3] == 7 ? 0 : 3;
}
