#include "build/rewrite/rewrite.h"

#include <algorithm>
#include <utility>

#include "build/rewrite/rewriter.h"

namespace gridlock {

void Edits::insert(std::size_t offset, std::string text) {
  edits_.push_back({offset, 0, std::move(text)});
}

void Edits::replace(const Token& token, std::string text) {
  replace(token.offset, token.length, std::move(text));
}

void Edits::replace(std::size_t offset, std::size_t length, std::string text) {
  edits_.push_back({offset, length, std::move(text)});
}

std::string Edits::apply(std::string_view original) const {
  std::vector<const Edit*> ordered;
  for (const Edit& edit : edits_) ordered.push_back(&edit);
  std::stable_sort(ordered.begin(), ordered.end(), [](const Edit* a, const Edit* b) {
    return std::pair(a->offset, a->length != 0) < std::pair(b->offset, b->length != 0);
  });
  std::string result;
  result.reserve(original.size() + original.size() / 8);
  std::size_t at = 0;
  for (const Edit* edit : ordered) {
    if (edit->offset > at) result.append(original.substr(at, edit->offset - at));
    result += edit->text;
    at = std::max(at, edit->offset + edit->length);
  }
  return result.append(original.substr(std::min(at, original.size())));
}

std::string string_literal(std::string_view text) {
  std::string literal = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') literal += '\\';
    literal += c == '\n' ? ' ' : c;
  }
  return literal + "\"";
}

std::string Rewriter::source_of(std::size_t begin, std::size_t end) const {
  std::string source;
  bool word_before = false;
  for (std::size_t i = begin; i < end; ++i) {
    const bool word = syntax_[i].kind != TokenKind::punctuation;
    if (word && word_before) source += ' ';
    source += syntax_[i].text;
    if (syntax_[i].is(",")) source += ' ';
    word_before = word;
  }
  return source;
}

void Rewriter::complain(std::size_t token, std::string text) {
  const Token& at = syntax_[token];
  const auto file = static_cast<std::size_t>(std::max(at.file, 0));
  result_.complaints.push_back(
      {true, tokenized_.files.at(file).name, at.line, std::move(text)});
}

bool Rewriter::may_rewrite(std::size_t token) {
  if (++marks_ == kMarksMax)
    complain(token,
             "More than 4,000 launches, kernels and device variables are too many.");
  return marks_ < kMarksMax;
}

/// Makes error messages and debug information name files as the student does.
void Rewriter::rename_files() {
  for (const LineMarker& marker : tokenized_.markers) {
    const SourceFile& file = tokenized_.files[static_cast<std::size_t>(marker.file)];
    const bool named = is_students(file.kind) || file.kind == FileKind::scenarios ||
                       file.kind == FileKind::lab;
    if (!named) continue;
    const std::string_view old = text_.substr(marker.offset, marker.length);
    const std::string_view flags = old.substr(old.rfind('"') + 1);
    edits_.replace(marker.offset, marker.length,
                   "# " + std::to_string(marker.line) + " " + string_literal(file.name) +
                       std::string(flags));
  }
}

/// Removes CUDA's keywords from the functions that system headers mark for nvcc.  The
/// tokens of these headers are not in `tokenized_`.
void Rewriter::drop_markers_of_system_files() {
  const std::vector<LineMarker>& markers = tokenized_.markers;
  for (std::size_t i = 0; i < markers.size(); ++i) {
    const auto file = static_cast<std::size_t>(markers[i].file);
    if (tokenized_.files[file].kind != FileKind::system) continue;
    const std::size_t begin = markers[i].offset;
    const std::size_t end = i + 1 < markers.size() ? markers[i + 1].offset : text_.size();
    // Search only this part: a search in the whole text for each of thousands of markers
    // would be slow.
    const std::string_view part = text_.substr(begin, end - begin);
    for (const std::string_view word : {"__gridlock_host__", "__gridlock_device__"})
      for (std::size_t at = part.find(word); at != part.npos;
           at = part.find(word, at + word.size()))
        edits_.replace(begin + at, word.size(), "");
  }
}

RewrittenText Rewriter::run(bool program, bool is_c) {
  rename_files();
  drop_markers_of_system_files();
  check_attributes();
  find_kernels();
  complain_of_plain_calls();
  keep_type_in_casts();
  keep_volatile_in_casts();
  rewrite_variables();
  rewrite_launches();
  rename_main(program, is_c);
  std::stable_sort(result_.complaints.begin(), result_.complaints.end(),
                   [](const Complaint& a, const Complaint& b) {
                     return a.file == b.file && a.line < b.line;
                   });
  result_.text = edits_.apply(text_);
  return std::move(result_);
}

RewrittenText rewrite(std::string_view text, const TokenizedText& tokenized, bool program,
                      bool is_c) {
  return Rewriter(text, tokenized).run(program, is_c);
}

}  // namespace gridlock
