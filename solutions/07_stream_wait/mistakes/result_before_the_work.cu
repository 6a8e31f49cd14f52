// expect: wrong_result
// The last station copies the item to `out` and then does its work.
// overlay

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  // ...
  for (int item = 0; item < items; ++item) {
    const int slot = item % 2;
    for (int s = 0; s < count; ++s) {
      // ...
      if (s == 0) {
        // ...
      } else {
        // ...
      }

      if (last) {
        int* to = out + size_t(item) * n;
        TRY(cudaMemcpyAsync(to, here, bytes, cudaMemcpyDeviceToHost, stream));
      }

      {
        // ...
      }
      if (!last) TRY(cudaEventRecord(marks[s].done[slot], stream));
    }
  }

  for (const Marks& mark : marks) {
    // ...
  }
  return cudaSuccess;
}
