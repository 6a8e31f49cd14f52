// expect: passed
// cub::BlockAdjacentDifference, in its six forms.
#include <cub/cub.cuh>

constexpr int kThreads = 32, kItems = 2, kAll = kThreads * kItems;
using Differences = cub::BlockAdjacentDifference<int, kThreads>;

struct Minus {
  template <class T>
  __device__ T operator()(T& a, T& b) {
    return a - b;
  }
};

__global__ void differences(int* out) {
  __shared__ Differences::TempStorage storage;
  int squares[kItems], result[kItems];
  const auto begin = [&] {
    for (int i = 0; i < kItems; ++i) {
      const int place = threadIdx.x * kItems + i;
      squares[i] = place * place;
    }
    __syncthreads();  // The storage is free again.
  };
  const auto end = [&](int form) {
    for (int i = 0; i < kItems; ++i)
      out[form * kAll + threadIdx.x * kItems + i] = result[i];
  };
  begin();
  Differences(storage).SubtractLeft(squares, result, Minus());
  end(0);
  begin();
  Differences(storage).SubtractLeft(squares, result, Minus(), 100);
  end(1);
  begin();
  Differences(storage).SubtractLeftPartialTile(squares, result, Minus(), 9);
  end(2);
  begin();
  Differences(storage).SubtractRight(squares, squares, Minus());
  for (int i = 0; i < kItems; ++i) result[i] = squares[i];
  end(3);
  begin();
  Differences(storage).SubtractRight(squares, result, Minus(), 100);
  end(4);
  begin();
  Differences(storage).SubtractRightPartialTile(squares, result, Minus(), 9);
  end(5);
}

static int expected(int form, int i) {
  const int square = i * i, left = 2 * i - 1, right = -2 * i - 1;
  switch (form) {
    case 0:
      return i == 0 ? 0 : left;
    case 1:
      return i == 0 ? -100 : left;
    case 2:
      return i == 0 || i >= 9 ? square : left;
    case 3:
      return i == kAll - 1 ? square : right;
    case 4:
      return i == kAll - 1 ? square - 100 : right;
    default:
      return i >= 8 ? square : right;
  }
}

int main() {
  int *out, host[6 * kAll];
  cudaMalloc(&out, sizeof host);
  differences<<<1, kThreads>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int form = 0; form < 6; ++form)
    for (int i = 0; i < kAll; ++i)
      if (host[form * kAll + i] != expected(form, i)) {
        printf("form %d, item %d: %d\n", form, i, host[form * kAll + i]);
        ++wrong;
      }
  return wrong != 0;
}
