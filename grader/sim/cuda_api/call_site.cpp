#include "sim/cuda_api/call_site.h"

#include <unordered_map>

#include "sim/cuda_api/the_machine.h"
#include "sim/execution/program_frame.h"
#include "sim/memory/own_memory.h"

namespace gridlock::sim {

namespace {

/// Whether the caller with this return address is glue: code of ours in the module.
bool is_glue(const void* return_address) {
  static std::unordered_map<const void*, bool> known;
  const auto [entry, is_new] = known.try_emplace(return_address, false);
  if (is_new)
    entry->second =
        owner_of_code(machine->module,
                      reinterpret_cast<std::uintptr_t>(return_address)) == Owner::glue;
  return entry->second;
}

}  // namespace

std::uint64_t call_site(void* frame_address) {
  constexpr int kGlueMax = 24;
  auto frame = static_cast<void* const*>(frame_address);
  for (int i = 0; i < kGlueMax; ++i) {
    if (!is_glue(frame[1])) return pc_of(frame[1]);
    frame = static_cast<void* const*>(frame[0]);
  }
  return 0;
}

std::uint64_t call_site_in_module(void* frame_address) {
  constexpr int kFramesMax = 8;
  const Range code = machine->module.whole();
  auto frame = static_cast<void* const*>(frame_address);
  for (int i = 0; i < kFramesMax; ++i) {
    if (code.contains(reinterpret_cast<std::uintptr_t>(frame[1])))
      return call_site(const_cast<void**>(frame));
    frame = static_cast<void* const*>(frame[0]);
  }
  return 0;
}

bool are_kept_for_return(std::uintptr_t address, std::size_t size,
                         const void* frame_address, bool is_surely_written) {
  constexpr std::uintptr_t kPair = 16;  // A frame pointer and a return address.
  // Arguments on the stack belong to the called function.
  constexpr std::uintptr_t kPassedMost = 64;
  const Stack& stack = machine->current()->fiber.stack();
  const std::uintptr_t low = address_of(stack.low), end = address + size;
  if (address - low >= stack.size) return false;
  bool in_module = false, in_submission = false;
  for (std::uintptr_t at = address_of(frame_address); at < end;) {
    if (address < at + kPair) return true;
    const auto* const pair = reinterpret_cast<const std::uintptr_t*>(at);
    const bool inside = machine->module.whole().contains(machine->module.home(pair[1]));
    if (in_module && !inside)
      return is_own_code(pair[1]) || !machine->options.whole_program;
    const bool submitted = is_of_submission(machine->module, pair[1]);
    if (is_surely_written && in_submission && !submitted &&
        address >= at + kPair + kPassedMost)
      return !machine->is_lent({address, size});
    if (!in_module) in_submission = submitted;
    in_module = in_module || inside;
    if (pair[0] <= at || pair[0] - low >= stack.size) return false;
    at = pair[0];
  }
  return !in_module;
}

std::uint64_t call_path(void* frame_address) {
  const Thread& thread = *machine->current();
  const Stack& stack = thread.fiber.stack();
  const auto low = reinterpret_cast<std::uintptr_t>(stack.low);
  std::uint64_t path = 1;
  auto frame = static_cast<void* const*>(frame_address);
  while (reinterpret_cast<std::uintptr_t>(frame) - low < stack.size) {
    const std::uintptr_t caller =
        reinterpret_cast<std::uintptr_t>(frame[1]) - thread.image;
    if (!machine->module.whole().contains(caller)) break;
    path = (path ^ caller) * 0x9E3779B97F4A7C15u;
    frame = static_cast<void* const*>(frame[0]);
  }
  return path ? path : 1;
}

}  // namespace gridlock::sim
