// expect: api_error
// A wait at the cluster's barrier needs an arrival.
__global__ void __cluster_dims__(2, 1, 1) wait() { __cluster_barrier_wait(); }

int main() {
  wait<<<2, 1>>>();
  cudaDeviceSynchronize();
}
