// expect: passed
// Variables that are static in a kernel or a device function belong to the device, with
// and without a word that says so; each instance of a template has its own.
__device__ int next_number() {
  static int given = 100;
  return atomicAdd(&given, 1);
}
template <class T>
__device__ void count(T* seen) {
  static T times;
  *seen = atomicAdd(&times, T{1}) + 1;
}
__global__ void k(int* seen) {
  static __device__ unsigned arrived;
  __device__ static int sum[2];
  static const int weight[] = {1, 10};
  static __shared__ int place;
  if (threadIdx.x == 0) {
    atomicAdd(&sum[blockIdx.x], next_number() * weight[1] / weight[1]);
    __threadfence();
    place = static_cast<int>(atomicAdd(&arrived, 1u));
    __threadfence();
  }
  __syncthreads();
  if (place == 1 && threadIdx.x == 1) seen[0] = sum[0] + sum[1];
  if (blockIdx.x == 0 && threadIdx.x == 0) count(&seen[1]);
  float ignored;
  if (blockIdx.x == 0 && threadIdx.x == 1) count(&ignored);
}
int main() {
  int *seen, result[2];
  cudaMalloc(&seen, sizeof result);
  k<<<2, 2>>>(seen);
  cudaMemcpy(result, seen, sizeof result, cudaMemcpyDeviceToHost);
  cudaFree(seen);
  return result[0] == 201 && result[1] == 1 ? 0 : 1;
}
