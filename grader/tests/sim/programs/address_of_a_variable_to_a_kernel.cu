// expect: bad_access
// missing: cudaGetSymbolAddress
// In host code, the address of a device variable is that of the host's own copy.
__device__ int total;

__global__ void count(int* sum) { atomicAdd(sum, 1); }

int main() {
  count<<<1, 2>>>(&total);
  return cudaDeviceSynchronize();
}
