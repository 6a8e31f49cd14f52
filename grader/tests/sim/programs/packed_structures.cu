// expect: passed
// What is packed may lie anywhere: the compiler takes it apart.  Vectors and structures
// at the places that their types ask for are fine too.
struct __attribute__((packed)) Packed {
  char tag;
  int number;
  double weight;
};
struct alignas(16) Wide {
  int part[4];
};
__device__ Packed packed[3];
__device__ unsigned char bytes[64];
extern __shared__ unsigned char raw[];
__global__ void k(int* wrong) {
  Packed& mine = packed[threadIdx.x];
  mine.tag = 1;
  mine.number = 2;
  mine.weight = 3;
  const Packed copy = mine;
  memcpy(bytes + 1 + 8 * threadIdx.x, &copy.number, sizeof copy.number);
  Wide* const wide = reinterpret_cast<Wide*>(raw + 32);
  wide[threadIdx.x] = Wide{{1, 2, 3, 4}};
  float3* const three = reinterpret_cast<float3*>(raw + 32 + 3 * sizeof(Wide));
  three[threadIdx.x] = make_float3(1, 2, 3);
  double2* const two = reinterpret_cast<double2*>(raw + 128);
  two[threadIdx.x] = make_double2(1, 2);
  if (copy.number != 2 || wide[threadIdx.x].part[3] != 4 || three[threadIdx.x].z != 3)
    *wrong = 1;
}
int main() {
  int *wrong, result;
  cudaMalloc(&wrong, sizeof result);
  cudaMemset(wrong, 0, sizeof result);
  k<<<1, 3, 256>>>(wrong);
  cudaMemcpy(&result, wrong, sizeof result, cudaMemcpyDeviceToHost);
  cudaFree(wrong);
  return result;
}
