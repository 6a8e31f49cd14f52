#include "sim/execution/program_frame.h"

#include <dlfcn.h>
#include <unwind.h>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace gridlock::sim {

namespace {

/// How mangled names of glue code begin.
constexpr std::string_view kGlue[] = {"_ZN8gridlock", "_ZNK8gridlock"};

/// How mangled names of the C++ library begin.
constexpr std::string_view kStandard[] = {"_ZSt", "_ZNSt", "_ZNKSt", "_ZN9__gnu_cxx",
                                          "_ZNK9__gnu_cxx"};

struct Walk {
  static constexpr int kFramesMax = 200;

  const Module& module;
  int frames = 0;
  std::uint64_t found = 0;

  static _Unwind_Reason_Code step(_Unwind_Context* frame, void* self) {
    return static_cast<Walk*>(self)->look_at(frame);
  }

  _Unwind_Reason_Code look_at(_Unwind_Context* frame) {
    // 1 for the address of an interrupted instruction, 0 for a return address.
    int is_instruction = 0;
    const std::uintptr_t at = _Unwind_GetIPInfo(frame, &is_instruction);
    const std::uintptr_t address = module.home(at - (is_instruction ? 0 : 1));
    if (++frames > kFramesMax) return _URC_END_OF_STACK;
    if (!module.whole().contains(address) ||
        owner_of_code(module, address) != Owner::program)
      return _URC_NO_REASON;
    found = address - module.base();
    return _URC_END_OF_STACK;
  }
};

}  // namespace

Owner owner_of_code(const Module& module, std::uintptr_t address) {
  std::string_view name = module.function(module.home(address));
  Dl_info info = {};
  if (name.empty() && dladdr(reinterpret_cast<const void*>(address), &info) &&
      info.dli_sname)
    name = info.dli_sname;
  const auto begins = [&](std::string_view begin) { return name.starts_with(begin); };
  if (std::any_of(std::begin(kGlue), std::end(kGlue), begins)) return Owner::glue;
  return std::any_of(std::begin(kStandard), std::end(kStandard), begins) ? Owner::standard
                                                                         : Owner::program;
}

std::uint64_t pc_of_innermost_call(const Module& module) {
  Walk walk{module};
  _Unwind_Backtrace(Walk::step, &walk);
  return walk.found;
}

std::uint64_t site_of_caller(const Module& module, const void* frame_address) {
  constexpr int kFramesMax = 24;
  auto frame = static_cast<void* const*>(frame_address);
  bool in_program = false;
  for (int i = 0; i < kFramesMax; ++i) {
    const std::uintptr_t behind = module.home(address_of(frame[1]));
    const bool inside = module.whole().contains(behind);
    if (!inside && in_program) return 0;  // The frames above may lack frame pointers.
    if (inside && owner_of_code(module, behind) != Owner::glue) {
      if (in_program) return behind - 1 - module.base();
      in_program = true;
    }
    frame = static_cast<void* const*>(frame[0]);
  }
  return 0;
}

bool is_of_submission(const Module& module, std::uintptr_t address) {
  const std::uintptr_t home = module.home(address);
  return module.whole().contains(home) && !module.scenarios().contains(home);
}

bool may_write_frame(const Module& module, const Fiber& fiber, const Range& bytes,
                     bool is_lent) {
  constexpr std::size_t kPair = 16;  // A frame pointer and a return address.
  const Range stack{address_of(fiber.stack().low), fiber.stack().size};
  const std::uintptr_t here = address_of(__builtin_frame_address(0));
  const std::uintptr_t first = stack.contains(here) ? here : address_of(fiber.frame());
  // Whether the frame between the last pair and this one is the submission's.
  bool within = false;
  for (std::uintptr_t at = first; stack.contains(at, kPair);) {
    const auto* const pair = reinterpret_cast<const std::uintptr_t*>(at);
    if (within && (is_lent || bytes.base + bytes.size <= at)) return true;
    if (bytes.base < at + kPair) return false;
    within = is_of_submission(module, pair[1]);
    if (pair[0] <= at) return false;
    at = pair[0];
  }
  return false;
}

}  // namespace gridlock::sim
