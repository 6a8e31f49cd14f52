// expect: wrong_result
// says: made the call in line
// unsaid: correct the index
// Thread 0 alone calls the function in which all threads of the block meet.
// overlay

__global__ void sumFinal(const int* partial, int blocks, int* out) {
  if (threadIdx.x == 0)
    *out = int(blockFold(threadSum(partial, blocks, threadIdx.x, blockDim.x)));
}
