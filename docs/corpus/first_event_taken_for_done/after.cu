// expect: passed
// thread: intel/llvm#8374
// An event is complete if its number is below the count.
struct Stream {
  cudaStream_t stream;
  int issued = 0, complete = 0;
};
struct Event {
  Stream* of;
  cudaEvent_t event;
  int number;
};

Event record(Stream& stream) {
  Event event{&stream, nullptr, stream.issued++};
  cudaEventCreateWithFlags(&event.event, cudaEventDisableTiming);
  cudaEventRecord(event.event, stream.stream);
  return event;
}
void wait(Stream& stream, const Event& event) {
  const bool complete = event.number < event.of->complete;
  if (!complete) cudaStreamWaitEvent(stream.stream, event.event, 0);
}

__global__ void set(int* words) { words[threadIdx.x] = 3; }
__global__ void twice(const int* in, int* out) { out[threadIdx.x] = 2 * in[threadIdx.x]; }

int main() {
  Stream first, second;
  int *in, *out, result[32];
  cudaStreamCreateWithFlags(&first.stream, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second.stream, cudaStreamNonBlocking);
  cudaMalloc(&in, sizeof result);
  cudaMalloc(&out, sizeof result);
  set<<<1, 32, 0, first.stream>>>(in);
  wait(second, record(first));
  twice<<<1, 32, 0, second.stream>>>(in, out);
  cudaDeviceSynchronize();
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  for (int word : result)
    if (word != 6) return 1;
  return 0;
}
