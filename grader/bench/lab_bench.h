/// The experiments of a lab: labs/NN_topic/bench.cu and bench_NAME.cu, built with each
/// contestant's file; each contestant runs in its own worker process.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bench/contest.h"
#include "bench/timeline.h"
#include "checker/grade.h"

namespace gridlock {

/// The name of the experiment in bench.cu; others have the name of their file.
constexpr const char* kMainExperiment = "main";

/// The settings in the first comment of a bench.cu.
struct Experiment {
  std::string name;  ///< "main" of bench.cu, "ordered" of bench_ordered.cu.
  std::filesystem::path file;
  std::string baseline;  ///< "// baseline: NAME": ratios are relative to it.
  /// "// roof: NAME": the peer that bounds the speed of all contestants; "" if there is
  /// none.
  std::string roof;
  std::string unit;   ///< "// unit: ns per barrier"
  std::string point;  ///< "// point: blocks on each multiprocessor"
  /// "// devices: 2": how many the experiment needs; 1 without such a line.
  int devices = 1;
  /// "// numbers: most, room": the columns for the "numbers" of each sample.
  std::vector<std::string> numbers;
  /// "// timeline: multiprocessor; works, waits"; none without such a line.
  std::optional<TimelineNames> timeline;
  /// "// timeline point: 1": the parameter "point" of timeline scenarios; without such a
  /// line they have none.
  std::optional<std::int64_t> timeline_point;

  /// The base name of the experiment's files in `bench` and results/: `stem` for
  /// bench.cu, `stem`_ordered for bench_ordered.cu.
  std::string named(const std::string& stem) const;
};

std::vector<std::string> experiments_of(const Lab& lab);

/// Reads one experiment.
/// \throws UsageError if the lab has no such experiment; std::runtime_error if a line is
///     missing
Experiment read_experiment(const Lab& lab, const std::string& name = kMainExperiment);

/// A contestant: a file with the lab's functions, or a scenario of the experiment.
struct Entry {
  Contestant contestant;
  std::filesystem::path file;
  /// "measure"; "measure_NAME" for another task of the file; or "peer_NAME" for a peer
  /// that does not use the file.
  std::string scenario;
};

/// The lab's own file, then the peers, the reference, the reference again and the ladder,
/// as far as the tree has them.  Peers that are scenarios need a built experiment: see
/// LabBench.  Keeps the baseline and the contestants with `only` in their name.  If that
/// leaves none, keeps the reference, or else the lab's file: scenarios are built with one
/// of these two.  A peer or a rung takes part in the experiments that the line
/// "// timed in: NAME, NAME" of its first comment lists; without such a line, it takes
/// part in the main experiment.
std::vector<Entry> entries_of(const Lab& lab, const Experiment& experiment,
                              const std::filesystem::path& yours,
                              const std::string& only);

/// Builds and measures the contestants of an experiment.
class LabBench : public ContestRunner {
 public:
  /// \param announce called with a line for the user when something begins
  LabBench(const Lab& lab, Experiment experiment, ExecutorKind executor,
           const GradeTools& tools, std::filesystem::path cache_dir,
           std::function<void(const std::string&)> announce);

  /// Builds all entries.  Adds the scenarios named measure_NAME of the experiment, as
  /// "CONTESTANT, NAME", for each contestant that is not a peer; and those named
  /// peer_NAME, if `only` is in their names.
  /// \throws UsageError if there are too few devices; std::runtime_error if no entry is
  ///     left, or the device does not work
  void prepare(std::vector<Entry> entries, const std::string& only);

  const std::vector<Entry>& entries() const { return entries_; }
  const std::vector<std::string>& left_out() const { return left_out_; }
  const std::vector<std::int64_t>& points() const { return points_; }
  const std::string& device() const { return device_; }

  /// Runs the scenario "timeline" of each entry for which `failures` has "", then the
  /// scenarios timeline_NAME with `only` in their name, once each.  Returns no timelines
  /// if the experiment has none.
  std::vector<Timeline> timelines(const std::vector<std::string>& failures,
                                  const std::string& only);

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
  /// \throws UsageError if there are fewer devices than the experiment needs
  void need_devices();
  void ask_for_points();
  void add_measured_besides(const std::string& scenario);
  /// The module that runs the scenarios which belong to no contestant: the reference's.
  const std::filesystem::path& module_that_is_right() const;
  /// The names of a module's scenarios, in order; empty if the module does not load.
  std::vector<std::string> scenarios_of(const std::filesystem::path& module);
  Timeline timeline(const std::string& name, const std::filesystem::path& module,
                    const std::string& scenario);
  Answer ask(const std::filesystem::path& module, const std::string& scenario,
             const Params& params);

  const Lab& lab_;
  Experiment experiment_;
  ExecutorKind executor_;
  const GradeTools& tools_;
  std::filesystem::path cache_dir_;
  std::function<void(const std::string&)> announce_;
  WorkerPool pool_;
  std::vector<Entry> entries_;
  std::vector<std::filesystem::path> modules_;  ///< Indexed by entry.
  std::vector<std::string> left_out_;
  std::vector<std::int64_t> points_;
  std::string device_;
};

/// The fields of `bench_environment`, and the device, its driver and nvcc.
BenchEnvironment gpu_environment(const std::filesystem::path& root,
                                 const std::string& device);

}  // namespace gridlock
