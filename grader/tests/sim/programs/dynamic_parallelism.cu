// expect: api_error
// A kernel launches a kernel, which the simulator does not model.
__global__ void child(int* out) { out[0] = 1; }
__global__ void parent(int* out) { child<<<1, 1>>>(out); }

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  parent<<<1, 1>>>(out);
  return cudaDeviceSynchronize();
}
