// The CUDA runtime API: nodes are added to graphs.
#include <cstring>
#include <utility>

#include "cuda_runtime.h"
#include "sim/cuda_api/call_site.h"
#include "sim/cuda_api/graph.h"
#include "sim/cuda_api/graph_conditions.h"
#include "sim/cuda_api/graph_memory.h"
#include "sim/cuda_api/graph_nodes.h"
#include "sim/cuda_api/host_error.h"
#include "sim/cuda_api/the_machine.h"

using namespace gridlock::sim;

#define GRIDLOCK_HERE call_site(__builtin_frame_address(0))

namespace {

/// Adds the node unless it could not be made.
cudaError_t add(cudaError_t made, cudaGraphNode_t* handle, cudaGraph_t graph,
                const cudaGraphNode_t* after, size_t count, GraphNode node) {
  if (made == cudaSuccess) made = add_node(handle, graph, after, count, std::move(node));
  return made == cudaSuccess ? cudaSuccess : fail(made);
}

/// Whether a node can be added there: what making it would change is not changed if not.
bool can_add(const cudaGraphNode_t* handle, cudaGraph_t graph,
             const cudaGraphNode_t* after, size_t count) {
  return handle && graph_from(graph) && numbers_of(number_of(graph), after, count);
}

}  // namespace

namespace gridlock::sim {

cudaError_t make_kernel_node(const cudaKernelNodeParams* asked, GraphNode& node) {
  if (!asked || asked->extra) return cudaErrorInvalidValue;
  node.type = cudaGraphNodeTypeKernel;
  const auto launch = [](cudaStream_t stream, const void* parameters) {
    const auto& p = *static_cast<const cudaKernelNodeParams*>(parameters);
    return cudaLaunchKernel(p.func, p.gridDim, p.blockDim, p.kernelParams,
                            p.sharedMemBytes, stream);
  };
  return captured(launch, asked, node);
}

cudaError_t make_copy_node(const cudaMemcpy3DParms* asked, GraphNode& node) {
  if (!asked) return cudaErrorInvalidValue;
  node.type = cudaGraphNodeTypeMemcpy;
  const auto copy = [](cudaStream_t stream, const void* parameters) {
    return cudaMemcpy3DAsync(static_cast<const cudaMemcpy3DParms*>(parameters), stream);
  };
  return captured(copy, asked, node);
}

cudaError_t make_copy_node(void* to, const void* from, std::size_t size,
                           cudaMemcpyKind kind, GraphNode& node) {
  cudaMemcpy3DParms box = {};
  box.srcPtr = make_cudaPitchedPtr(const_cast<void*>(from), size, size, 1);
  box.dstPtr = make_cudaPitchedPtr(to, size, size, 1);
  box.extent = make_cudaExtent(size, 1, 1);
  box.kind = kind;
  return make_copy_node(&box, node);
}

cudaError_t make_fill_node(const cudaMemsetParams* asked, GraphNode& node) {
  if (!asked) return cudaErrorInvalidValue;
  // Elements of more than a byte are filled with equal bytes here, or refused.
  const unsigned byte = asked->value & 0xff;
  for (unsigned i = 1; i < asked->elementSize; ++i)
    if ((asked->value >> (8 * i) & 0xff) != byte) return cudaErrorNotSupported;
  node.type = cudaGraphNodeTypeMemset;
  const auto fill = [](cudaStream_t stream, const void* parameters) {
    const auto& p = *static_cast<const cudaMemsetParams*>(parameters);
    const size_t width = p.width * p.elementSize;
    return p.height <= 1
               ? cudaMemsetAsync(p.dst, static_cast<int>(p.value & 0xff), width, stream)
               : cudaMemset2DAsync(p.dst, p.pitch, static_cast<int>(p.value & 0xff),
                                   width, p.height, stream);
  };
  return captured(fill, asked, node);
}

cudaError_t make_host_node(const cudaHostNodeParams* asked, GraphNode& node) {
  if (!asked) return cudaErrorInvalidValue;
  node.type = cudaGraphNodeTypeHost;
  const auto call = [](cudaStream_t stream, const void* parameters) {
    const auto& p = *static_cast<const cudaHostNodeParams*>(parameters);
    return cudaLaunchHostFunc(stream, p.fn, p.userData);
  };
  return captured(call, asked, node);
}

cudaError_t make_event_node(cudaEvent_t name, bool records, GraphNode& node) {
  const DeviceEvent* event =
      machine->streams.find_event(reinterpret_cast<std::uintptr_t>(name));
  if (!event) return cudaErrorInvalidValue;
  node = records ? event_record_node(*event) : event_wait_node(*event);
  return cudaSuccess;
}

cudaError_t make_child_node(cudaGraph_t child, GraphNode& node) {
  const std::size_t number = number_of(child);
  if (!graph_from(child)) return cudaErrorInvalidValue;
  if (has_memory(number) || has_node(number, cudaGraphNodeTypeConditional))
    return cudaErrorNotSupported;
  node = {.type = cudaGraphNodeTypeGraph, .bodies = {clone_graph(number)}};
  return cudaSuccess;
}

cudaError_t make_node(const cudaGraphNodeParams& asked, GraphNode& node) {
  switch (asked.type) {
    case cudaGraphNodeTypeKernel: {
      const cudaKernelNodeParamsV2& p = asked.kernel;
      const cudaKernelNodeParams kernel = {p.func,           p.gridDim,      p.blockDim,
                                           p.sharedMemBytes, p.kernelParams, p.extra};
      return make_kernel_node(&kernel, node);
    }
    case cudaGraphNodeTypeMemcpy:
      return make_copy_node(&asked.memcpy.copyParams, node);
    case cudaGraphNodeTypeMemset: {
      const cudaMemsetParamsV2& p = asked.memset;
      const cudaMemsetParams fill = {p.dst,         p.pitch, p.value,
                                     p.elementSize, p.width, p.height};
      return make_fill_node(&fill, node);
    }
    case cudaGraphNodeTypeHost: {
      const cudaHostNodeParams host = {asked.host.fn, asked.host.userData};
      return make_host_node(&host, node);
    }
    case cudaGraphNodeTypeEventRecord:
      return make_event_node(asked.eventRecord.event, true, node);
    case cudaGraphNodeTypeWaitEvent:
      return make_event_node(asked.eventWait.event, false, node);
    case cudaGraphNodeTypeGraph:
      return asked.graph.ownership == cudaGraphChildGraphOwnershipClone
                 ? make_child_node(asked.graph.graph, node)
                 : cudaErrorNotSupported;
    default:
      return cudaErrorNotSupported;
  }
}

}  // namespace gridlock::sim

extern "C" {

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* handle, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, size_t count,
                                   const cudaKernelNodeParams* asked) {
  GraphNode node;
  const cudaError_t made = make_kernel_node(asked, node);
  return add(made, handle, graph, after, count, std::move(node));
}
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* handle, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, size_t count,
                                   const cudaMemcpy3DParms* asked) {
  GraphNode node;
  const cudaError_t made = make_copy_node(asked, node);
  return add(made, handle, graph, after, count, std::move(node));
}
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* handle, cudaGraph_t graph,
                                     const cudaGraphNode_t* after, size_t count, void* to,
                                     const void* from, size_t size, cudaMemcpyKind kind) {
  GraphNode node;
  const cudaError_t made = make_copy_node(to, from, size, kind, node);
  return add(made, handle, graph, after, count, std::move(node));
}
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* handle, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, size_t count,
                                   const cudaMemsetParams* asked) {
  GraphNode node;
  const cudaError_t made = make_fill_node(asked, node);
  return add(made, handle, graph, after, count, std::move(node));
}
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* handle, cudaGraph_t graph,
                                 const cudaGraphNode_t* after, size_t count,
                                 const cudaHostNodeParams* asked) {
  GraphNode node;
  const cudaError_t made = make_host_node(asked, node);
  return add(made, handle, graph, after, count, std::move(node));
}
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* handle, cudaGraph_t graph,
                                  const cudaGraphNode_t* after, size_t count) {
  return add(cudaSuccess, handle, graph, after, count, {});
}
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* handle, cudaGraph_t graph,
                                       const cudaGraphNode_t* after, size_t count,
                                       cudaGraph_t child) {
  GraphNode node;
  const cudaError_t made = make_child_node(child, node);
  return add(made, handle, graph, after, count, std::move(node));
}
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* handle, cudaGraph_t graph,
                                        const cudaGraphNode_t* after, size_t count,
                                        cudaEvent_t event) {
  GraphNode node;
  const cudaError_t made = make_event_node(event, true, node);
  return add(made, handle, graph, after, count, std::move(node));
}
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* handle, cudaGraph_t graph,
                                      const cudaGraphNode_t* after, size_t count,
                                      cudaEvent_t event) {
  GraphNode node;
  const cudaError_t made = make_event_node(event, false, node);
  return add(made, handle, graph, after, count, std::move(node));
}
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* handle, cudaGraph_t graph,
                                     const cudaGraphNode_t* after, size_t count,
                                     cudaMemAllocNodeParams* asked) {
  if (!asked || !can_add(handle, graph, after, count)) return fail(cudaErrorInvalidValue);
  GraphNode node;
  const cudaError_t made =
      make_allocation_node(number_of(graph), *asked, GRIDLOCK_HERE, node);
  return add(made, handle, graph, after, count, std::move(node));
}
cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* handle, cudaGraph_t graph,
                                    const cudaGraphNode_t* after, size_t count,
                                    void* pointer) {
  if (!can_add(handle, graph, after, count)) return fail(cudaErrorInvalidValue);
  GraphNode node;
  const cudaError_t made = make_free_node(number_of(graph), pointer, GRIDLOCK_HERE, node);
  return add(made, handle, graph, after, count, std::move(node));
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t* handle, cudaGraph_t graph,
                             const cudaGraphNode_t* after, const cudaGraphEdgeData* edges,
                             size_t count, cudaGraphNodeParams* asked) {
  if (!asked || !can_add(handle, graph, after, count)) return fail(cudaErrorInvalidValue);
  if (!are_ordinary(edges, count)) return fail(cudaErrorNotSupported);
  GraphNode node;
  switch (asked->type) {
    case cudaGraphNodeTypeEmpty:
      return cudaGraphAddEmptyNode(handle, graph, after, count);
    case cudaGraphNodeTypeMemAlloc: {
      cudaMemAllocNodeParams memory = {};
      static_assert(sizeof memory == sizeof asked->alloc);
      std::memcpy(&memory, &asked->alloc, sizeof memory);
      const cudaError_t made =
          make_allocation_node(number_of(graph), memory, GRIDLOCK_HERE, node);
      asked->alloc.dptr = memory.dptr;
      return add(made, handle, graph, after, count, std::move(node));
    }
    case cudaGraphNodeTypeMemFree: {
      const cudaError_t made =
          make_free_node(number_of(graph), asked->free.dptr, GRIDLOCK_HERE, node);
      return add(made, handle, graph, after, count, std::move(node));
    }
    case cudaGraphNodeTypeConditional: {
      const cudaError_t made = make_conditional_node(asked->conditional, node);
      return add(made, handle, graph, after, count, std::move(node));
    }
    default: {
      const cudaError_t made = make_node(*asked, node);
      return add(made, handle, graph, after, count, std::move(node));
    }
  }
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t name,
                                           cudaMemAllocNodeParams* params) {
  const auto place = place_of(name);
  if (!params || !place || node_at(*place).type != cudaGraphNodeTypeMemAlloc)
    return fail(cudaErrorInvalidValue);
  const Allocation& allocation = *machine->memory.arena.at(node_at(*place).memory);
  *params = {};
  params->poolProps.allocType = cudaMemAllocationTypePinned;
  params->poolProps.location = {cudaMemLocationTypeDevice, allocation.device};
  params->bytesize = allocation.size;
  params->dptr = reinterpret_cast<void*>(allocation.base);
  return cudaSuccess;
}
cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t name, void* pointer) {
  const auto place = place_of(name);
  if (!pointer || !place || node_at(*place).type != cudaGraphNodeTypeMemFree)
    return fail(cudaErrorInvalidValue);
  *static_cast<void**>(pointer) = reinterpret_cast<void*>(node_at(*place).memory);
  return cudaSuccess;
}

}  // extern "C"
