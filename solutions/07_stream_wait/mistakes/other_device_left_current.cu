// expect: wrong_result
// allowAccess() changes the current device and does not restore it.
// overlay

cudaError_t allowAccess(int device, int peer) {
  TRY(cudaSetDevice(device));
  const cudaError_t error = cudaDeviceEnablePeerAccess(peer, 0);
  // ...
}
