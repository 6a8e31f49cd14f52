/// Litmus programs: a few straight-line CUDA threads on a few words of global memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gridlock::oracle {

/// PTX scopes, narrowest first (PTX ISA 8.5): .cta, .gpu, .sys.
enum class Scope : std::uint8_t { block, device, system };

/// The memory order of an operation (PTX ISA 8.4).  All but `weak` are strong.
enum class Order : std::uint8_t { weak, relaxed, acquire, release, acq_rel, seq_cst };

enum class Kind : std::uint8_t {
  load,
  store,
  add,       ///< A read-modify-write that adds `value`.
  exchange,  ///< A read-modify-write that stores `value`.
  fence,     ///< fence.sc if the order is seq_cst, otherwise fence.acq_rel.
  barrier,   ///< __syncthreads: bar.sync of the thread's block.
  guard,     ///< The thread continues only if it last read `value`.
};

/// One statement.
struct Op {
  Kind kind = Kind::load;
  int variable = 0;  ///< For loads, stores and read-modify-writes.
  int value = 0;
  /// Stores what the thread read last, not `value`.
  bool stores_last_read = false;
  Order order = Order::weak;
  Scope scope = Scope::system;
  /// Written with CUDA's own functions (volatile, atomicAdd_block, __threadfence), not
  /// with cuda::atomic_ref and cuda::atomic_thread_fence.
  bool builtin = true;
  bool result_unused = false;  ///< For a read-modify-write: its result is not recorded.

  bool reads() const {
    return kind == Kind::load || kind == Kind::add || kind == Kind::exchange;
  }
  bool writes() const {
    return kind == Kind::store || kind == Kind::add || kind == Kind::exchange;
  }
};

struct Thread {
  int block = 0;
  std::vector<Op> ops;
};

/// A program.  Variables are ints, 0 before the launch.  Threads are in the order of
/// blocks and, in a block, of threadIdx.x.
///
/// All threads of a block must have the same number of barriers.  A guard must come after
/// its thread's last barrier, and after some read.
struct Program {
  std::string name;
  int variables = 1;
  std::vector<Thread> threads;
};

/// What is wrong with the program's form; "" if nothing is.
std::string complaint(const Program& program);

/// How many results the program's threads record: one per read.
int count_reads(const Program& program);

/// The kernel in CUDA C++: `__global__ void NAME(int* x, int* out)`.  Each read stores
/// its value in `out`, in the order of threads and, in a thread, of its reads.
std::string cuda_text(const Program& program);

/// The size of the grid and of a block for the kernel.
int count_blocks(const Program& program);
int threads_per_block(const Program& program);

}  // namespace gridlock::oracle
