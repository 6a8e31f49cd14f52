// expect: data_race
// told: read dynamic shared memory[3]
// An element of an array whose size the launch gives.
extern __shared__ float tile[];

__global__ void race(float* out) {
  tile[threadIdx.x] = 1;
  if (threadIdx.x == 0) *out = tile[3];
}

int main() {
  float* out;
  cudaMalloc(&out, sizeof *out);
  race<<<1, 8, 8 * sizeof(float)>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
