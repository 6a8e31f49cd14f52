/// The header that nvcc includes before every .cu: the runtime API with its C++ overloads
/// and, when compiling for the simulator, everything for device code.
#pragma once
#define __CUDA_RUNTIME_H__  // Programs test it.

#include "cuda_runtime_api.h"

#ifdef __cplusplus
#include "vector_functions.h"

#if defined(GRIDLOCK_SIM)
#include "gridlock_libraries.h"

#include "device_atomic_functions.h"
#include "device_functions.h"
#include "device_launch_parameters.h"
#include "gridlock_cluster.h"
#include "gridlock_launch.h"
#include "gridlock_ptx.h"
#include "sm_30_intrinsics.h"
#include "sm_32_intrinsics.h"
#endif
#if defined(GRIDLOCK_LEGACY)
#include "gridlock_legacy.h"
#endif

/// The signature of CUDA 11, with details of an error; this function leaves them empty.
GRIDLOCK_INLINE cudaError_t cudaGraphInstantiate(cudaGraphExec_t* pGraphExec,
                                                 cudaGraph_t graph,
                                                 cudaGraphNode_t* pErrorNode,
                                                 char* pLogBuffer, size_t bufferSize) {
  if (pErrorNode) *pErrorNode = nullptr;
  if (pLogBuffer && bufferSize > 0) *pLogBuffer = 0;
  return ::cudaGraphInstantiate(pGraphExec, graph, 0);
}

/// The signature of CUDA 11.
GRIDLOCK_INLINE cudaError_t cudaGraphExecUpdate(
    cudaGraphExec_t hGraphExec, cudaGraph_t hGraph, cudaGraphNode_t* hErrorNode_out,
    enum cudaGraphExecUpdateResult* updateResult_out) {
  cudaGraphExecUpdateResultInfo info;
  const cudaError_t error = ::cudaGraphExecUpdate(hGraphExec, hGraph, &info);
  if (hErrorNode_out) *hErrorNode_out = info.errorNode;
  if (updateResult_out) *updateResult_out = info.result;
  return error;
}

// Typed overloads of the calls that return memory.
template <class T>
GRIDLOCK_INLINE cudaError_t cudaMalloc(T** devPtr, size_t size) {
  return ::cudaMalloc((void**)(void*)devPtr, size);
}
template <class T>
GRIDLOCK_INLINE cudaError_t cudaMallocAsync(T** ptr, size_t size, cudaStream_t stream) {
  return ::cudaMallocAsync((void**)(void*)ptr, size, stream);
}
template <class T>
GRIDLOCK_INLINE cudaError_t cudaMallocPitch(T** devPtr, size_t* pitch, size_t width,
                                            size_t height) {
  return ::cudaMallocPitch((void**)(void*)devPtr, pitch, width, height);
}
GRIDLOCK_INLINE cudaError_t cudaMallocHost(void** ptr, size_t size, unsigned int flags) {
  return ::cudaHostAlloc(ptr, size, flags);
}
template <class T>
GRIDLOCK_INLINE cudaError_t cudaMallocHost(T** ptr, size_t size, unsigned int flags = 0) {
  return ::cudaHostAlloc((void**)(void*)ptr, size, flags);
}
template <class T>
GRIDLOCK_INLINE cudaError_t cudaHostAlloc(T** ptr, size_t size, unsigned int flags) {
  return ::cudaHostAlloc((void**)(void*)ptr, size, flags);
}
template <class T>
GRIDLOCK_INLINE cudaError_t cudaHostGetDevicePointer(T** pDevice, void* pHost,
                                                     unsigned int flags) {
  return ::cudaHostGetDevicePointer((void**)(void*)pDevice, pHost, flags);
}
template <class T>
GRIDLOCK_INLINE cudaError_t cudaMallocManaged(T** devPtr, size_t size,
                                              unsigned int flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged((void**)(void*)devPtr, size, flags);
}

template <class T>
GRIDLOCK_INLINE cudaError_t
cudaStreamAttachMemAsync(cudaStream_t stream, T* devPtr, size_t length = 0,
                         unsigned int flags = cudaMemAttachSingle) {
  return ::cudaStreamAttachMemAsync(stream, (void*)devPtr, length, flags);
}

// Overloads for variables passed by name.
template <class T>
GRIDLOCK_INLINE cudaError_t
cudaMemcpyToSymbol(const T& symbol, const void* src, size_t count, size_t offset = 0,
                   enum cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol((const void*)&symbol, src, count, offset, kind);
}
template <class T>
GRIDLOCK_INLINE cudaError_t cudaMemcpyToSymbolAsync(
    const T& symbol, const void* src, size_t count, size_t offset = 0,
    enum cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0) {
  return ::cudaMemcpyToSymbolAsync((const void*)&symbol, src, count, offset, kind,
                                   stream);
}
template <class T>
GRIDLOCK_INLINE cudaError_t
cudaMemcpyFromSymbol(void* dst, const T& symbol, size_t count, size_t offset = 0,
                     enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return ::cudaMemcpyFromSymbol(dst, (const void*)&symbol, count, offset, kind);
}
template <class T>
GRIDLOCK_INLINE cudaError_t cudaMemcpyFromSymbolAsync(
    void* dst, const T& symbol, size_t count, size_t offset = 0,
    enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0) {
  return ::cudaMemcpyFromSymbolAsync(dst, (const void*)&symbol, count, offset, kind,
                                     stream);
}
template <class T>
GRIDLOCK_INLINE cudaError_t cudaGetSymbolAddress(void** devPtr, const T& symbol) {
  return ::cudaGetSymbolAddress(devPtr, (const void*)&symbol);
}
template <class T>
GRIDLOCK_INLINE cudaError_t cudaGetSymbolSize(size_t* size, const T& symbol) {
  return ::cudaGetSymbolSize(size, (const void*)&symbol);
}

GRIDLOCK_INLINE cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
  return ::cudaEventCreateWithFlags(event, flags);
}

// Overloads for kernels passed by name.
template <class T>
GRIDLOCK_INLINE cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes* attr,
                                                  T* entry) {
  return ::cudaFuncGetAttributes(attr, (const void*)entry);
}
template <class T>
GRIDLOCK_INLINE cudaError_t cudaFuncSetAttribute(T* func, enum cudaFuncAttribute attr,
                                                 int value) {
  return ::cudaFuncSetAttribute((const void*)func, attr, value);
}
template <class T>
GRIDLOCK_INLINE cudaError_t cudaFuncSetCacheConfig(T* func,
                                                   enum cudaFuncCache cacheConfig) {
  return ::cudaFuncSetCacheConfig((const void*)func, cacheConfig);
}
template <class T>
GRIDLOCK_INLINE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(
    int* numBlocks, T func, int blockSize, size_t dynamicSMemSize) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      numBlocks, (const void*)func, blockSize, dynamicSMemSize, cudaOccupancyDefault);
}
template <class T>
GRIDLOCK_INLINE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* numBlocks, T func, int blockSize, size_t dynamicSMemSize, unsigned int flags) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      numBlocks, (const void*)func, blockSize, dynamicSMemSize, flags);
}

template <class T>
GRIDLOCK_INLINE cudaError_t cudaOccupancyMaxPotentialClusterSize(
    int* clusterSize, T* kernel, const cudaLaunchConfig_t* config) {
  return ::cudaOccupancyMaxPotentialClusterSize(clusterSize, (const void*)kernel, config);
}
template <class T>
GRIDLOCK_INLINE cudaError_t cudaOccupancyMaxActiveClusters(
    int* numClusters, T* kernel, const cudaLaunchConfig_t* config) {
  return ::cudaOccupancyMaxActiveClusters(numClusters, (const void*)kernel, config);
}

#if defined(GRIDLOCK_SIM)
#include "gridlock_occupancy.h"

namespace gridlock::sim {
inline namespace shim {
/// Registers a kernel that is launched by address, while its type is known.
template <class T>
GRIDLOCK_INLINE void register_if_kernel([[maybe_unused]] T* func) {
  if constexpr (std::is_function_v<T>) register_kernel(func);
}
}  // namespace shim
}  // namespace gridlock::sim

template <class T>
GRIDLOCK_INLINE cudaError_t cudaLaunchKernel(T* func, dim3 gridDim, dim3 blockDim,
                                             void** args, size_t sharedMem = 0,
                                             cudaStream_t stream = 0) {
  gridlock::sim::register_if_kernel(func);
  return ::cudaLaunchKernel((const void*)func, gridDim, blockDim, args, sharedMem,
                            stream);
}
template <class T>
GRIDLOCK_INLINE cudaError_t cudaLaunchCooperativeKernel(T* func, dim3 gridDim,
                                                        dim3 blockDim, void** args,
                                                        size_t sharedMem = 0,
                                                        cudaStream_t stream = 0) {
  gridlock::sim::register_if_kernel(func);
  return ::cudaLaunchCooperativeKernel((const void*)func, gridDim, blockDim, args,
                                       sharedMem, stream);
}

namespace gridlock::sim {
inline namespace shim {
/// Takes a kernel's parameters by value, so that arguments convert as in a call.
template <class... P>
GRIDLOCK_INLINE cudaError_t launch_ex(const cudaLaunchConfig_t* config,
                                      void (*kernel)(P...),
                                      std::common_type_t<P>... arguments) {
  register_kernel(kernel);
  void* pointers[] = {static_cast<void*>(&arguments)..., nullptr};
  return ::cudaLaunchKernelExC(config, (const void*)kernel, pointers);
}
}  // namespace shim
}  // namespace gridlock::sim

template <class... P, class... A>
GRIDLOCK_INLINE cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config,
                                               void (*kernel)(P...), A&&... args) {
  return gridlock::sim::launch_ex<P...>(config, kernel, static_cast<A&&>(args)...);
}
#endif
#endif  // __cplusplus
