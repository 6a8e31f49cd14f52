/// What these programs share: device arrays, and one unordered write, planted at a place
/// that is drawn from a seed, -DPLANT=SEED.  Without PLANT there is no such write, and a
/// kernel costs nothing extra.
#pragma once
#include <cuda_runtime.h>

#include <vector>

/// An array in device memory.
template <class T>
class Array {
 public:
  explicit Array(int n) : n_(n) { cudaMalloc(&data_, n * sizeof(T)); }
  Array(int n, int byte) : Array(n) { cudaMemset(data_, byte, n * sizeof(T)); }
  template <class F>
  Array(int n, F value) : Array(n) {
    std::vector<T> host(n);
    for (int i = 0; i < n; ++i) host[i] = value(i);
    cudaMemcpy(data_, host.data(), n * sizeof(T), cudaMemcpyHostToDevice);
  }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  ~Array() { cudaFree(data_); }

  operator T*() const { return data_; }
  std::vector<T> on_host() const {
    std::vector<T> host(n_);
    cudaMemcpy(host.data(), data_, n_ * sizeof(T), cudaMemcpyDeviceToHost);
    return host;
  }

 private:
  int n_;
  T* data_;
};

enum class Draw : unsigned { round, block, thread, element };

// A number below `end`, drawn from the seed.
__host__ __device__ inline unsigned drawn(Draw what, unsigned end) {
#ifdef PLANT
  unsigned long long mixed = PLANT * 4ull + static_cast<unsigned>(what) + 1;
  for (int i = 0; i < 3; ++i) {
    mixed *= 0x9E3779B97F4A7C15ull;
    mixed ^= mixed >> 29;
  }
  return static_cast<unsigned>(mixed % end);
#else
  return static_cast<unsigned>(what) % end;
#endif
}

// Whether the running thread makes the unordered write in this round.
__device__ inline bool is_planted(int round, int rounds) {
#ifdef PLANT
  const unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  const unsigned thread = threadIdx.y * blockDim.x + threadIdx.x;
  return round == static_cast<int>(drawn(Draw::round, rounds)) &&
         block == drawn(Draw::block, gridDim.x * gridDim.y) &&
         thread == drawn(Draw::thread, blockDim.x * blockDim.y);
#else
  return round == rounds;
#endif
}
