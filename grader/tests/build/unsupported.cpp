// Features of CUDA that the simulator does not model are named in a sentence, with the
// line and advice.
#include "build/unsupported.h"
#include "tests/test.h"

namespace gridlock::test_unsupported {
struct Unsupported {
  const char* line;  ///< Line 2 of the program.
  const char* said;  ///< Words that the message must have.
};

const Unsupported kUnsupported[] = {
    {"__global__ void k(cudaTextureObject_t t) {}", "does not model textures"},
    {"__global__ void k(cudaSurfaceObject_t t) {}", "does not model textures"},
    {"void f(cudaGraph_t g, cudaGraphNode_t* n) { cudaGraphAddChildGraphNode(n, g, 0, 0, g); "
     "}",
     "does not model this part of CUDA graphs (cudaGraphAddChildGraphNode)"},
    {"__global__ void k() { cudaGraphSetConditional(0, 1); }",
     "does not model this part of CUDA graphs (cudaGraphSetConditional)"},
    {"cudaUserObject_t object;", "does not model this part of CUDA graphs"},
    {"__device__ void f() { asm volatile(\"sin.approx.f32 %0, %0;\"); }\n"
     "__global__ void k() { f(); }\nvoid g() { k<<<1, 1>>>(); }",
     "does not run the PTX instruction sin.approx.f32"},
    {"__global__ void k(void* p) { asm volatile(\"cp.async.bulk.tensor.1d.shared::cluster"
     ".global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2}], [%3];\" :: \"r\"(1), "
     "\"l\"(p), \"r\"(2), \"r\"(3)); }\nvoid g() { k<<<1, 1>>>(nullptr); }",
     "does not run the PTX instruction cp.async.bulk.tensor.1d.shared::cluster"},
    {"__global__ void k(void* p) { asm volatile(\"cp.async.bulk.shared::cluster.global"
     ".mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], 16, [%2], 3;\" :: "
     "\"r\"(1), \"l\"(p), \"r\"(3)); }\nvoid g() { k<<<1, 1>>>(nullptr); }",
     "it has .multicast::cluster"},
    {"__global__ void k(void* p) { asm volatile(\"cp.reduce.async.bulk.global.shared::cta"
     ".bulk_group.add.u32 [%0], [%1], 16;\" :: \"l\"(p), \"r\"(1)); }\n"
     "void g() { k<<<1, 1>>>(nullptr); }",
     "does not run the PTX instruction cp.reduce.async.bulk.global.shared::cta"},
    {"__device__ void f(int& x) { asm(\"popc.b32 %0, %0;\" : \"+r\"(x)); }\n"
     "__global__ void k(int* p) { f(*p); }\nvoid g() { k<<<1, 1>>>(nullptr); }",
     "does not run the PTX instruction popc.b32"},
    {"void f() { asm volatile(\"cpuid\"); }", "Of inline assembly in host code"},
    {"#include <mma.h>\n__global__ void k() { nvcuda::wmma::fragment<int> f; }",
     "does not model tensor cores (nvcuda::wmma::fragment). Multiply in float."},
    {"#include <thrust/sort.h>",
     "does not model Thrust (thrust/sort.h). Allocate with cudaMalloc, and write the "
     "algorithm as a kernel of your own"},
    {"#include <cub/cub.cuh>",
     "does not model CUB (cub/cub.cuh). Write the algorithm as a kernel of your own"},
    {"#include <cuda/barrier>\n__device__ void f() { cuda::barrier_arrive_tx(); }",
     "does not model barriers that count bytes"},
    {"#include <cuda/pipeline>\n__device__ void f() { cuda::pipeline_producer_commit(); }",
     "does not model a pipeline's copies that a barrier waits for"},
    {"#include <cuda_awbarrier.h>", "does not model the barriers of older versions"},
    {"#include <cooperative_groups.h>\n"
     "__device__ void f(cooperative_groups::block_tile_memory<64>& m) {}",
     "does not model tiles of several warps"},
    {"#include <cooperative_groups/scan.h>", "does not model scans"},
    {"void f() { cuInit(0); }", "does not model the driver API"},
    {"#include <cublas.h>", "does not model cuBLAS (cublas.h)"},
    {"#include <cublas_v2.h>\nvoid f(cublasHandle_t h) { cublasSgemm(h); }",
     "does not model cuBLAS (cublasSgemm). Replace the call by a kernel of your own"},
    {"#include <cublasLt.h>\nvoid f(cublasLtHandle_t h) { cublasLtMatmul(h); }",
     "does not model cuBLAS (cublasLtMatmul). Replace the call by a kernel"},
    {"#include <curand.h>\nvoid f(curandGenerator_t g) { curandGenerateUniform(g, 0, 1); }",
     "does not model cuRAND (curandGenerateUniform). Write a generator of your own"},
    {"#include <curand_kernel.h>\n"
     "__device__ void f(curandState* s) { curand_init(1, 2, 3, s); }",
     "does not model cuRAND (curand_init). Write a generator of your own"},
    {"#include <curand_kernel.h>\nsize_t f() { return sizeof(curandState); }",
     "does not model cuRAND (curandState). Write a generator of your own"},
    {"#include <cusparse.h>\nvoid f(cusparseHandle_t h) { cusparseSpMV(h); }",
     "does not model cuSPARSE (cusparseSpMV). Replace the call by a kernel of"},
    {"#include <cufft.h>\nvoid f(cufftHandle* p) { cufftPlan1d(p, 8); }",
     "does not model cuFFT (cufftPlan1d). Replace the call by a kernel of your own"},
    {"#include <cusolverDn.h>", "does not model CUDA's libraries (cusolverDn.h)"},
    {"#include <cuda_fp8.h>\n__device__ float f(float x) { return __nv_fp8_e4m3(x); }",
     "does not model floating point of fewer than 16 bits (__nv_fp8_e4m3). Use float"},
    {"#include <cuda_fp8.h>\n__device__ void f(__nv_fp8_e5m2 x) {}",
     "does not model floating point of fewer than 16 bits (__nv_fp8_e5m2)"},
    {"__device__ int f(int a) { return __dp4a(a, a, a); }",
     "does not model arithmetic on the lanes of a word (__dp4a). Take the word apart"},
    {"__device__ int f(int* p) { return __nv_atomic_load_n(p, 0); }",
     "does not model the atomic functions built into nvcc (__nv_atomic_load_n). Use cuda"},
    {"#include <cuda_fp4.h>", "does not model floating point of fewer than 16 bits"},
    {"cudaIpcMemHandle_t handle;", "does not model memory shared between processes"},
    {"void f(cudaArray_t a) { cudaFreeArray(a); }", "does not model arrays"},
    {"void f(cudaMemPool_t* p) { cudaMemPoolCreate(p, 0); }",
     "does not model memory pools of a program's own (cudaMemPoolCreate). Allocate with"},
    {"#include <helper_cuda.h>", "does not model the headers of the CUDA samples"},
    {"#include <cuda/std/complex>", "does not model this header of libcu++"},
    {"void f(void* p) { cudaMemDiscardBatchAsync(&p, 0, 0, 0, 0); }",
     "does not model hints on where managed memory should be"},
    {"__global__ void k() { cudaGridDependencySynchronize(); }",
     "does not model programmatic dependent launch"},
    {"#include <nvtx3/nvtx3.hpp>", "does not model NVTX's classes"},
    {"void f() { cudaThreadSynchronize(); }", "Use cudaDeviceSynchronize"},
    {"int f(cudaDeviceProp p) { return p.clockRate; }",
     "Ask cudaDeviceGetAttribute(&value, cudaDevAttrClockRate, device)"},
    {"void f() { cudaStreamGetId(0, nullptr); }",
     "If cudaStreamGetId is CUDA's own, the simulator does not model it"},
};

TEST_CASE("a message about a name of the program's own says nothing about CUDA") {
  CHECK(unsupported_feature("use of undeclared identifier 'total'").empty());
  CHECK(unsupported_feature("no member named 'half' in 'Sizes'").empty());
  CHECK(unsupported_feature("no matching function for call to 'cudaGraphDebugDotPrint'")
            .empty());
  CHECK(unsupported_feature("use of undeclared identifier 'cudaGraphDebugDotPrint'")
            .starts_with("The simulator does not model this part of CUDA graphs "
                         "(cudaGraphDebugDotPrint). "));
}

TEST_SUITE("full") {
  TEST_CASE("what is not modelled is named with its line and what to do") {
    const Scratch folder;
    const fs::path program = folder / "unsupported.cu";
    for (const Unsupported& unsupported : kUnsupported) {
      CAPTURE(unsupported.line);
      write_scratch_file(program, "// Line 1.\n" + std::string(unsupported.line) +
                                      "\nint main() { return 0; }\n");
      const ProcessResult result = run_gridlock({"run", program.string()});
      std::string text = result.output + result.errors;
      for (const char* broken : {"\n  |     ", "\n  | "})
        text = replace_all(text, broken, " ");
      CAPTURE(text);
      CHECK(result.exit_code == 1);
      CHECK(contains(text, unsupported.said));
      const std::string file = program.filename().string();
      const bool has_line = text.find(file + ":2:") != std::string::npos ||
                            text.find(file + ":3:") != std::string::npos;
      CHECK(has_line);
    }
  }
}

}  // namespace gridlock::test_unsupported
