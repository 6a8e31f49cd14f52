// The scenarios of lab 04: each launches the student's code with the parameters it is
// given and returns what that code did.  They judge nothing.

#include "threadfence.cu"

#include <gridlock/call_log.h>
#include <gridlock/scenario.h>

#include <climits>
#include <vector>

namespace scenarios {

using gridlock::DeviceBuffer;
using gridlock::Scenario;

// Message `number` that party `from` sends; `content` says what is in it: each value of
// its own, or three times 0, -1 or the least number.  checks.cpp has the same formula.
__host__ __device__ inline Message messageOf(int content, int from, int number) {
  if (content == 0) return Message{from, number, from * 1000 + number * 7 + 3};
  const int same = content == 1 ? 0 : content == 2 ? -1 : INT_MIN;
  return Message{same, same, same};
}

// The number of the calling thread in its block, whatever the block's shape.
__device__ inline int threadNumber() { return threadIdx.x + blockDim.x * threadIdx.y; }

// A thread writes down what it received: three values a message.
__device__ inline void note(int* out, Message message) {
  out[0] = message.from;
  out[1] = message.number;
  out[2] = message.value;
}

// The last line of each kernel.  A barrier does not wait for threads that have ended, so
// without this nobody would notice one in a function that a single thread calls.
__device__ inline void stayForTheOthers() { __syncthreads(); }

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

// What a talk is like, beside its shape.
struct Talk {
  int form, rounds, pairs, content;
  int burst;      // Whether all is sent before anything is received.
  int who, step;  // Which threads talk.
};

// What one party of a pair does.  The way there and the way back have a slot and a flag
// each round; `party` is even for who speaks first.
__device__ inline void converse(const Talk& talk, bool in_block, int party, Message* slot,
                                int* flag, int* out) {
  const int role = party % 2;
  const auto say = [&](int round) {
    sendAs(talk.form, in_block, slot + 2 * round + role, flag + 2 * round + role,
           messageOf(talk.content, party, round));
  };
  const auto hear = [&](int round) {
    const int way = 2 * round + 1 - role;
    note(out + 3 * way, receiveAs(talk.form, in_block, slot + way, flag + way));
  };
  if (talk.burst) {
    for (int round = 0; round < talk.rounds; ++round) say(round);
    for (int round = talk.rounds; round-- > 0;)
      hear(role ? talk.rounds - 1 - round : round);
    return;
  }
  for (int round = 0; round < talk.rounds; ++round) {
    if (role == 1) hear(round);
    say(round);
    if (role == 0) hear(round);
  }
}

constexpr int kRoundsMax = 4, kPairsMax = 2;

// Pairs of threads of a block talk: thread `who` with the one `step` further, and so on.
__global__ void talkInBlock(Talk talk, int* out) {
  __shared__ Message slot[2 * kRoundsMax * kPairsMax];
  __shared__ int flag[2 * kRoundsMax * kPairsMax];
  const int threads = blockDim.x * blockDim.y;
  const int ways = 2 * talk.rounds;
  if (threadNumber() == 0)
    for (int i = 0; i < ways * talk.pairs; ++i) flag[i] = 0;
  __syncthreads();  // Orders these writes before everybody's use of the flags.

  for (int party = 0; party < 2 * talk.pairs; ++party) {
    if (threadNumber() != (talk.who + party * talk.step) % threads) continue;
    const int first = party / 2 * ways;
    converse(talk, true, party, slot + first, flag + first, out + 3 * first);
  }
  stayForTheOthers();
}

// Thread `who` of each block: blocks 0 and 1 are a pair, 2 and 3, and so on.
__global__ void talkBetweenBlocks(Talk talk, Message* slot, int* flag, int* out) {
  const int first = blockIdx.x / 2 * 2 * talk.rounds;
  if (threadNumber() == talk.who)
    converse(talk, false, blockIdx.x, slot + first, flag + first, out + 3 * first);
  stayForTheOthers();
}

// Every block sends `rounds` messages to the host.
__global__ void talkToHost(Talk talk, Message* slot, int* flag) {
  const bool speaks = threadNumber() == talk.who;
  for (int round = 0; speaks && round < talk.rounds; ++round) {
    const int i = blockIdx.x * talk.rounds + round;
    const Message message = messageOf(talk.content, blockIdx.x, round);
    if (talk.form == 0)
      sendToHost(slot + i, flag + i, message);
    else
      sendRef<cuda::thread_scope_system>(slot + i, flag + i, message);
  }
  stayForTheOthers();
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
  int sum;      // Of their numbers, each plus one.
};

// Who takes the locks, and how often.
struct Takers {
  int form, rounds;
  int of_block;   // So many threads of each block ...
  int who, step;  // ... the first of them, and how far it is to the next.
  int mutexes;    // With two, the odd takers want the second one only, and the others
                  // take it while they hold the first.
};

enum LockCall { kLock, kUnlock };

// What a taker does, all that there are of `mutexes` from number `m` on.  With `inside`,
// it also counts who is in there: overlaps are the times that somebody else was.
__device__ inline void guard(const Takers& takers, int taker, int m, int* mutex,
                             Guarded* guarded, int* inside, int* overlaps,
                             const gridlock::CallWriter& log) {
  for (; m < takers.mutexes; ++m) {
    int begin = log.begin();
    lockAs(takers.form, mutex + m);
    log.end(begin, taker, kLock, m, 0);
    if (inside && atomicAdd(inside + m, 1) != 0) atomicAdd(overlaps, 1);
    guarded[m].holders = guarded[m].holders + 1;
    guarded[m].sum = guarded[m].sum + taker + 1;
  }
}

// Gives back what guard() has taken, the last first.
__device__ inline void release(const Takers& takers, int taker, int m, int* mutex,
                               int* inside, const gridlock::CallWriter& log) {
  for (int last = takers.mutexes - 1; last >= m; --last) {
    if (inside) atomicSub(inside + last, 1);
    const int begin = log.begin();
    unlockAs(takers.form, mutex + last);
    log.end(begin, taker, kUnlock, last, 0);
  }
}

__global__ void guardSum(Takers takers, int* mutex, Guarded* guarded, int* inside,
                         int* overlaps, gridlock::CallWriter log) {
  const int threads = blockDim.x * blockDim.y;
  for (int k = 0; k < takers.of_block; ++k) {
    if (threadNumber() != (takers.who + k * takers.step) % threads) continue;
    const int taker = blockIdx.x * takers.of_block + k;
    const int first = takers.mutexes > 1 ? taker % 2 : 0;
    for (int round = 0; round < takers.rounds; ++round) {
      guard(takers, taker, first, mutex, guarded, inside, overlaps, log);
      release(takers, taker, first, mutex, inside, log);
    }
  }
  stayForTheOthers();
}

// ---- The table ---------------------------------------------------------------------

// Who asks for which table how often.
struct Asking {
  int form, tables;
  int calls;       // So often each thread, unless there is a plan: octal digits, each the
  long long plan;  // number of calls of a thread, and a 7 above the last.
  int shift;       // The plan begins with this digit.

  __device__ int callsOf(int thread) const {
    if (plan == 0) return calls;
    int digits = 0;
    for (long long rest = plan; rest > 7; rest >>= 3) ++digits;
    return digits == 0 ? 0 : int(plan >> 3 * ((thread + shift) % digits) & 7);
  }
};

// seen[thread] is what this thread read in all its calls, in one number.
__global__ void readTable(Asking asking, int* state, int* table, int seed, int* builds,
                          int* seen) {
  unsigned digest = 0;
  const int thread = blockIdx.x * (blockDim.x * blockDim.y) + threadNumber();
  const int calls = asking.callsOf(threadNumber());
  for (int call = 0; call < calls; ++call) {
    const int t = (thread + call) % asking.tables;
    const Recipe recipe = {seed + t, builds + t};
    int* const mine = table + t * kTableSize;
    const int* whole = asking.form == 0 ? tableOnce(state + t, mine, recipe)
                                        : tableOnceRef(state + t, mine, recipe);
    for (int i = 0; i < kTableSize; ++i)
      digest = digest * 31 + static_cast<unsigned>(whole[i]);
  }
  seen[thread] = static_cast<int>(digest);
  stayForTheOthers();
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

// The shape of the blocks: `threads` times `rows`.
dim3 shapeOf(const Scenario& scenario) {
  return dim3(unsigned(scenario.param("threads")), unsigned(scenario.param("rows", 1)));
}

Talk talkOf(const Scenario& scenario) {
  Talk talk;
  talk.form = scenario.param("form");
  talk.rounds = scenario.param("rounds");
  talk.pairs = scenario.param("pairs", 1);
  talk.content = scenario.param("content", 0);
  talk.burst = scenario.param("burst", 0);
  talk.who = scenario.param("who", 0);
  talk.step = scenario.param("step", scenario.param("threads") - 1);
  return talk;
}

}  // namespace scenarios

// `far` 0: within a block of `threads` x `rows`; 1: between blocks.
GRIDLOCK_SCENARIO(talk) {
  const scenarios::Talk talk = scenarios::talkOf(scenario);
  const dim3 shape = scenarios::shapeOf(scenario);
  const size_t messages = 2 * size_t(talk.rounds) * talk.pairs;

  gridlock::DeviceBuffer<int> out(scenario, "out", 3 * messages);
  if (scenario.param("far") == 0) {
    scenarios::talkInBlock<<<1, shape>>>(talk, out.get());
    scenario.check_launch("threads of a block that talk");
  } else {
    gridlock::DeviceBuffer<Message> slot(scenario, "slot", messages);
    gridlock::DeviceBuffer<int> flag(scenario, "flag", messages);
    flag.fill([](size_t) { return 0; });
    scenarios::talkBetweenBlocks<<<2 * talk.pairs, shape>>>(talk, slot.get(), flag.get(),
                                                            out.get());
    scenario.check_launch("blocks that talk");
  }
  out.output();
}

// `backwards`: the host asks for the last message first.
GRIDLOCK_SCENARIO(tell_host) {
  const scenarios::Talk talk = scenarios::talkOf(scenario);
  const int blocks = scenario.param("blocks");
  const int messages = blocks * talk.rounds;
  scenarios::MappedBuffer<Message> slot(scenario, "slot", messages);
  scenarios::MappedBuffer<int> flag(scenario, "flag", messages);
  scenarios::talkToHost<<<blocks, scenarios::shapeOf(scenario)>>>(talk, slot.device(),
                                                                  flag.device());
  scenario.check(cudaGetLastError(), "blocks that tell the host");
  for (int k = 0; k < messages; ++k) {
    const int i = scenario.param("backwards", 0) ? messages - 1 - k : k;
    const bool arrived = scenarios::arrives(flag.host() + i);
    scenario.output("arrived", arrived ? 1 : 0);
    if (!arrived) continue;
    const Message message = slot.host()[i];
    scenario.output("out", message.from);
    scenario.output("out", message.number);
    scenario.output("out", message.value);
  }
  scenario.check_launch("blocks that tell the host");
}

// `launches` kernels, one after the other, with the same mutexes, and `grow` more blocks
// each time.
GRIDLOCK_SCENARIO(guard_sum) {
  constexpr int kMutexesMax = 2;
  const scenarios::Takers takers = {
      int(scenario.param("form")),        int(scenario.param("rounds")),
      int(scenario.param("of_block", 1)), int(scenario.param("who", 0)),
      int(scenario.param("step", 1)),     int(scenario.param("mutexes", 1))};
  const bool watch = scenario.param("watch", 0) != 0;
  const auto zero = [](size_t) { return 0; };

  gridlock::DeviceBuffer<int> mutex(scenario, "mutex", kMutexesMax);
  gridlock::DeviceBuffer<scenarios::Guarded> guarded(scenario, "guarded", kMutexesMax);
  gridlock::DeviceBuffer<int> inside(scenario, "inside", kMutexesMax);
  gridlock::DeviceBuffer<int> overlaps(scenario, "overlaps", 1);
  mutex.fill(zero);
  guarded.fill([](size_t) { return scenarios::Guarded{0, 0}; });
  inside.fill(zero);
  overlaps.fill(zero);
  const gridlock::CallLog log(scenario, scenario.param("calls", 0));
  for (int launch = 0; launch < scenario.param("launches", 1); ++launch) {
    const int blocks = scenario.param("blocks") + launch * scenario.param("grow", 0);
    scenarios::guardSum<<<blocks, scenarios::shapeOf(scenario)>>>(
        takers, mutex.get(), guarded.get(), watch ? inside.get() : nullptr,
        overlaps.get(),
        scenario.param("calls", 0) ? log.writer() : gridlock::CallWriter{});
    scenario.check_launch("blocks that take the lock");
  }
  scenarios::Guarded result[kMutexesMax];
  guarded.download(result);
  for (int m = 0; m < takers.mutexes; ++m) {
    scenario.output("holders", result[m].holders);
    scenario.output("sum", result[m].sum);
  }
  overlaps.output();
  log.output();
}

// `launches` kernels, one after the other, with the same tables, and `grow` more blocks
// each time.
GRIDLOCK_SCENARIO(read_table) {
  const dim3 shape = scenarios::shapeOf(scenario);
  const int tables = scenario.param("tables", 1);

  gridlock::DeviceBuffer<int> state(scenario, "state", tables);
  gridlock::DeviceBuffer<int> table(scenario, "table", size_t(tables) * kTableSize);
  gridlock::DeviceBuffer<int> builds(scenario, "builds", tables);
  state.fill([](size_t) { return kEmpty; });
  builds.fill([](size_t) { return 0; });
  for (int launch = 0; launch < scenario.param("launches", 1); ++launch) {
    const int blocks = scenario.param("blocks") + launch * scenario.param("grow", 0);
    gridlock::DeviceBuffer<int> seen(scenario, "seen",
                                     size_t(blocks) * shape.x * shape.y);
    const scenarios::Asking asking = {int(scenario.param("form")), tables,
                                      int(scenario.param("calls", 0)),
                                      scenario.param("plan", 0), launch};
    scenarios::readTable<<<blocks, shape>>>(asking, state.get(), table.get(),
                                            scenario.param("seed"), builds.get(),
                                            seen.get());
    scenario.check_launch("blocks that read the table");
    seen.output();
  }
  builds.output();
}

GRIDLOCK_MODULE()
