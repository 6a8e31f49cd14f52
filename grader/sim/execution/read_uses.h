/// How threads use values from plain reads.  Some values are only proposed to a
/// compare-and-swap, as in loops that update a word atomically:
///
///     old = *word;
///     do { seen = old; old = atomicCAS(word, seen, change(seen)); } while (old != seen);
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>

#include "common/invariant.h"

namespace gridlock::sim {

/// Plain reads by program counter; a read may be in both sets.
struct ReadUses {
  /// The thread's next access to the word was a compare-and-swap that expected the value
  /// read.
  std::set<std::uint64_t> proposed;
  /// The next access was anything else, or there was none.
  std::set<std::uint64_t> otherwise;
};

/// Observes the reads that ExecutionOptions::watched_reads lists.
class ReadWatch {
 public:
  void reset(std::shared_ptr<const std::set<std::uint64_t>> reads) {
    reads_ = std::move(reads);
    open_.clear();
    uses_ = {};
  }
  bool on() const { return reads_ != nullptr; }

  void plain_access(const void* thread, std::uintptr_t address, bool write,
                    std::uint64_t pc, std::uint64_t value) {
    INVARIANT("Reads are followed only where some are watched.", on());
    close(thread, address, nullptr);
    if (!write && reads_->count(pc)) open_[{thread, address}] = {pc, value};
  }
  /// \param compares the value that a compare-and-swap expects; null for other accesses
  void strong_access(const void* thread, std::uintptr_t address,
                     const std::uint64_t* compares) {
    close(thread, address, compares);
  }
  void thread_ends(const void* thread) {
    while (true) {
      const auto read = open_.lower_bound({thread, 0});
      if (read == open_.end() || read->first.first != thread) return;
      uses_.otherwise.insert(read->second.pc);
      open_.erase(read);
    }
  }
  const ReadUses& uses() const { return uses_; }

 private:
  struct Read {
    std::uint64_t pc;
    std::uint64_t value;
  };

  void close(const void* thread, std::uintptr_t address, const std::uint64_t* compares) {
    const auto read = open_.find({thread, address});
    if (read == open_.end()) return;
    const bool proposes = compares && *compares == read->second.value;
    (proposes ? uses_.proposed : uses_.otherwise).insert(read->second.pc);
    open_.erase(read);
  }

  std::shared_ptr<const std::set<std::uint64_t>> reads_;
  std::map<std::pair<const void*, std::uintptr_t>, Read> open_;
  ReadUses uses_;
};

}  // namespace gridlock::sim
