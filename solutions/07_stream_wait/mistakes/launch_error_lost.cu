// expect: wrong_result
// Nobody asks whether the launch has failed.
// overlay

cudaError_t addPeer(Lane mine, int* sum, Lane theirs, const int* values, int n) {
  if (n == 0) return cudaSuccess;
  const OnDevice here(mine.device);
  TRY(follow(mine, theirs));
  addArray<<<(n - 1) / 128 + 1, 128, 0, mine.stream>>>(sum, values, n);
  return follow(theirs, mine);
}
