/// The compilers: which ones, with which flags.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "build/source/source_files.h"
#include "common/subprocess.h"
#include "isolation/box.h"

namespace gridlock {

/// Size limit of a file that a compiler writes.
constexpr std::uint64_t kCompilerFileBytesMax = std::uint64_t{256} << 20;
/// The processor time that each of a compiler's processes may use.  Only a crowded
/// machine, or a file that makes the compiler wait, reaches the far longer limit of time.
constexpr std::uint64_t kCompilerSecondsMax = 60;
/// The memory that a compiler may use.
constexpr std::uint64_t kCompilerBytesMax = std::uint64_t{4} << 30;

/// The most text that the preprocessor may make: more than any program with all headers
/// needs, and small enough to keep in memory.
constexpr std::size_t kPreprocessedBytesMax = std::size_t{32} << 20;

/// clang++, 14 or newer: the one that CMake found, else the first in PATH.  Empty if not
/// found.
std::filesystem::path find_clang();

/// nvcc: $CUDACXX, PATH, /usr/local/cuda/bin.  Empty if not found.
std::filesystem::path find_nvcc();

/// Identifies the state of a file: its path, size and time.
std::string file_identity(const std::filesystem::path& path);

/// The pass of nvcc over a text; see two_passes.h.
enum class Pass {
  only,    ///< Like the host's, for programs that do not use the macro.
  host,    ///< With a marker word for `__host__`.
  device,  ///< Like the host's, with __CUDA_ARCH__.
};

/// Libraries behind a module's objects.  Not libgcc.a, the compiler's own choice, which
/// -lgcc_s names too: it has a __wrap_pthread_create, for split stacks.
inline constexpr const char* kLinkedLibraries[] = {"-lstdc++", "-lm", "-l:libgcc_s.so.1",
                                                   "-lc"};

/// The flags of each step for the simulator, without files.
std::vector<std::string> preprocess_flags(const SourceFolders& folders,
                                          Pass pass = Pass::only);
/// `bounds`: code checks the indices of arrays whose size it knows.  Not for programs
/// that were written for a GPU, which may go through an array of arrays as through one.
std::vector<std::string> compile_flags(bool bounds);
std::vector<std::string> assemble_flags();
/// Flags in the linker's own form (linker.h).
std::vector<std::string> link_flags();

/// A compiler's process: in the private folder, with limits that suffice for a compiler
/// and stop a bomb.  In a box it sees the folders of the sources and nothing else.
ProcessRequest compiler_request(std::vector<std::string> argv,
                                const SourceFolders& folders, const Box& box);

}  // namespace gridlock
