// The copies derive their directions from the pointers; the buffers are pinned without a
// flag, which with unified addressing makes them portable; the events have timing.
// overlay

cudaError_t makeEvent(cudaEvent_t* event, int device) {
  const OnDevice here(device);
  return cudaEventCreate(event);
}

cudaError_t openPipe(Pipe* pipe, Lane to, Lane from, size_t chunk) {
  *pipe = Pipe{to, from, chunk, {}, {}, {}};
  for (int i = 0; i < 2; ++i) {
    TRY(cudaMallocHost(&pipe->buffer[i], chunk));
    TRY(makeEvent(&pipe->filled[i], from.device));
    TRY(makeEvent(&pipe->drained[i], to.device));
  }
  return cudaSuccess;
}

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  // ...
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = 1 - i) {
    const size_t part = std::min(pipe->chunk, bytes - done);

    TRY(cudaStreamWaitEvent(pipe->from.stream, pipe->drained[i], 0));
    TRY(cudaMemcpyAsync(pipe->buffer[i], from + done, part, cudaMemcpyDefault,
                        pipe->from.stream));
    TRY(cudaEventRecord(pipe->filled[i], pipe->from.stream));

    TRY(cudaStreamWaitEvent(pipe->to.stream, pipe->filled[i], 0));
    TRY(cudaMemcpyAsync(to + done, pipe->buffer[i], part, cudaMemcpyDefault,
                        pipe->to.stream));
    TRY(cudaEventRecord(pipe->drained[i], pipe->to.stream));
  }
  return cudaSuccess;
}

cudaError_t copyDirect(Lane to, void* target, Lane from, const void* source,
                       size_t bytes) {
  TRY(follow(to, from));
  TRY(cudaMemcpyAsync(target, source, bytes, cudaMemcpyDefault, to.stream));
  return follow(from, to);
}
