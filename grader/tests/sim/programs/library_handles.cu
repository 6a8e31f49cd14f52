// expect: passed
// A program that only sets up CUDA's libraries starts: their types, handles and statuses
// are declared, though the simulator does not model them.
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda.h>
#include <cuda_fp8.h>
#include <cufft.h>
#include <curand.h>
#include <curand_kernel.h>
#include <cusparse.h>
#include <mma.h>

using namespace nvcuda;

static_assert(sizeof(cuuint32_t) == 4 && sizeof(cuuint64_t) == 8, "");

__device__ void never_called(curandState*, curandStatePhilox4_32_10_t*,
                             const __nv_fp8_e4m3*) {}

template <class Status>
int failures(std::initializer_list<Status> statuses) {
  int count = 0;
  for (const Status status : statuses) count += status != Status(0);
  return count;
}

int main() {
  cublasHandle_t dense;
  cublasLtHandle_t light;
  curandGenerator_t generator;
  cusparseHandle_t sparse;
  cufftHandle plan;
  const cublasComputeType_t type = CUBLAS_COMPUTE_32F_FAST_TF32;
  int count =
      failures({cublasCreate(&dense), cublasSetStream(dense, 0),
                cublasSetMathMode(dense, CUBLAS_TF32_TENSOR_OP_MATH),
                cublasSetPointerMode(dense, CUBLAS_POINTER_MODE_DEVICE),
                cublasLtCreate(&light), cublasLtDestroy(light), cublasDestroy(dense)});
  count += failures({curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT),
                     curandDestroyGenerator(generator)});
  count += failures({cusparseCreate(&sparse), cusparseDestroy(sparse)});
  count += failures({cufftCreate(&plan), cufftDestroy(plan)});
  const cuComplex product = cuCmulf(make_cuComplex(1, 2), cuConjf({1, 2}));
  if (cuCabsf(product) != 5 || type == CUBLAS_COMPUTE_32F) return 1;
  printf("%s\n", cublasGetStatusString(cublasDestroy(nullptr)));
  return count;
}
