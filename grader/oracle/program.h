/// Litmus programs: a few straight-line CUDA threads on a few words of global memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gridlock::oracle {

/// PTX scopes, narrowest first (PTX ISA 8.5): .cta, .gpu, .sys.
enum class Scope : std::uint8_t { block, device, system };

/// How an operation takes part in the model (PTX ISA 8.4).  All but `weak` are strong.
enum class Order : std::uint8_t { weak, relaxed, acquire, release, acq_rel, seq_cst };

enum class Kind : std::uint8_t {
  load,
  store,
  add,       ///< A read-modify-write that adds `value`.
  exchange,  ///< A read-modify-write that stores `value`.
  fence,     ///< fence.acq_rel, or fence.sc where the order is seq_cst.
  barrier,   ///< __syncthreads: bar.sync of the thread's block.
  guard,     ///< The thread continues only if it last read `value`.
};

/// One statement.
struct Op {
  Kind kind = Kind::load;
  int variable = 0;  ///< For loads, stores and read-modify-writes.
  int value = 0;
  /// Store what the thread read last, instead of `value`.
  bool stores_last_read = false;
  Order order = Order::weak;
  Scope scope = Scope::system;
  /// Spelled with CUDA's own functions (volatile, atomicAdd_block, __threadfence), not
  /// with cuda::atomic_ref and cuda::atomic_thread_fence.
  bool builtin = true;
  bool result_unused = false;  ///< For a read-modify-write: not recorded.

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

/// Variables are ints, 0 before the launch.  The threads are in the order of their
/// threadIdx.x, those of lower blocks first.
///
/// All threads of a block must have the same number of barriers, and a guard must come
/// after its thread's last barrier and after some read.
struct Program {
  std::string name;
  int variables = 1;
  std::vector<Thread> threads;
};

/// "", or what is wrong with the form of the program.
std::string complaint(const Program& program);

/// The number of results that its threads record: one per read.
int count_reads(const Program& program);

/// A table with one column per thread, as papers print litmus tests.
std::string litmus_table(const Program& program);

/// The kernel as CUDA C++: `__global__ void NAME(int* x, int* out)`.  Each read stores
/// its value in `out`, in the order of the threads and of the reads in them.
std::string cuda_text(const Program& program);

/// The grid for the kernel.
int count_blocks(const Program& program);
int threads_per_block(const Program& program);

}  // namespace gridlock::oracle
