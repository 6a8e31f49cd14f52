// expect: compile_error
// says: Device code cannot call a kernel
// unsaid: <<<blocks, threads>>>
// sumSinglePass() calls the other two kernels like functions.
// overlay

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  sumPartials(in, n, partial);
  if (lastBlock(counter)) sumFinal(partial, gridDim.x, out);
}
