// What CUDA programs use and the simulator does not model is named in a sentence, with
// its line and what to do instead: never silence.
#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "build/unsupported.h"
#include "common/files.h"
#include "common/subprocess.h"
#include "common/text.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

struct Unsupported {
  const char* line;  ///< Stands in line 2 of the program.
  const char* said;  ///< Part of what must be said.
};

const Unsupported kUnsupported[] = {
    {"__global__ void k(cudaTextureObject_t t) {}", "does not model textures"},
    {"__global__ void k(cudaSurfaceObject_t t) {}", "does not model textures"},
    {"cudaGraph_t graph;", "does not model CUDA graphs"},
    {"void f(cudaStream_t s) { cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); }",
     "does not model CUDA graphs"},
    {"__device__ void f() { asm volatile(\"sin.approx.f32 %0, %0;\"); }\n"
     "__global__ void k() { f(); }\nvoid g() { k<<<1, 1>>>(); }",
     "does not run the PTX instruction sin.approx.f32"},
    {"void f() { asm volatile(\"nop\"); }", "in device code only"},
    {"#include <mma.h>", "does not model tensor cores"},
    {"#include <thrust/device_vector.h>", "does not model Thrust"},
    {"#include <cub/cub.cuh>", "does not model CUB"},
    {"#include <cuda/pipeline>", "does not model asynchronous copies"},
    {"#include <cuda/barrier>\nvoid f(int* p) { cuda::memcpy_async(p, p, 4, 0); }",
     "does not model asynchronous copies"},
    {"#include <cuda/barrier>\n__device__ void f() { cuda::barrier_arrive_tx(); }",
     "does not model asynchronous copies"},
    {"#include <cuda_awbarrier.h>", "does not model the barriers of older versions"},
    {"#include <cooperative_groups/scan.h>", "does not model scans"},
    {"__global__ void __cluster_dims__(2, 1, 1) k() {}", "does not model clusters"},
    {"#include <cooperative_groups.h>\nauto f() { return "
     "cooperative_groups::this_cluster(); }",
     "does not model thread block clusters"},
    {"void f() { cuInit(0); }", "does not model the driver API"},
    {"#include <cublas_v2.h>", "does not model the toolkit's libraries"},
    {"#include <curand_kernel.h>", "does not model the toolkit's libraries"},
    {"#include <cuda_fp8.h>", "does not model floating point of fewer than 16 bits"},
    {"cudaIpcMemHandle_t handle;", "does not model memory shared between processes"},
    {"void f(cudaArray_t a) { cudaFreeArray(a); }",
     "does not model arrays and copies in three dimensions"},
    {"cudaMemcpy3DParms copy;", "does not model arrays and copies in three dimensions"},
    {"cudaMemAccessDesc access;", "does not model memory pools that other devices"},
    {"#include <helper_cuda.h>", "does not model the headers of the CUDA samples"},
    {"#include <cuda/std/complex>", "does not model this header of libcu++"},
    {"void f(void* p) { cudaMemPrefetchAsync(p, 4, cudaMemLocation{}, 0, 0); }",
     "does not model hints on where managed memory should be"},
    {"__global__ void k() { cudaGridDependencySynchronize(); }",
     "does not model programmatic dependent launch"},
    {"#include <nvtx3/nvtx3.hpp>", "does not model NVTX's classes"},
    {"cudaStreamAttrValue value;", "does not model attributes of streams"},
    {"void f() { cudaThreadSynchronize(); }", "Use cudaDeviceSynchronize"},
    {"int f(cudaDeviceProp p) { return p.clockRate; }",
     "Ask cudaDeviceGetAttribute(&value, cudaDevAttrClockRate, device)"},
    {"void f() { cudaStreamGetId(0, nullptr); }",
     "If cudaStreamGetId is CUDA's own, the simulator does not model it"},
    {"#include <thread>\nvoid f() { std::thread([] {}).join(); }", "Host threads"},
    {"#include <future>\nvoid f() { std::async([] {}).get(); }", "Host threads"},
};

}  // namespace

TEST_CASE("a message about a name of the program's own says nothing about CUDA") {
  CHECK(unsupported_feature("use of undeclared identifier 'total'").empty());
  CHECK(unsupported_feature("no member named 'half' in 'Sizes'").empty());
  CHECK(
      unsupported_feature("no matching function for call to 'cudaGraphLaunch'").empty());
  CHECK(unsupported_feature("use of undeclared identifier 'cudaGraphLaunch'")
            .starts_with("The simulator does not model CUDA graphs (cudaGraphLaunch). "));
}

TEST_SUITE("full") {
  TEST_CASE("what is not modelled is named with its line and what to do") {
    const fs::path program =
        fs::temp_directory_path() / ("unsupported-" + std::to_string(getpid()) + ".cu");
    for (const Unsupported& unsupported : kUnsupported) {
      CAPTURE(unsupported.line);
      write_scratch_file(program, "// Line 1.\n" + std::string(unsupported.line) +
                                      "\nint main() { return 0; }\n");
      ProcessRequest request;
      request.argv = {std::string(GRIDLOCK_BIN_DIR) + "/gridlock", "run",
                      program.string()};
      const ProcessResult result = run_process(request);
      std::string text = result.output + result.errors;
      for (const char* broken : {"\n  |     ", "\n  | "})
        text = replace_all(text, broken, " ");
      CAPTURE(text);
      CHECK(result.exit_code == 1);
      CHECK(text.find(unsupported.said) != std::string::npos);
      const std::string file = program.filename().string();
      const bool has_line = text.find(file + ":2:") != std::string::npos ||
                            text.find(file + ":3:") != std::string::npos;
      CHECK(has_line);
    }
    fs::remove(program);
  }
}

}  // namespace gridlock
