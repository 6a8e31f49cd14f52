/// The compilers and their flags.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "build/source/source_files.h"
#include "common/subprocess.h"
#include "isolation/box.h"

namespace gridlock {

/// The largest file that a compiler may write.
constexpr std::uint64_t kCompilerFileBytesMax = std::uint64_t{256} << 20;
/// The processor time that each process of a compiler may use.  The much longer limit of
/// elapsed time is only reached on a crowded machine, or if a file makes the compiler
/// wait.
constexpr std::uint64_t kCompilerSecondsMax = 60;
/// The memory that a compiler may use.
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

/// A pass over a text, as nvcc makes one for each side; see two_passes.h.
enum class Pass {
  only,    ///< Like the host's; for programs that do not test the macro.
  host,    ///< With the marker word for `__host__`.
  device,  ///< Like the host's, with __CUDA_ARCH__.
};

/// The libraries after a module's objects.  Not the compiler's own choice, libgcc.a, to
/// which -lgcc_s leads, too: it has a __wrap_pthread_create for split stacks.
inline constexpr const char* kLinkedLibraries[] = {"-lstdc++", "-lm", "-l:libgcc_s.so.1",
                                                   "-lc"};

/// The flags of each step for the simulator, without file names.
std::vector<std::string> preprocess_flags(const SourceFolders& folders,
                                          Pass pass = Pass::only);
/// The code of a lab checks indices of arrays with known sizes; a program written for a
/// GPU may use an array of arrays as one array.
std::vector<std::string> compile_flags(const SourceFolders& folders);
std::vector<std::string> assemble_flags();
/// Flags in the linker's own form (linker.h), not clang's.
std::vector<std::string> link_flags();

/// A compiler's process: it runs in the private folder, with limits that are enough for a
/// compiler and stop a compile bomb.  In a box it sees only the system's folders, its
/// own, the simulator's and the scenarios' headers and the folders of the sources, and
/// writes only the build folder.
ProcessRequest compiler_request(std::vector<std::string> argv,
                                const SourceFolders& folders, const Box& box);

}  // namespace gridlock
