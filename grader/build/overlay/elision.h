/// A line `// ...` in a definition of an overlay, which stands for lines of the
/// reference.
///
///     __device__ bool GrowingQueue::push(WorkItem item) {
///       // ...
///       items[place] = item;  // As in the reference: it says where the dots end.
///       ready[place] = 1;     // A plain store, where the reference exchanges.
///       return true;
///     }
///
/// Lines above and below the dots that are also in the reference show where the dots
/// begin and end.  All other lines replace the reference's lines between those places.
#pragma once

#include <string_view>
#include <vector>

#include "build/overlay/definitions.h"
#include "build/overlay/overlay.h"

namespace gridlock {

struct Excerpt {
  int first_line = 0;  ///< Line in the file, from 1.
  std::vector<std::string_view> lines;
};

/// The lines of a definition, without the comment above it.
Excerpt excerpt(const std::vector<std::string_view>& file, const Definition& definition);

bool is_elision(std::string_view line);

/// The definition `mine`, with lines of `theirs` in place of its dots.
Expansion fill_in(const Excerpt& mine, const Excerpt& theirs);

}  // namespace gridlock
