// expect: wrong_result
// cudaGetLastError() still returns the error that allowAccess() suppressed.
// overlay

cudaError_t allowAccess(int device, int peer) {
  // ...
  if (error != cudaErrorPeerAccessAlreadyEnabled) return error;
  return cudaSuccess;
}
