// Programs that the simulator's CUDA headers accept or reject.
#include <doctest/doctest.h>

#include "tests/shim/support.h"
#include "tests/skip.h"

namespace gridlock::test_compile {
using namespace gridlock::shim;

/// A program that must not compile, and the compiler's complaint.
struct Rejected {
  const char* what;
  const char* snippet;
  const char* complaint;
};

// nvcc rejects all of these too: the last test case of this file checks that.
const Rejected kRejected[] = {
    {"atomicAdd of a size_t", "__device__ void f(size_t* p) { atomicAdd(p, 1); }",
     "no matching function for call to 'atomicAdd'"},
    {"atomicAdd of a value", "__device__ void f(int current) { atomicAdd(current, 1); }",
     "no matching function for call to 'atomicAdd'"},
    {"atomicAdd of a signed 64-bit word",
     "__device__ void f(long long* p) { atomicAdd(p, 1); }",
     "no matching function for call to 'atomicAdd'"},
    {"atomicAdd of a volatile word",
     "__device__ void f(volatile int* p) { atomicAdd(p, 1); }",
     "no matching function for call to 'atomicAdd'"},
    {"atomicSub of a 64-bit word",
     "__device__ void f(unsigned long long* p) { atomicSub(p, 1); }",
     "no matching function for call to 'atomicSub'"},
    {"atomicInc of an int", "__device__ void f(int* p) { atomicInc(p, 1); }",
     "no matching function for call to 'atomicInc'"},
    {"atomicExch of 16 bytes that are not aligned",
     "struct P { long long a, b; };\n__device__ void f(P* p) { atomicExch(p, P()); }",
     "call to 'atomicExch'"},
    {"a sum of a __half and a float",
     "#include <cuda_fp16.h>\n__device__ float f(__half h) { return h + 1.0f; }",
     "ambiguous"},
    {"atomicSub of a __half",
     "#include <cuda_fp16.h>\n__device__ void f(__half* h) { atomicSub(h, 1.0f); }",
     "no matching function for call to 'atomicSub'"},
    {"atomicExch of a double", "__device__ void f(double* p) { atomicExch(p, 1.0); }",
     "call to 'atomicExch'"},
    {"atomicCAS without the value", "__device__ void f(int* p) { atomicCAS(p, 1); }",
     "no matching function for call to 'atomicCAS'"},
    {"writing threadIdx", "__device__ void f() { threadIdx.x = 0; }", "const"},
    {"an array of warpSize elements",
     "__device__ int f() { static int a[warpSize]; return a[0]; }", "variable length"},
    {"__ldg of a structure",
     "struct S { int a, b; };\n"
     "__device__ int f(const S* p) { return __ldg(p).a; }",
     "no matching function for call to '__ldg'"},
    {"__shfl without a mask", "__device__ int f(int v) { return __shfl(v, 0); }",
     "'__shfl'"},
    {"a stream that is an int", "void f(int s, int* p) { cudaMemsetAsync(p, 0, 4, s); }",
     "cudaMemsetAsync"},
    {"cudaMalloc without the address", "void f(int* p) { cudaMalloc(p, 4); }",
     "no matching function for call to 'cudaMalloc'"},
    {"a member that CUDA 13 took out",
     "int f(cudaDeviceProp p) { return p.kernelExecTimeoutEnabled; }",
     "no member named 'kernelExecTimeoutEnabled'"},
    {"copying an atomic",
     "#include <cuda/atomic>\n"
     "void f(cuda::atomic<int>& a) { cuda::atomic<int> b = a; }",
     "deleted"},
    {"storing to a constant atomic",
     "#include <cuda/atomic>\nvoid f(const cuda::atomic<int>& a) { a.store(1); }",
     "'store'"},
    {"copying a barrier",
     "#include <cuda/barrier>\nusing B = cuda::barrier<cuda::thread_scope_device>;\n"
     "void f(B& a) { B b = a; }",
     "deleted"},
    {"waiting for a token that is kept",
     "#include <cuda/barrier>\n"
     "__device__ void f(cuda::barrier<cuda::thread_scope_block>& b) {\n"
     "  auto token = b.arrive();\n  b.wait(token);\n}",
     "rvalue reference"},
    {"a wait for a parity with a completion function",
     "#include <cuda/barrier>\nstruct C { __device__ void operator()() noexcept {} };\n"
     "__device__ void f(cuda::barrier<cuda::thread_scope_block, C>& b) { "
     "b.wait_parity(true); }",
     "'wait_parity'"},
    {"a wait with a limit at a barrier of the device",
     "#include <cuda/barrier>\n"
     "__device__ bool f(cuda::barrier<cuda::thread_scope_device>& b) {\n"
     "  return b.try_wait_for(b.arrive(), cuda::std::chrono::seconds(1));\n}",
     "'try_wait_for'"},
    {"a latch without a count",
     "#include <cuda/latch>\ncuda::latch<cuda::thread_scope_system> a;",
     "no matching constructor"},
    {"a flag that is not of the system's scope",
     "#include <cuda/atomic>\n__device__ cuda::atomic_flag flag;", "atomic_flag"},
    {"a tile of 24 threads",
     "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
     "__device__ void f() { cg::tiled_partition<24>(cg::this_thread_block()).sync(); }",
     "static_assert"},
};

// nvcc accepts all of these; the simulator's headers name what they lack.
const Rejected kUnsupported[] = {
    {"a call that is not modelled",
     "void f(int* p) { cudaMemDiscardBatchAsync(&p, 0, 1, 0, 0); }",
     "'cudaMemDiscardBatchAsync'"},
    {"an attribute of a device that is not modelled",
     "void f(int* v) { cudaDeviceGetAttribute(v, cudaDevAttrNumaId, 0); }",
     "'cudaDevAttrNumaId'"},
    {"an attribute of a function that is not modelled",
     "void f(void (*k)()) {\n"
     "  cudaFuncSetAttribute(k, cudaFuncAttributeRequiredClusterWidth, 2);\n}",
     "'cudaFuncAttributeRequiredClusterWidth'"},
    {"an attribute of a stream that is not modelled",
     "auto a = cudaStreamAttributeMemSyncDomain;", "'cudaStreamAttributeMemSyncDomain'"},
    {"a property that is not modelled",
     "int f(cudaDeviceProp p) { return p.maxTexture1D; }",
     "no member named 'maxTexture1D'"},
    {"a size of a kernel that is not modelled",
     "size_t f(cudaFuncAttributes a) { return a.localSizeBytes; }",
     "no member named 'localSizeBytes'"},
    {"a header that is not here", "#include <npp.h>\n", "'npp.h' file not found"},
    {"a library's function",
     "#include <cublas_v2.h>\nvoid f(cublasHandle_t h) { cublasSgemm(h); }",
     "'cublasSgemm'"},
};

void check_rejected(const Rejected& program) {
  CAPTURE(program.what);
  const auto result = compile(program.snippet);
  CHECK_FALSE(result.ok());
  const bool complains = result.errors.find(program.complaint) != std::string::npos;
  CHECK_MESSAGE(complains, result.errors);
}

TEST_CASE("a program that uses everything compiles, in C++17 and C++20") {
  for (const char* program :
       {"everything.cu", "libcu_types.cu", "../../sim/programs/library_handles.cu"})
    for (const char* standard : {"-std=c++17", "-std=c++20"}) {
      CAPTURE(std::string(program));
      const auto result =
          run(compiler(), {standard, "-Werror", "-Wno-unused", "-x", "c++",
                           "-fsyntax-only", (programs() / program).string()});
      CHECK_MESSAGE(result.ok(), result.errors);
    }
}

TEST_CASE("clang's own CUDA mode accepts the same program and rejects mixed-up sides") {
  const auto everything =
      run(checker(), {"-Wno-everything", (programs() / "everything.cu").string()});
  CHECK_MESSAGE(everything.ok(), everything.errors);
  for (const char* mixed :
       {"void host(); __global__ void k() { host(); }",
        "__device__ void device(); void host() { device(); }",
        "void host() { __syncthreads(); }", "void host(int* p) { atomicAdd(p, 1); }",
        "__global__ void k(int); void host() { k(1); }",
        "__global__ int k() { return 1; }"}) {
    CAPTURE(mixed);
    CHECK_FALSE(run(checker(), {"-"}, mixed).ok());
  }
  const auto sound =
      run(checker(), {"-"},
          "__device__ int twice(int x) { return 2 * x; }\n"
          "__global__ void k(int* p) { atomicAdd(p, twice(threadIdx.x)); }\n"
          "int main() { int* p; cudaMalloc(&p, 4); k<<<1, 2>>>(p); }");
  CHECK_MESSAGE(sound.ok(), sound.errors);
}

TEST_CASE("every header compiles on its own, for a program and for the runtime") {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(headers())) {
    const auto extension = entry.path().extension();
    if (!entry.is_regular_file() ||
        (extension != ".h" && extension != ".cuh" && !extension.empty()))
      continue;
    const auto name = std::filesystem::relative(entry.path(), headers()).string();
    const std::string program = "#include <" + name + ">\nint main() {}\n";
    CAPTURE(name);
    const std::vector<std::string> plain = {
        "clang++", "-std=c++17", "-fsyntax-only", "-I" + headers().string(), "-x",
        "c++",     "-"};
    const auto as_program = run(plain, {"-DGRIDLOCK_SIM=1"}, program);
    CHECK_MESSAGE(as_program.ok(), as_program.errors);
    const bool for_runtime = name.find("types") != std::string::npos ||
                             name == "cuda_runtime_api.h" || name == "gridlock_device.h";
    if (!for_runtime) continue;
    const auto as_runtime =
        run(plain, {"-Wall", "-Wextra", "-Wpedantic", "-Werror"}, program);
    CHECK_MESSAGE(as_runtime.ok(), as_runtime.errors);
  }
}

TEST_CASE("what nvcc rejects is rejected") {
  for (const Rejected& program : kRejected) check_rejected(program);
}

TEST_CASE("what is not modelled is rejected by name") {
  for (const Rejected& program : kUnsupported) check_rejected(program);
}

TEST_SUITE("full") {
  TEST_CASE("nvcc agrees on every program that is accepted or rejected here") {
    const Toolkit cuda = toolkit();
    SKIP_IF(!cuda, "there is no CUDA Toolkit");
    const Scratch folder;
    const auto accepts = [&](const std::string& source) {
      return run({cuda.nvcc.string()}, {"-std=c++17", "-arch=sm_90", "-c", "-w", "-o",
                                        (folder / "out.o").string(), source})
          .ok();
    };
    CHECK(accepts((programs() / "everything.cu").string()));
    CHECK(accepts((programs() / "libcu_types.cu").string()));
    for (const char* program : {"library_handles.cu", "atomics.cu"})
      CHECK(accepts((programs() / "../../sim/programs" / program).string()));
    for (const Rejected& program : kRejected) {
      CAPTURE(program.what);
      CHECK_FALSE(accepts(folder.write("rejected.cu", program.snippet).string()));
    }
  }
}

}  // namespace gridlock::test_compile
