// expect: api_error
// 2000 threads are too many for a block; nobody asks whether the launch went well.
__global__ void nothing() {}

int main() {
  nothing<<<1, 2000>>>();
  return 0;
}
