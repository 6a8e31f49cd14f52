// expect: wrong_result
// allowAccess() returns cudaSuccess whatever CUDA returned, not only the second time.
// overlay

cudaError_t allowAccess(int device, int peer) {
  const OnDevice here(device);
  cudaDeviceEnablePeerAccess(peer, 0);
  cudaGetLastError();
  return cudaSuccess;
}
