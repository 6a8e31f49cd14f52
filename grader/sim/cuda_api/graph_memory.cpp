// Memory nodes, which captures make.  A node's allocation has its address from the node's
// creation on.  In a launch, the memory may be used after the node and until it is freed:
// by a node, by cudaFreeAsync or by cudaFree.
#include "sim/cuda_api/graph.h"

#include <algorithm>

#include "sim/cuda_api/call_site.h"
#include "sim/cuda_api/host_api.h"
#include "sim/cuda_api/host_error.h"
#include "sim/cuda_api/host_pointers.h"
#include "sim/cuda_api/host_pool.h"
#include "sim/cuda_api/host_stream.h"
#include "sim/cuda_api/the_machine.h"

using namespace gridlock::sim;

namespace gridlock::sim {

namespace {

constexpr const char* kAllocates = "cudaMallocAsync";
constexpr const char* kFrees = "cudaFreeAsync";

/// The task that allocates the memory at the address; an earlier launch may have
/// allocated it before.
std::function<void(Thread&)> allocate_in_order(std::uintptr_t address, std::uint64_t pc) {
  return [=](Thread& engine) {
    Arena& arena = machine->memory.arena;
    Allocation& allocation = *arena.at(address);
    const bool again = allocation.ready_epoch != std::numeric_limits<Epoch>::max();
    if (allocation.freed) arena.allocate_again(allocation);
    allocation.ready_slot = engine.slot;
    allocation.ready_epoch = engine.epoch;
    // The allocation counts as a write: earlier uses of the memory must be ordered before
    // it.
    if (again)
      machine->accesses.range_access(engine, address, allocation.size, true, kAllocates,
                                     pc);
  };
}

IssueNode issue_work(const char* call, const std::function<void(Thread&)>& work) {
  return [=](Stream& stream, std::uint64_t pc) {
    machine->streams.issue(stream, Task::Kind::work, call, pc).work = work;
  };
}

Allocation& allocation_at(std::uintptr_t address) {
  return *machine->memory.arena.at(address);
}

bool is_in_use(std::uintptr_t address) { return all_graphs().memory[address].in_use; }

/// Whether all allocations and frees of a launch are possible, each at its turn.
/// \param frees_before whether the launch first frees what an earlier launch left
bool can_begin(const GraphExec& exec, bool frees_before) {
  std::map<std::uintptr_t, bool> in_use;
  for (const std::size_t number : exec.order) {
    const GraphNode& node = exec.nodes[number];
    if (!node.memory) continue;
    const bool allocates = node.type == cudaGraphNodeTypeMemAlloc;
    const auto [used, is_first] = in_use.try_emplace(
        node.memory, is_in_use(node.memory) && !(allocates && frees_before));
    if (used->second == allocates) return false;
    used->second = allocates;
  }
  return true;
}

bool has_room(const GraphExec& exec) {
  std::size_t needed = 0;
  int device = 0;
  for (const GraphNode& node : exec.nodes)
    if (node.type == cudaGraphNodeTypeMemAlloc) {
      const Allocation& allocation = allocation_at(node.memory);
      device = allocation.device;
      if (allocation.freed) needed += allocation.size;
    }
  return needed <= machine->memory.arena.free_bytes(device);
}

}  // namespace

cudaError_t begin_memory(const GraphExec& exec, Stream& stream, std::uint64_t pc) {
  const bool frees_before = exec.flags & cudaGraphInstantiateFlagAutoFreeOnLaunch;
  if (!can_begin(exec, frees_before)) return cudaErrorInvalidValue;
  if (!has_room(exec)) return cudaErrorMemoryAllocation;
  for (const std::size_t number : exec.order) {
    const GraphNode& node = exec.nodes[number];
    if (node.type != cudaGraphNodeTypeMemAlloc || !is_in_use(node.memory)) continue;
    note_end_of_use(node.memory);
    issue_work("cudaGraphLaunch", free_in_order(node.memory, "cudaGraphLaunch", pc))(
        stream, pc);
  }
  for (const std::size_t number : exec.order) {
    const GraphNode& node = exec.nodes[number];
    if (node.type == cudaGraphNodeTypeMemAlloc)
      all_graphs().memory[node.memory].in_use = true;
    if (node.type == cudaGraphNodeTypeMemFree) note_end_of_use(node.memory);
  }
  return cudaSuccess;
}

bool may_free_outside(std::uintptr_t address) {
  const NodeMemory& memory = all_graphs().memory[address];
  // If a node of the same graph frees the memory, nothing else may.
  return memory.in_use && memory.freed_in != memory.graph;
}

void note_end_of_use(std::uintptr_t address) {
  all_graphs().memory[address].in_use = false;
}

bool has_memory(std::size_t graph) {
  return has_node(graph, cudaGraphNodeTypeMemAlloc) ||
         has_node(graph, cudaGraphNodeTypeMemFree);
}

cudaError_t capture_allocation(Capture& capture, const Stream& stream, void** pointer,
                               std::size_t size, std::uint64_t pc) {
  if (!pointer || size == 0) return cudaErrorInvalidValue;
  Allocation* made =
      machine->memory.arena.allocate(size, MemoryKind::device, stream.device, pc);
  result(pointer) = made ? reinterpret_cast<void*>(made->base) : nullptr;
  if (!made) return cudaErrorMemoryAllocation;
  made->stream_ordered = true;
  made->pool = Allocation::kPoolOfGraphs;
  made->pool_reach = std::uint32_t{1} << stream.device;
  all_graphs().memory[made->base] = {.graph = capture.graph};
  capture_node(capture, stream,
               {.type = cudaGraphNodeTypeMemAlloc,
                .issue = issue_work(kAllocates, allocate_in_order(made->base, pc)),
                .memory = made->base});
  return cudaSuccess;
}

cudaError_t capture_free(Capture& capture, const Stream& stream, void* pointer,
                         std::uint64_t pc) {
  const std::uintptr_t address = address_of(pointer);
  const auto memory = all_graphs().memory.find(address);
  if (memory == all_graphs().memory.end() || memory->second.freed_in == capture.graph ||
      memory->second.freed_in == memory->second.graph ||
      (memory->second.freed_in && capture.graph == memory->second.graph))
    return cudaErrorInvalidValue;
  memory->second.freed_in = capture.graph;
  capture_node(capture, stream,
               {.type = cudaGraphNodeTypeMemFree,
                .issue = issue_work(kFrees, free_in_order(address, kFrees, pc)),
                .memory = address});
  return cudaSuccess;
}

}  // namespace gridlock::sim
