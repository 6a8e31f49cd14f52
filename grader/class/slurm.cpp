#include "class/slurm.h"

#include <fmt/format.h>

#include "checker/lab/labs.h"
#include "common/files.h"
#include "common/subprocess.h"
#include "common/text.h"

namespace gridlock {
namespace {

std::string script(const SlurmJobs& jobs, const std::vector<std::string>& command,
                   const std::string& last_word) {
  std::string text = "#!/bin/sh\nexec env";
  for (const std::string& variable : jobs.variables) text += " " + shell_quoted(variable);
  for (const std::string& word : command) text += " " + shell_quoted(word);
  return text + " " + last_word + "\n";
}

/// \returns the job's number
std::string sbatch(const SlurmJobs& jobs, std::vector<std::string> options,
                   const fs::path& file) {
  ProcessRequest request{{"sbatch", "--parsable", "--job-name=gridlock"}};
  for (const auto& list : {options, jobs.options})
    request.argv.insert(request.argv.end(), list.begin(), list.end());
  request.argv.push_back(file.string());
  request.wall_limit = std::chrono::minutes(2);
  const ProcessResult result = run_process(request);
  if (!result.started)
    throw UsageError(
        "There is no sbatch here.  Call this on a machine that submits jobs to Slurm, or "
        "leave out --slurm.");
  if (!result.ok())
    throw UsageError(fmt::format("sbatch refuses: {}", trim(result.errors)));
  // sbatch prints "123" or "123;cluster".
  const std::string_view output = result.output;
  return std::string(trim(output.substr(0, output.find(';'))));
}

}  // namespace

SlurmNumbers submit_to_slurm(const SlurmJobs& jobs) {
  const fs::path folder = jobs.folder / "slurm";
  fs::create_directories(folder);
  const fs::path element = folder / "element.sh", merge = folder / "merge.sh";
  write_file_atomic(
      element,
      script(jobs, jobs.grade, fmt::format("\"$SLURM_ARRAY_TASK_ID/{}\"", jobs.parts)));
  write_file_atomic(merge, script(jobs, jobs.merge, ""));
  std::vector<std::string> options{
      fmt::format("--array=1-{}", jobs.parts),
      fmt::format("--cpus-per-task={}", jobs.processors),
      // An element that lost its node begins again, and grades only what is left.
      "--requeue",
      "--open-mode=append",
      "--output=" + (folder / "%A_%a.out").string(),
  };
  if (jobs.gpu) options.push_back("--gres=gpu:1");
  SlurmNumbers numbers;
  numbers.array = sbatch(jobs, std::move(options), element);
  // With afterok the merge would wait for ever if the grader failed in one element.
  numbers.merge = sbatch(jobs,
                         {"--dependency=afterany:" + numbers.array,
                          "--output=" + (folder / "%j.out").string()},
                         merge);
  return numbers;
}

}  // namespace gridlock
