// expect: data_race, wrong_result
// says: issue it there, too
// unsaid: must come before
// The copy that fills a buffer is in the stream that drains it: it does not wait for what
// writes the source.
// overlay

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  // ...
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = 1 - i) {
    const size_t part = std::min(pipe->chunk, bytes - done);
    TRY(cudaStreamWaitEvent(pipe->from.stream, pipe->drained[i], 0));
    TRY(cudaMemcpyAsync(pipe->buffer[i], from + done, part, cudaMemcpyDeviceToHost,
                        pipe->to.stream));
    TRY(cudaEventRecord(pipe->filled[i], pipe->from.stream));
    // ...
  }
  return cudaSuccess;
}
