/// The state that the parts of the rewriter share.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "build/rewrite/rewrite.h"
#include "build/source/complaint.h"
#include "build/source/lexer.h"
#include "build/source/syntax.h"

namespace gridlock {

/// Changes to a text, collected in any order and applied together.
class Edits {
 public:
  /// Inserts `text` before the byte at `offset`; insertions at the same place keep their
  /// order.
  void insert(std::size_t offset, std::string text);
  void replace(const Token& token, std::string text);
  void remove(const Token& token) { replace(token, ""); }
  void replace(std::size_t offset, std::size_t length, std::string text);

  std::string apply(std::string_view original) const;

 private:
  struct Edit {
    std::size_t offset, length;
    std::string text;
  };
  std::vector<Edit> edits_;
};

/// Whether the token marks a device, constant or managed variable, or a device function.
bool is_variable_marker(const Token& token);

/// The limit for launches, kernels, attributes and marked variables together.
constexpr int kMarksMax = 4'000;

/// The longest expression or parameter list that is copied, in tokens.
constexpr std::size_t kLongestCopy = 2000;

class Rewriter {
 public:
  Rewriter(std::string_view text, const TokenizedText& tokenized)
      : text_(text), tokenized_(tokenized), syntax_(tokenized.tokens) {}

  RewrittenText run(bool program, bool is_c);

 private:
  struct Kernel {
    std::string name;        ///< Without qualification.
    std::string parameters;  ///< The types, as far as tokens show.
    bool is_template = false;
  };
  struct Definition {
    std::size_t kernel;      ///< Index in kernels_.
    std::size_t parameters;  ///< The opening parenthesis.
    std::size_t body;        ///< The opening brace.
  };

  // rewrite_kernels.cpp
  void find_kernels();
  void kernel_at(std::size_t marker);
  void register_kernel(const Definition& definition, bool overloaded);
  std::string parameter_types(std::size_t open) const;
  std::string without_defaults(std::size_t open) const;
  void check_attributes();
  void complain_of_plain_calls();
  void keep_type_in_casts();
  bool casts_to_void(std::size_t end) const;
  void keep_type_of(std::size_t name);
  void rename_main(bool program, bool is_c);
  void end_main(std::size_t parameters);

  // rewrite_casts.cpp
  bool names_volatile_reference(std::size_t begin, std::size_t end) const;
  void keep_volatile_in_casts();
  void named_volatile_cast(std::size_t word);
  void volatile_cast_in_parentheses(std::size_t open);

  // rewrite_launches.cpp
  void rewrite_launches();
  void launch_at(std::size_t open);
  std::size_t kernel_begin(std::size_t open) const;
  std::size_t launch_close(std::size_t open) const;
  std::string call_by_name(const std::string& kernel, std::size_t arguments) const;
  std::vector<bool> literal_zeros(std::size_t arguments) const;

  // rewrite_variables.cpp
  void rewrite_variables();
  std::size_t next_in_declaration(std::size_t at) const {
    return syntax_.next_in_declaration(at);
  }
  /// The first token at or after `at` with one of these texts; `end` or later if there is
  /// none before it.
  std::size_t find_in_declaration(std::size_t at, std::size_t end,
                                  std::initializer_list<std::string_view> texts) const {
    while (at < end && !syntax_.is_any(at, texts)) at = next_in_declaration(at);
    return at;
  }
  void shared_at(std::size_t marker);
  void dynamic_shared(std::size_t marker, std::size_t end);
  void limit_shared(std::size_t begin, std::size_t end);
  void alignment_behind(std::size_t marker);
  void variable_at(std::size_t marker);
  void static_at(std::size_t word);
  bool declares_variable(std::size_t marker) const;
  bool declares_constant(std::size_t begin, std::size_t end) const;

  // rewrite.cpp
  void rename_files();
  void drop_markers_of_system_files();
  /// The source of the tokens [begin, end), on one line.
  std::string source_of(std::size_t begin, std::size_t end) const;
  void complain(std::size_t token, std::string text);
  /// Counts one more marker or launch; complains, once, if there are too many.
  bool may_rewrite(std::size_t token);

  std::string_view text_;
  const TokenizedText& tokenized_;
  Syntax syntax_;
  Edits edits_;
  RewrittenText result_;
  std::vector<Kernel> kernels_;          ///< Declarations and definitions.
  std::vector<Definition> definitions_;  ///< Definitions to register.
  int registrations_ = 0;
  /// The attributes of each kernel, by its body.
  std::map<std::size_t, std::string> launch_bounds_, cluster_dims_;
  int marks_ = 0;  ///< Number of markers and launches so far.
};

std::string string_literal(std::string_view text);

}  // namespace gridlock
