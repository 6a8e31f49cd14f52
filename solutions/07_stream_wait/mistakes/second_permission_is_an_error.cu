// expect: api_error
// allowAccess() returns CUDA's error when access is already allowed.
// overlay

cudaError_t allowAccess(int device, int peer) {
  const OnDevice here(device);
  return cudaDeviceEnablePeerAccess(peer, 0);
}
