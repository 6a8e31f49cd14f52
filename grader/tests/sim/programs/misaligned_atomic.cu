// expect: bad_access
// told: Misaligned atomicAdd
// A counter behind a header of two bytes.
__device__ alignas(8) unsigned char record[16];
__global__ void k() { atomicAdd(reinterpret_cast<unsigned*>(record + 2), 1u); }
int main() {
  k<<<1, 1>>>();
  return cudaDeviceSynchronize();
}
