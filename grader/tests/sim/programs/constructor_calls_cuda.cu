// expect: crashed
// told: None of them may call CUDA
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
