#include "sim/cuda_api/call_site.h"

#include <dlfcn.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_map>

#include "sim/cuda_api/the_machine.h"

namespace gridlock::sim {

namespace {

/// How the names begin of what is in our own namespace, and in those of the libraries
/// that we have written.
constexpr std::string_view kGlue[] = {"_ZN8gridlock", "_ZNK8gridlock", "_ZN6thrust",
                                      "_ZNK6thrust",  "_ZN3cub",       "_ZNK3cub"};

/// The same of the C++ library.
constexpr std::string_view kStandard[] = {"_ZSt", "_ZNSt", "_ZNKSt"};

enum class Owner { program, glue, standard };

/// Whose code this address returns to.
Owner owner_of(const void* return_address) {
  static std::unordered_map<const void*, Owner> known;
  const auto [entry, is_new] = known.try_emplace(return_address, Owner::program);
  Dl_info info = {};
  if (!is_new || !dladdr(return_address, &info) || !info.dli_sname) return entry->second;
  const std::string_view name = info.dli_sname;
  const auto begins = [&](std::string_view begin) { return name.starts_with(begin); };
  if (std::any_of(std::begin(kGlue), std::end(kGlue), begins))
    entry->second = Owner::glue;
  else if (std::any_of(std::begin(kStandard), std::end(kStandard), begins))
    entry->second = Owner::standard;
  return entry->second;
}

bool is_glue(const void* return_address) {
  return owner_of(return_address) == Owner::glue;
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

std::uint64_t site_of_library(const void* return_address, std::uint64_t called_from) {
  return owner_of(return_address) == Owner::program ? pc_of(return_address) : called_from;
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
