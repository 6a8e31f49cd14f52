// expect: passed
// Addresses of device variables that host code got from the device, or asked for.
__device__ int total, other;
__device__ int* pointer = &total;

__global__ void tell(int** where) { *where = &other; }
__global__ void count(int* sum) { atomicAdd(sum, 1); }

int main() {
  int *from_variable, *from_kernel, *asked, **told;
  cudaMemcpyFromSymbol(&from_variable, pointer, sizeof from_variable);
  count<<<1, 2>>>(from_variable);
  cudaMalloc(&told, sizeof *told);
  tell<<<1, 1>>>(told);
  cudaMemcpy(&from_kernel, told, sizeof from_kernel, cudaMemcpyDeviceToHost);
  count<<<1, 2>>>(from_kernel);
  cudaGetSymbolAddress((void**)&asked, total);
  count<<<1, 2>>>(asked);
  int result = 0;
  cudaMemcpy(&result, asked, sizeof result, cudaMemcpyDeviceToHost);
  return result == 4 ? 0 : 1;
}
