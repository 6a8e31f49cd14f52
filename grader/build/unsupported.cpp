#include "build/unsupported.h"

#include <algorithm>
#include <initializer_list>

namespace gridlock {
namespace {

/// One part of CUDA.  A name that ends with * stands for all names that begin this way.
struct Feature {
  const char* what;
  const char* instead;
  std::initializer_list<std::string_view> names;
};

const char* const kKernelInstead =
    "Write it as a kernel of your own, or run the program on a GPU.";

const Feature kFeatures[] = {
    {"this part of CUDA graphs",
     "Capture a stream, or add kernel, memcpy, memset, host, empty, event, child, memory "
     "and conditional nodes; give nodes other parameters as a whole.",
     {"cudaGraph*", "cudaStreamGetCaptureInfo_*", "cudaStreamUpdateCaptureDependencies_*",
      "cudaUserObject*"}},
    {"textures and surfaces",
     "Read and write the memory through a pointer.",
     {"cudaTexture*", "cudaCreateTextureObject", "cudaDestroyTextureObject", "texture",
      "tex1D*", "tex2D*", "tex3D*", "texCubemap*", "cudaSurface*",
      "cudaCreateSurfaceObject", "surf1D*", "surf2D*", "surf3D*", "cudaBindTexture*",
      "cudaReadMode*", "cudaAddressMode*", "cudaFilterMode*"}},
    {"arrays",
     "Allocate with cudaMalloc, cudaMallocPitch or cudaMalloc3D.",
     {"cudaArray*", "cudaMallocArray", "cudaFreeArray", "cudaMalloc3DArray",
      "cudaMemcpy2DToArray*", "cudaMemcpy2DFromArray*", "cudaMemcpy2DArrayToArray",
      "cudaMemcpy3DBatch*", "cudaMemcpyToArray*", "cudaMemcpyFromArray*",
      "cudaMallocMipmappedArray", "cudaChannelFormat*", "cudaCreateChannelDesc"}},
    {"memory shared between processes",
     "Use the devices from one process.",
     {"cudaIpc*", "mpi.h", "nvshmem*"}},
    {"graphics and external memory",
     "Copy through the host's memory.",
     {"cudaExternal*", "cudaImportExternal*", "cudaGraphics*", "cudaGL*", "cudaEGL*",
      "cuda_gl_interop.h"}},
    {"memory pools that other processes use",
     "Allocate in the process that uses the memory.",
     {"cudaMemPoolExport*", "cudaMemPoolImport*", "cudaMemPoolPtrExportData"}},
    {"hints on where managed memory should be",
     "Leave them out: they change no result.",
     {"cudaMemPrefetchBatch*", "cudaMemRangeGetAttribute*", "cudaMemDiscard*"}},
    {"programmatic dependent launch",
     "Launch the second kernel in the same stream: it starts when the first has ended.",
     {"cudaGridDependencySynchronize", "cudaTriggerProgrammaticLaunchCompletion"}},
    {"grids over several devices",
     "Launch a kernel on each device, and order them with events.",
     {"this_multi_grid", "multi_grid_group", "cudaLaunchCooperativeKernelMultiDevice"}},
    {"barriers that count bytes",
     "Copy with cuda::memcpy_async() and a cuda::barrier or a cuda::pipeline.",
     {"memcpy_async_tx", "barrier_arrive_tx", "barrier_expect_tx",
      "barrier_native_handle"}},
    {"a pipeline's copies that a barrier waits for",
     "Name the barrier in cuda::memcpy_async(), or use a pipeline that the block shares.",
     {"pipeline_producer_commit"}},
    {"the barriers of older versions of CUDA",
     "Use cuda::barrier.",
     {"cuda_awbarrier*", "awbarrier"}},
    {"scans of cooperative groups",
     "Build the scan from shfl_up.",
     {"cooperative_groups/scan.h", "inclusive_scan", "exclusive_scan"}},
    {"tensor cores", "Multiply in float.", {"mma.h", "wmma", "nvcuda"}},
    {"floating point of fewer than 16 bits",
     "Use float, or __half.",
     {"cuda_fp8.h", "cuda_fp6.h", "cuda_fp4.h", "__nv_fp8*", "__nv_fp6*", "__nv_fp4*"}},
    {"this part of Thrust",
     "docs/supported.md lists what there is of it. Use that, write a kernel of your own, or "
     "run the program on a GPU.",
     {"thrust/*", "thrust::universal_*", "thrust::device_new", "thrust::device_delete",
      "thrust::async"}},
    {"device-wide CUB",
     "Call Thrust's algorithm (thrust::reduce, thrust::inclusive_scan, thrust::sort), or "
     "write a kernel with cub::BlockReduce and its like.",
     {"cub/device/*", "cub::Device*"}},
    {"functors that CUB has dropped",
     "Use cuda::std::plus<>, cuda::maximum<> and cuda::minimum<>, or ./gridlock run "
     "--legacy.",
     {"cub::Sum", "cub::Max", "cub::Min"}},
    {"this part of CUB",
     "docs/supported.md lists what there is of it. Use that, or write it in the kernel.",
     {"cub/*", "cub::BlockRadixRank", "cub::BlockRunLengthDecode", "cub::BlockShuffle",
      "cub::WarpExchange", "cub::WarpLoad", "cub::WarpStore",
      "cub::CachingDeviceAllocator", "cub::ArgIndexInputIterator",
      "cub::CacheModifiedInputIterator", "cub::CountingInputIterator",
      "cub::ConstantInputIterator", "cub::TransformInputIterator", "cub::ThreadLoad",
      "cub::ThreadStore", "cub::Shuffle*", "cub::Grid*"}},
    {"cuRAND's quasi-random generators, MTGP32 and MT19937",
     "Use XORWOW, MRG32k3a or Philox4x32-10.",
     {"curandStateSobol*", "curandStateScrambledSobol*", "curandDirectionVectors*",
      "curandGetDirectionVectors*", "curandGetScrambleConstants*",
      "curandSetQuasiRandomGeneratorDimensions", "CURAND_RNG_QUASI_*",
      "CURAND_ORDERING_QUASI_*", "CURAND_DIRECTION_VECTORS_*",
      "CURAND_SCRAMBLED_DIRECTION_VECTORS_*", "CURAND_RNG_PSEUDO_MT*",
      "curandStateMtgp32*", "curandMakeMTGP32*", "curand_mtgp32*"}},
    {"this part of cuRAND",
     "docs/supported.md lists what there is of it. Use that, or run the program on a GPU.",
     {"curand*", "CURAND_*"}},
    {"cuBLAS's first interface, cublasXt and cublasLt",
     "Use <cublas_v2.h>.",
     {"cublas.h", "cublasInit", "cublasShutdown", "cublasAlloc", "cublasFree",
      "cublasGetError", "cublasXt*", "cublasLt*"}},
    {"this part of cuBLAS",
     "docs/supported.md lists what there is of it. Use that, or run the program on a GPU.",
     {"cublas*", "CUBLAS_*"}},
    {"this type of numbers in CUDA's libraries",
     "Use CUDA_R_16F, CUDA_R_16BF, CUDA_R_32F, CUDA_R_64F, CUDA_R_8I or CUDA_R_32I.",
     {"CUDA_R_*", "CUDA_C_*"}},
    {"the toolkit's libraries (cuFFT, cuSPARSE and others)",
     kKernelInstead,
     {"cusparse*", "cusolver*", "cufft*", "cudnn*", "nccl*", "npp*", "nvjpeg*",
      "cutensor*", "cutlass*"}},
    {"NVTX's classes, domains and names of resources",
     "Use nvtxRangePush() and nvtxRangePop() of <nvtx3/nvToolsExt.h>, or leave them out.",
     {"nvtx*", "nvtx3/*", "nvToolsExtCuda*"}},
    {"functions that CUDA itself has dropped",
     "Use cudaDeviceSynchronize, cudaDeviceReset and their like, or ./gridlock run "
     "--legacy.",
     {"cudaThread*"}},
    {"PTX instructions", "Use the CUDA C++ function for it.", {"cuda/ptx", "ptx"}},
    {"compiling at run time (NVRTC)", "Write the kernel into the program.", {"nvrtc*"}},
    {"the driver API",
     "Use the runtime API: cudaMalloc, cudaMemcpy, kernel<<<blocks, threads>>>().",
     {"CUdevice*", "CUcontext", "CUmodule",     "CUfunction",    "CUresult",  "CUstream*",
      "CUevent*",  "CUlink*",   "cuInit",       "cuCtx*",        "cuDevice*", "cuMem*",
      "cuModule*", "cuLaunch*", "cuStream*",    "cuEvent*",      "cuFunc*",   "cuGet*",
      "cuDriver*", "cuLink*",   "cuOccupancy*", "cudaTypedefs.h"}},
    {"the headers of the CUDA samples",
     "Put the header beside the program, or name its folder with -I.",
     {"helper_*", "exception.h"}},
    {"this header of libcu++",
     "Write it without, or with the C++ library on the host.",
     {"cuda/*"}},
};

/// A member that cudaDeviceProp had before CUDA 13, and the attribute with the same
/// value.
struct FormerMember {
  std::string_view name;
  const char* attribute;
};

const FormerMember kFormerMembers[] = {
    {"clockRate", "ClockRate"},
    {"computeMode", "ComputeMode"},
    {"deviceOverlap", "GpuOverlap"},
    {"kernelExecTimeoutEnabled", "KernelExecTimeout"},
    {"memoryClockRate", "MemoryClockRate"},
    {"singleToDoublePrecisionPerfRatio", "SingleToDoublePrecisionPerfRatio"},
};

/// What to do without a member that CUDA 13 has taken away, or "".
std::string former_member(std::string_view message, std::string_view name) {
  if (message.find("' in 'cudaDeviceProp'") == message.npos) return "";
  for (const FormerMember& former : kFormerMembers)
    if (former.name == name)
      return "CUDA 13 has no cudaDeviceProp::" + std::string(name) +
             ", nor has the simulator. Ask cudaDeviceGetAttribute(&value, cudaDevAttr" +
             former.attribute + ", device), or use ./gridlock run --legacy.";
  return "";
}

/// The libraries of CUDA that are headers alone: only what the program includes is known.
struct Library {
  const char* name;
  std::string_view space;  ///< Its namespace.
};

const Library kLibraries[] = {{"Thrust", "thrust"}, {"CUB", "cub"}};

/// The library in whose namespace the message misses a name; null if in none.
const Library* library_of(std::string_view message) {
  for (const Library& library : kLibraries)
    if (message.find("in namespace '" + std::string(library.space)) != message.npos)
      return &library;
  return nullptr;
}

bool is_meant_by(std::string_view pattern, std::string_view name) {
  if (!pattern.ends_with('*')) return pattern == name;
  return name.starts_with(pattern.substr(0, pattern.size() - 1));
}

/// The name that the message reports as missing: between the first quotes.
std::string_view missing_name(std::string_view message) {
  const bool about_a_name = message.find("file not found") != message.npos ||
                            message.starts_with("use of undeclared identifier '") ||
                            message.starts_with("unknown type name '") ||
                            message.starts_with("no type named '") ||
                            message.starts_with("no template named '") ||
                            message.starts_with("no member named '");
  const std::size_t open = message.find('\'');
  const std::size_t close = open == message.npos ? open : message.find('\'', open + 1);
  if (!about_a_name || close == message.npos) return {};
  return message.substr(open + 1, close - open - 1);
}

}  // namespace

std::string unsupported_feature(std::string_view message) {
  const Library* library = library_of(message);
  std::string name(missing_name(message));
  if (name.empty()) return "";
  if (library) name = std::string(library->space) + "::" + name;
  if (std::string former = former_member(message, name); !former.empty()) return former;
  // A member of the program's own types is no part of CUDA.
  const bool of_cuda = library || message.find("in namespace 'cuda") != message.npos ||
                       message.find("in namespace 'cooperative_groups") != message.npos;
  if (message.find("named '") != message.npos && !of_cuda &&
      !message.starts_with("no template named '"))
    return "";
  for (const Feature& feature : kFeatures)
    for (const std::string_view pattern : feature.names)
      if (is_meant_by(pattern, name))
        return "The simulator does not model " + std::string(feature.what) + " (" + name +
               "). " + feature.instead;
  if (library)
    return std::string(message) + (message.ends_with('?') ? " If " : ". If ") + name +
           " is " + library->name +
           "'s own, include its header; docs/supported.md lists those that the simulator "
           "has.";
  // If a name may be misspelt, the compiler suggests another.
  const bool looks_like_cuda =
      name.size() > 4 && name.starts_with("cuda") && name[4] >= 'A' && name[4] <= 'Z';
  if (!looks_like_cuda) return "";
  const std::string end = message.ends_with('?') ? " If " : ". If ";
  return std::string(message) + end + name +
         " is CUDA's own, the simulator does not model it: docs/supported.md has what it "
         "does.";
}

}  // namespace gridlock
