// expect: data_race, wrong_result
// says: issue it there, too, with device
// The addition is in the lane of the values, between what orders it in the lane of the
// sum.
// overlay

cudaError_t addPeer(Lane mine, int* sum, Lane theirs, const int* values, int n) {
  if (n == 0) return cudaSuccess;
  constexpr int kThreads = 128;
  TRY(allowAccess(theirs.device, mine.device));
  TRY(follow(mine, theirs));
  {
    const OnDevice here(theirs.device);
    addArray<<<(n + kThreads - 1) / kThreads, kThreads, 0, theirs.stream>>>(sum, values,
                                                                            n);
    TRY(cudaGetLastError());
  }
  return follow(theirs, mine);
}
