// expect: api_error
// allowAccess() returns what CUDA says when access is allowed already.
// overlay

cudaError_t allowAccess(int device, int peer) {
  const OnDevice here(device);
  return cudaDeviceEnablePeerAccess(peer, 0);
}
