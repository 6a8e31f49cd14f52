/// Places a worker's findings in the source: program counters become lines.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "build/source/statements.h"
#include "checker/record.h"
#include "wording/names.h"

namespace gridlock {

/// Maps program counters of one module to lines; source_lines() is the real one.
using LineFinder = std::function<std::vector<SourceLine>(
    const std::filesystem::path& module, const std::vector<std::uint64_t>& pcs)>;

/// Finds the places of findings and accesses of one module, all in one request.
class Placer : public Names {
 public:
  /// \param lab_file the lab's file that calls the submission; "" for a whole program
  Placer(const LineFinder& lines, std::filesystem::path module,
         std::string submission_name, std::string lab_file);

  /// Call `expect` for everything first, then `place`.
  void expect(const Finding& finding);
  void expect(const std::vector<Access>& accesses);
  void expect(const std::vector<LineUse>& uses);
  void expect(const CreationSite& created_at);

  PlacedFinding place(const Finding& found);
  std::vector<PlacedAccess> place(const std::vector<Access>& accesses);
  /// The submission's uses, by line.
  std::vector<PlacedUse> place(const std::vector<LineUse>& uses);

  std::string line(Place place) const override;
  bool is_own(Place place) const override;
  bool is_labs(Place place) const override;
  bool has_line(Place place) const override { return line_of(place.pc).line != 0; }
  MemoryName memory(const CreationSite& created_at) const override;
  std::string stream(const CreationSite& created_at) const override;
  std::string argument(const Operation& call, std::size_t index) const override;
  bool drops_result(const Operation& call) const override;
  bool passes_nothing(Place call, const std::string& function) const override;
  std::string atomic_update(Place update) const override;
  std::string branch(Place place) const override;
  std::string in_branch_before(Place place, std::string_view call) const override;
  std::string branch_of_threads(Place place) const override;
  bool in_lab() const override { return !lab_file_.empty(); }
  std::string loop(Place place) const override;
  bool stands_above(Place first, Place other) const override;
  std::string function(Place place) const override { return line_of(place.pc).function; }
  std::string scope_parameter(Place place) const override;

 private:
  const SourceLine& line_of(std::uint64_t pc) const;
  std::vector<Branch> branches_around(Place place) const;
  std::vector<SourceLine> lines_named_beside(const Finding& finding) const;
  Finding with_plain_wait(Finding finding) const;
  using VariablesOf = std::vector<std::string> (*)(const std::string& line);
  std::string variable_created_at(const CreationSite& created_at,
                                  VariablesOf variables_of) const;

  const LineFinder& lines_;
  std::filesystem::path module_;
  std::string submission_name_;
  std::string lab_file_;
  mutable std::map<std::uint64_t, SourceLine> known_;
  mutable bool asked_ = false;
};

}  // namespace gridlock
