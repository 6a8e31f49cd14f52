// expect: api_error
// The bounds of a template's kernel hold too.
template <int Most>
__global__ void __launch_bounds__(Most) bounded(int* out) {
  out[threadIdx.x] = 1;
}

int main() {
  int* out;
  cudaMalloc(&out, 128 * sizeof(int));
  bounded<64><<<1, 128>>>(out);
  return cudaDeviceSynchronize();
}
