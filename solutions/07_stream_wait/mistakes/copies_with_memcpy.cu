// expect: data_race
// cudaMemcpy() makes the host wait for its copy, but not the lanes.
// overlay

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  // ...
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = 1 - i) {
    const size_t part = std::min(pipe->chunk, bytes - done);
    TRY(cudaStreamWaitEvent(pipe->from.stream, pipe->drained[i], 0));
    TRY(cudaMemcpy(pipe->buffer[i], from + done, part, cudaMemcpyDeviceToHost));
    TRY(cudaEventRecord(pipe->filled[i], pipe->from.stream));
    TRY(cudaStreamWaitEvent(pipe->to.stream, pipe->filled[i], 0));
    TRY(cudaMemcpy(to + done, pipe->buffer[i], part, cudaMemcpyHostToDevice));
    TRY(cudaEventRecord(pipe->drained[i], pipe->to.stream));
  }
  return cudaSuccess;
}
