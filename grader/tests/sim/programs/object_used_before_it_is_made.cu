// expect: data_race
// Of an object with virtual functions the pointer to these is data like any other: the
// flag says that the object is there, and no fence is between the two.
#include <new>

struct Shape {
  __device__ virtual int corners() const { return 0; }
};
struct Square : Shape {
  __device__ int corners() const override { return 4; }
};

__global__ void use(Square* place, int* flag, int* out) {
  if (blockIdx.x == 0) {
    new (place) Square;
    atomicExch(flag, 1);
  } else if (atomicAdd(flag, 0) == 1) {
    *out = static_cast<Shape*>(place)->corners();
  }
}

int main() {
  Square* place;
  int *flag, *out;
  cudaMalloc(&place, sizeof(Square));
  cudaMalloc(&flag, sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  use<<<2, 1>>>(place, flag, out);
  return cudaDeviceSynchronize();
}
