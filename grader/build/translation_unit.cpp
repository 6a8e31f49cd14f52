#include "build/translation_unit.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>

#include <algorithm>
#include <set>
#include <system_error>

#include "build/source/statements.h"
#include "build/toolchain.h"
#include "common/descriptor.h"
#include "common/files.h"
#include "common/limits.h"
#include "common/text.h"
#include "scenario/include/gridlock/module_abi.h"

namespace gridlock {
namespace {

constexpr std::size_t kComplaintsMax = 10;

/// Whether the name is safe on a command line and in a line marker.
bool is_plain_name(const std::string& name) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.+";
  return !name.empty() && name.front() != '-' && name.front() != '.' &&
         name.find_first_not_of(kPlain) == name.npos;
}

/// The search folder for the student's headers: the submission's folder.  If copies of
/// the lab's headers are beside the submission, as in a folder that was handed in, other
/// headers would include the copies.  In that case, the result is a folder with links to
/// everything else.
fs::path folder_of_headers(const SourceFolders& folders) {
  fs::path beside = folders.submission.parent_path();
  std::error_code error;
  const auto& given = folders.given;
  if (fs::equivalent(beside, folders.scenarios.parent_path(), error) ||
      std::none_of(given.begin(), given.end(),
                   [&](const auto& name) { return fs::exists(beside / name, error); }))
    return beside;
  fs::path links = folders.build / "beside";
  fs::create_directory(links);
  for (const auto& entry : fs::directory_iterator(beside))
    if (const fs::path name = entry.path().filename();
        std::find(given.begin(), given.end(), name) == given.end())
      fs::create_symlink(entry.path(), links / name);
  return links;
}

SourceFolders folders_of(const ModuleRequest& request, const fs::path& build_folder) {
  SourceFolders folders;
  folders.build = build_folder;
  folders.submission = fs::absolute(request.submission).lexically_normal();
  folders.shown_name = request.submission_name.empty()
                           ? folders.submission.filename().string()
                           : request.submission_name;
  folders.submission_name =
      is_plain_name(folders.shown_name) ? folders.shown_name : "submission.cu";
  if (!request.scenarios.empty())
    folders.scenarios = fs::absolute(request.scenarios).lexically_normal();
  folders.together = request.together;
  folders.given = request.given;
  folders.given.insert(folders.given.end(), {kRequiredName, kBehindName});
  for (const fs::path& folder : request.include_dirs)
    folders.include_dirs.push_back(fs::absolute(folder).lexically_normal());
  folders.headers = folder_of_headers(folders);
  return folders;
}

/// Whether the user's disk quota is used up, or the file system cannot tell.
bool is_short_of_quota(const fs::path& folder) {
  const Descriptor probe(
      ::open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, S_IRUSR | S_IWUSR));
  return ::fallocate(probe.get(), 0, 0, kCompilerFileBytesMax) != 0;
}

/// Whether a message without a line has these words.  A message with a line may quote an
/// #error.
bool says(const ProcessResult& compiler, std::string_view words) {
  const auto lines = split_lines(compiler.errors);
  return std::any_of(lines.begin(), lines.end(), [&](std::string_view line) {
    if (!contains(line, words)) return false;
    const auto diagnostics = parse_diagnostics(line);
    return diagnostics.empty() || diagnostics.front().line == 0;
  });
}

/// Whether a compiler lacked memory or crashed.
bool crashed(const ProcessResult& compiler) {
  const bool by_limit =
      compiler.timed_out || compiler.signal == SIGXCPU || compiler.signal == SIGXFSZ;
  return (compiler.signal && !by_limit) || says(compiler, "out of memory") ||
         says(compiler, "bad_alloc") || says(compiler, "Stack dump:");
}

}  // namespace

ModuleBuild failed(Verdict verdict, std::string message) {
  ModuleBuild build;
  build.verdict = verdict;
  build.message = std::move(message);
  return build;
}

ModuleBuild unexplained(Verdict if_ours_builds, std::string message) {
  ModuleBuild build = failed(Verdict::grader_error, std::move(message));
  build.if_ours_builds = if_ours_builds;
  return build;
}

Hasher request_hasher(const ModuleRequest& request, const fs::path& compiler) {
  Hasher hasher;
  const auto add = [&](const char* what, const fs::path& path) {
    hasher.add(what).add(path.empty() ? "" : fs::absolute(path).string());
  };
  hasher.add(name(request.executor)).add(request.submission_name);
  add("submission", request.submission);
  add("scenarios", request.scenarios);
  add("reference", request.reference);
  for (const fs::path& folder : request.include_dirs) add("-I", folder);
  for (const fs::path& file : request.other_sources) add("file", file);
  for (const std::string& header : request.given) hasher.add("given").add(header);
  for (const std::string& macro : request.definitions) hasher.add("-D").add(macro);
  hasher.add(std::uint64_t{request.legacy}).add(std::uint64_t{!request.box.is_none()});
  for (const fs::path& program : {compiler, fs::path("/proc/self/exe")})
    hasher.add(file_identity(fs::canonical(program)));
  hasher.add(std::uint64_t{kModuleAbiVersion});
  return hasher;
}

void remove_steps(const fs::path& build_folder) {
  for (const auto& entry : fs::directory_iterator(build_folder)) {
    const std::string name = entry.path().filename().string();
    if (name != "module.so" && name != "src") fs::remove_all(entry.path());
  }
}

TranslationUnit::TranslationUnit(const ModuleRequest& request, Submission submission,
                                 const fs::path& build_folder)
    : request_(request),
      folders_(folders_of(request, build_folder)),
      submission_(std::move(submission)) {
  if (!submission_.is_overlay()) return;
  folders_.reference = fs::absolute(request.reference).lexically_normal();
  texts_.emplace(folders_.reference, submission_.reference);
}

std::optional<SourceFile> TranslationUnit::reference() const {
  if (folders_.reference.empty()) return std::nullopt;
  return SourceFile{folders_.reference, FileKind::reference, kReferenceName};
}

void TranslationUnit::write_sources() const {
  std::string text =
      submission_.is_overlay()
          ? submission_.whole.text_with_places(folders_.submission_name, kReferenceName)
          : submission_.text;
  if (!beside_scenarios(kBehindName).empty())
    text += fmt::format("\n#include \"{}\"\n", kBehindName);
  write_scratch_file(folders_.build / folders_.submission_name, text);
  if (!request_.definitions.empty())
    write_scratch_file(folders_.build / kDefinitionsName, definitions_text());
  if (request_.together)
    write_scratch_file(folders_.build / folders_.main_name(),
                       read_file(folders_.scenarios));
}

fs::path TranslationUnit::beside_scenarios(const char* name) const {
  if (is_program() || folders_.is_of_lab() || folders_.together) return {};
  const fs::path file = folders_.scenarios.parent_path() / name;
  return fs::exists(file) ? file : fs::path();
}

std::string TranslationUnit::definitions_text() const {
  std::string text;
  for (const std::string& definition : request_.definitions) {
    const std::size_t equals = definition.find('=');
    text += equals == definition.npos
                ? fmt::format("#define {} 1\n", definition)
                : fmt::format("#define {} {}\n", definition.substr(0, equals),
                              definition.substr(equals + 1));
  }
  return text;
}

const std::string& TranslationUnit::text_of(const SourceFile& file) const {
  if (file.kind == FileKind::submission) return submission_.text;
  const auto [entry, is_new] = texts_.try_emplace(file.path);
  if (!is_new) return entry->second;
  try {
    entry->second = normalize_text(read_file(file.path));
  } catch (const std::system_error&) {
    // The message is then shown without the source line.
  }
  return entry->second;
}

std::string TranslationUnit::line_text(const SourceFile& file, int line) const {
  const auto lines = split_lines(text_of(file));
  if (line < 1 || static_cast<std::size_t>(line) > lines.size()) return "";
  return std::string(trim(lines[static_cast<std::size_t>(line) - 1]));
}

std::string TranslationUnit::source_of(const Complaint& complaint) const {
  if (complaint.file == folders_.shown_name)
    return line_text({{}, FileKind::submission, complaint.file}, complaint.line);
  if (reference() && complaint.file == reference()->name)
    return line_text(*reference(), complaint.line);
  const fs::path local = folders_.submission.parent_path() / complaint.file;
  return line_text({local, FileKind::local, complaint.file}, complaint.line);
}

ModuleBuild TranslationUnit::refuse(const std::vector<Complaint>& complaints) const {
  const bool only_errors = std::all_of(complaints.begin(), complaints.end(),
                                       [](const Complaint& c) { return c.is_error; });
  std::string message;
  for (std::size_t i = 0; i < std::min(complaints.size(), kComplaintsMax); ++i) {
    const Complaint& complaint = complaints[i];
    if (complaint.line > 0)
      message += fmt::format("{}:{}: ", complaint.file, complaint.line);
    message += complaint.text + "\n";
    const std::string source = complaint.line > 0 ? source_of(complaint) : "";
    if (!source.empty()) message += "    " + source + "\n";
  }
  if (complaints.size() > kComplaintsMax)
    message += fmt::format("... and {} more\n", complaints.size() - kComplaintsMax);
  return failed(only_errors ? Verdict::compile_error : Verdict::rejected,
                sanitize_text(message));
}

std::string TranslationUnit::open_bracket() const {
  const SourceFile file{{}, FileKind::submission, folders_.shown_name};
  const Statements statements(text_of(file));
  const auto& tokens = statements.tokens();
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if ((tokens[i].is_any({"(", "[", "{"})) && statements.syntax().partner(i) == kNone)
      return fmt::format("{}:{}: The `{}` of this line is never closed.\n    {}\n",
                         folders_.shown_name, tokens[i].line, tokens[i].text,
                         line_text(file, tokens[i].line));
  return "";
}

std::string TranslationUnit::required_text() const {
  if (request_.required.empty()) return "";
  std::string text = "It must define, exactly like this:\n";
  for (const std::string& declaration : request_.required)
    text += "    " + declaration + "\n";
  return text;
}

ModuleBuild TranslationUnit::lacks(const std::vector<std::string>& functions) const {
  std::string message = folders_.shown_name + " does not define what the checks use:\n";
  for (const std::string& function : functions) message += "    " + function + "\n";
  return failed(Verdict::compile_error, sanitize_text(message + required_text()));
}

std::string TranslationUnit::scenarios_message(const Explanation& explanation) const {
  std::string message =
      fmt::format("{} compiles by itself, but the checks of this lab cannot use it.\n",
                  folders_.shown_name) +
      required_text();
  // Only the first error counts, as later ones may be its consequences.
  std::string first;
  for (const std::string_view line : split_lines(explanation.text)) {
    const bool next_error = !first.empty() && line.find(": error: ") != line.npos;
    if (next_error) break;
    first.append(line).append("\n");
  }
  return message + "The compiler says of the lab's own file:\n" + first;
}

std::optional<ModuleBuild> TranslationUnit::lack_of_machine(
    const ProcessResult& result) const {
  if (result.ok()) return std::nullopt;
  const auto lacks = [](std::string what) {
    return failed(Verdict::grader_error, std::move(what));
  };
  if (!result.started) return lacks(result.start_error + ".");
  const bool is_full =
      (says(result, "No space left on device") || result.signal == SIGBUS) &&
      !has_room(folders_.build, kCompilerFileBytesMax);
  if (is_full ||
      (says(result, "Disk quota exceeded") && is_short_of_quota(folders_.build)))
    return lacks(fmt::format("The disk is full, or your share of it: make room in {}.",
                             folders_.build.parent_path().string()));
  if (result.signal == SIGKILL && !result.timed_out && !result.memory_ran_out)
    return lacks(
        "The compiler was ended by SIGKILL, as happens when this machine runs out of "
        "memory: check again when less runs here.");
  if (const std::string limit = tight_memory_limit(kCompilerBytesMax);
      !limit.empty() && crashed(result))
    return lacks(fmt::format("The compiler ran out of memory, or crashed ({}).  {}",
                             result.how_it_ended(), limit));
  return std::nullopt;
}

ModuleBuild TranslationUnit::explain_failure(const ProcessResult& result,
                                             const Classifier& classify,
                                             const Candidates& candidates) const {
  const std::string& name = folders_.shown_name;
  if (auto problem = lack_of_machine(result)) return *std::move(problem);
  if (result.timed_out)
    return unexplained(Verdict::timeout,
                       fmt::format("The compiler waited too long for something while it "
                                   "worked on {} ({}). Check again when less runs on "
                                   "this machine.",
                                   name, result.how_it_ended()));
  if (result.signal == SIGXCPU)
    return failed(Verdict::timeout,
                  fmt::format("The compiler did not finish {} within {} s of processor "
                              "time. Look for templates, macros or constexpr functions "
                              "that never end.",
                              name, kCompilerSecondsMax));
  const Explanation explanation = explain(
      parse_diagnostics(result.errors), classify,
      [this](const SourceFile& file, int line) { return line_text(file, line); },
      candidates);
  if (folders_.is_of_lab())
    return failed(Verdict::grader_error,
                  "The lab's scenarios do not compile:\n" + explanation.text);
  // After an unclosed bracket, the compiler may blame the text that follows it.
  if (contains(explanation.text, "expected ") && !is_program())
    if (std::string open = open_bracket(); !open.empty())
      return failed(Verdict::compile_error, std::move(open));
  // A whole program has no lab, though it may have folders with headers.
  if (explanation.any_error && explanation.errors_only_in_scenarios && !is_program())
    return failed(Verdict::compile_error, scenarios_message(explanation));
  const bool header_missing =
      explanation.errors_only_in_ours && contains(explanation.text, "file not found");
  if (header_missing)
    return unexplained(Verdict::compile_error,
                       "A header that another one needs is missing on this machine; if "
                       "it is one of the C++ library, install g++.\n" +
                           explanation.text);
  if (explanation.any_error) return failed(Verdict::compile_error, explanation.text);
  return end_without_errors(result);
}

ModuleBuild TranslationUnit::end_without_errors(const ProcessResult& result) const {
  const std::string& name = folders_.shown_name;
  const bool too_large =
      result.signal == SIGXFSZ || contains(result.errors, "File too large");
  if (const std::string limit = tight_file_limit(kCompilerFileBytesMax);
      too_large && !limit.empty())
    return failed(Verdict::grader_error, "The compiler could not write a file. " + limit);
  if (too_large)
    return failed(Verdict::compile_error,
                  fmt::format("What {} compiles to is larger than 256 MiB. Is there a "
                              "huge array with an initializer?",
                              name));
  if (crashed(result))
    return failed(Verdict::compile_error,
                  fmt::format("The compiler ran out of memory, or crashed, on {} ({}). "
                              "Look for templates, macros or constexpr functions that "
                              "never end.",
                              name, result.how_it_ended()));
  // The failure has no line in the text, as is the case with a linker's message.
  return unexplained(
      Verdict::compile_error,
      fmt::format("The compiler failed ({}): {}\n{}", result.how_it_ended(),
                  first_lines(sanitize_text(result.errors), 20),
                  tight_memory_limit(kCompilerBytesMax)));
}

std::string TranslationUnit::source_hash(const std::vector<SourceFile>& files) const {
  std::map<std::string, const SourceFile*> ordered;
  for (const SourceFile& file : files)
    if (is_written_here(file.kind)) ordered.emplace(file.name, &file);
  Hasher hasher;
  for (const auto& [name, file] : ordered) hasher.add(name).add(text_of(*file));
  return hasher.hex();
}

std::vector<std::string> TranslationUnit::headers_of_one_side(
    const TokenizedText& one, const TokenizedText& other) const {
  std::vector<std::string> headers;
  const auto add = [&](const TokenizedText& text, const TokenizedText& than) {
    std::set<std::string> known;
    for (const SourceFile& file : than.files) known.insert(file.path.string());
    for (const Inclusion& inclusion : text.inclusions) {
      if (inclusion.file < 0 || inclusion.from < 0) continue;
      const SourceFile& file = text.files[static_cast<std::size_t>(inclusion.file)];
      const SourceFile& from = text.files[static_cast<std::size_t>(inclusion.from)];
      const bool foreign = file.kind == FileKind::system || file.kind == FileKind::ours;
      const bool added = foreign && is_written_here(from.kind) &&
                         known.insert(file.path.string()).second;
      if (!added) continue;
      const std::string line = line_text(from, inclusion.at_line);
      const std::size_t open = line.find_first_of("<\"");
      const std::size_t close = line.find_last_of(">\"");
      if (open != line.npos && close > open)
        headers.push_back(line.substr(open + 1, close - open - 1));
    }
  };
  add(one, other);
  add(other, one);
  return headers;
}

std::vector<Dependency> TranslationUnit::dependencies(
    const std::vector<SourceFile>& files) const {
  std::vector<Dependency> result{{folders_.submission, true}};
  if (!is_program())
    for (const fs::path& name :
         {folders_.scenarios.filename(), fs::path(kRequiredName), fs::path(kBehindName)})
      result.push_back({folders_.scenarios.parent_path() / name, true});
  for (const SourceFile& file : files) {
    const bool copied =
        file.kind == FileKind::submission || file.kind == FileKind::scenarios;
    if (copied || file.kind == FileKind::builtin) continue;
    result.push_back({file.path, is_written_here(file.kind)});
  }
  // In a listed folder, a new header could hide one found elsewhere.  The scenarios' own
  // build leaves out the lab's folder, because students save their files there.
  result.push_back({folders_.submission.parent_path(), false});
  for (const fs::path& folder : folders_.include_dirs) result.push_back({folder, false});
  if (folders_.is_of_lab())
    std::erase_if(result, [&](const Dependency& dependency) {
      return dependency.path == folders_.scenarios.parent_path();
    });
  return result;
}

void TranslationUnit::keep_sources(const std::vector<SourceFile>& files,
                                   const fs::path& folder) const {
  fs::create_directories(folder);
  for (const SourceFile& file : files) {
    if (!is_written_here(file.kind)) continue;
    const fs::path copy = (folder / file.name).lexically_normal();
    fs::create_directories(copy.parent_path());
    write_scratch_file(copy, text_of(file));
  }
}

}  // namespace gridlock
