// expect: passed
// Host functions run in stream order, see what came before them, and may not use CUDA.
__global__ void set(int* out, int value) { out[threadIdx.x] = value; }

struct Shared {
  int* host;
  int calls;
  cudaError_t error;
};

void count(void* data) {
  Shared* shared = static_cast<Shared*>(data);
  for (int i = 0; i < 4; ++i) shared->host[i] += 10;
  ++shared->calls;
  shared->error = cudaStreamSynchronize(0);
}

void CUDART_CB called(cudaStream_t, cudaError_t status, void* data) {
  if (status == cudaSuccess) ++static_cast<Shared*>(data)->calls;
}

int main() {
  int* out;
  cudaStream_t stream;
  Shared* shared;
  cudaMallocHost(&shared, sizeof(Shared));
  cudaMallocHost(&shared->host, 4 * sizeof(int));
  shared->calls = 0;
  cudaMalloc(&out, 4 * sizeof(int));
  cudaStreamCreate(&stream);
  set<<<1, 4, 0, stream>>>(out, 1);
  cudaMemcpyAsync(shared->host, out, 4 * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaLaunchHostFunc(stream, count, shared);
  cudaStreamAddCallback(stream, called, shared, 0);
  cudaMemcpyAsync(out, shared->host, 4 * sizeof(int), cudaMemcpyHostToDevice, stream);
  int result[4];
  cudaMemcpyAsync(result, out, sizeof result, cudaMemcpyDeviceToHost, stream);
  if (shared->calls != 2 || shared->error != cudaErrorNotPermitted) return 1;
  return result[0] == 11 && result[3] == 11 ? 0 : 2;
}
