#include "cure/candidates.h"

#include <algorithm>
#include <set>
#include <utility>

#include "cure/changes.h"

namespace gridlock {

std::vector<Candidate> Changes::take() {
  std::ranges::stable_sort(found_, {}, &Ranked::rank);
  std::vector<Candidate> candidates;
  std::set<std::string> seen;
  for (Ranked& each : found_)
    if (seen.insert(edited(scene_.statements().text(), each.candidate.edits)).second)
      candidates.push_back(std::move(each.candidate));
  return candidates;
}

std::vector<Candidate> candidates_for(const Scene& scene) {
  Changes changes(scene);
  change_names(changes);
  change_statements(changes);
  make_atomic(changes);
  wait_for_flags(changes);
  return changes.take();
}

}  // namespace gridlock
