// The streams are not ordered with the default stream: an event forks the start into
// them, and one event each joins them again.  Should save what waiting for the default
// stream costs at a launch; the price is two more calls for each stream, which the host
// makes one after the other.  Measured on an H200 with eight kernels it gains nothing:
// 1.00 of the reference's time with long ones, and with short ones no difference that is
// larger than that between two runs of the reference.
//
// timed in: lengths
// overlay

// The first error of those that it was given.
class FirstError {
 public:
  FirstError& operator<<(cudaError_t error) {
    if (first_ == cudaSuccess) first_ = error;
    return *this;
  }
  operator cudaError_t() const { return first_; }

 private:
  cudaError_t first_ = cudaSuccess;
};

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  FirstError error;
  cudaStream_t streams[kMaxStreams];
  cudaEvent_t start, stop, joins[kMaxStreams];
  for (int i = 0; i < run.streams; ++i) {
    error << cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    error << cudaEventCreateWithFlags(&joins[i], cudaEventDisableTiming);
  }
  error << cudaEventCreate(&start) << cudaEventCreate(&stop);
  KernelConcurrencyData* data;
  error << cudaGetSymbolAddress(reinterpret_cast<void**>(&data), g_kernelData);

  const cudaStream_t first = streams[0];
  error << cudaMemsetAsync(data, 0, sizeof *data, first) << cudaEventRecord(start, first);
  for (int i = 1; i < run.streams; ++i)  // Orders the zeros before the other kernels.
    error << cudaStreamWaitEvent(streams[i], start, 0);

  for (int kid = 0; kid < run.kernels; ++kid)
    addKernel<<<run.blocks, run.threads, 0, streams[kid % run.streams]>>>(
        run.values + kid * run.n, run.n, run.cycles, kid, data);
  error << cudaGetLastError();

  for (int i = 1; i < run.streams; ++i)  // Orders all kernels before the copy.
    error << cudaEventRecord(joins[i], streams[i])
          << cudaStreamWaitEvent(first, joins[i], 0);
  error << cudaEventRecord(stop, first);
  if (error == cudaSuccess)
    error << cudaMemcpyAsync(report, data, sizeof *report, cudaMemcpyDeviceToHost, first);
  error << cudaStreamSynchronize(first);  // All that was launched has ended.
  if (error == cudaSuccess) error << cudaEventElapsedTime(ms, start, stop);

  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  for (int i = 0; i < run.streams; ++i) {
    cudaEventDestroy(joins[i]);
    cudaStreamDestroy(streams[i]);
  }
  return error;
}
