#include "sim/device/spin.h"

#include <cstring>

namespace gridlock::sim {

namespace {
/// Hashes the stack in four chains, which the processor runs in parallel.  Reads whole
/// frames of other functions, including the address sanitizer's gaps between their
/// variables.
[[gnu::no_sanitize_address]] std::uint64_t hash_stack(const std::byte* low,
                                                      const std::byte* high) {
  constexpr std::size_t kChains = 4;
  std::uint64_t chains[kChains] = {1, 2, 3, 4};
  const auto take = [&](std::size_t chain,
                        const std::byte* at) __attribute__((no_sanitize_address)) {
    std::uint64_t word;
    std::memcpy(&word, at, sizeof word);
    const std::uint64_t mixed = (chains[chain] ^ word) * 0xFF51AFD7ED558CCDu;
    chains[chain] = mixed ^ mixed >> 32;
  };
  for (; low + 8 * kChains <= high; low += 8 * kChains)
    for (std::size_t chain = 0; chain < kChains; ++chain) take(chain, low + 8 * chain);
  for (; low + 8 <= high; low += 8) take(0, low);
  for (std::size_t chain = 1; chain < kChains; ++chain)
    chains[0] = (chains[0] * 0x9E3779B97F4A7C15u) ^ chains[chain];
  return chains[0] ? chains[0] : 1;
}
}  // namespace

bool SpinWatch::poll(std::uint64_t pc, std::uintptr_t address, std::uint64_t value,
                     std::uint32_t bytes, const std::byte* stack_low,
                     const std::byte* stack_high) {
  INVARIANT("The frame of a poll lies on the stack of its thread.",
            stack_low <= stack_high);
  also_reads(address);
  const bool same_place = pc == pc_ && address == address_;
  if (!same_place || value != value_) {
    const bool round_may_be_running =
        pc_ != 0 && !same_place && ++polls_since_ < kPollsPerRound;
    if (round_may_be_running) return false;
    progressed();
    pc_ = pc;
    address_ = address;
    value_ = value;
    bytes_ = bytes;
    state_hash_ = 0;
    polls_since_ = 0;
    also_reads(address);
    return false;
  }
  other_polls_ = polls_since_;
  polls_since_ = 0;
  if (written_count_ != 0 && ++storing_rounds_ < kStoringRounds) return false;
  ++equal_polls_;
  INVARIANT("A poll that repeats is one that is watched.", pc_ != 0 && address_ != 0);
  INVARIANT("What a repeated poll reads ends its wait if it is written.",
            watches(address, bytes));
  const std::uint64_t hash = hash_state(stack_low, stack_high);
  const bool repeated = hash == state_hash_;
  state_hash_ = hash;
  if (repeated) {
    slept_pc_ = pc;
    slept_address_ = address;
  }
  return repeated;
}

std::uint64_t SpinWatch::hash_state(const std::byte* stack_low,
                                    const std::byte* stack_high) const {
  std::uint64_t hash = hash_stack(stack_low, stack_high);
  for (unsigned i = 0; i < written_count_; ++i) {
    std::uint64_t word;
    std::memcpy(&word, reinterpret_cast<const void*>(written_[i]), sizeof word);
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
  }
  return hash ? hash : 1;
}

void SpinWatch::also_writes(std::uintptr_t address, std::size_t size) {
  for (std::uintptr_t word = address & ~std::uintptr_t{7}; word < address + size;
       word += 8) {
    // A write by another thread must end the poll: the thread would store to the word
    // again.
    also_reads(word);
    unsigned i = 0;
    while (i < written_count_ && written_[i] != word) ++i;
    if (i < written_count_) continue;
    if (written_count_ == kWrittenMax) return progressed();
    INVARIANT("Few of a poll's own stores are remembered.", written_count_ < kWrittenMax);
    written_[written_count_++] = word;
  }
}

void SpinWatch::add_read(std::uintptr_t address) {
  const std::uintptr_t word = address & ~std::uintptr_t{7};
  for (unsigned i = 0; i < count_ && i < kWordsMax; ++i)
    if (words_[i] == word) return;
  if (count_ < kWordsMax) words_[count_] = word;
  ++count_;
  INVARIANT("A poll counts at most one word more than it remembers.",
            count_ <= kWordsMax + 1);
}

bool SpinWatch::watches(std::uintptr_t address, std::size_t size) const {
  if (count_ > kWordsMax) return true;
  const std::uintptr_t first = address & ~std::uintptr_t{7};
  for (unsigned i = 0; i < count_; ++i)
    if (words_[i] >= first && words_[i] < address + size) return true;
  return false;
}

}  // namespace gridlock::sim
