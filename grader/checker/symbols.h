/// \file
/// From what a worker reported to what a student reads: program counters become lines.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "checker/record.h"

namespace gridlock {

/// Turns program counters of one module into lines; build/module.h has the real one.
using LineFinder = std::function<std::vector<SourceLine>(
    const std::filesystem::path& module, const std::vector<std::uint64_t>& pcs)>;

/// The message without the calls that are named only to tell apart those of one line: which
/// these are depends on how far the program had come.
std::string without_other_calls(std::string message);

/// Findings and accesses of one module, whose places are asked for all at once.
class Placer {
 public:
  /// \param lab_file the lab's file that calls the submission; "" for a whole program
  Placer(const LineFinder& lines, std::filesystem::path module,
         std::string submission_name, std::string lab_file);

  /// First tell it of everything, then ask.
  void expect(const Finding& finding);
  void expect(const std::vector<Access>& accesses);

  PlacedFinding place(const Finding& finding);
  std::vector<PlacedAccess> place(const std::vector<Access>& accesses);

 private:
  const SourceLine& line_of(std::uint64_t pc);
  std::string with_lines(const std::string& text);
  std::string variable_made_at(const std::vector<std::uint64_t>& calls, char kind);

  const LineFinder& lines_;
  std::filesystem::path module_;
  std::string submission_name_;
  std::string lab_file_;
  std::map<std::uint64_t, SourceLine> known_;
  bool asked_ = false;
};

}  // namespace gridlock
