/// Conditional nodes of graphs.
#pragma once

#include "sim/cuda_api/graph.h"

namespace gridlock::sim {

/// Makes a conditional node with empty bodies, whose handles `asked.phGraph_out` gets.
/// \returns cudaSuccess, or cudaErrorInvalidValue if the handle is none, or has a node
///   already, or a node of this type cannot have so many bodies
cudaError_t make_conditional_node(cudaConditionalNodeParams& asked, GraphNode& node);

}  // namespace gridlock::sim
