// expect: passed
// Launches in a macro, a template, a lambda, a nested call; 3-D shapes; a null pointer.
#include <cstdio>
#include <cstdlib>

#define LAUNCH(kernel, grid, block, ...) kernel<<<grid, block>>>(__VA_ARGS__)
#define CHECK(call)                                              \
  do {                                                           \
    const cudaError_t error = (call);                            \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      std::exit(1);                                              \
    }                                                            \
  } while (0)

__global__ void fill(int* out, int value) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  const int width = gridDim.x * blockDim.x, height = gridDim.y * blockDim.y;
  out[(z * height + y) * width + x] = value;
}

template <class T, int kScale>
__global__ void scale(T* out, const int* offsets) {
  out[threadIdx.x] = out[threadIdx.x] * kScale + (offsets ? offsets[threadIdx.x] : 0);
}

template <class T>
void launch_scale(T* out, int threads) {
  scale<T, (4 > 3) ? 3 : 2><<<1, threads>>>(out, 0);
}

int main() {
  int* out = nullptr;
  constexpr int kCount = 2 * 3 * 2 * 2 * 2 * 1;
  CHECK(cudaMalloc(&out, kCount * sizeof(int)));
  LAUNCH(fill, dim3(2, 2, 1), dim3(3, 2, 2), out, 5);
  const auto again = [&](int threads) { launch_scale(out, threads); };
  again(kCount);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  int host[kCount];
  CHECK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
  for (const int value : host)
    if (value != 15) return 1;
  CHECK(cudaFree(out));
  return 0;
}
