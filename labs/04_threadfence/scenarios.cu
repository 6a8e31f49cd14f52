// The scenarios of lab 04: each launches the student's code with the parameters it is
// given and returns what that code did.  They judge nothing.

#include "threadfence.cu"

#include <gridlock/scenario.h>

#include <vector>

namespace scenarios {

using gridlock::DeviceBuffer;
using gridlock::Scenario;

// Message `number` that thread or block `from` sends.  checks.cpp has the same formula.
__host__ __device__ inline Message messageOf(int from, int number) {
  return Message{from, number, from * 1000 + number * 7 + 3};
}

// A thread writes down what it received: three values a message.
__device__ inline void note(int* out, Message message) {
  out[0] = message.from;
  out[1] = message.number;
  out[2] = message.value;
}

// ---- Messages ----------------------------------------------------------------------

// form 0 is what stands in 4a, form 1 what stands in 4d.
__device__ inline void sendAs(int form, bool in_block, Message* slot, int* flag,
                              Message message) {
  if (in_block) {
    if (form == 0)
      sendInBlock(slot, flag, message);
    else
      sendRef<cuda::thread_scope_block>(slot, flag, message);
  } else if (form == 0) {
    sendToBlock(slot, flag, message);
  } else {
    sendRef<cuda::thread_scope_device>(slot, flag, message);
  }
}

__device__ inline Message receiveAs(int form, bool in_block, Message* slot, int* flag) {
  if (in_block)
    return form == 0 ? receiveInBlock(slot, flag)
                     : receiveRef<cuda::thread_scope_block>(slot, flag);
  return form == 0 ? receiveFromBlock(slot, flag)
                   : receiveRef<cuda::thread_scope_device>(slot, flag);
}

// Party 0 sends message `number`, party 1 answers it; the way there and the way back have
// a slot and a flag each.
__device__ inline void talk(int form, bool in_block, int party, int number, Message* slot,
                            int* flag, int* out) {
  if (party == 0) {
    sendAs(form, in_block, slot, flag, messageOf(0, number));
    note(out + 3, receiveAs(form, in_block, slot + 1, flag + 1));
  } else {
    note(out, receiveAs(form, in_block, slot, flag));
    sendAs(form, in_block, slot + 1, flag + 1, messageOf(1, number));
  }
}

constexpr int kRoundsMax = 4;

// The first and the last thread of a block talk.
__global__ void talkInBlock(int form, int rounds, int* out) {
  __shared__ Message slot[2 * kRoundsMax];
  __shared__ int flag[2 * kRoundsMax];
  if (threadIdx.x == 0)
    for (int i = 0; i < 2 * rounds; ++i) flag[i] = 0;
  __syncthreads();  // Orders these writes before everybody's use of the flags.

  const bool last = threadIdx.x == blockDim.x - 1;
  if (threadIdx.x != 0 && !last) return;
  for (int i = 0; i < rounds; ++i)
    talk(form, true, last ? 1 : 0, i, slot + 2 * i, flag + 2 * i, out + 6 * i);
}

// One thread of each of two blocks.
__global__ void talkBetweenBlocks(int form, int rounds, Message* slot, int* flag,
                                  int* out) {
  if (threadIdx.x != 0) return;
  for (int i = 0; i < rounds; ++i)
    talk(form, false, blockIdx.x, i, slot + 2 * i, flag + 2 * i, out + 6 * i);
}

// Every block sends one message to the host.
__global__ void talkToHost(int form, Message* slot, int* flag) {
  if (threadIdx.x != 0) return;
  const int block = blockIdx.x;
  const Message message = messageOf(block, block);
  if (form == 0)
    sendToHost(slot + block, flag + block, message);
  else
    sendRef<cuda::thread_scope_system>(slot + block, flag + block, message);
}

// ---- The lock ----------------------------------------------------------------------

__device__ inline void lockAs(int form, int* mutex) {
  if (form == 0)
    lock(mutex);
  else
    lockRef(mutex);
}

__device__ inline void unlockAs(int form, int* mutex) {
  if (form == 0)
    unlock(mutex);
  else
    unlockRef(mutex);
}

// What the lock guards: plain memory that every holder changes.
struct Guarded {
  int holders;  // How many there have been.
  int sum;      // Of their block indices, each plus one.
};

// One thread of each block takes the lock `rounds` times.  With `inside`, it also counts
// who is in there: overlaps are the times that somebody else was.
__global__ void guardSum(int form, int rounds, int* mutex, Guarded* guarded, int* inside,
                         int* overlaps) {
  if (threadIdx.x != 0) return;
  for (int i = 0; i < rounds; ++i) {
    lockAs(form, mutex);
    if (inside && atomicAdd(inside, 1) != 0) atomicAdd(overlaps, 1);
    guarded->holders = guarded->holders + 1;
    guarded->sum = guarded->sum + int(blockIdx.x) + 1;
    if (inside) atomicSub(inside, 1);
    unlockAs(form, mutex);
  }
}

// ---- The table ---------------------------------------------------------------------

// seen[thread] is what this thread read in all its calls, in one number.
__global__ void readTable(int form, int calls, int* state, int* table, Recipe recipe,
                          int* seen) {
  unsigned digest = 0;
  for (int call = 0; call < calls; ++call) {
    const int* whole =
        form == 0 ? tableOnce(state, table, recipe) : tableOnceRef(state, table, recipe);
    for (int i = 0; i < kTableSize; ++i)
      digest = digest * 31 + static_cast<unsigned>(whole[i]);
  }
  seen[blockIdx.x * blockDim.x + threadIdx.x] = static_cast<int>(digest);
}

// Host memory that the device can address, named in findings; zeros.
template <class T>
class MappedBuffer {
 public:
  MappedBuffer(const Scenario& scenario, const char* name, size_t count) {
    scenario.check(cudaHostAlloc(reinterpret_cast<void**>(&host_), count * sizeof(T),
                                 cudaHostAllocMapped),
                   "cudaHostAlloc");
    for (size_t i = 0; i < count; ++i) host_[i] = T{};
    scenario.check(cudaHostGetDevicePointer(reinterpret_cast<void**>(&device_), host_, 0),
                   "cudaHostGetDevicePointer");
    scenario.name_memory(host_, count * sizeof(T), sizeof(T), name);
  }
  MappedBuffer(const MappedBuffer&) = delete;
  MappedBuffer& operator=(const MappedBuffer&) = delete;
  ~MappedBuffer() { cudaFreeHost(host_); }

  T* host() const { return host_; }
  T* device() const { return device_; }

 private:
  T* host_ = nullptr;
  T* device_ = nullptr;
};

// Waits until the flag is up, or the kernel has ended without raising it.
bool arrives(int* flag) {
  cuda::atomic_ref<int, cuda::thread_scope_system> there(*flag);
  for (;;) {
    // Acquire: the flag, then the message.
    if (there.load(cuda::memory_order_acquire) != 0) return true;
    if (cudaStreamQuery(0) != cudaErrorNotReady)
      return *flag != 0;  // Nobody writes it any more.
  }
}

}  // namespace scenarios

// `far` 0: within a block of `threads`; 1: between two blocks.
GRIDLOCK_SCENARIO(talk) {
  const int form = scenario.param("form");
  const int rounds = scenario.param("rounds");
  const int threads = scenario.param("threads");
  const size_t messages = 2 * size_t(rounds);

  gridlock::DeviceBuffer<int> out(scenario, "out", 3 * messages);
  if (scenario.param("far") == 0) {
    scenarios::talkInBlock<<<1, threads>>>(form, rounds, out.get());
    scenario.check_launch("two threads of a block that talk");
  } else {
    gridlock::DeviceBuffer<Message> slot(scenario, "slot", messages);
    gridlock::DeviceBuffer<int> flag(scenario, "flag", messages);
    flag.fill([](size_t) { return 0; });
    scenarios::talkBetweenBlocks<<<2, threads>>>(form, rounds, slot.get(), flag.get(),
                                                 out.get());
    scenario.check_launch("two blocks that talk");
  }
  out.output();
}

GRIDLOCK_SCENARIO(tell_host) {
  const int blocks = scenario.param("blocks");
  scenarios::MappedBuffer<Message> slot(scenario, "slot", blocks);
  scenarios::MappedBuffer<int> flag(scenario, "flag", blocks);
  scenarios::talkToHost<<<blocks, int(scenario.param("threads"))>>>(
      scenario.param("form"), slot.device(), flag.device());
  scenario.check(cudaGetLastError(), "blocks that tell the host");
  for (int block = 0; block < blocks; ++block) {
    const bool arrived = scenarios::arrives(flag.host() + block);
    scenario.output("arrived", arrived ? 1 : 0);
    if (!arrived) continue;
    const Message message = slot.host()[block];
    scenario.output("out", message.from);
    scenario.output("out", message.number);
    scenario.output("out", message.value);
  }
  scenario.check_launch("blocks that tell the host");
}

// `launches` kernels, one after the other, with one mutex.
GRIDLOCK_SCENARIO(guard_sum) {
  const int launches = scenario.param("launches", 1);
  const int blocks = scenario.param("blocks");
  const bool watch = scenario.param("watch", 0) != 0;

  gridlock::DeviceBuffer<int> mutex(scenario, "mutex", 1);
  gridlock::DeviceBuffer<scenarios::Guarded> guarded(scenario, "guarded", 1);
  gridlock::DeviceBuffer<int> inside(scenario, "inside", 1);
  gridlock::DeviceBuffer<int> overlaps(scenario, "overlaps", 1);
  mutex.fill([](size_t) { return 0; });
  guarded.fill([](size_t) { return scenarios::Guarded{0, 0}; });
  inside.fill([](size_t) { return 0; });
  overlaps.fill([](size_t) { return 0; });
  for (int launch = 0; launch < launches; ++launch) {
    scenarios::guardSum<<<blocks, int(scenario.param("threads"))>>>(
        scenario.param("form"), scenario.param("rounds"), mutex.get(), guarded.get(),
        watch ? inside.get() : nullptr, overlaps.get());
    scenario.check_launch("blocks that take the lock");
  }
  scenarios::Guarded result;
  guarded.download(&result);
  scenario.output("holders", result.holders);
  scenario.output("sum", result.sum);
  overlaps.output();
}

// `launches` kernels, one after the other, with one table.
GRIDLOCK_SCENARIO(read_table) {
  const int launches = scenario.param("launches", 1);
  const int blocks = scenario.param("blocks");
  const int threads = scenario.param("threads");

  gridlock::DeviceBuffer<int> state(scenario, "state", 1);
  gridlock::DeviceBuffer<int> table(scenario, "table", kTableSize);
  gridlock::DeviceBuffer<int> builds(scenario, "builds", 1);
  state.fill([](size_t) { return kEmpty; });
  builds.fill([](size_t) { return 0; });
  for (int launch = 0; launch < launches; ++launch) {
    gridlock::DeviceBuffer<int> seen(scenario, "seen", size_t(blocks) * threads);
    scenarios::readTable<<<blocks, threads>>>(
        scenario.param("form"), scenario.param("calls"), state.get(), table.get(),
        Recipe{int(scenario.param("seed")), builds.get()}, seen.get());
    scenario.check_launch("blocks that read the table");
    seen.output();
  }
  builds.output();
}

GRIDLOCK_MODULE()
