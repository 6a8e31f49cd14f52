/// Nodes from the parameters that CUDA's functions take.
#pragma once

#include <cstdint>

#include "sim/cuda_api/graph.h"

namespace gridlock::sim {

/// A node, or the error of its parameters.
struct MadeNode {
  cudaError_t error = cudaSuccess;
  GraphNode node{};  ///< Valid without an error.
};

/// Each makes the node that has these parameters.
MadeNode make_kernel_node(const cudaKernelNodeParams* asked);
MadeNode make_copy_node(const cudaMemcpy3DParms* asked);
MadeNode make_copy_node(void* to, const void* from, std::size_t size,
                        cudaMemcpyKind kind);
MadeNode make_fill_node(const cudaMemsetParams* asked);
MadeNode make_host_node(const cudaHostNodeParams* asked);
MadeNode make_event_node(cudaEvent_t event, bool records);
/// A copy of the child becomes part of the node.
MadeNode make_child_node(cudaGraph_t child);

/// A node of a type whose parameters can be changed later; cudaErrorNotSupported for any
/// other.
MadeNode make_node(const cudaGraphNodeParams& asked);

}  // namespace gridlock::sim
