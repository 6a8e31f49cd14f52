// expect: passed
// A wait that looks often at first and then takes its time: it does not give up.  What it
// counts on the way are statistics.
__device__ int flag, looks_of_all, done;

__global__ void wait_patiently() {
  if (blockIdx.x == 0) {
    int looks = 0;
    while (atomicAdd(&flag, 0) == 0 && looks < 200) ++looks;
    while (atomicAdd(&flag, 0) == 0) {
      ++looks;
      __nanosleep(100);
    }
    atomicAdd(&looks_of_all, looks);
  } else {
    atomicAdd(&flag, 1);
  }
  atomicAdd(&done, 1);
}

int main() {
  wait_patiently<<<2, 1>>>();
  int ended = 0;
  cudaMemcpyFromSymbol(&ended, done, sizeof ended);
  return ended == 2 ? 0 : 1;
}
