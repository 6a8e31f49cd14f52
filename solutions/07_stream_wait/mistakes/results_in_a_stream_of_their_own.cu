// expect: wrong_result, data_race
// The results leave in a stream of their own, and no station's stream waits for the last
// two.
// overlay

cudaError_t runPipeline(const Station* stations, int count, const int* in, int* out,
                        int n, int items) {
  // ...
  for (int item = 0; item < items; ++item) {
    const int slot = item % 2;
    for (int s = 0; s < count; ++s) {
      // ...
      if (last) {
        int* to = out + size_t(item) * n;
        const OnDevice current(device);
        cudaEvent_t mark;
        cudaStream_t exit;
        TRY(cudaStreamCreateWithFlags(&exit, cudaStreamNonBlocking));
        TRY(makeEvent(&mark, device));
        TRY(cudaEventRecord(mark, stream));
        TRY(cudaStreamWaitEvent(exit, mark, 0));
        TRY(cudaMemcpyAsync(to, here, bytes, cudaMemcpyDeviceToHost, exit));
        if (item + 2 < items) {  // The slot is used again.
          TRY(cudaEventRecord(mark, exit));
          TRY(cudaStreamWaitEvent(stream, mark, 0));
        }
        TRY(cudaEventDestroy(mark));
        TRY(cudaStreamDestroy(exit));
      } else {
        TRY(cudaEventRecord(marks[s].done[slot], stream));
      }
    }
  }
  // ...
}
