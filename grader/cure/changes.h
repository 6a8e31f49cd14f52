/// The kinds of changes, and the list to which they add themselves.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cure/candidate.h"
#include "cure/scene.h"

namespace gridlock {

/// Changes to a source, each with a rank: nearer to the failure first; at the same
/// distance, the kinds that have repaired more submissions first.
class Changes {
 public:
  explicit Changes(const Scene& scene) : scene_(scene) {}

  const Scene& scene() const { return scene_; }

  void add(int rank, std::vector<TextEdit> edits, int line, std::string words,
           bool host_waits = false) {
    found_.push_back({scene_.distance_of(line) * kPerLine + rank + lateness_of(line),
                      {std::move(edits), line, std::move(words), host_waits}});
  }
  /// Replaces the bytes from `begin` to `end` by `text`.
  void replace(int rank, std::size_t begin, std::size_t end, std::string text, int line,
               std::string words) {
    add(rank, {{begin, end - begin, std::move(text)}}, line, std::move(words));
  }
  /// Adds a change at a place that may be far from where the failure shows.
  void add_far(int rank, std::vector<TextEdit> edits, int line, std::string words) {
    found_.push_back({scene_.distance_of(line) * kPerFarLine + rank + lateness_of(line),
                      {std::move(edits), line, std::move(words)}});
  }

  /// The changes without duplicates, the likeliest first.
  std::vector<Candidate> take();

 private:
  struct Ranked {
    int rank;
    Candidate candidate;
  };

  /// A penalty for device code in races of two tasks: the order is more often missing in
  /// the host's calls.
  int lateness_of(int line) const {
    return scene_.symptom().between_tasks && scene_.is_device_code(line) ? kPerLine * 4
                                                                         : 0;
  }

  static constexpr int kPerLine = 10;
  static constexpr int kPerFarLine = 2;

  const Scene& scene_;
  std::vector<Ranked> found_;
};

/// Whether a name is written like a macro, such as TRY in TRY(cudaFree(p)).
inline bool is_macro_name(std::string_view name) {
  return name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == name.npos;
}

/// Makes names stronger, and pointers volatile.
void change_names(Changes& changes);
/// Adds and moves fences and barriers, removes their conditions, and exchanges
/// statements.
void change_statements(Changes& changes);
/// Makes accesses atomic.
void make_atomic(Changes& changes);
/// Lets reads wait for the flag of their writer.
void wait_for_flags(Changes& changes);
/// Lets streams wait for events, and passes calls other variables.
void change_calls_of_host(Changes& changes);

}  // namespace gridlock
