#include "sim/memory/address_space.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include "common/invariant.h"

namespace gridlock::sim {

namespace {

using Kind = Misplaced::Kind;

constexpr std::uintptr_t kNullPage = 4096;

Landing wrong(Kind kind) { return {.wrong = {.kind = kind}}; }

Landing past_the_end(const Variable& variable, bool is_shared = false) {
  return {.wrong = {
              .kind = Kind::past_the_end, .is_shared = is_shared, .variable = &variable}};
}

bool contains(const std::vector<Range>& ranges, std::uintptr_t address) {
  return std::ranges::any_of(ranges,
                             [=](const Range& range) { return range.contains(address); });
}

bool are_disjoint(const std::vector<Range>& ranges) {
  for (auto one = ranges.begin(); one != ranges.end(); ++one)
    if (std::any_of(one + 1, ranges.end(),
                    [&](const Range& other) { return other.meets(*one); }))
      return false;
  return true;
}

bool meets(const std::vector<Range>& ranges, const Range& bytes) {
  return std::ranges::any_of(ranges,
                             [&](const Range& range) { return range.meets(bytes); });
}

}  // namespace

AddressSpace::AddressSpace(Module& module, std::vector<Range> readable)
    : shared(module.shared()),
      module_(module),
      readable_(std::move(readable)),
      own_{own_variables(), own_stack_, own_heap()},
      libraries_(own_segments(module.whole())) {
  lent_by_libraries.push_back({address_of(&errno), sizeof errno});
  for (const Range& range : arena.bookkeeping()) own_.push_back(range);
  INVARIANT("The simulator's own ranges of memory are disjoint.", are_disjoint(own_));
  INVARIANT("The module's memory is not among that of libraries.",
            !meets(libraries_, module.device()) && !meets(libraries_, module.shared()));
  managed_variables_.cover(module.managed(), 0);
}

void AddressSpace::VariableCells::cover(const Range& variables, std::uintptr_t image) {
  INVARIANT("Variables get their cells once.", !region.cells);
  cells.resize(variables.size / 4 + 4);
  region.base = (variables.base & ~std::uintptr_t{3}) + image;
  region.size = variables.size;
  region.cells = cells.data();
}

void AddressSpace::reset() {
  arena.reset();
  registered.clear();
  lent_by_libraries.resize(1);
  errno = 0;
  for (VariableCells& variables : device_variables_) variables.region.forget();
  for (VariableCells& variables : device_constants_) variables.region.forget();
  managed_variables_.region.forget();
}

Landing AddressSpace::locate(const Accessor& who, std::uintptr_t address,
                             std::size_t size, bool write) {
  if (arena.contains(address)) return in_allocation(who, address, size);
  // If the address is in this device's image of the module: its place in the host's
  // image.
  const std::uintptr_t home = address - who.image;
  if (shared.contains(address, who.image)) return in_shared(who, address, size);
  if (module_.device().contains(home) || module_.constant().contains(home))
    return in_variable(who, address, who.device, size, write);
  if (module_.managed().contains(address)) return {.region = &managed_variables_.region};
  if (const int owner = module_.device_at(address);
      owner >= 0 && (module_.device().contains(module_.home(address)) ||
                     module_.constant().contains(module_.home(address)))) {
    if (who.in_kernel && !(who.reach >> owner & 1))
      return {.wrong = {.kind = Kind::no_peer_access, .owner = owner}};
    return in_variable(who, address, owner, size, write);
  }
  return elsewhere(who, {address, size}, write);
}

Landing AddressSpace::in_allocation(const Accessor& who, std::uintptr_t address,
                                    std::size_t size) {
  Allocation* const allocation = arena.at(address);
  if (!allocation) return wrong(Kind::outside_allocations);
  Landing landing;
  landing.region = &arena.shadow;
  if (allocation->watched) landing.watched = allocation;
  if (allocation->stream_ordered || allocation->freed_epoch)
    landing.stream_ordered = allocation;
  INVARIANT("An allocation begins at or before each address of it.",
            allocation->base <= address);
  INVARIANT("An allocation is of a device that can be modelled.",
            allocation->device >= 0 && allocation->device < kDevicesMax);
  const bool of_device = allocation->kind == MemoryKind::device;
  if (allocation->freed)
    landing.wrong = {.kind = Kind::freed, .allocation = allocation};
  else if (!allocation->has(address, size))
    landing.wrong = {.kind = Kind::out_of_bounds, .allocation = allocation};
  else if (who.in_host_code && of_device)
    landing.wrong.kind = Kind::host_touches_device;
  else if (who.in_kernel && of_device && !allocation->is_open_to(who.device, who.reach))
    landing.wrong = {.kind = Kind::no_peer_access,
                     .owner = allocation->device,
                     .allocation = allocation};
  return landing;
}

bool AddressSpace::is_own(const Range& bytes) const { return meets(own_, bytes); }

bool AddressSpace::may_read(const Range& bytes) const {
  return host_heap_.size == 0 || own_stack_.contains(bytes.base) ||
         (!is_own(bytes) && !meets(libraries_, bytes)) ||
         contains(lent_by_libraries, bytes.base) || is_offered(bytes.base);
}

bool AddressSpace::may_write(const Range& bytes) const {
  if (host_heap_.size == 0) return !is_own(bytes) && !meets(libraries_, bytes);
  const std::uintptr_t last = bytes.base + bytes.size - 1;
  return host_heap_.contains(bytes.base, bytes.size) ||
         scenarios_heap_.contains(bytes.base, bytes.size) ||
         (module_.is_writable(bytes.base) && module_.is_writable(last)) ||
         (is_on_stack(bytes.base) && is_on_stack(last)) ||
         std::ranges::any_of(lent_by_libraries, [&](const Range& each) {
           return each.contains(bytes.base, bytes.size);
         });
}

bool AddressSpace::stays(std::uintptr_t address) const {
  const auto holds = [&](const VariableCells& variables) {
    return address - variables.region.base < variables.region.size;
  };
  return arena.contains(address) || std::ranges::any_of(device_variables_, holds);
}

/// Where an access to a variable in the image of device `owner` lands.
Landing AddressSpace::in_variable(const Accessor& who, std::uintptr_t address, int owner,
                                  std::size_t size, bool write) {
  INVARIANT("A variable belongs to a device that can be modelled.",
            owner >= 0 && owner < kDevicesMax);
  const std::uintptr_t home = owner == 0 ? address : module_.home(address);
  if (who.in_host_code) {
    // The host has its own copy of a static in a __host__ __device__ function.
    const Variable* local = module_.variable(home);
    if (local && local->is_local) return {};
    return wrong(Kind::host_touches_variable);
  }
  const bool is_constant = module_.constant().contains(home);
  if (is_constant && write && who.in_kernel) return wrong(Kind::writes_constant);
  const Variable* variable = module_.last_before(home);
  if (variable && !variable->range.contains(home, size)) return past_the_end(*variable);
  VariableCells& cells =
      (is_constant ? device_constants_
                   : device_variables_)[static_cast<std::size_t>(owner)];
  if (!cells.region.cells)
    cells.cover(is_constant ? module_.constant() : module_.device(), address - home);
  INVARIANT("A variable lies in the region that remembers it.",
            address - cells.region.base <= cells.region.size + 3);
  return {.region = &cells.region};
}

Landing AddressSpace::in_shared(const Accessor& who, std::uintptr_t address,
                                std::size_t size) {
  if (!who.shared) return wrong(Kind::host_touches_shared);
  INVARIANT("Only threads of kernels have shared memory.", who.in_kernel);
  shared.place(*who.shared);
  if (SharedMemory::is_dynamic(address)) {
    const std::size_t offset =
        address - reinterpret_cast<std::uintptr_t>(gridlock_dynamic_shared);
    const std::size_t limit = who.shared->dynamic_bytes;
    if (offset + size > limit)
      return {
          .wrong = {.kind = Kind::past_dynamic_shared, .limit = limit, .offset = offset}};
    ShadowRegion& cells = shared.touch(*who.shared, address, size);
    shared.note_usual(*who.shared, {address - offset, limit});
    return {.region = &cells};
  }
  const std::uintptr_t home = address - who.image;
  const Variable* variable = module_.last_before(home);
  if (variable && !variable->range.contains(home, size))
    return past_the_end(*variable, true);
  ShadowRegion& cells = shared.touch(*who.shared, address, size);
  if (variable)
    shared.note_usual(*who.shared,
                      {variable->range.base + who.image, variable->range.size});
  return {.region = &cells};
}

/// Memory outside CUDA's allocations and variables: host memory, or another thread's
/// stack.
Landing AddressSpace::elsewhere(const Accessor& who, const Range& bytes, bool write) {
  INVARIANT("Memory of CUDA is found by its own rules.",
            !arena.contains(bytes.base) && !module_.managed().contains(bytes.base));
  const std::uintptr_t address = bytes.base;
  if (address < kNullPage) return wrong(Kind::null_pointer);
  if (write && !who.in_kernel && !may_write(bytes)) return wrong(Kind::writes_foreign);
  if (RegisteredMemory::Entry* entry = registered.find(address))
    return {.region = &entry->shadow};
  if (!who.in_kernel) {
    note_unwatched(address);
    return {};
  }
  if (!write && is_readable_for_kernels(who, address)) return {};
  // A larger gap is not between sections of variables.
  constexpr std::uintptr_t kFar = 4096;
  const std::uintptr_t home = address - who.image;
  const Variable* variable = module_.last_before(home);
  if (variable && !module_.is_writable(home) &&
      home - variable->range.base - variable->range.size < kFar)
    return past_the_end(*variable);
  return wrong(Kind::device_touches_host);
}

/// Remembers the page of an unwatched address that host code has accessed, unless
/// something in the page is watched.
void AddressSpace::note_unwatched(std::uintptr_t address) {
  const Range page = UnwatchedPages::page_of(address);
  const std::uintptr_t last = page.base + page.size - 1;
  const Range dynamic{reinterpret_cast<std::uintptr_t>(gridlock_dynamic_shared),
                      sizeof gridlock_dynamic_shared};
  const auto is_watched = [&](const Range& range) { return range.meets(page); };
  const bool watched =
      arena.contains(page.base) || arena.contains(last) || registered.meets(page) ||
      module_.device_at(page.base) > 0 || module_.device_at(last) > 0 ||
      shared.is_in_window(page.base) || shared.is_in_window(last) ||
      is_watched(dynamic) || is_watched(module_.shared()) ||
      is_watched(module_.device()) || is_watched(module_.constant()) ||
      is_watched(module_.managed()) || is_own(page) || meets(libraries_, page) ||
      is_on_stack(address) ||
      (host_heap_.size > 0 && !host_heap_.contains(page.base) &&
       !scenarios_heap_.contains(page.base) && !module_.whole().contains(page.base));
  if (!watched) unwatched_.add(address);
}

/// Whether the address is in a built-in variable, in the launch's copy of the arguments,
/// or in a table that the compiler put into read-only memory.
bool AddressSpace::is_readable_for_kernels(const Accessor& who,
                                           std::uintptr_t address) const {
  return contains(readable_, address) || who.arguments.contains(address) ||
         module_.is_table(address - who.image);
}

}  // namespace gridlock::sim
