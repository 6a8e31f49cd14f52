// The CUDA runtime API: adding nodes to graphs.
#include <utility>

#include "cuda_runtime.h"
#include "sim/cuda_api/graph.h"
#include "sim/cuda_api/host_error.h"
#include "sim/cuda_api/the_machine.h"

using namespace gridlock::sim;

namespace {

/// A node, or the error that its parameters cause.
struct MadeNode {
  cudaError_t error = cudaSuccess;
  GraphNode node{};  ///< Valid if there is no error.
};

/// Adds the node, unless its parameters were wrong.
cudaError_t add(MadeNode made, cudaGraphNode_t* handle, cudaGraph_t graph,
                const cudaGraphNode_t* after, size_t count) {
  if (made.error == cudaSuccess)
    made.error = add_node(handle, graph, after, count, std::move(made.node));
  return made.error == cudaSuccess ? cudaSuccess : fail(made.error);
}

/// A node that does what this call does with these parameters.
MadeNode made_of(cudaGraphNodeType type, cudaError_t (*call)(cudaStream_t, const void*),
                 const void* asked) {
  MadeNode made{.node = {.type = type}};
  made.error = captured(call, asked, made.node);
  return made;
}

MadeNode make_kernel_node(const cudaKernelNodeParams* asked) {
  if (!asked || asked->extra) return {cudaErrorInvalidValue};
  const auto launch = [](cudaStream_t stream, const void* parameters) {
    const auto& p = *static_cast<const cudaKernelNodeParams*>(parameters);
    return cudaLaunchKernel(p.func, p.gridDim, p.blockDim, p.kernelParams,
                            p.sharedMemBytes, stream);
  };
  return made_of(cudaGraphNodeTypeKernel, launch, asked);
}

MadeNode make_copy_node(const cudaMemcpy3DParms* asked) {
  if (!asked) return {cudaErrorInvalidValue};
  const auto copy = [](cudaStream_t stream, const void* parameters) {
    return cudaMemcpy3DAsync(static_cast<const cudaMemcpy3DParms*>(parameters), stream);
  };
  return made_of(cudaGraphNodeTypeMemcpy, copy, asked);
}

MadeNode make_copy_node(void* to, const void* from, std::size_t size,
                        cudaMemcpyKind kind) {
  cudaMemcpy3DParms box = {};
  box.srcPtr = make_cudaPitchedPtr(const_cast<void*>(from), size, size, 1);
  box.dstPtr = make_cudaPitchedPtr(to, size, size, 1);
  box.extent = make_cudaExtent(size, 1, 1);
  box.kind = kind;
  return make_copy_node(&box);
}

MadeNode make_fill_node(const cudaMemsetParams* asked) {
  if (!asked) return {cudaErrorInvalidValue};
  // A fill of wider elements is only supported if all their bytes are equal.
  const unsigned byte = asked->value & 0xff;
  for (unsigned i = 1; i < asked->elementSize; ++i)
    if ((asked->value >> (8 * i) & 0xff) != byte) return {cudaErrorNotSupported};
  const auto fill = [](cudaStream_t stream, const void* parameters) {
    const auto& p = *static_cast<const cudaMemsetParams*>(parameters);
    const size_t width = p.width * p.elementSize;
    return p.height <= 1
               ? cudaMemsetAsync(p.dst, static_cast<int>(p.value & 0xff), width, stream)
               : cudaMemset2DAsync(p.dst, p.pitch, static_cast<int>(p.value & 0xff),
                                   width, p.height, stream);
  };
  return made_of(cudaGraphNodeTypeMemset, fill, asked);
}

MadeNode make_host_node(const cudaHostNodeParams* asked) {
  if (!asked) return {cudaErrorInvalidValue};
  const auto call = [](cudaStream_t stream, const void* parameters) {
    const auto& p = *static_cast<const cudaHostNodeParams*>(parameters);
    return cudaLaunchHostFunc(stream, p.fn, p.userData);
  };
  return made_of(cudaGraphNodeTypeHost, call, asked);
}

MadeNode make_event_node(cudaEvent_t name, bool records) {
  const DeviceEvent* event =
      machine->streams.events.find(reinterpret_cast<std::uintptr_t>(name));
  if (!event) return {cudaErrorInvalidValue};
  return {cudaSuccess, records ? event_record_node(*event) : event_wait_node(*event)};
}

}  // namespace

extern "C" {

#define GRIDLOCK_ADDS(function, type, made)                                      \
  cudaError_t function(cudaGraphNode_t* handle, cudaGraph_t graph,               \
                       const cudaGraphNode_t* after, size_t count, type asked) { \
    return add(made, handle, graph, after, count);                               \
  }
GRIDLOCK_ADDS(cudaGraphAddKernelNode, const cudaKernelNodeParams*,
              make_kernel_node(asked))
GRIDLOCK_ADDS(cudaGraphAddMemcpyNode, const cudaMemcpy3DParms*, make_copy_node(asked))
GRIDLOCK_ADDS(cudaGraphAddMemsetNode, const cudaMemsetParams*, make_fill_node(asked))
GRIDLOCK_ADDS(cudaGraphAddHostNode, const cudaHostNodeParams*, make_host_node(asked))
GRIDLOCK_ADDS(cudaGraphAddEventRecordNode, cudaEvent_t, make_event_node(asked, true))
GRIDLOCK_ADDS(cudaGraphAddEventWaitNode, cudaEvent_t, make_event_node(asked, false))
#undef GRIDLOCK_ADDS

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* handle, cudaGraph_t graph,
                                  const cudaGraphNode_t* after, size_t count) {
  return add({}, handle, graph, after, count);
}
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* handle, cudaGraph_t graph,
                                     const cudaGraphNode_t* after, size_t count, void* to,
                                     const void* from, size_t size, cudaMemcpyKind kind) {
  return add(make_copy_node(to, from, size, kind), handle, graph, after, count);
}

}  // extern "C"
