#include "cure/candidates.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

#include "build/overlay/definitions.h"
#include "build/source/statements.h"

namespace gridlock {
namespace {

using Words = std::pair<std::string_view, std::string_view>;

/// A name, and a stronger one.
constexpr std::array<Words, 22> kStronger = {{
    {"__threadfence_block", "__threadfence"},
    {"__threadfence", "__threadfence_system"},
    {"__syncwarp", "__syncthreads"},
    {"thread_scope_thread", "thread_scope_device"},
    {"thread_scope_block", "thread_scope_device"},
    {"thread_scope_device", "thread_scope_system"},
    {"memory_order_relaxed", "memory_order_acquire"},
    {"memory_order_relaxed", "memory_order_release"},
    {"memory_order_relaxed", "memory_order_acq_rel"},
    {"memory_order_relaxed", "memory_order_seq_cst"},
    {"memory_order_acquire", "memory_order_acq_rel"},
    {"memory_order_release", "memory_order_acq_rel"},
    {"memory_order_acq_rel", "memory_order_seq_cst"},
    {"atomicAdd_block", "atomicAdd"},
    {"atomicSub_block", "atomicSub"},
    {"atomicExch_block", "atomicExch"},
    {"atomicCAS_block", "atomicCAS"},
    {"atomicMax_block", "atomicMax"},
    {"atomicOr_block", "atomicOr"},
    {"atomicAnd_block", "atomicAnd"},
    {"atomicAdd", "atomicAdd_system"},
    {"atomicExch", "atomicExch_system"},
}};

/// An operator that updates memory, and the call that does it in one step.
constexpr std::array<Words, 5> kAtomics = {{
    {"+", "atomicAdd"},
    {"-", "atomicSub"},
    {"|", "atomicOr"},
    {"&", "atomicAnd"},
    {"^", "atomicXor"},
}};

// Nearer lines first; among those at the same distance, smaller changes first.
constexpr int kPerLine = 10;
constexpr int kPerLineOfWords = 2;  // A scope may be declared far from its use.
constexpr int kStrengthened = 0;
constexpr int kLikely = 1;
constexpr int kUnlikely = 6;
constexpr int kExchange = 3;
constexpr int kAtomic = 2;
constexpr int kTwo = 34;
constexpr int kWait = 12;
constexpr int kVolatile = 4;
constexpr int kOtherArgument = 8;
constexpr int kMove = 14;
constexpr int kEverywhere = 3;
constexpr int kUnconditional = 2;

/// What orders may have so many tokens, with its condition.
constexpr std::size_t kOrderTokensMax = 40;
/// A change of the whole file is tried if it changes a line as near as this.
constexpr int kNearMax = 8;

class Search {
 public:
  Search(std::string_view source, const Symptom& symptom,
         const std::function<std::string(int)>& line_name)
      : line_name_(line_name),
        statements_(source),
        tokens_(statements_.tokens()),
        syntax_(statements_.syntax()),
        symptom_(symptom) {
    if (statements_.text().size() != source.size()) return;
    for (const Definition& each : definitions_in(source).all)
      if (holds_suspect(each.first_line, each.last_line)) search(each);
    replace_everywhere();
  }

  std::vector<Candidate> take() {
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Ranked& a, const Ranked& b) { return a.rank < b.rank; });
    std::vector<Candidate> candidates;
    std::set<std::string> seen;
    for (Ranked& each : found_) {
      const TextEdit& edit = each.candidate.edit;
      if (seen.insert(fmt::format("{} {} {}", edit.offset, edit.length, edit.text))
              .second)
        candidates.push_back(std::move(each.candidate));
    }
    return candidates;
  }

 private:
  struct Ranked {
    int rank;
    Candidate candidate;
  };

  bool holds_suspect(int first, int last) const {
    return std::any_of(symptom_.lines.begin(), symptom_.lines.end(),
                       [&](int line) { return first <= line && line <= last; });
  }

  void search(const Definition& function) {
    streams_.clear();
    events_.clear();
    arguments_.clear();
    in_device_code_ =
        function.words.contains("__device__") || function.words.contains("__global__");
    first_line_ = function.first_line;
    last_line_ = function.last_line;
    const auto in_function = [&](std::size_t i) {
      return function.first_line <= tokens_[i].line &&
             tokens_[i].line <= function.last_line;
    };
    for (std::size_t i = 1; i + 1 < tokens_.size(); ++i)
      if (in_function(i)) note_arguments(i);
    add_like_streams();
    for (std::size_t i = 1; i + 1 < tokens_.size(); ++i) {
      if (!in_function(i)) continue;
      try_word(i);
      if (statements_.begins(i)) try_statement(i);
    }
  }

  /// How far the line is from where the failure shows; later suspects count less.
  int distance_of(int line) const {
    int least = 1000;
    for (std::size_t i = 0; i < symptom_.lines.size(); ++i)
      least = std::min(least, std::abs(symptom_.lines[i] - line) +
                                  static_cast<int>(std::min<std::size_t>(i, 4)) / 2);
    return least;
  }

  void add(int rank, std::size_t begin, std::size_t end, std::string text, int line,
           std::string words) {
    found_.push_back({distance_of(line) * kPerLine + rank,
                      {{begin, end - begin, std::move(text)}, line, std::move(words)}});
  }

  std::string quoted(std::size_t begin, std::size_t end) const {
    constexpr std::size_t kLengthMax = 48;
    std::string code = statements_.code(begin, end);
    if (code.size() > kLengthMax) code = code.substr(0, kLengthMax) + " ...";
    return "`" + code + "`";
  }

  // ---- Words
  // ----------------------------------------------------------------------------

  void try_word(std::size_t index) {
    const Token& token = tokens_[index];
    if (token.kind != TokenKind::identifier) return;
    for (const auto& [weak, strong] : kStronger)
      if (token.is(weak))
        replace(kStrengthened - distance_of(token.line) * (kPerLine - kPerLineOfWords),
                index, std::string(strong));
    // int* p: a pointer to volatile.
    if (syntax_.is(index + 1, "*") && syntax_.is_identifier(index + 2) &&
        !syntax_.is(index - 1, "volatile") && !syntax_.is(index - 1, "const") &&
        (token.is("int") || token.is("unsigned") || token.is("long") ||
         token.is("float")))
      replace(kVolatile, index, "volatile " + std::string(token.text));
    read_atomically(index);
    if (!statements_.is_cuda_argument(index)) return;
    for (const std::string& other : arguments_)
      if (token.text != other) replace(kOtherArgument, index, other);
  }

  /// *x becomes atomicAdd(x, 0).
  void read_atomically(std::size_t index) {
    const bool is_read = in_device_code_ && syntax_.is(index - 1, "*") &&
                         tokens_[index - 2].kind == TokenKind::punctuation &&
                         std::string_view("(!=&|,;{").find(tokens_[index - 2].text) !=
                             std::string_view::npos &&
                         (!syntax_.is(index + 1, "=") || syntax_.is(index + 2, "=")) &&
                         !syntax_.is(index + 1, "[") && !syntax_.is(index + 1, "<") &&
                         !syntax_.is(index + 1, ".");
    if (!is_read) return;
    const std::string call = fmt::format("atomicAdd({}, 0)", tokens_[index].text);
    add(kAtomic, tokens_[index - 1].offset, tokens_[index].end(), call,
        tokens_[index].line,
        fmt::format("`{}` in place of `*{}` in {}", call, tokens_[index].text,
                    line_name_(tokens_[index].line)));
  }

  /// The weak names become strong in the whole file, if there are several of them.
  /// \param stronger what takes the place of a name; "" if it stays
  void replace_everywhere(const std::function<std::string(std::string_view)>& stronger,
                          std::string words) {
    std::string text;
    std::size_t first = kNone;
    std::size_t last = kNone;
    std::size_t count = 0;
    int nearest = 1000;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const std::string name = stronger(tokens_[i].text);
      if (name.empty()) continue;
      if (first == kNone)
        first = i;
      else
        text += statements_.text().substr(tokens_[last].end(),
                                          tokens_[i].offset - tokens_[last].end());
      text += name;
      last = i;
      ++count;
      nearest = std::min(nearest, distance_of(tokens_[i].line));
    }
    if (count < 2 || nearest > kNearMax) return;
    found_.push_back({nearest * kPerLineOfWords + kEverywhere,
                      {{tokens_[first].offset,
                        tokens_[last].end() - tokens_[first].offset, std::move(text)},
                       tokens_[first].line,
                       std::move(words)}});
  }

  void replace_everywhere() {
    for (const auto& [weak, strong] : kStronger)
      replace_everywhere(
          [&](std::string_view name) {
            return name == weak ? std::string(strong) : std::string();
          },
          fmt::format("`{}` in place of each `{}`", strong, weak));
    constexpr std::string_view kBlock = "_block";
    replace_everywhere(
        [&](std::string_view name) {
          const bool narrow = name.starts_with("atomic") && name.ends_with(kBlock);
          return narrow ? std::string(name.substr(0, name.size() - kBlock.size()))
                        : std::string();
        },
        "each atomic operation without its `_block`");
  }

  void replace(int rank, std::size_t index, const std::string& text) {
    const Token& token = tokens_[index];
    add(rank, token.offset, token.end(), text, token.line,
        fmt::format("`{}` in place of `{}` in {}", text, token.text,
                    line_name_(token.line)));
  }

  // ---- Statements
  // -----------------------------------------------------------------------

  void try_statement(std::size_t begin) {
    const std::size_t end = statements_.end(begin);
    if (end == kNone || end >= tokens_.size()) return;
    const int fence = symptom_.lacks_barrier ? kUnlikely : kLikely;
    const int barrier = symptom_.lacks_barrier ? kLikely : kUnlikely;
    if (in_device_code_) {
      insert(fence, begin, end, "__threadfence();");
      insert(barrier, begin, end, "__syncthreads();");
      insert(kTwo, begin, end, "__threadfence(); __syncthreads();");
      insert(kTwo + 1, begin, end, "__syncthreads(); __threadfence();");
    }
    make_unconditional(begin, end);
    move(begin, end);
    for (const std::string& stream : streams_)
      for (const std::string& event : events_)
        insert(kWait, begin, end,
               fmt::format("cudaStreamWaitEvent({}, {});", stream, event));
    exchange_with_next(begin, end);
    make_atomic(begin, end);
  }

  void insert(int rank, std::size_t begin, std::size_t end, const std::string& code) {
    const Token& first = tokens_[begin];
    const Token& last = tokens_[end];
    const bool alone = statements_.is_guarded_alone(begin);
    add(rank, first.offset, alone ? last.end() : first.offset,
        alone ? fmt::format("{{ {} {} }}", code, source(begin, end)) : code + " ",
        first.line, place(code, "before", begin, end));
    if (!alone && !syntax_.is(end + 1, "}")) return;
    if (syntax_.is(begin, "return")) return;
    add(rank, alone ? first.offset : last.end(), last.end(),
        alone ? fmt::format("{{ {} {} }}", source(begin, end), code) : " " + code,
        last.line, place(code, "after", begin, end));
  }

  std::string source(std::size_t begin, std::size_t end) const {
    return statements_.text().substr(tokens_[begin].offset,
                                     tokens_[end].end() - tokens_[begin].offset);
  }

  std::string place(const std::string& code, std::string_view where, std::size_t begin,
                    std::size_t end) const {
    return fmt::format("`{}` {} {} in {}", code, where, quoted(begin, end + 1),
                       line_name_(tokens_[where == "after" ? end : begin].line));
  }

  bool is_order(std::size_t index) const {
    const std::string_view text = tokens_[index].text;
    return statements_.is_fence_or_barrier(index) ||
           text.starts_with("cudaEventRecord") || text == "cudaStreamWaitEvent" ||
           text == "cudaStreamSynchronize" || text == "cudaEventSynchronize";
  }

  /// The statement is a fence, a barrier, a record or a wait, perhaps with a condition.
  bool orders(std::size_t begin, std::size_t end) const {
    if (end - begin > kOrderTokensMax || syntax_.is(end, "}")) return false;
    for (std::size_t i = begin; i < end; ++i)
      if (is_order(i)) return true;
    return false;
  }

  /// if (c) __threadfence(); becomes __threadfence();
  void make_unconditional(std::size_t begin, std::size_t end) {
    if (!syntax_.is(begin, "if") || !orders(begin, end)) return;
    const std::size_t body = syntax_.after(begin + 1);
    if (body == kNone || body > end) return;
    add(kUnconditional, tokens_[begin].offset, tokens_[end].end(), source(body, end),
        tokens_[begin].line,
        fmt::format("{} without its condition in {}", quoted(body, end + 1),
                    line_name_(tokens_[begin].line)));
  }

  /// What orders goes to another place of its function.
  void move(std::size_t begin, std::size_t end) {
    if (!orders(begin, end) || statements_.is_guarded_alone(begin)) return;
    const std::string moved = source(begin, end);
    for (std::size_t to = 1; to + 1 < tokens_.size(); ++to) {
      if (tokens_[to].line < first_line_ || tokens_[to].line > last_line_) continue;
      if ((begin <= to && to <= end + 1) || !statements_.begins(to) ||
          statements_.is_guarded_alone(to))
        continue;
      move_before(begin, end, tokens_[to].offset, moved, to, "before");
      const std::size_t last = statements_.end(to);
      if (last != kNone && last + 1 < tokens_.size() && syntax_.is(last + 1, "}") &&
          !syntax_.is(to, "return") && (last < begin || begin < to))
        move_before(begin, end, tokens_[last].end(), moved, to, "after");
    }
  }

  void move_before(std::size_t begin, std::size_t end, std::size_t offset,
                   const std::string& moved, std::size_t to, std::string_view where) {
    const std::size_t from = tokens_[begin].offset;
    const std::size_t until = tokens_[end].end();
    const std::string& all = statements_.text();
    const std::string text = offset < from
                                 ? " " + moved + " " + all.substr(offset, from - offset)
                                 : all.substr(until, offset - until) + " " + moved + " ";
    const std::size_t target_end = statements_.end(to);
    if (target_end == kNone || target_end >= tokens_.size()) return;
    add(kMove, std::min(offset, from), std::max(offset, until), text, tokens_[to].line,
        fmt::format("{} moved from {} to {} {} in {}", quoted(begin, end + 1),
                    line_name_(tokens_[begin].line), where, quoted(to, target_end + 1),
                    line_name_(tokens_[where == "after" ? target_end : to].line)));
  }

  void exchange_with_next(std::size_t begin, std::size_t end) {
    const std::size_t next = end + 1;
    if (next >= tokens_.size() || syntax_.is(next, "}") || !statements_.begins(next))
      return;
    const std::size_t next_end = statements_.end(next);
    if (next_end == kNone || next_end >= tokens_.size()) return;
    if (statements_.is_declaration(begin) || statements_.is_declaration(next)) return;
    if (syntax_.is(begin, "return") || syntax_.is(next, "return")) return;
    add(kExchange, tokens_[begin].offset, tokens_[next_end].end(),
        source(next, next_end) + " " + source(begin, end), tokens_[begin].line,
        fmt::format("{} in {} after {} in {}", quoted(begin, end + 1),
                    line_name_(tokens_[begin].line), quoted(next, next_end + 1),
                    line_name_(tokens_[next].line)));
  }

  /// x += 1; ++x; x++; become atomicAdd(&x, 1).
  void make_atomic(std::size_t begin, std::size_t end) {
    if (!syntax_.is(end, ";") || statements_.is_declaration(begin)) return;
    const auto replaced = [&](std::string_view call, std::size_t first, std::size_t last,
                              const std::string& value) {
      const std::string code =
          fmt::format("{}(&({}), {});", call, statements_.code(first, last), value);
      add(kAtomic, tokens_[begin].offset, tokens_[end].end(), code, tokens_[begin].line,
          fmt::format("`{}` in place of {} in {}", code, quoted(begin, end + 1),
                      line_name_(tokens_[begin].line)));
    };
    for (const auto& [sign, call] : kAtomics) {
      for (std::size_t i = begin + 1; i + 2 < end; ++i)
        if (syntax_.is(i, sign) && syntax_.is(i + 1, "=") &&
            tokens_[i].end() == tokens_[i + 1].offset && !syntax_.is(i - 1, "("))
          replaced(call, begin, i, statements_.code(i + 2, end));
    }
    if (syntax_.is(begin, "+") && syntax_.is(begin + 1, "+"))
      replaced("atomicAdd", begin + 2, end, "1");
    if (end > begin + 2 && syntax_.is(end - 1, "+") && syntax_.is(end - 2, "+"))
      replaced("atomicAdd", begin, end - 2, "1");
  }

  // ---- The host
  // -------------------------------------------------------------------------

  /// If lane.stream is a stream, so is the same member of another variable.
  void add_like_streams() {
    const std::set<std::string> known = streams_;
    for (const std::string& stream : known) {
      const std::size_t dot = stream.find('.');
      if (dot == std::string::npos) continue;
      for (std::size_t i = 1; i + 1 < tokens_.size(); ++i) {
        if (tokens_[i].line < first_line_ || tokens_[i].line > last_line_) continue;
        const bool is_parameter = syntax_.is_identifier(i) &&
                                  syntax_.is_identifier(i - 1) &&
                                  (syntax_.is(i + 1, ",") || syntax_.is(i + 1, ")"));
        if (is_parameter)
          streams_.insert(std::string(tokens_[i].text) + stream.substr(dot));
      }
    }
  }

  /// Notes what the calls of the runtime are given: streams, events, variables.
  void note_arguments(std::size_t index) {
    if (syntax_.is_identifier(index) && statements_.is_cuda_argument(index))
      arguments_.insert(std::string(tokens_[index].text));
    const bool records = tokens_[index].text.starts_with("cudaEventRecord");
    const bool waits = tokens_[index].is("cudaStreamWaitEvent");
    if ((!records && !waits) || !syntax_.is(index + 1, "(")) return;
    const std::size_t close = syntax_.partner(index + 1);
    if (close == kNone) return;
    std::size_t comma = index + 2;
    while (comma < close && !syntax_.is(comma, ",")) comma = syntax_.after(comma);
    if (comma >= close) return;
    std::size_t second_end = comma + 1;
    while (second_end < close && !syntax_.is(second_end, ","))
      second_end = syntax_.after(second_end);
    const std::string first = statements_.code(index + 2, comma);
    const std::string second = statements_.code(comma + 1, second_end);
    (records ? events_ : streams_).insert(first);
    (records ? streams_ : events_).insert(second);
  }

  const std::function<std::string(int)>& line_name_;
  const Statements statements_;
  const std::vector<Token>& tokens_;
  const Syntax& syntax_;
  const Symptom& symptom_;
  bool in_device_code_ = false;  ///< The function that is searched.
  int first_line_ = 0;           ///< Of it.
  int last_line_ = 0;
  std::set<std::string> streams_;    ///< Of the function that is searched.
  std::set<std::string> events_;     ///< Likewise.
  std::set<std::string> arguments_;  ///< Variables that CUDA's calls get in it.
  std::vector<Ranked> found_;
};

}  // namespace

std::string edited(std::string_view source, const TextEdit& edit) {
  std::string text(source);
  return text.replace(edit.offset, edit.length, edit.text);
}

std::vector<Candidate> candidates_for(std::string_view source, const Symptom& symptom,
                                      const std::function<std::string(int)>& line_name) {
  return Search(source, symptom, line_name).take();
}

}  // namespace gridlock
