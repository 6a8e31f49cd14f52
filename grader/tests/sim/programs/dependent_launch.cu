// expect: api_error
// missing: the launch asks for programmatic dependent launch
// Programmatic dependent launch whose second kernel never waits for the first.
__global__ void a(int* p) { *p = 1; }
__global__ void b(int* p) { p[1] = p[0]; }
int main() {
  int* p;
  cudaMalloc(&p, 8);
  cudaStream_t s;
  cudaStreamCreate(&s);
  a<<<1, 1, 0, s>>>(p);
  cudaLaunchAttribute at[1];
  at[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  at[0].val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t c = {};
  c.gridDim = 1;
  c.blockDim = 1;
  c.stream = s;
  c.attrs = at;
  c.numAttrs = 1;
  cudaLaunchKernelEx(&c, b, p);
  int e = cudaStreamSynchronize(s);
  cudaFree(p);
  return e;
}
