// expect: api_error
// makeEvent() makes every event on whatever device is current.
// overlay

cudaError_t makeEvent(cudaEvent_t* event, int device) {
  return cudaEventCreateWithFlags(event, cudaEventDisableTiming);
}
