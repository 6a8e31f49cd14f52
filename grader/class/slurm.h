/// Grades a class on a Slurm cluster: a job array, of which each element grades a part.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace gridlock {

struct SlurmJobs {
  std::filesystem::path folder;        ///< The class's folder, on a disk for all nodes.
  std::size_t parts = 1;               ///< Elements of the array; at most 1,000.
  unsigned processors = 1;             ///< Processors per element.
  bool gpu = false;                    ///< Whether each element gets a GPU.
  std::vector<std::string> options;    ///< For sbatch: "--partition=gpu".
  std::vector<std::string> variables;  ///< "NAME=value", the environment of the elements.
  std::vector<std::string> grade;      ///< Grades part K of N when "K/N" is added.
  std::vector<std::string> merge;      ///< Runs when all elements have ended, in any way.
};

struct SlurmNumbers {
  std::string array, merge;
};

/// Writes `folder`/slurm/element.sh and merge.sh, and submits them with sbatch.  What
/// they print goes to `folder`/slurm, too.
/// \throws UsageError if there is no sbatch, or it refuses
SlurmNumbers submit_to_slurm(const SlurmJobs& jobs);

}  // namespace gridlock
