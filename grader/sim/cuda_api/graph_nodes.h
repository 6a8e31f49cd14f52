/// \file
/// Nodes from the parameters that CUDA's functions take.
#pragma once

#include <cstdint>

#include "sim/cuda_api/graph.h"

namespace gridlock::sim {

/// Each makes the node that has these parameters.
/// \returns cudaSuccess, or what is wrong with them
cudaError_t make_kernel_node(const cudaKernelNodeParams* asked, GraphNode& node);
cudaError_t make_copy_node(const cudaMemcpy3DParms* asked, GraphNode& node);
cudaError_t make_copy_node(void* to, const void* from, std::size_t size,
                           cudaMemcpyKind kind, GraphNode& node);
cudaError_t make_fill_node(const cudaMemsetParams* asked, GraphNode& node);
cudaError_t make_host_node(const cudaHostNodeParams* asked, GraphNode& node);
cudaError_t make_event_node(cudaEvent_t event, bool records, GraphNode& node);
/// A copy of the child becomes part of the node.
cudaError_t make_child_node(cudaGraph_t child, GraphNode& node);

/// A node of those types whose parameters can be changed later.
/// \returns cudaErrorNotSupported for any other
cudaError_t make_node(const cudaGraphNodeParams& asked, GraphNode& node);

}  // namespace gridlock::sim
