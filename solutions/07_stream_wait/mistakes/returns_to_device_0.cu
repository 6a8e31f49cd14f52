// expect: wrong_result
// addPeer() leaves device 0 current, whichever was current before.
// overlay

cudaError_t addPeer(Lane mine, int* sum, Lane theirs, const int* values, int n) {
  if (n == 0) return cudaSuccess;
  constexpr int kThreads = 128;
  TRY(cudaSetDevice(mine.device));
  TRY(follow(mine, theirs));
  addArray<<<(n - 1) / kThreads + 1, kThreads, 0, mine.stream>>>(sum, values, n);
  TRY(cudaGetLastError());
  TRY(cudaSetDevice(0));
  return follow(theirs, mine);
}
