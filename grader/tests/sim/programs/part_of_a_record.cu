// expect: data_race
// command: --strict
// told: lines[1].queue.slots[2]
// The parts of a variable go by their names, also in a base class.

struct Base {
  int base;
};
struct Queue : Base {
  int head;
  unsigned long long tail;
  float slots[4];
};
struct alignas(128) Line {
  int bits : 3;
  static int not_a_part;
  union {
    int either;
    float or_this;
  };
  Queue queue;
};
__device__ Line lines[3];

__global__ void race() {
  if (threadIdx.x == 0) lines[1].queue.slots[2] = 1;
}

int main() {
  race<<<2, 1>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
