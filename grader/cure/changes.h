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

/// Changes of a source, each with a rank: nearer lines first; at the same distance from
/// the failure, changes that have repaired others more often.
class Changes {
 public:
  explicit Changes(const Scene& scene) : scene_(scene) {}

  const Scene& scene() const { return scene_; }

  void add(int rank, std::vector<TextEdit> edits, int line, std::string words,
           bool host_waits = false) {
    found_.push_back({scene_.distance_of(line) * kPerLine + rank + lateness_of(line),
                      {std::move(edits), line, std::move(words), host_waits}});
  }
  /// The bytes from `begin` to `end` become `text`.
  void replace(int rank, std::size_t begin, std::size_t end, std::string text, int line,
               std::string words) {
    add(rank, {{begin, end - begin, std::move(text)}}, line, std::move(words));
  }
  /// Adds a change whose declaration may be far from its use.
  void add_far(int rank, std::vector<TextEdit> edits, int line, std::string words) {
    found_.push_back({scene_.distance_of(line) * kPerFarLine + rank + lateness_of(line),
                      {std::move(edits), line, std::move(words)}});
  }

  /// The changes, the likeliest first, each once.
  std::vector<Candidate> take();

 private:
  struct Ranked {
    int rank;
    Candidate candidate;
  };

  /// Penalty of a line, for races of two tasks: the host's calls more often lack the
  /// order than the kernels.
  int lateness_of(int line) const {
    return scene_.symptom().between_tasks && scene_.is_device_code(line) ? kPerLine * 4
                                                                         : 0;
  }

  static constexpr int kPerLine = 10;
  static constexpr int kPerFarLine = 2;

  const Scene& scene_;
  std::vector<Ranked> found_;
};

/// Whether a name is written like a macro, as TRY in TRY(cudaFree(p)).
inline bool is_macro_name(std::string_view name) {
  return name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == name.npos;
}

/// Names become stronger, pointers volatile.
void change_names(Changes& changes);
/// Fences and barriers come, move or lose their condition; statements change places.
void change_statements(Changes& changes);
/// Accesses of memory become atomic.
void make_atomic(Changes& changes);
/// Reads wait until what they read is there.
void wait_for_flags(Changes& changes);
/// Streams wait for events; calls get other variables.
void change_calls_of_host(Changes& changes);

}  // namespace gridlock
