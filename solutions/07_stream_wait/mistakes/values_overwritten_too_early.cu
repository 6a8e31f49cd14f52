// expect: data_race
// Nothing makes the other lane wait until the kernel has read its values.
// overlay

cudaError_t addPeer(Lane mine, int* sum, Lane theirs, const int* values, int n) {
  // ...
  TRY(follow(mine, theirs));
  addArray<<<(n + kThreads - 1) / kThreads, kThreads, 0, mine.stream>>>(sum, values, n);
  TRY(cudaGetLastError());
  return cudaSuccess;
}
