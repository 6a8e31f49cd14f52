// expect: passed
// More than 48 KiB of dynamic shared memory must be asked for before the launch.
extern __shared__ int words[];
__global__ void use(int last) { words[last] = 1; }

int main() {
  constexpr int kBytes = 60 * 1024;
  use<<<1, 1, kBytes>>>(kBytes / 4 - 1);
  if (cudaGetLastError() == cudaSuccess) return 1;
  if (cudaFuncSetAttribute(use, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes))
    return 2;
  use<<<1, 1, kBytes>>>(kBytes / 4 - 1);
  return cudaDeviceSynchronize();
}
