#include "cure/places.h"

#include <set>
#include <string_view>

namespace gridlock {
namespace {

class Walk {
 public:
  Walk(const Scene& scene, const Suspect& function)
      : statements_(scene.statements()),
        tokens_(scene.tokens()),
        syntax_(scene.syntax()) {
    note_dependent(function);
    for (std::size_t i = function.begin; i < function.end; ++i) {
      if (!syntax_.is(i, "{") || syntax_.scope(i + 1) != ScopeKind::block) continue;
      visit_block(i);
      break;
    }
  }

  std::vector<std::size_t> take() { return std::move(places_); }

 private:
  bool depends(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i)
      if (tokens_[i].is("threadIdx") || dependent_.contains(tokens_[i].text)) return true;
    return false;
  }

  /// Notes the variables that are computed from threadIdx.
  void note_dependent(const Suspect& function) {
    std::size_t before = 0;
    do {
      before = dependent_.size();
      for (std::size_t i = function.begin; i < function.end; ++i) {
        if (!statements_.begins(i)) continue;
        const std::size_t end = statements_.end(i);
        if (end == kNone || end >= tokens_.size() || !syntax_.is(end, ";")) continue;
        for (std::size_t k = i + 1; k < end; ++k) {
          const bool assigns = syntax_.is(k, "=") && syntax_.is_identifier(k - 1) &&
                               !syntax_.is(k + 1, "=");
          if (assigns && depends(k + 1, end)) dependent_.insert(tokens_[k - 1].text);
        }
      }
    } while (dependent_.size() > before);
  }

  bool has_jump(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i <= end; ++i)
      if (tokens_[i].is_any({"return", "break", "continue"})) return true;
    return false;
  }

  /// \return whether all threads reach the statements after the block
  bool visit_block(std::size_t open) {
    const std::size_t close = syntax_.partner(open);
    if (close == kNone) return false;
    std::size_t i = open + 1;
    while (i < close) {
      const std::size_t end = statements_.end(i);
      if (end == kNone || end >= close) return false;
      places_.push_back(i);
      if (!visit(i, end)) return false;
      i = end + 1;
    }
    places_.push_back(close);
    return true;
  }

  bool visit(std::size_t begin, std::size_t end) {
    if (syntax_.is(begin, "{")) return visit_block(begin);
    if (!syntax_.is_any(begin, {"if", "for", "while"})) return true;
    const std::size_t body = syntax_.after(begin + 1);
    if (body == kNone || body > end) return true;
    if (depends(begin + 1, body)) return !has_jump(body, end);
    return !syntax_.is(body, "{") || visit_block(body);
  }

  const Statements& statements_;
  const std::vector<Token>& tokens_;
  const Syntax& syntax_;
  std::set<std::string_view> dependent_;
  std::vector<std::size_t> places_;
};

}  // namespace

std::vector<std::size_t> uniform_places(const Scene& scene, const Suspect& function) {
  return Walk(scene, function).take();
}

}  // namespace gridlock
