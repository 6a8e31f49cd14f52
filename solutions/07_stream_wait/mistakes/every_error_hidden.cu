// expect: wrong_result
// says: any error of this call is returned
// allowAccess() returns cudaSuccess whatever CUDA returned, not only the second time.
// overlay

cudaError_t allowAccess(int device, int peer) {
  const OnDevice here(device);
  cudaDeviceEnablePeerAccess(peer, 0);
  cudaGetLastError();
  return cudaSuccess;
}
