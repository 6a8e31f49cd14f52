// expect: bad_access
// says: has access to device
// The kernel runs on the device of the values, which may not access the sum.
// overlay

cudaError_t addPeer(Lane mine, int* sum, Lane theirs, const int* values, int n) {
  if (n == 0) return cudaSuccess;
  constexpr int kThreads = 128;
  const OnDevice here(theirs.device);
  TRY(follow(theirs, mine));
  addArray<<<(n + kThreads - 1) / kThreads, kThreads, 0, theirs.stream>>>(sum, values, n);
  TRY(cudaGetLastError());
  return follow(mine, theirs);
}
