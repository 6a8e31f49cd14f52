// expect: passed
// unsaid: uninitialized_read
// A struct is copied as a whole, although its first member was never written.
struct Item {
  int spare;
  int value;
};

__global__ void fill(Item* items) { items[threadIdx.x].value = threadIdx.x; }

__global__ void use(const Item* items, int* out) {
  const Item mine = items[threadIdx.x];
  out[threadIdx.x] = mine.value;
}

int main() {
  Item* items;
  int* out;
  cudaMalloc(&items, 4 * sizeof(Item));
  cudaMalloc(&out, 4 * sizeof(int));
  fill<<<1, 4>>>(items);
  use<<<1, 4>>>(items, out);
  return cudaDeviceSynchronize() != cudaSuccess;
}
