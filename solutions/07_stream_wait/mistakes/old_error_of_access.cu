// expect: api_error
// allowAccess() takes an error that another call has left for its own.
// overlay

cudaError_t allowAccess(int device, int peer) {
  const OnDevice here(device);
  cudaDeviceEnablePeerAccess(peer, 0);
  const cudaError_t error = cudaGetLastError();
  if (error != cudaErrorPeerAccessAlreadyEnabled) return error;
  return cudaSuccess;
}
