// expect: wrong_result
// says: must call the guard, and none may leave before
// One thread writes the result of no elements, and leaves before the guard.
// overlay

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  if (n == 0 && blockIdx.x == 0 && threadIdx.x == 0) {
    *out = identity();
    return;
  }
  // ...
}
