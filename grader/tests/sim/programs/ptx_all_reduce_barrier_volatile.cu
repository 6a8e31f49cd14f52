// expect: data_race
// The barrier of a custom all-reduce between two devices: each block signals its partner
// with st.volatile, which releases nothing.
#include <cstdio>

constexpr int kDevices = 2;
constexpr int kBlocks = 2;
constexpr int kThreads = 4;

struct Signal {
  unsigned flag[kBlocks][kDevices];
};

struct Peers {
  Signal* signals[kDevices];
  float* data[kDevices];
};

__device__ void store_flag(unsigned* flag, unsigned value) {
  asm volatile("st.volatile.global.u32 [%1], %0;" ::"r"(value), "l"(flag) : "memory");
}

__device__ unsigned load_flag(unsigned* flag) {
  unsigned value;
  asm volatile("ld.acquire.sys.global.u32 %0, [%1];"
               : "=r"(value)
               : "l"(flag)
               : "memory");
  return value;
}

__device__ void barrier(const Peers& peers, int rank, unsigned round) {
  __syncthreads();
  if (threadIdx.x < kDevices) {
    store_flag(&peers.signals[threadIdx.x]->flag[blockIdx.x][rank], round);
    while (load_flag(&peers.signals[rank]->flag[blockIdx.x][threadIdx.x]) != round) {
    }
  }
  __syncthreads();
}

__global__ void allReduce(Peers peers, float* out, int rank) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  peers.data[rank][i] = i + rank;
  barrier(peers, rank, 1);
  float sum = 0;
  for (int device = 0; device < kDevices; ++device) sum += peers.data[device][i];
  out[i] = sum;
}

int main() {
  Peers peers;
  float* out[kDevices];
  constexpr int kCount = kBlocks * kThreads;
  for (int device = 0; device < kDevices; ++device) {
    cudaSetDevice(device);
    cudaDeviceEnablePeerAccess(1 - device, 0);
    cudaMalloc(&peers.signals[device], sizeof(Signal));
    cudaMemset(peers.signals[device], 0, sizeof(Signal));
    cudaMalloc(&peers.data[device], kCount * sizeof(float));
    cudaMalloc(&out[device], kCount * sizeof(float));
    cudaDeviceSynchronize();
  }
  for (int device = 0; device < kDevices; ++device) {
    cudaSetDevice(device);
    allReduce<<<kBlocks, kThreads>>>(peers, out[device], device);
  }
  int wrong = 0;
  for (int device = 0; device < kDevices; ++device) {
    cudaSetDevice(device);
    float sums[kCount];
    cudaMemcpy(sums, out[device], sizeof sums, cudaMemcpyDeviceToHost);
    for (int i = 0; i < kCount; ++i) wrong += sums[i] != 2 * i + 1;
  }
  printf("%d wrong\n", wrong);
  return wrong;
}
