/// \file
/// The experiment of a lab: labs/NN_topic/bench.cu, built together with each contestant's
/// file, each in a worker process of its own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "bench/contest.h"
#include "checker/grade.h"

namespace gridlock {

/// What the first lines of a bench.cu say.
struct Experiment {
  std::filesystem::path file;
  std::string baseline;  ///< "// baseline: NAME": the contestant that others are held to.
  std::string unit;      ///< "// unit: ns per barrier"
  std::string point;     ///< "// point: blocks on each multiprocessor"
};

/// Reads them. \throws UsageError if the lab has no experiment; std::runtime_error if a
/// line is missing.
Experiment read_experiment(const Lab& lab);

/// Who takes part: a file with the lab's functions, or a scenario of the experiment.
struct Entry {
  Contestant contestant;
  std::filesystem::path file;
  std::string scenario;  ///< "measure", or "peer_NAME" for what runs without the file.
};

/// The lab's own file, then peers, the reference, the reference again, the ladder; as far
/// as the tree has them.  Peers that are scenarios need a built experiment: see LabBench.
/// `only` keeps those with this text in their name, and the baseline.  A rung whose first
/// comment has a line "// not timed: WHY" takes no part.
std::vector<Entry> entries_of(const Lab& lab, const Experiment& experiment,
                              const std::filesystem::path& yours,
                              const std::string& only);

/// Prepares and measures.
class LabBench : public ContestRunner {
 public:
  /// \param told  Called with a line for the user when something begins.
  LabBench(const Lab& lab, ExecutorKind executor, const GradeTools& tools,
           std::vector<std::filesystem::path> include_dirs,
           std::filesystem::path cache_dir, std::function<void(const std::string&)> told);

  /// Builds all entries.  Adds the scenarios named peer_* of the experiment, if `only` is
  /// in their names. \throws std::runtime_error if nothing is left, or the device does
  /// not work
  void prepare(std::vector<Entry> entries, const std::string& only);

  const std::vector<Entry>& entries() const { return entries_; }
  /// Those that did not build: "name: why".
  const std::vector<std::string>& left_out() const { return left_out_; }
  const std::vector<std::int64_t>& points() const { return points_; }
  const std::string& device() const { return device_; }

  Timing run(std::size_t contestant, std::int64_t point) override;
  double seconds() override;
  bool interrupted() override;
  void round_ends(int rounds) override;

 private:
  struct Answer {
    Outputs outputs;
    std::string failure;
  };

  void build(std::vector<Entry> entries);
  void ask_for_points();
  Answer ask(const std::filesystem::path& module, const std::string& scenario,
             const Params& params);

  const Lab& lab_;
  ExecutorKind executor_;
  const GradeTools& tools_;
  std::vector<std::filesystem::path> include_dirs_;
  std::filesystem::path cache_dir_;
  std::function<void(const std::string&)> told_;
  WorkerPool pool_;
  std::vector<Entry> entries_;
  std::vector<std::filesystem::path> modules_;  ///< Of each entry.
  std::vector<std::string> left_out_;
  std::vector<std::int64_t> points_;
  std::string device_;
};

/// The fields of `bench_environment`, and the device, its driver and nvcc.
BenchEnvironment gpu_environment(const std::filesystem::path& root,
                                 const std::string& device);

}  // namespace gridlock
