#include "build/unsupported.h"

#include <algorithm>
#include <initializer_list>

#include "common/text.h"

namespace gridlock {
namespace {

/// A part of CUDA.  A name that ends with * stands for all names with this beginning.
struct Feature {
  const char* what;
  const char* instead;
  std::initializer_list<std::string_view> names;
};

const char* const kCallInstead =
    "Replace the call by a kernel of your own, or run the program on a GPU.";

const Feature kFeatures[] = {
    {"this part of CUDA graphs",
     "Capture a stream, or add kernel, memcpy, memset, host, empty and event nodes; give "
     "an instance other parameters by cudaGraphExecUpdate.",
     {"cudaGraph*", "cudaKernelNode*", "cudaChildGraph*", "cudaDeviceGraphMem*",
      "cudaDeviceGetGraphMem*", "cudaDeviceSetGraphMem*", "cudaMemAllocNodeParams*",
      "cudaMemFreeNodeParams", "cudaStreamBeginCaptureToGraph",
      "cudaStreamGetCaptureInfo*", "cudaStreamUpdateCaptureDependencies*",
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
    {"memory pools of a program's own",
     "Allocate with cudaMallocAsync from the device's default pool.",
     {"cudaMemPool*", "cudaMallocFromPoolAsync", "cudaDeviceGetMemPool",
      "cudaDeviceSetMemPool", "cudaMemAllocation*", "cudaMemHandleType*"}},
    {"hints on where managed memory should be",
     "Leave them out: they change no result.",
     {"cudaMemPrefetchBatch*", "cudaMemRangeGetAttribute*", "cudaMemDiscard*"}},
    {"programmatic dependent launch",
     "Launch the second kernel in the same stream: it starts when the first has ended.",
     {"cudaGridDependencySynchronize", "cudaTriggerProgrammaticLaunchCompletion"}},
    {"grids over several devices",
     "Launch a kernel on each device, and order them with events.",
     {"this_multi_grid", "multi_grid_group", "cudaLaunchCooperativeKernelMultiDevice"}},
    {"the atomic functions built into nvcc",
     "Use cuda::atomic_ref of <cuda/atomic>.",
     {"__nv_atomic_*", "__NV_ATOMIC_*", "__NV_THREAD_SCOPE_*"}},
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
    {"tiles of several warps",
     "Use tiles of at most 32 threads, or the whole block.",
     {"block_tile_memory"}},
    {"scans of cooperative groups",
     "Build the scan from shfl_up.",
     {"cooperative_groups/scan.h", "inclusive_scan", "exclusive_scan"}},
    {"tensor cores", "Multiply in float.", {"mma.h", "wmma", "nvcuda*"}},
    {"floating point of fewer than 16 bits",
     "Use float, or __half.",
     {"cuda_fp8*", "cuda_fp6*", "cuda_fp4*", "__nv_fp8*", "__nv_fp6*", "__nv_fp4*",
      "__nv_cvt_*"}},
    {"arithmetic on the lanes of a word",
     "Take the word apart by shifts and masks, or run the program on a GPU.",
     {"__vabs*", "__vadd*", "__vavg*", "__vcmp*", "__vmax*", "__vmin*", "__vsad*",
      "__vset*", "__vsub*", "__dp2a*", "__dp4a"}},
    {"Thrust",
     "Allocate with cudaMalloc, and write the algorithm as a kernel of your own; or run the "
     "program on a GPU.",
     {"thrust/*"}},
    {"CUB",
     "Write the algorithm as a kernel of your own, with __shared__ memory and "
     "__shfl_down_sync; or run the program on a GPU.",
     {"cub/*"}},
    {"cuBLAS", kCallInstead, {"cublas*", "CUBLAS*"}},
    {"cuRAND",
     "Write a generator of your own into the kernel, or fill the array on the host; or run "
     "the program on a GPU.",
     {"curand*", "CURAND*"}},
    {"cuSPARSE", kCallInstead, {"cusparse*", "CUSPARSE*"}},
    {"cuFFT", kCallInstead, {"cufft*", "CUFFT*"}},
    {"CUDA's libraries",
     kCallInstead,
     {"cusolver*", "cudnn*", "nccl*", "npp*", "nvjpeg*", "cutensor*", "cutlass*"}},
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

/// A member of cudaDeviceProp before CUDA 13, and the attribute with the same value.
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
};

/// Advice for a member that CUDA 13 has removed; "" for other names.
std::string former_member(std::string_view message, std::string_view name) {
  if (message.find("' in 'cudaDeviceProp'") == message.npos) return "";
  for (const FormerMember& former : kFormerMembers)
    if (former.name == name)
      return "CUDA 13 has no cudaDeviceProp::" + std::string(name) +
             ", nor has the simulator. Ask cudaDeviceGetAttribute(&value, cudaDevAttr" +
             former.attribute + ", device), or use ./gridlock run --legacy.";
  return "";
}

bool is_meant_by(std::string_view pattern, std::string_view name) {
  if (!pattern.ends_with('*')) return pattern == name;
  return name.starts_with(pattern.substr(0, pattern.size() - 1));
}

std::string_view quoted(std::string_view text) {
  const std::size_t open = text.find('\'');
  const std::size_t close = open == text.npos ? open : text.find('\'', open + 1);
  return close == text.npos ? "" : text.substr(open + 1, close - open - 1);
}

/// The name that the message reports as missing; "" if the message is about something
/// else.
std::string_view missing_name(std::string_view message) {
  if (message.find("' is an incomplete type") != message.npos) return quoted(message);
  if (const std::size_t type = message.find("incomplete type '"); type != message.npos)
    return quoted(message.substr(type));
  const bool about_a_name = message.find("file not found") != message.npos ||
                            message.starts_with("use of undeclared identifier '") ||
                            message.starts_with("unknown type name '") ||
                            message.starts_with("no type named '") ||
                            message.starts_with("no template named '") ||
                            message.starts_with("no member named '");
  return about_a_name ? quoted(message) : "";
}

const Feature* feature_of(const std::string& name) {
  for (const Feature& feature : kFeatures)
    for (const std::string_view pattern : feature.names)
      if (is_meant_by(pattern, name)) return &feature;
  return nullptr;
}

bool looks_like_cuda(std::string_view name) {
  return name.size() > 4 && name.starts_with("cuda") && name[4] >= 'A' && name[4] <= 'Z';
}

}  // namespace

std::string unsupported_feature(std::string_view message) {
  std::string name(missing_name(message));
  if (name.empty()) return "";
  const bool of_tensor_cores = message.find("in namespace 'nvcuda") != message.npos;
  if (of_tensor_cores) name = "nvcuda::wmma::" + name;
  if (std::string former = former_member(message, name); !former.empty()) return former;
  // A member of one of the program's own types is not a part of CUDA.
  const bool is_property = contains(message, "' in 'cudaDeviceProp'") ||
                           contains(message, "' in 'cudaFuncAttributes'");
  const bool of_cuda = of_tensor_cores || is_property ||
                       contains(message, "in namespace 'cuda") ||
                       contains(message, "in namespace 'cooperative_groups");
  if (message.find("named '") != message.npos && !of_cuda &&
      !message.starts_with("no template named '"))
    return "";
  if (const Feature* feature = feature_of(name))
    return "The simulator does not model " + std::string(feature->what) + " (" + name +
           "). " + feature->instead;
  // The name may also be misspelt, so keep the compiler's message, with its suggestion.
  if (!is_property && !looks_like_cuda(name)) return "";
  const std::string end = message.ends_with('?') ? " If " : ". If ";
  return std::string(message) + end + name +
         " is CUDA's own, the simulator does not model it: docs/supported.md has what it "
         "does.";
}

}  // namespace gridlock
