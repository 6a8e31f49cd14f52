// expect: wrong_result
// allowAccess() reports each refusal as devices that are not peers.
// overlay

cudaError_t allowAccess(int device, int peer) {
  const OnDevice here(device);
  const cudaError_t error = cudaDeviceEnablePeerAccess(peer, 0);
  if (error == cudaSuccess) return error;
  if (error != cudaErrorPeerAccessAlreadyEnabled) return cudaErrorPeerAccessUnsupported;
  cudaGetLastError();
  return cudaSuccess;
}
