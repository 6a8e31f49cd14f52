// The types of CUDA's libraries and what their functions take and return.  Compiled by
// nvcc and against our headers, never run.
#include <cublas_v2.h>
#include <cuda.h>
#include <curand.h>
#include <curand_kernel.h>

#include <type_traits>

static_assert(sizeof(cuuint32_t) == sizeof(uint32_t), "");
static_assert(sizeof(cuuint64_t) == 8, "");
static_assert(sizeof(curandState) == 48 && sizeof(curandStateMRG32k3a_t) == 48, "");
static_assert(sizeof(curandStatePhilox4_32_10_t) == 64, "");
static_assert(std::is_same<curandState, curandState_t>::value, "");
static_assert(std::is_same<curandState, curandStateXORWOW_t>::value, "");
static_assert(std::is_same<curandState, curandStateXORWOW>::value, "");

template <class State>
__device__ double drawFrom(State* state) {
  curand_init(1ull, 2ull, 3ull, state);
  skipahead(5ull, state);
  skipahead_sequence(5ull, state);
  const unsigned bits = curand(state);
  const float2 two = curand_normal2(state);
  const double2 wide = curand_normal2_double(state);
  const float2 logs = curand_log_normal2(state, 0.0f, 1.0f);
  const double2 wideLogs = curand_log_normal2_double(state, 0.0, 1.0);
  return bits + two.x + wide.y + logs.x + wideLogs.y + curand_uniform(state) +
         curand_uniform_double(state) + curand_normal(state) +
         curand_normal_double(state) + curand_log_normal(state, 0.0f, 1.0f) +
         curand_log_normal_double(state, 0.0, 1.0) + curand_poisson(state, 4.0);
}

__global__ void draw(curandState* a, curandStatePhilox4_32_10_t* b,
                     curandStateMRG32k3a_t* c, double* out) {
  skipahead_subsequence(5ull, c);
  const uint4 bits = curand4(b), counts = curand_poisson4(b, 4.0);
  const float4 uniform = curand_uniform4(b), normal = curand_normal4(b);
  const float4 logs = curand_log_normal4(b, 0.0f, 1.0f);
  const double2 pair = curand_uniform2_double(b);
  *out = drawFrom(a) + drawFrom(b) + drawFrom(c) + bits.x + counts.y + uniform.z +
         normal.w + logs.x + pair.y + curand_uniform4_double(b).z +
         curand_normal4_double(b).w + curand_log_normal4_double(b, 0.0, 1.0).x;
}

// By the names of the second interface, too, and in complex numbers of the device.
void multiply(cublasHandle_t handle, double* a, cuComplex* b) {
  const double one = 1;
  cublasDgemm_v2(handle, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 2, &one, a, 2, a, 2, &one, a, 2);
  cublasDnrm2_v2(handle, 4, a, 1, a);
  cublasScnrm2_v2(handle, 2, b, 1, &b->x);
  cublasIsamax_v2(handle, 2, &b->x, 1, nullptr);
  cublasSetStream_v2(handle, cudaStream_t());
  // CUDA 10 named a type of numbers where there is one of computations now.
  cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 2, &one, a, CUDA_R_64F, 2, a,
               CUDA_R_64F, 2, &one, a, CUDA_R_64F, 2, CUDA_R_64F, CUBLAS_GEMM_DEFAULT);
}
__global__ void conjugate(cuComplex* x, cuDoubleComplex* y) {
  *x = cuCdivf(cuConjf(cuCaddf(*x, make_cuComplex(1, 2))), make_cuFloatComplex(1, 0));
  *y = cuCfma(cuCmul(*y, *y), cuCsub(*y, *y), cuComplexFloatToDouble(*x));
  x->x = cuCabsf(*x) + cuCrealf(*x) + cuCimagf(cuComplexDoubleToFloat(*y));
}

void generate(float* numbers) {
  curandGenerator_t generator;
  const curandStatus_t status =
      curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_MRG32K3A);
  if (status == CURAND_STATUS_SUCCESS) curandGenerateUniform(generator, numbers, 64);
}

int main() {}
