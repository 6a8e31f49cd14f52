#include "sim/execution/repeats.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace gridlock::sim {

namespace {

/// Limit of bytes for all effects.
constexpr std::size_t kKeptMax = std::size_t{256} << 20;
/// Effects that differ in what the launch found.
constexpr std::size_t kEffectsMax = 16;
/// Bytes that may be recorded or compared in vain; they cost about a tenth of the time
/// that the accesses take.
constexpr std::uint64_t kEffortFree = std::uint64_t{64} << 20;
constexpr std::uint64_t kEffortPerAccess = 16;
/// A first launch is kept if it makes so many accesses per word of the memory that it
/// uses; then keeping it costs little.  Most kernels are launched only once with given
/// arguments.
constexpr std::uint64_t kAccessesPerWord = 8;
/// Accesses from which on an execution is long.
constexpr std::uint64_t kLong = 100'000'000;

const std::byte* bytes_at(std::uintptr_t address) {
  return reinterpret_cast<const std::byte*>(address);
}

std::vector<std::byte> content(std::uintptr_t address, std::size_t size) {
  return {bytes_at(address), bytes_at(address) + size};
}

/// Launches with the same key run the same code with the same arguments.
std::string key_of(const Kernel& kernel) {
  std::string key;
  const auto add = [&](const auto& value) {
    key.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  add(kernel.invoke);
  add(kernel.image);
  add(kernel.grid);
  add(kernel.block);
  add(kernel.dynamic_shared);
  add(kernel.cooperative);
  return key.append(static_cast<const char*>(kernel.frame), kernel.frame_bytes);
}

std::size_t bytes_of(const LaunchEffect& effect) {
  std::size_t bytes = 0;
  for (const auto& each : effect.found) bytes += each.bytes.size();
  for (const auto& each : effect.writes) bytes += each.bytes.size();
  return bytes + effect.reads.size() * sizeof(Range);
}

/// Adds bytes that often continue the last range.
void add_to(std::vector<Range>& ranges, std::uintptr_t address, std::uint8_t mask) {
  for (unsigned i = 0; i < 4; ++i) {
    if (!(mask >> i & 1)) continue;
    if (!ranges.empty() && ranges.back().base + ranges.back().size == address + i)
      ++ranges.back().size;
    else
      ranges.push_back({address + i, 1});
  }
}

}  // namespace

void Repeats::reset(bool on) {
  on_ = on;
  launches_.clear();
  kept_ = 0;
  effort_ = begun_ = 0;
  series_.clear();
  spoil();
}

const LaunchEffect* Repeats::begins(const Kernel& kernel, bool alone,
                                    std::uint64_t accesses) {
  spoil();
  used_.clear();
  ++begun_;
  if (!on_ || kernel.cluster.count() != 1) return nullptr;
  Known& known = launches_[key_of(kernel)];
  for (const auto& effect : known.effects) {
    if (effect->may_differ && accesses < kLong) continue;
    if (is_as_before(*effect)) {
      effort_ -= std::min<std::uint64_t>(effort_, bytes_of(*effect));
      effect->last_use = begun_;
      return effect.get();
    }
    effort_ += bytes_of(*effect);
  }
  is_first_ = known.launches++ == 0;
  const std::uint64_t effort_most = kEffortFree + kEffortPerAccess * accesses;
  if (!alone || known.effects.size() == kEffectsMax ||
      effort_ > (is_first_ ? effort_most / 2 : effort_most))
    return nullptr;
  watched_ = &kernel;
  known_ = &known;
  accesses_before_ = accesses;
  earlier_ = pool_.epochs();
  room_ = kKeptMax - std::min(kKeptMax, kept_);
  variables_.clear();
  recent_[0] = recent_[1] = {};
  adds_ = moves_ = may_differ_ = false;
  return nullptr;
}

bool Repeats::is_as_before(const LaunchEffect& effect) const {
  const auto is_valid = [&](std::uintptr_t address) {
    return memory_.arena.at(address)->is_settled();
  };
  const auto is_same = [](const LaunchEffect::Content& found) {
    return std::memcmp(found.bytes.data(), bytes_at(found.address), found.bytes.size()) ==
           0;
  };
  return std::all_of(effect.allocations.begin(), effect.allocations.end(), is_valid) &&
         std::all_of(effect.found.begin(), effect.found.end(), is_same);
}

// --- The watched launch ---------------------------------------------------------------

void Repeats::looks_at(const Thread& thread, const ShadowRegion& region,
                       std::uintptr_t address, bool write) {
  const Block* block = thread.block;
  if (!block || block->kernel != watched_) return spoil();
  if (&region == &memory_.arena.shadow) return uses(address, write);
  const std::uintptr_t home = address - watched_->image;
  if (write || !(module_.constant().contains(home) || module_.device().contains(home)))
    return spoil();
  if (!variables_.contains(&region)) variables_.insert(&region);
}

void Repeats::looks_at_strong(const Thread& thread, const ShadowRegion& region,
                              const Attempt& attempt, const AccessKind& kind) {
  const Block* block = thread.block;
  if (!block || block->kernel != watched_ || !block->shared.has(&region)) return spoil();
  const bool moves = !kind.read_modify_write && kind.order == MemoryOrder::relaxed;
  if (kind.commutes)
    adds_ = true;
  else if (moves && shadow_.is_ordered(region, attempt))
    moves_ = true;
  else
    may_differ_ = true;
  // The order of an addition and a load is not looked at.
  may_differ_ = may_differ_ || (adds_ && moves_);
}

/// Forgets the effects that have not been used for longest until there is room.
bool Repeats::make_room(std::size_t bytes) {
  while (bytes > room_)
    if (is_first_ || !forget_oldest()) return false;
  return true;
}

bool Repeats::forget_oldest() {
  using Effects = std::vector<std::unique_ptr<LaunchEffect>>;
  Effects* of = nullptr;
  Effects::iterator oldest;
  for (auto& [key, known] : launches_)
    for (auto each = known.effects.begin(); each != known.effects.end(); ++each)
      if (!of || (*each)->last_use < (*oldest)->last_use) {
        of = &known.effects;
        oldest = each;
      }
  if (!of) return false;
  ends_series();  // It may be of it.
  const std::size_t bytes = bytes_of(**oldest);
  kept_ -= bytes;
  room_ += bytes;
  of->erase(oldest);
  return true;
}

/// An address in the arena, of which all bytes of the access are valid.
void Repeats::uses(std::uintptr_t address, bool write) {
  const Allocation& allocation = *memory_.arena.at(address);
  if (allocation.kind != MemoryKind::device || allocation.device != watched_->device ||
      !allocation.is_settled() || allocation.watched)
    return spoil();
  const Range memory{allocation.base, allocation.size};
  recent_[write].add(memory);
  auto used = std::find_if(used_.begin(), used_.end(), [&](const Used& each) {
    return each.memory.base == memory.base;
  });
  if (used == used_.end()) {
    if (!make_room(memory.size)) return spoil();  // For what was found there.
    room_ -= memory.size;
    used = used_.insert(used, Used{.memory = memory});
  }
  used->read = used->read || !write;
  if (!write || used->written) return;
  if (!make_room(memory.size)) return spoil();
  room_ -= memory.size;
  used->written = true;
  used->before = content(memory.base, memory.size);
  effort_ += memory.size;
}

void Repeats::ends(const Kernel& kernel, std::uint64_t accesses) {
  if (watched_ != &kernel) return;
  spoil();
  std::size_t words = 0;
  for (const Used& used : used_) words += used.memory.size / 4;
  if (is_first_ && accesses - accesses_before_ < kAccessesPerWord * words) return;
  auto effect = std::make_unique<LaunchEffect>();
  effect->last_use = begun_;
  effect->may_differ = may_differ_;
  effect->in_variables = !variables_.empty();
  for (Used& used : used_) {
    const auto& [base, size] = used.memory;
    effect->allocations.push_back(base);
    if (used.read)
      effect->found.push_back(
          {base, used.written ? std::move(used.before) : content(base, size)});
    keep_marks(*effect, memory_.arena.shadow, used.memory);
    effort_ += size;
  }
  used_.clear();
  if (!variables_.empty()) keep_variables(*effect, kernel.image);
  kept_ += bytes_of(*effect);
  known_->effects.push_back(std::move(effect));
}

/// Keeps all variables of the device, not only those that it reads.
void Repeats::keep_variables(LaunchEffect& effect, std::uintptr_t image) const {
  for (const Range& variables : {module_.constant(), module_.device()})
    if (variables.size != 0)
      effect.found.push_back(
          {variables.base + image, content(variables.base + image, variables.size)});
  for (const ShadowRegion* region : variables_)
    keep_marks(effect, *region, {region->base, region->size});
}

/// Keeps what the kernel read and wrote there.  A word that it wrote counts as written
/// only, even if it also read it.
void Repeats::keep_marks(LaunchEffect& effect, const ShadowRegion& region,
                         const Range& memory) const {
  const auto is_of_kernel = [&](const Touch& touch) {
    if (touch.epoch == 0 || touch.slot < kFirstThreadSlot) return false;
    const std::size_t thread = touch.slot - kFirstThreadSlot;
    return thread >= earlier_.size() || touch.epoch > earlier_[thread];
  };
  std::vector<Range> writes;
  for (std::uintptr_t at = memory.base; at < memory.base + memory.size; at += 4) {
    const Shadow::Marks marks = shadow_.marks(region, at, is_of_kernel);
    add_to(writes, at, marks.written);
    add_to(effect.reads, at, marks.read & ~marks.written);
  }
  for (const Range& range : writes)
    effect.writes.push_back({range.base, content(range.base, range.size)});
}

// --- A series of launches that repeat -------------------------------------------------

bool Repeats::continues_series(const LaunchEffect& effect, const Thread& thread) {
  const auto last =
      std::find_if(series_.begin(), series_.end(),
                   [&](const Repeated& launch) { return launch.effect == &effect; });
  const auto is_before = [&](const Repeated& launch) {
    return thread.knows(kStrict, launch.by.slot, launch.by.epoch);
  };
  if (last == series_.end() || !std::all_of(series_.begin(), series_.end(), is_before))
    return false;
  series_.erase(last);
  series_.push_back({&effect, thread, false});
  return true;
}

/// Notes what was not noted.  None of it can race: the first launch of the series with
/// the same effect did not, and nothing but the series came in between.
Repeats::Series Repeats::interrupts_series() {
  for (Repeated& launch : series_) {
    if (std::exchange(launch.is_noted, true)) continue;
    const auto note = [&](std::uintptr_t address, std::size_t size, bool is_write) {
      Clash none;
      shadow_.check(memory_.arena.shadow,
                    {&launch.by, address, static_cast<std::uint32_t>(size), is_write,
                     Strength::weak, 0, nullptr},
                    &none);
    };
    for (const Range& read : launch.effect->reads) note(read.base, read.size, false);
    for (const LaunchEffect::Content& write : launch.effect->writes)
      note(write.address, write.bytes.size(), true);
  }
  return std::exchange(series_, {});
}

void Repeats::resumes_series(Series series, const LaunchEffect& effect,
                             const Thread& thread) {
  if (effect.in_variables) return;  // It is not known which, so it ends the series.
  std::erase_if(series, [&](const Repeated& launch) { return launch.effect == &effect; });
  series_ = std::move(series);
  series_.push_back({&effect, thread, true});
}

}  // namespace gridlock::sim
