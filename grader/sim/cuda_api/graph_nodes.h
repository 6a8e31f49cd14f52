/// Makes nodes from the parameters that CUDA's functions take.
#pragma once

#include <cstdint>

#include "sim/cuda_api/graph.h"

namespace gridlock::sim {

/// A node, or the error that its parameters cause.
struct MadeNode {
  cudaError_t error = cudaSuccess;
  GraphNode node{};  ///< Valid if there is no error.
};

/// Each function makes a node with these parameters.
MadeNode make_kernel_node(const cudaKernelNodeParams* asked);
MadeNode make_copy_node(const cudaMemcpy3DParms* asked);
MadeNode make_copy_node(void* to, const void* from, std::size_t size,
                        cudaMemcpyKind kind);
MadeNode make_fill_node(const cudaMemsetParams* asked);
MadeNode make_host_node(const cudaHostNodeParams* asked);
MadeNode make_event_node(cudaEvent_t event, bool records);
/// Makes a node that holds a copy of the child.
MadeNode make_child_node(cudaGraph_t child);

/// Makes a node of a type with parameters that can be changed later;
/// cudaErrorNotSupported for other types.
MadeNode make_node(const cudaGraphNodeParams& asked);

}  // namespace gridlock::sim
