// expect: passed
// unsaid: uninitialized_read
// Memory of the device that is read only after a kernel, cudaMemset(), a copy from the
// host or from the device, in a stream or not, or an atomic has written it.
__global__ void fill(int* a) { a[threadIdx.x] = threadIdx.x; }
__global__ void exchange(int* a) { atomicExch(a + threadIdx.x, 7); }
__global__ void sum(const int* a, const int* b, const int* c, const int* d, const int* e,
                    int* out) {
  const int i = threadIdx.x;
  out[i] = a[i] + b[i] + __ldg(c + i) + d[i] + e[i];
}

int main() {
  const int host[4] = {1, 2, 3, 4};
  int *a, *b, *c, *d, *e, *out, result[4];
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMalloc(&a, sizeof host);
  cudaMalloc(&b, sizeof host);
  cudaMalloc(&c, sizeof host);
  cudaMallocAsync(&d, sizeof host, stream);
  cudaMalloc(&e, sizeof host);
  cudaMalloc(&out, sizeof host);
  fill<<<1, 4, 0, stream>>>(a);
  cudaMemsetAsync(b, 0, sizeof host, stream);
  cudaMemcpyAsync(c, host, sizeof host, cudaMemcpyHostToDevice, stream);
  cudaMemcpyAsync(d, c, sizeof host, cudaMemcpyDeviceToDevice, stream);
  exchange<<<1, 4, 0, stream>>>(e);
  sum<<<1, 4, 0, stream>>>(a, b, c, d, e, out);
  cudaMemcpyAsync(result, out, sizeof result, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  return result[3] == 3 + 0 + 4 + 4 + 7 ? 0 : 1;
}
