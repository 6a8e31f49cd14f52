// expect: crashed
// told: calls CUDA before there is a device
// The constructor of a variable outside of functions allocates before main begins.
struct Buffer {
  Buffer() { cudaMalloc(&memory, sizeof(int)); }
  int* memory;
};

Buffer buffer;

__global__ void write(int* out) { *out = 1; }

int main() {
  write<<<1, 1>>>(buffer.memory);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
