#include <cctype>

#include "tests/shim/support.h"
#include "tests/test.h"

namespace fs = std::filesystem;

namespace gridlock::shim {

fs::path headers() { return fs::path(GRIDLOCK_SOURCE_DIR) / "grader" / "sim" / "cuda"; }
fs::path programs() { return fs::path(GRIDLOCK_TESTS_DIR) / "shim/programs"; }

std::vector<std::string> compiler() {
  return {"clang++",
          "-std=c++17",
          "-Wall",
          "-Wextra",
          "-I" + headers().string(),
          "-include",
          "gridlock_shim.h",
          "-D__gridlock_global__=",
          "-D__gridlock_device__=",
          "-D__gridlock_constant__=",
          "-D__gridlock_managed__=",
          "-D__gridlock_shared__=static",
          "-D__gridlock_launch_bounds__(...)=",
          "-D__gridlock_cluster_dims__(...)="};
}

std::vector<std::string> checker() {
  return {"clang++",
          "-x",
          "cuda",
          "-std=c++17",
          "-fsyntax-only",
          "-nocudainc",
          "-nocudalib",
          "--cuda-gpu-arch=sm_70",
          "-include",
          "gridlock_shim.h",
          "-I" + headers().string()};
}

ProcessResult run(std::vector<std::string> command, const std::vector<std::string>& more,
                  const std::string& input) {
  command.insert(command.end(), more.begin(), more.end());
  ProcessRequest request{command};
  request.input = input;
  request.output_limit = 16 << 20;
  request.errors_limit = 1 << 20;
  request.wall_limit = std::chrono::minutes(15);
  return run_process(request);
}

ProcessResult compile(const std::string& snippet) {
  return run(compiler(), {"-Wno-unused", "-fsyntax-only", "-x", "c++", "-"}, snippet);
}

Toolkit toolkit() {
  fs::path nvcc = find_program("nvcc");
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* home = getenv(variable); home && nvcc.empty())
      nvcc = find_program((fs::path(home) / "bin/nvcc").string());
  if (nvcc.empty()) nvcc = find_program("/usr/local/cuda/bin/nvcc");
  if (nvcc.empty()) return {};
  // nvcc itself says where its headers are: it may be a script that stands elsewhere.
  const Scratch folder;
  const auto listed = run({nvcc.string()}, {"-M", folder.write("empty.cu", "").string()});
  std::istringstream words(listed.output);
  for (std::string word; words >> word;)
    if (const fs::path header = word; header.filename() == "cuda_runtime_api.h")
      return {nvcc, header.parent_path()};
  return {};
}

namespace {

/// Keeps the lines of preprocessed text that come from our headers, each header's after
/// a line "#file NAME".
std::string ours(const std::string& text) {
  std::istringstream lines(text);
  std::string kept, line;
  bool keep = false;
  while (std::getline(lines, line)) {
    if (line.rfind("# ", 0) == 0) {
      const auto open = line.find('"'), close = line.rfind('"');
      const fs::path file = line.substr(open + 1, close - open - 1);
      // Clang escapes what is not ASCII in the folders above.
      keep = file.parent_path().string().ends_with("/grader/sim/cuda");
      if (keep) kept += "\n#file " + file.filename().string() + "\n";
    } else if (keep && line.rfind('#', 0) != 0) {
      kept += line + "\n";
    }
  }
  return kept;
}

/// Reads declarations one after the other from text that ours() made.
class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}

  std::vector<Declaration> read() {
    while (at_ < text_.size()) step();
    return std::move(found_);
  }

 private:
  void step() {
    const char c = text_[at_];
    if (c == '#') {
      const auto end = text_.find('\n', at_);
      header_ = text_.substr(at_ + 6, end - at_ - 6);
      at_ = end;
    } else if (c == '}') {  // The end of extern "C".
      statement_.clear();
      ++at_;
    } else if (c == ';') {
      finish(false);
      ++at_;
    } else if (c == '{') {
      open_brace();
    } else {
      const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
      if (!space || (!statement_.empty() && statement_.back() != ' '))
        statement_ += space ? ' ' : c;
      ++at_;
    }
  }

  void open_brace() {
    if (statement_.find("extern \"C\"") != std::string::npos &&
        statement_.find('(') == std::string::npos) {
      statement_.clear();
      ++at_;
      return;
    }
    int depth = 0;
    do {
      depth += text_[at_] == '{' ? 1 : text_[at_] == '}' ? -1 : 0;
      ++at_;
    } while (depth > 0 && at_ < text_.size());
    const bool is_type = statement_.find('(') == std::string::npos ||
                         statement_.find("aligned") != std::string::npos;
    if (is_type) {
      statement_ += "{}";  // A type or a namespace: goes on to its semicolon, if any.
      if (statement_.find("namespace") != std::string::npos) statement_.clear();
    } else {
      finish(true);
    }
  }

  void finish(bool has_body) {
    std::string statement = without_attributes(statement_);
    statement_.clear();
    Declaration d;
    d.header = header_;
    d.has_body = has_body;
    for (const char* word :
         {"extern \"C\"", "extern", "static", "inline", "constexpr", "typedef"}) {
      const auto at = statement.find(std::string(word) + " ");
      if (at == std::string::npos) continue;
      if (std::string(word) == "typedef") return;
      statement.erase(at, std::string(word).size() + 1);
    }
    for (const char* word : {"struct {", "{}", "static_assert", "using ", "operator"})
      if (statement.find(word) != std::string::npos) return;
    d.is_template = statement.find("template ") != std::string::npos;
    const auto open = statement.find('(');
    if (open == std::string::npos) return;
    const auto close = statement.rfind(')');
    d.parameters = without_defaults(statement.substr(open + 1, close - open - 1));
    auto end = open;
    while (end > 0 && statement[end - 1] == ' ') --end;
    auto begin = end;
    while (begin > 0 && (std::isalnum(static_cast<unsigned char>(statement[begin - 1])) ||
                         statement[begin - 1] == '_'))
      --begin;
    d.name = statement.substr(begin, end - begin);
    d.result = trimmed(statement.substr(0, begin));
    if (!d.result.empty()) found_.push_back(std::move(d));
  }

  static std::string without_attributes(std::string text) {
    for (auto at = text.find("__attribute__"); at != std::string::npos;
         at = text.find("__attribute__")) {
      auto end = text.find('(', at);
      int depth = 0;
      do {
        depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
        ++end;
      } while (depth > 0);
      text.erase(at, end - at);
    }
    return trimmed(text) + " ";
  }

  static std::string without_defaults(const std::string& parameters) {
    std::string kept;
    bool in_default = false;
    for (const char c : parameters) {
      if (c == '=') in_default = true;
      if (c == ',') in_default = false;
      if (!in_default) kept += c;
    }
    return trimmed(kept);
  }

  static std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(' ');
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
  }

  const std::string& text_;
  std::size_t at_ = 0;
  std::string header_, statement_;
  std::vector<Declaration> found_;
};

}  // namespace

std::vector<Declaration> declarations() {
  const auto result = run(compiler(), {"-E", "-x", "c++", "-"}, kIncludes);
  REQUIRE_MESSAGE(result.ok(), result.errors);
  REQUIRE_FALSE(result.output_cut);
  return Reader(ours(result.output)).read();
}

std::string preprocessed(const std::string& header) {
  const auto result =
      run({"clang++", "-std=c++17", "-E", "-x", "c++"}, {(headers() / header).string()});
  REQUIRE_MESSAGE(result.ok(), result.errors);
  return ours(result.output);
}

}  // namespace gridlock::shim
