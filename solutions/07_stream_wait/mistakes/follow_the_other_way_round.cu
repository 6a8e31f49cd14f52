// expect: data_race, wrong_result
// no cure: the event is recorded in the wrong stream
// says: does it the other way round: exchange the streams
// says: create the event while device
// The event is recorded in the stream that is to wait, and made on its device.
// overlay

cudaError_t follow(Lane later, Lane earlier) {
  cudaEvent_t event;
  TRY(makeEvent(&event, later.device));
  TRY(cudaEventRecord(event, later.stream));
  TRY(cudaStreamWaitEvent(earlier.stream, event, 0));
  return cudaEventDestroy(event);
}
