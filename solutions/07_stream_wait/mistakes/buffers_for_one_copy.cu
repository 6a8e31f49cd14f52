// expect: bad_access
// Each copy has its own buffers, and frees them when the work has been issued, not when
// it is done.
// overlay

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  char* buffer[2];
  for (char*& each : buffer) TRY(cudaMallocHost(&each, pipe->chunk));
  char* to = static_cast<char*>(target);
  // ...
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = 1 - i) {
    const size_t part = std::min(pipe->chunk, bytes - done);
    TRY(cudaStreamWaitEvent(pipe->from.stream, pipe->drained[i], 0));
    TRY(cudaMemcpyAsync(buffer[i], from + done, part, cudaMemcpyDeviceToHost,
                        pipe->from.stream));
    TRY(cudaEventRecord(pipe->filled[i], pipe->from.stream));
    TRY(cudaStreamWaitEvent(pipe->to.stream, pipe->filled[i], 0));
    TRY(cudaMemcpyAsync(to + done, buffer[i], part, cudaMemcpyHostToDevice,
                        pipe->to.stream));
    TRY(cudaEventRecord(pipe->drained[i], pipe->to.stream));
  }
  for (char* each : buffer) TRY(cudaFreeHost(each));
  return cudaSuccess;
}
