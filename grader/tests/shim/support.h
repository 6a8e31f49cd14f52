/// Compiling against the simulator's CUDA headers, and reading their declarations, for
/// their tests.
#pragma once

#include "tests/test.h"

namespace gridlock::shim {

/// grader/sim/cuda, and the folder with this suite's programs.
std::filesystem::path headers();
std::filesystem::path programs();

/// The command that compiles a .cu as the simulator does, but for the rewriter: the
/// markers are defined away, so that the file must launch through the glue.
std::vector<std::string> compiler();

/// The command that checks a .cu in clang's own CUDA mode, and generates no code.
std::vector<std::string> checker();

/// Runs `command` with `more` arguments added and `input` as its standard input.
ProcessResult run(std::vector<std::string> command, const std::vector<std::string>& more,
                  const std::string& input = {});

/// Compiles one snippet from its text; nothing is written.
ProcessResult compile(const std::string& snippet);

/// CUDA's compiler and the folder of its headers.
struct Toolkit {
  std::filesystem::path nvcc, include;
  explicit operator bool() const { return !nvcc.empty(); }
};

/// The CUDA Toolkit that works here; false without one.
Toolkit toolkit();

/// One function that the headers declare.
struct Declaration {
  std::string header;      ///< File name: "sm_30_intrinsics.h".
  std::string result;      ///< "unsigned int".
  std::string name;        ///< "__popc".
  std::string parameters;  ///< "unsigned int x", without default arguments.
  bool is_template = false;
  bool has_body = false;  ///< Defined in the header; else the runtime must define it.

  /// "unsigned int (*)(unsigned int x)".
  std::string pointer_type() const { return result + " (*)(" + parameters + ")"; }
};

/// The includes of a program with all functions that declarations() returns.
inline constexpr const char* kIncludes =
    "#include <cuComplex.h>\n#include <cuda_bf16.h>\n#include <cuda_fp16.h>\n"
    "#include <cuda_pipeline.h>\n";

/// The functions at global scope that cuda_runtime.h and the headers of kIncludes
/// declare, ours and CUDA's.
std::vector<Declaration> declarations();

/// A header with what it includes from this folder, preprocessed for the host alone.
std::string preprocessed(const std::string& header);

}  // namespace gridlock::shim
