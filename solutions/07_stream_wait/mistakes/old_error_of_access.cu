// expect: api_error
// allowAccess() takes an error that somebody else's call has left for its own.
// overlay

cudaError_t allowAccess(int device, int peer) {
  const OnDevice here(device);
  cudaDeviceEnablePeerAccess(peer, 0);
  const cudaError_t error = cudaGetLastError();
  if (error != cudaErrorPeerAccessAlreadyEnabled) return error;
  return cudaSuccess;
}
