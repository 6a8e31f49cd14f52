// Conditional nodes of graphs: their handles, their bodies, and the call by which kernels
// set a condition.
#include "sim/cuda_api/graph_conditions.h"

#include <cstring>

#include "cuda_device_runtime_api.h"
#include "sim/cuda_api/call_site.h"
#include "sim/cuda_api/hooks.h"
#include "sim/cuda_api/host_error.h"
#include "sim/cuda_api/the_machine.h"

using namespace gridlock::sim;

namespace {

/// Whether a conditional node of this type may have this number of bodies.
bool may_have_bodies(cudaGraphConditionalNodeType type, unsigned bodies) {
  switch (type) {
    case cudaGraphCondTypeIf:
      return bodies == 1 || bodies == 2;
    case cudaGraphCondTypeWhile:
      return bodies == 1;
    case cudaGraphCondTypeSwitch:
      return bodies > 0;
  }
  return false;
}

}  // namespace

namespace gridlock::sim {

cudaError_t make_conditional_node(cudaConditionalNodeParams& asked, GraphNode& node) {
  auto& graphs = all_graphs();
  const auto condition = graphs.conditions.find(asked.handle);
  if (condition == graphs.conditions.end() || condition->second.is_used ||
      !may_have_bodies(asked.type, asked.size))
    return cudaErrorInvalidValue;
  condition->second.is_used = true;
  node = {.type = cudaGraphNodeTypeConditional,
          .condition = asked.handle,
          .condition_type = asked.type};
  auto& handles = graphs.body_lists.emplace_back();
  for (unsigned i = 0; i < asked.size; ++i) {
    node.bodies.push_back(new_graph(true));
    handles.push_back(graph_handle(node.bodies.back()));
  }
  asked.phGraph_out = handles.data();
  return cudaSuccess;
}

}  // namespace gridlock::sim

extern "C" {

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* handle,
                                             cudaGraph_t graph, unsigned int initial,
                                             unsigned int flags) {
  if (!handle || !graph_from(graph) || (flags & ~unsigned{cudaGraphCondAssignDefault}))
    return fail(cudaErrorInvalidValue);
  const Allocation* words = machine->memory.arena.allocate(
      2 * sizeof(unsigned), MemoryKind::device, machine->api.device,
      call_site(__builtin_frame_address(0)));
  if (!words) return fail(cudaErrorMemoryAllocation);
  *handle = words->base;
  all_graphs().conditions[*handle] = {
      .initial = initial, .is_initialized = (flags & cudaGraphCondAssignDefault) != 0};
  return cudaSuccess;
}

/// A plain store of the value and of the mark that it was set: calls by two threads that
/// are not ordered are a data race.
void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value) {
  const unsigned words[] = {value, 1};
  machine->accesses.plain_access(
      static_cast<std::uintptr_t>(handle), sizeof words, true,
      pc_of(__builtin_return_address(0)),
      static_cast<const std::byte*>(__builtin_frame_address(0)) + 16);
  std::memcpy(reinterpret_cast<void*>(static_cast<std::uintptr_t>(handle)), words,
              sizeof words);
}

}  // extern "C"
