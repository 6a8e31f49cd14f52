#include "sim/execution/descriptions.h"

#include <optional>
#include <set>

#include "common/invariant.h"
#include "common/type_layout.h"

namespace gridlock::sim {

namespace {

/// The index of the element at the offset; nothing if there is only one element.
std::optional<std::uint64_t> index_of(std::size_t offset, std::size_t element,
                                      std::size_t size) {
  INVARIANT("An element has bytes.", element > 0);
  if (size == element) return std::nullopt;
  return offset / element;
}

/// The size of an element in memory without a type: an access of a usual size is assumed
/// to be to one element, and a larger one to a vector or an array of words.
std::size_t usual_element(std::size_t access_bytes) {
  if (access_bytes == 2 || access_bytes == 4 || access_bytes == 8) return access_bytes;
  return access_bytes > 8 && access_bytes % 4 == 0 ? 4 : 1;
}

/// The number of this allocation, from 1, among those made by the same call; 0 if none of
/// the others existed at the same time.
/// \param by_caller whether only allocations by functions with the same call site count
unsigned number_at_site(const std::vector<Allocation>& all, const Allocation& allocation,
                        bool by_caller) {
  const auto own = static_cast<std::size_t>(&allocation - all.data());
  INVARIANT("An allocation that is described is in the list of all.", own < all.size());
  unsigned number = 0;
  bool has_company = false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].created_at != allocation.created_at ||
        (by_caller && all[i].called_from != allocation.called_from))
      continue;
    number += i <= own;
    has_company |= i != own && i < allocation.freed_before && own < all[i].freed_before;
  }
  return has_company ? number : 0;
}

}  // namespace

CreationSite created_at(std::uint64_t pc, const std::vector<std::uint64_t>& calls) {
  constexpr std::uint64_t kNear = 1024;  // The code of one line is shorter.
  CreationSite site{{pc}};
  std::set<std::uint64_t> named{pc};
  for (const std::uint64_t other : calls)
    if (other + kNear > pc && other < pc + kNear && named.insert(other).second)
      site.calls.push_back(other);
  return site;
}

Access Descriptions::describe(const Thread& thread, const char* op, std::uint64_t pc,
                              std::uintptr_t address, StepKind kind) const {
  Access access;
  access.kind = kind;
  access.op = op;
  access.pc = pc;
  access.host = thread.is_host();
  if (thread.block) {
    access.block = thread.block->index.array();
    access.thread = thread.index.array();
    access.device = thread.place.device;
    access.kernel = thread.block->kernel->number;
  } else if (&thread != &host_) {
    const Stream& stream = streams_.stream_of_engine(thread);
    access.stream = static_cast<int>(stream.id);
    access.device = stream.device;
  }
  access.location = name_of(address);
  return access;
}

/// For memory without a name, the checker finds the variable that its address was
/// assigned to.
Location Descriptions::name_of(const Allocation& allocation) const {
  Location location;
  location.kind = Location::Kind::named;
  location.name = allocation.name;
  if (!allocation.name.empty()) return location;
  location.kind = Location::Kind::allocated;
  std::vector<std::uint64_t> calls;
  for (const Allocation& other : memory_.arena.allocations())
    calls.push_back(other.created_at);
  location.created_at = created_at(allocation.created_at, calls);
  location.created_at.caller = allocation.called_from;
  const std::vector<Allocation>& all = memory_.arena.allocations();
  location.created_at.number = number_at_site(all, allocation, false);
  location.created_at.number_by_caller = number_at_site(all, allocation, true);
  return location;
}

Location Descriptions::in_allocation(const Allocation& allocation, std::size_t offset,
                                     std::size_t access_bytes) const {
  Location location = name_of(allocation);
  if (allocation.kind == MemoryKind::device) location.device = allocation.device;
  for (const Allocation::Part& part : allocation.parts)
    if (offset >= part.offset && offset - part.offset < part.bytes) {
      location.kind = Location::Kind::named;
      location.name = part.name;
      location.index = index_of(offset - part.offset, part.element_bytes, part.bytes);
      return location;
    }
  const std::size_t element =
      allocation.element_bytes ? allocation.element_bytes : usual_element(access_bytes);
  location.index = index_of(offset, element, allocation.size);
  return location;
}

Location Descriptions::in_dynamic_shared(std::size_t offset,
                                         std::size_t access_bytes) const {
  Location location;
  location.kind = Location::Kind::dynamic_shared;
  location.index = index_of(offset, usual_element(access_bytes), kDynamicSharedMax);
  return location;
}

Location Descriptions::in_module(std::uintptr_t address) const {
  Location location;
  const std::uintptr_t home = module_.home(address);
  const bool shared = module_.shared().contains(home);
  const Variable* variable = module_.variable(home);
  // An address in a gap behind a variable gets that variable's name.  A gap ends at the
  // next variable, or at the section of host variables.
  const bool in_a_gap = shared || module_.device().contains(home) ||
                        module_.constant().contains(home) ||
                        (module_.whole().contains(home) && !module_.is_writable(home));
  if (!variable && in_a_gap && !module_.is_table(home))
    variable = module_.last_before(home);
  if (variable) {
    location.kind = Location::Kind::named;
    location.is_shared = shared;
    location.name =
        variable->name + path_in(variable->layout, home - variable->range.base);
    location.device = shared ? 0 : module_.device_at(address);
  } else if (shared) {
    location.kind = Location::Kind::shared;
  }
  return location;
}

Location Descriptions::name_of(std::uintptr_t address, std::size_t access_bytes) const {
  if (address == 0) return {};
  if (memory_.arena.contains(address)) {
    const Allocation* allocation = memory_.arena.at(address);
    if (!allocation) return {};
    return in_allocation(*allocation, address - allocation->base, access_bytes);
  }
  if (const RegisteredMemory::Entry* entry = memory_.registered.find(address)) {
    Location location;
    location.kind = Location::Kind::allocated;
    location.created_at = {{entry->created_at}};
    location.index = (address - entry->range.base) / access_bytes;
    return location;
  }
  const auto dynamic = reinterpret_cast<std::uintptr_t>(gridlock_dynamic_shared);
  if (address - dynamic < kDynamicSharedMax)
    return in_dynamic_shared(address - dynamic, access_bytes);
  return in_module(address);
}

}  // namespace gridlock::sim
