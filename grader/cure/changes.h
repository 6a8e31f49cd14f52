/// The kinds of changes, and the list to which they add themselves.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
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

  void add(int rank, std::vector<TextEdit> edits, int line, std::string words) {
    found_.push_back({scene_.distance_of(line) * kPerLine + rank,
                      {std::move(edits), line, std::move(words)}});
  }
  void replace(int rank, std::size_t begin, std::size_t end, std::string text, int line,
               std::string words) {
    add(rank, {{begin, end - begin, std::move(text)}}, line, std::move(words));
  }
  /// Adds a change at a place that may be far from where the failure shows.
  void add_far(int rank, std::vector<TextEdit> edits, int line, std::string words) {
    found_.push_back({scene_.distance_of(line) * kPerFarLine + rank,
                      {std::move(edits), line, std::move(words)}});
  }

  /// The changes without duplicates, the likeliest first.
  std::vector<Candidate> take();

 private:
  struct Ranked {
    int rank;
    Candidate candidate;
  };

  static constexpr int kPerLine = 10;
  static constexpr int kPerFarLine = 2;

  const Scene& scene_;
  std::vector<Ranked> found_;
};

/// The base of the classes that look for one kind of change in a scene.
class Seeker {
 protected:
  explicit Seeker(Changes& changes) : changes_(changes) {}

  Changes& changes_;
  const Scene& scene_ = changes_.scene();
  const Statements& statements_ = scene_.statements();
  const std::vector<Token>& tokens_ = scene_.tokens();
  const Syntax& syntax_ = scene_.syntax();
};

/// Makes names stronger, and pointers volatile.
void change_names(Changes& changes);
/// Adds and moves fences and barriers, removes their conditions, and exchanges
/// statements.
void change_statements(Changes& changes);
/// Makes accesses atomic.
void make_atomic(Changes& changes);
/// Lets reads wait for the flag of their writer.
void wait_for_flags(Changes& changes);

}  // namespace gridlock
