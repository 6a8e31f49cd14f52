// expect: data_race
// says: record an event in each of them
// Waits for the last stream alone, and then copies in a stream of its own.
#include "concurrency.cuh"

__device__ int orInto(int* word, int bits) {
  int old;
  asm volatile("atom.relaxed.gpu.or.b32 %0, [%1], %2;"
               : "=r"(old)
               : "l"(word), "r"(bits)
               : "memory");
  return old;
}

__device__ int andInto(int* word, int bits) {
  int old;
  asm volatile("atom.relaxed.gpu.and.b32 %0, [%1], %2;"
               : "=r"(old)
               : "l"(word), "r"(bits)
               : "memory");
  return old;
}

__device__ int addAcqRel(int* word, int value) {
  int old;
  asm volatile("atom.acq_rel.gpu.add.u32 %0, [%1], %2;"
               : "=r"(old)
               : "l"(word), "r"(value)
               : "memory");
  return old;
}

__device__ void raiseTo(int* word, int value) {
  int seen = *static_cast<volatile int*>(word);
  while (seen < value) {
    const int found = atomicCAS(word, seen, value);
    if (found == seen) break;
    seen = found;
  }
}

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  const int others = orInto(&data->mask, 1 << kid);
  const int all = others | 1 << kid;
  data->masks[kid] = all;
  raiseTo(&data->maskMax, __popc(static_cast<unsigned>(all)));
  const int before = addAcqRel(&data->count, 1);
  data->counts[kid] = before + 1;
  raiseTo(&data->countMax, before + 1);
}

__device__ void checkOut(KernelConcurrencyData* data, int kid) {
  andInto(&data->mask, ~(1 << kid));
  addAcqRel(&data->count, -1);
}

__global__ void addKernel(unsigned* values, int n, int cycles, int kid,
                          KernelConcurrencyData* data) {
  struct Stay {
    KernelConcurrencyData* data;
    int kid;
    __device__ Stay(KernelConcurrencyData* d, int k) : data(d), kid(k) {
      if (data) checkIn(data, kid);
    }
    __device__ ~Stay() {
      if (data) checkOut(data, kid);
    }
  } stay(blockIdx.x == 0 && threadIdx.x == 0 ? data : nullptr, kid);

  const long long stride = 1ll * gridDim.x * blockDim.x;
  for (long long i = 1ll * blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    values[i] = workOn(values[i], cycles);
}

__device__ KernelConcurrencyData g_kernelData;

cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  cudaError_t error = cudaSuccess;
  cudaStream_t streams[kMaxStreams], copier;
  cudaEvent_t start, stop;
  for (int i = 0; i < run.streams; ++i) cudaStreamCreate(&streams[i]);
  cudaStreamCreateWithFlags(&copier, cudaStreamNonBlocking);
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  auto keep = [&](cudaError_t e) { error = error ? error : e; };

  KernelConcurrencyData* data = nullptr;
  keep(cudaGetSymbolAddress((void**)&data, g_kernelData));
  keep(cudaMemsetAsync(data, 0, sizeof *data, 0));  // The streams wait for this.
  keep(cudaEventRecord(start, 0));
  for (int kid = 0; kid < run.kernels; ++kid) {
    unsigned* values = run.values + static_cast<size_t>(kid) * run.n;
    void* arguments[] = {&values, &run.n, &run.cycles, &kid, &data};
    keep(cudaLaunchKernel((const void*)addKernel, dim3(run.blocks), dim3(run.threads),
                          arguments, 0, streams[kid % run.streams]));
  }
  keep(cudaEventRecord(stop, 0));  // After the kernels of all the streams.
  keep(cudaStreamSynchronize(streams[run.streams - 1]));
  keep(cudaMemcpyAsync(report, data, sizeof *report, cudaMemcpyDeviceToHost, copier));
  keep(cudaStreamSynchronize(copier));
  keep(cudaEventSynchronize(stop));
  keep(cudaEventElapsedTime(ms, start, stop));

  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaStreamDestroy(copier);
  for (int i = 0; i < run.streams; ++i) cudaStreamDestroy(streams[i]);
  cudaGetLastError();
  return error;
}

__device__ void enterKernel(KernelConcurrencyData* data, int kid) {
  if (threadIdx.x + 1 == blockDim.x) {
    const int before = orInto(&data->mask, 1 << kid);
    if (!(before >> kid & 1)) {
      const int all = before | 1 << kid;
      data->masks[kid] = all;
      raiseTo(&data->maskMax, __popc(static_cast<unsigned>(all)));
      const int count = addAcqRel(&data->count, 1) + 1;
      data->counts[kid] = count;
      raiseTo(&data->countMax, count);
    }
  }
  __syncthreads();
}

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  __syncthreads();
  if (threadIdx.x + 1 == blockDim.x &&
      addAcqRel(blocks_out + kid, 1) == static_cast<int>(gridDim.x - 1)) {
    atomicExch(blocks_out + kid, 0);
    const int all = andInto(&data->mask, ~(1 << kid)) | data->masks[kid];
    addAcqRel(&data->count, -1);
    data->masks[kid] = all;
    raiseTo(&data->maskMax, __popc(static_cast<unsigned>(all)));
  }
}

#include "program.cuh"
