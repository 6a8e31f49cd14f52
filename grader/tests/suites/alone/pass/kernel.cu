// pass
//--blockDim=[4,2] --gridDim=2 -DOFFSET=1 --no-inline

struct Pair {
  float* first;
  int* second;
};

__global__ void own(int* a, Pair pair, char c) {
  __requires(c == 1);
  const int at = (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  a[at + OFFSET] = c;
  pair.first[at] = 1;
  pair.second[at] = __implies(c == 1, pair.second[at] >= 0);
  __assert(c == 1);
}

// Each kernel of a file is launched.
__global__ void empty() {}
