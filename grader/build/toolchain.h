/// The compilers and their flags.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "build/source/source_files.h"
#include "common/subprocess.h"
#include "isolation/box.h"

namespace gridlock {

constexpr std::uint64_t kCompilerFileBytesMax = std::uint64_t{256} << 20;
/// The processor time and the memory that each process of a compiler may use.  Elapsed
/// time has a much longer limit, for a crowded machine or a file that makes the compiler
/// wait.
constexpr std::uint64_t kCompilerSecondsMax = 60;
constexpr std::uint64_t kCompilerBytesMax = std::uint64_t{4} << 30;

/// The largest text that the preprocessor may write: more than any program with all
/// headers needs, and small enough to keep in memory.
constexpr std::size_t kPreprocessedBytesMax = std::size_t{32} << 20;

/// clang++, version 14 or newer: the one that CMake found, else the first in PATH; empty
/// if there is none.
std::filesystem::path find_clang();

/// nvcc from $CUDACXX, PATH or /usr/local/cuda/bin; empty if there is none.
std::filesystem::path find_nvcc();

/// A text that identifies the state of a file: its path, size and time.
std::string file_identity(const std::filesystem::path& path);

/// A pass of the preprocessor, as nvcc makes one for each side; see two_passes.h.
enum class Pass {
  only,    ///< For both sides, if the files do not test __CUDA_ARCH__.
  host,    ///< Without __CUDA_ARCH__; marks `__host__`.
  device,  ///< With __CUDA_ARCH__; marks `__host__`.
};

/// The libraries after a module's objects.  -lgcc_s would add libgcc.a, which has a
/// __wrap_pthread_create, for split stacks.
inline constexpr const char* kLinkedLibraries[] = {"-lstdc++", "-lm", "-l:libgcc_s.so.1",
                                                   "-lc"};

/// The flags of each step for the simulator, without file names.
std::vector<std::string> preprocess_flags(const SourceFolders& folders, Pass pass);
/// A lab's code is compiled with checks of the indices of arrays with known sizes.  A
/// program may use an array of arrays as one array, as it can on a GPU.
std::vector<std::string> compile_flags(const SourceFolders& folders);
std::vector<std::string> assemble_flags();
/// Flags in the linker's own form (linker.h), not clang's.
std::vector<std::string> link_flags();

/// A compiler's process, which runs in the private folder, with limits against compile
/// bombs.  In a box it sees only the folders of the system, the compiler, the simulator's
/// and the scenarios' headers and the sources, and writes only to the private folder.
ProcessRequest compiler_request(std::vector<std::string> argv,
                                const SourceFolders& folders, const Box& box);

}  // namespace gridlock
