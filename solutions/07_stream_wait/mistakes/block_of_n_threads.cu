// expect: api_error
// addPeer() launches one block with one thread per element, but a block has at most
// 1024.
// overlay

cudaError_t addPeer(Lane mine, int* sum, Lane theirs, const int* values, int n) {
  if (n == 0) return cudaSuccess;
  const OnDevice here(mine.device);
  TRY(follow(mine, theirs));
  addArray<<<1, n, 0, mine.stream>>>(sum, values, n);
  TRY(cudaGetLastError());
  return follow(theirs, mine);
}
