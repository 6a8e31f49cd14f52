/// Calls by which device code changes the graph that it runs in.
#pragma once

#include "cuda_runtime_api.h"

extern "C" {

/// Sets the condition of a conditional node.  Threads that are not ordered must not both
/// do that.
GRIDLOCK_DEVICE void cudaGraphSetConditional(cudaGraphConditionalHandle handle,
                                             unsigned int value);

}  // extern "C"
