/// An interleaving for the player (grader/player), as data and as a page.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "report/trace_model.h"

namespace gridlock {

/// An interleaving, and what is shown beside it.
struct Story {
  Trace trace;
  std::string main_file;  ///< The submission's name, and its text.
  std::string main_text;
};

/// A way to repair what the story shows.
struct Repair {
  Story story;        ///< The repaired program, as it ran.
  std::string words;  ///< "`__threadfence();` before line 8".
};

/// The data of a story; grader/player/README.md describes them.
std::string story_json(const Story& story, const std::optional<Repair>& repair = {});

/// One page with the story and the player in it, which needs no other file.
/// \param page the page's template, grader/player/story.html, which has the places of
///   title, story and player in this order
/// \param player the text of grader/player/player.js
std::string story_page(const std::string& page, const std::string& player,
                       const std::string& title, const std::string& story);

}  // namespace gridlock
