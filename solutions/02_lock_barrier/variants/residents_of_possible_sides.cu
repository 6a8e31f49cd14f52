// Refuses sides of more than 1024 threads, which no device takes; the check asks only
// for shapes that the device takes.
// overlay

cudaError_t residentBlocks(dim3 block, int* blocks) {
  *blocks = 0;
  if (block.x > 1024 || block.y > 1024 || block.z > 1024) return cudaSuccess;

  int device = 0, multiprocessors = 0, each = 0;
  // ...
}
