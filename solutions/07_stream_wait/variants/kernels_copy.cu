// Kernels copy between the devices and the buffers, which are mapped.
// overlay

cudaError_t openPipe(Pipe* pipe, Lane to, Lane from, size_t chunk) {
  *pipe = Pipe{to, from, chunk, {}, {}, {}};
  for (int i = 0; i < 2; ++i) {
    TRY(cudaHostAlloc(&pipe->buffer[i], chunk,
                      cudaHostAllocPortable | cudaHostAllocMapped));
    TRY(makeEvent(&pipe->filled[i], from.device));
    TRY(makeEvent(&pipe->drained[i], to.device));
  }
  return cudaSuccess;
}

__global__ void copyBytes(char* to, const char* from, size_t bytes) {
  for (size_t i = threadIdx.x; i < bytes; i += blockDim.x) to[i] = from[i];
}

cudaError_t copyBytesIn(Lane lane, char* to, const char* from, size_t bytes) {
  const OnDevice here(lane.device);
  copyBytes<<<1, 32, 0, lane.stream>>>(to, from, bytes);
  return cudaGetLastError();
}

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  // ...
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = 1 - i) {
    const size_t part = std::min(pipe->chunk, bytes - done);

    TRY(cudaStreamWaitEvent(pipe->from.stream, pipe->drained[i], 0));
    TRY(copyBytesIn(pipe->from, pipe->buffer[i], from + done, part));
    TRY(cudaEventRecord(pipe->filled[i], pipe->from.stream));

    TRY(cudaStreamWaitEvent(pipe->to.stream, pipe->filled[i], 0));
    TRY(copyBytesIn(pipe->to, to + done, pipe->buffer[i], part));
    TRY(cudaEventRecord(pipe->drained[i], pipe->to.stream));
  }
  return cudaSuccess;
}
