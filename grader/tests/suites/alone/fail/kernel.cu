// xfail:NOT_ALL_VERIFIED
//--blockDim=2048 --gridDim=1

// With a distance of 1 nothing is shared.
__global__ void neighbours(int* a, int distance) {
  if (distance > 1) a[threadIdx.x] = a[threadIdx.x + distance] + 1;
}
