// The scenarios of lab 04: each launches the student's code with the parameters it is
// given and returns what that code did.  They judge nothing.

#include "required.cuh"

#include <gridlock/call_log.h>
#include <gridlock/scenario.h>

#include <climits>
#include <string>
#include <vector>

namespace scenarios {

using gridlock::DeviceBuffer;
using gridlock::Scenario;

// Message `number` that party `from` sends.  With `content` 0, each has unique values.
// Otherwise the values come from a table: 1,000 messages in a row have every triple of
// its values.  checks.h has the same formula.
__host__ __device__ inline Message messageOf(int content, int from, int number) {
  if (content == 0) return Message{from, number, from * 1000 + number * 7 + 3};
  constexpr int kValues[] = {0, -1, INT_MIN, 1, 2, 255, -256, 65536, INT_MAX, 1 << 24};
  const int which = content - 1 + number + from % 2 * 500;
  return Message{kValues[which % 10], kValues[which / 10 % 10],
                 kValues[which / 100 % 10]};
}

// The number of the calling thread in its block, whatever the block's shape, and how many
// there are.
__device__ inline int threadNumber() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
__device__ inline int threadsOfBlock() { return blockDim.x * blockDim.y * blockDim.z; }

// The number of the calling thread's block: each grid here extends along one axis only.
__device__ inline int blockNumber() { return blockIdx.x + blockIdx.y + blockIdx.z; }

// A thread records what it received: three values per message.
__device__ inline void note(int* out, Message message) {
  out[0] = message.from;
  out[1] = message.number;
  out[2] = message.value;
}

// The last line of each kernel.  A barrier does not wait for threads that have ended, so
// without this, a barrier in a function that a single thread calls would go unnoticed.
__device__ inline void stayForTheOthers() { __syncthreads(); }

// Lets other threads go on for about this many microseconds.
__device__ inline void passTime(int late) {
  for (int i = 0; i < late; ++i) __nanosleep(1000);
}

// ---- Messages ----------------------------------------------------------------------

// The code that sends or receives: part 4a's, part 4d's, or the scenario's own.
enum Form { kFences, kRefs, kGiven };

// The scenario's own sender and receiver; the flag is raised to any value.
template <cuda::thread_scope kScope>
__device__ inline void sendGiven(Message* slot, int* flag, Message message, int raised) {
  *slot = message;
  // Release: the message, then the flag.  Pairs with the receiver's acquire.
  cuda::atomic_ref<int, kScope>(*flag).store(raised, cuda::memory_order_release);
}

template <cuda::thread_scope kScope>
__device__ inline Message receiveGiven(const Message* slot, int* flag) {
  // Acquire: the flag, then the message.
  while (cuda::atomic_ref<int, kScope>(*flag).load(cuda::memory_order_acquire) == 0) {
  }
  return *slot;
}

template <cuda::thread_scope kScope>
__device__ inline void sendAt(int form, Message* slot, int* flag, Message message,
                              int raised) {
  if (form == kGiven) return sendGiven<kScope>(slot, flag, message, raised);
  if (form == kRefs) return sendRef<kScope>(slot, flag, message);
  if (kScope == cuda::thread_scope_block) return sendInBlock(slot, flag, message);
  sendToBlock(slot, flag, message);
}

template <cuda::thread_scope kScope>
__device__ inline Message receiveAt(int form, const Message* slot, int* flag) {
  if (form == kGiven) return receiveGiven<kScope>(slot, flag);
  if (form == kRefs) return receiveRef<kScope>(slot, flag);
  if (kScope == cuda::thread_scope_block) return receiveInBlock(slot, flag);
  return receiveFromBlock(slot, flag);
}

// `scope`: 0 a block, 1 the device, 2 the whole system.
__device__ inline void sendAs(int form, int scope, Message* slot, int* flag,
                              Message message, int raised) {
  if (scope == 0) sendAt<cuda::thread_scope_block>(form, slot, flag, message, raised);
  if (scope == 1) sendAt<cuda::thread_scope_device>(form, slot, flag, message, raised);
  if (scope == 2) sendAt<cuda::thread_scope_system>(form, slot, flag, message, raised);
}

__device__ inline Message receiveAs(int form, int scope, const Message* slot, int* flag) {
  if (scope == 0) return receiveAt<cuda::thread_scope_block>(form, slot, flag);
  if (scope == 1) return receiveAt<cuda::thread_scope_device>(form, slot, flag);
  return receiveAt<cuda::thread_scope_system>(form, slot, flag);
}

// The properties of a talk, apart from its shape.
struct Talk {
  int sender, receiver;  // The forms of the two sides.
  int scope, rounds, pairs, content;
  int raised;     // The value to which the scenario's sender raises the flag.
  int late;       // How many microseconds a party waits before it sends.
  int burst;      // Whether all is sent before anything is received.
  int who, step;  // The threads that talk.
  int apart;      // The distance from a slot or a flag to the next one.
};

// One party's side of a pair.  Each round has a slot and a flag for each direction; the
// party that speaks first has an even number.
__device__ inline void converse(const Talk& talk, int party, Message* slot, int* flag,
                                int* out) {
  const int role = party % 2;
  const auto say = [&](int round) {
    passTime(talk.late);
    const int way = (2 * round + role) * talk.apart;
    sendAs(talk.sender, talk.scope, slot + way, flag + way,
           messageOf(talk.content, party, round), talk.raised);
  };
  const auto hear = [&](int round) {
    const int way = 2 * round + 1 - role;
    note(out + 3 * way, receiveAs(talk.receiver, talk.scope, slot + way * talk.apart,
                                  flag + way * talk.apart));
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

// Pairs of threads of a block talk: thread `who` with the thread `step` further, etc.
template <int kMessages>
__global__ void talkInBlock(Talk talk, int* out) {
  __shared__ Message slot[kMessages];
  __shared__ int flag[kMessages];
  const int threads = threadsOfBlock();
  const int ways = 2 * talk.rounds;
  if (threadNumber() == 0)
    for (int i = 0; i < ways * talk.pairs; ++i) flag[i * talk.apart] = 0;
  __syncthreads();  // Orders these writes before any use of the flags.

  for (int party = 0; party < 2 * talk.pairs; ++party) {
    if (threadNumber() != (talk.who + party * talk.step) % threads) continue;
    const int first = party / 2 * ways;
    converse(talk, party, slot + first * talk.apart, flag + first * talk.apart,
             out + 3 * first);
  }
  stayForTheOthers();
}

// Thread `who` of each block talks: block 0 with block 1, 2 with 3, and so on.
__global__ void talkBetweenBlocks(Talk talk, Message* slot, int* flag, int* out) {
  const int first = blockNumber() / 2 * 2 * talk.rounds;
  if (threadNumber() == talk.who)
    converse(talk, blockNumber(), slot + first * talk.apart, flag + first * talk.apart,
             out + 3 * first);
  stayForTheOthers();
}

// Every block sends `rounds` messages to the host.
__global__ void talkToHost(Talk talk, Message* slot, int* flag) {
  const bool speaks = threadNumber() == talk.who;
  for (int round = 0; speaks && round < talk.rounds; ++round) {
    const int i = blockNumber() * talk.rounds + round;
    const Message message = messageOf(talk.content, blockNumber(), round);
    if (talk.sender == kFences)
      sendToHost(slot + i, flag + i, message);
    else
      sendRef<cuda::thread_scope_system>(slot + i, flag + i, message);
  }
  stayForTheOthers();
}

// Every block receives `rounds` messages from the host.
__global__ void hearHost(Talk talk, const Message* slot, int* flag, int* out) {
  const bool hears = threadNumber() == talk.who;
  for (int round = 0; hears && round < talk.rounds; ++round) {
    const int i = blockNumber() * talk.rounds + round;
    note(out + 3 * i, receiveRef<cuda::thread_scope_system>(slot + i, flag + i));
  }
  stayForTheOthers();
}

// ---- The lock ----------------------------------------------------------------------

// What the lock guards: plain memory that every holder changes.
struct Guarded {
  int holders;  // The number of holders so far.
  int sum;      // The sum of their numbers, each plus one.
};

// The threads that take the locks, and how often.
struct Takers {
  int rounds;
  int of_block;   // Number of takers per block ...
  int who, step;  // ... the first of them, and the distance to the next.
  int mutexes;    // With several, the odd takers do without the first one, and a taker
                  // takes each while it holds the ones before it.
  int first;      // The number of this launch's first taker.
  int crowd;      // The first holder waits until this many want the lock.
  int apart;      // The distance from a lock to the next one.
};

enum LockCall { kLock, kUnlock };

constexpr int kUntilAllWait = 100;  // Microseconds.

// The words that go with the locks.
struct Counts {
  int* inside;    // The holders of each lock; null: not counted.
  int* overlaps;  // How often a lock had a second holder.
  int* calling;   // How many threads have begun to want the lock.
};

// One taker's round, which takes the locks from number `m` on.
__device__ inline void guard(const Takers& takers, int taker, int m, int* mutex,
                             Guarded* guarded, const Counts& counts,
                             const gridlock::CallWriter& log) {
  for (; m < takers.mutexes; ++m) {
    int begin = log.begin();
    if (takers.crowd) atomicAdd(counts.calling, 1);
    lock(mutex + m * takers.apart);
    log.end(begin, taker, kLock, m, 0);
    if (counts.inside && atomicAdd(counts.inside + m, 1) != 0)
      atomicAdd(counts.overlaps, 1);
    if (takers.crowd && guarded[m].holders == 0) {
      while (*static_cast<volatile int*>(counts.calling) < takers.crowd) {
      }
      passTime(kUntilAllWait);
    }
    guarded[m].holders = guarded[m].holders + 1;
    guarded[m].sum = guarded[m].sum + taker + 1;
  }
}

// Releases the locks that guard() has taken, the last one first.
__device__ inline void release(const Takers& takers, int taker, int m, int* mutex,
                               const Counts& counts, const gridlock::CallWriter& log) {
  for (int last = takers.mutexes - 1; last >= m; --last) {
    if (counts.inside) atomicSub(counts.inside + last, 1);
    const int begin = log.begin();
    unlock(mutex + last * takers.apart);
    log.end(begin, taker, kUnlock, last, 0);
  }
}

__global__ void guardSum(Takers takers, int* mutex, Guarded* guarded, Counts counts,
                         gridlock::CallWriter log) {
  const int threads = threadsOfBlock();
  // guard() is not called inside of this loop: threads of a warp might wait at its end.
  int k = 0;
  while (k < takers.of_block &&
         threadNumber() != (takers.who + k * takers.step) % threads)
    ++k;
  const int rounds = k < takers.of_block ? takers.rounds : 0;
  const int taker = takers.first + blockNumber() * takers.of_block + k;
  const int first = takers.mutexes > 1 ? taker % 2 : 0;
  for (int round = 0; round < rounds; ++round) {
    guard(takers, taker, first, mutex, guarded, counts, log);
    release(takers, taker, first, mutex, counts, log);
  }
  stayForTheOthers();
}

// ---- The table ---------------------------------------------------------------------

// The threads that ask for tables, and how often.
struct Asking {
  int tables;
  int calls;       // Calls per thread, unless there is a plan: octal digits, each the
  long long plan;  // number of calls of a thread, and a 7 above the last.
  int shift;       // The plan begins with this digit.
  int first;       // The number of this launch's first thread.
  int own;         // How far the seeds of neighbouring threads differ.
  int apart;       // The distance from a state or a table to the next one.
  __device__ int callsOf(int thread) const {
    if (plan == 0) return calls;
    int digits = 0;
    for (long long rest = plan; rest > 7; rest >>= 3) ++digits;
    return digits == 0 ? 0 : int(plan >> 3 * ((thread + shift) % digits) & 7);
  }
};

// seen[thread] is the digest of all tables that this thread read; `elsewhere` counts the
// calls that returned another table.
__global__ void readTable(Asking asking, int* state, int* table, int seed, int* builds,
                          int* seen, int* elsewhere) {
  unsigned digest = 0;
  const int thread = asking.first + blockNumber() * threadsOfBlock() + threadNumber();
  const int calls = asking.callsOf(threadNumber());
  for (int call = 0; call < calls; ++call) {
    const int t = (thread + call) % asking.tables;
    const Recipe recipe = {seed + t + asking.own * thread, builds + t};
    int* const mine = table + t * kTableSize * asking.apart;
    int* const now = state + t * asking.apart;
    const int* whole = tableOnce(now, mine, recipe);
    if (whole != mine) atomicAdd(elsewhere, 1);
    for (int i = 0; i < kTableSize; ++i)
      digest = digest * 31 + static_cast<unsigned>(whole[i]);
  }
  seen[thread] = static_cast<int>(digest);
  stayForTheOthers();
}

// Host memory that the device can address, set to zeros.  Findings use its name.
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
      return *flag != 0;  // The kernel has ended, so no thread writes it any more.
  }
}

// The shape of the blocks: `threads` times `rows` times `layers`.
dim3 shapeOf(const Scenario& scenario) {
  return dim3(unsigned(scenario.param("threads")), unsigned(scenario.param("rows", 1)),
              unsigned(scenario.param("layers", 1)));
}

// The grid of this many blocks along the axis that the check names.
dim3 gridOf(const Scenario& scenario, unsigned blocks) {
  const auto axis = scenario.param("axis", 0);
  return dim3(axis == 0 ? blocks : 1, axis == 1 ? blocks : 1, axis == 2 ? blocks : 1);
}

// Streams in which kernels may run at the same time.
class Streams {
 public:
  Streams(const Scenario& scenario, int count) : streams_(count) {
    for (int i = 0; i < count; ++i) {
      scenario.check(cudaStreamCreateWithFlags(&streams_[i], cudaStreamNonBlocking),
                     "cudaStreamCreateWithFlags");
      scenario.name_stream(streams_[i], ("stream " + std::to_string(i)).c_str());
    }
  }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;
  ~Streams() {
    for (cudaStream_t stream : streams_) cudaStreamDestroy(stream);
  }
  int count() const { return int(streams_.size()); }
  cudaStream_t operator[](int i) const { return streams_[i]; }

 private:
  std::vector<cudaStream_t> streams_;
};

// `given` 1: the scenario sends, and the student's code receives; 2: the other way round.
Talk talkOf(const Scenario& scenario) {
  const int form = scenario.param("form"), given = scenario.param("given", 0);
  Talk talk;
  talk.sender = given == 1 ? int(kGiven) : form;
  talk.receiver = given == 2 ? int(kGiven) : form;
  talk.scope = scenario.param("scope", 0);
  talk.rounds = scenario.param("rounds");
  talk.pairs = scenario.param("pairs", 1);
  talk.content = scenario.param("content", 0);
  talk.raised = scenario.param("raised", 1);
  talk.late = scenario.param("late", 0);
  talk.burst = scenario.param("burst", 0);
  talk.who = scenario.param("who", 0);
  talk.step = scenario.param("step", scenario.param("threads") - 1);
  talk.apart = scenario.param("apart", 1);
  return talk;
}

}  // namespace scenarios

// If `far` is 0, threads of one block talk; if it is 1, threads of different blocks.
GRIDLOCK_SCENARIO(talk) {
  constexpr int kFew = 40, kMany = 1000;
  scenarios::Talk talk = scenarios::talkOf(scenario);
  const int far = scenario.param("far");
  if (talk.scope < far) talk.scope = far;
  const dim3 shape = scenarios::shapeOf(scenario);
  const size_t messages = 2 * size_t(talk.rounds) * talk.pairs;

  gridlock::DeviceBuffer<int> out(scenario, "out", 3 * messages);
  if (far == 0) {
    if (messages * talk.apart > kMany)
      scenario.fail("talk", "too many messages for a block");
    if (messages * talk.apart <= kFew)
      scenarios::talkInBlock<kFew><<<1, shape>>>(talk, out.get());
    else
      scenarios::talkInBlock<kMany><<<1, shape>>>(talk, out.get());
    scenario.check_launch("threads of a block that talk");
  } else {
    gridlock::DeviceBuffer<Message> slot(scenario, "slot", messages * talk.apart);
    gridlock::DeviceBuffer<int> flag(scenario, "flag", messages * talk.apart);
    flag.fill([](size_t) { return 0; });
    const dim3 grid = scenarios::gridOf(scenario, 2 * talk.pairs);
    scenarios::talkBetweenBlocks<<<grid, shape>>>(talk, slot.get(), flag.get(),
                                                  out.get());
    scenario.check_launch("blocks that talk");
  }
  out.output();
}

// With `backwards`, the host waits for the last message first.
GRIDLOCK_SCENARIO(tell_host) {
  const scenarios::Talk talk = scenarios::talkOf(scenario);
  const int blocks = scenario.param("blocks");
  const int messages = blocks * talk.rounds;
  scenarios::MappedBuffer<Message> slot(scenario, "slot", messages);
  scenarios::MappedBuffer<int> flag(scenario, "flag", messages);
  scenarios::
      talkToHost<<<scenarios::gridOf(scenario, blocks), scenarios::shapeOf(scenario)>>>(
          talk, slot.device(), flag.device());
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

// The host sends, while the kernel runs, and each block receives.
GRIDLOCK_SCENARIO(hear_host) {
  const scenarios::Talk talk = scenarios::talkOf(scenario);
  const int blocks = scenario.param("blocks");
  const int messages = blocks * talk.rounds;
  scenarios::MappedBuffer<Message> slot(scenario, "slot", messages);
  scenarios::MappedBuffer<int> flag(scenario, "flag", messages);
  gridlock::DeviceBuffer<int> out(scenario, "out", 3 * size_t(messages));
  scenario.check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  scenarios::
      hearHost<<<scenarios::gridOf(scenario, blocks), scenarios::shapeOf(scenario)>>>(
          talk, slot.device(), flag.device(), out.get());
  scenario.check(cudaGetLastError(), "blocks that hear the host");
  for (int k = 0; k < messages; ++k) {
    const int i = scenario.param("backwards", 0) ? messages - 1 - k : k;
    slot.host()[i] = scenarios::messageOf(talk.content, i / talk.rounds, i % talk.rounds);
    // Release: the message, then the flag.
    cuda::atomic_ref<int, cuda::thread_scope_system>(flag.host()[i])
        .store(talk.raised, cuda::memory_order_release);
  }
  scenario.check_launch("blocks that hear the host");
  out.output();
}

// Launches `kernels` kernels at the same time, on the same mutexes, and does so
// `launches` times, with `grow` more blocks each time.  With `fresh`, the mutexes are set
// to 0 before each time.
GRIDLOCK_SCENARIO(guard_sum) {
  const int mutexes = scenario.param("mutexes", 1), apart = scenario.param("apart", 1);
  const int of_block = scenario.param("of_block", 1);
  const bool watch = scenario.param("watch", 0) != 0;
  const auto zero = [](size_t) { return 0; };

  gridlock::DeviceBuffer<int> mutex(scenario, "mutex", size_t(mutexes) * apart);
  gridlock::DeviceBuffer<scenarios::Guarded> guarded(scenario, "guarded", mutexes);
  gridlock::DeviceBuffer<int> inside(scenario, "inside", mutexes);
  gridlock::DeviceBuffer<int> overlaps(scenario, "overlaps", 1);
  gridlock::DeviceBuffer<int> calling(scenario, "calling", 1);
  guarded.fill([](size_t) { return scenarios::Guarded{0, 0}; });
  inside.fill(zero);
  overlaps.fill(zero);
  calling.fill(zero);
  const scenarios::Counts counts = {watch ? inside.get() : nullptr, overlaps.get(),
                                    calling.get()};
  const gridlock::CallLog log(scenario, scenario.param("calls", 0));
  const scenarios::Streams streams(scenario, scenario.param("kernels", 1));
  for (int launch = 0; launch < scenario.param("launches", 1); ++launch) {
    const int blocks = scenario.param("blocks") + launch * scenario.param("grow", 0);
    if (launch == 0 || scenario.param("fresh", 0)) mutex.fill(zero);
    scenario.check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    for (int kernel = 0; kernel < streams.count(); ++kernel) {
      const scenarios::Takers takers = {
          int(scenario.param("rounds")),   of_block, int(scenario.param("who", 0)),
          int(scenario.param("step", 1)),  mutexes,  kernel * blocks * of_block,
          int(scenario.param("crowd", 0)), apart};
      const dim3 grid = scenarios::gridOf(scenario, blocks);
      scenarios::guardSum<<<grid, scenarios::shapeOf(scenario), 0, streams[kernel]>>>(
          takers, mutex.get(), guarded.get(), counts,
          scenario.param("calls", 0) ? log.writer() : gridlock::CallWriter{});
    }
    scenario.check_launch("blocks that take the lock");
  }
  std::vector<scenarios::Guarded> result(mutexes);
  guarded.download(result.data());
  for (int m = 0; m < mutexes; ++m) {
    scenario.output("holders", result[m].holders);
    scenario.output("sum", result[m].sum);
  }
  overlaps.output();
  log.output();
}

// Launches `kernels` kernels at the same time, on the same tables, and does so `launches`
// times, with `grow` more blocks each time.  With `fresh`, the tables are emptied before
// each time.
GRIDLOCK_SCENARIO(read_table) {
  const dim3 shape = scenarios::shapeOf(scenario);
  const int tables = scenario.param("tables", 1), apart = scenario.param("apart", 1);
  const size_t entries = size_t(tables) * kTableSize;

  gridlock::DeviceBuffer<int> state(scenario, "state", size_t(tables) * apart);
  gridlock::DeviceBuffer<int> table(scenario, "table", entries * apart);
  gridlock::DeviceBuffer<int> builds(scenario, "builds", tables);
  gridlock::DeviceBuffer<int> elsewhere(scenario, "elsewhere", 1);
  const scenarios::Streams streams(scenario, scenario.param("kernels", 1));
  builds.fill([](size_t) { return 0; });
  elsewhere.fill([](size_t) { return 0; });
  for (int launch = 0; launch < scenario.param("launches", 1); ++launch) {
    const int blocks = scenario.param("blocks") + launch * scenario.param("grow", 0);
    const int threads = blocks * int(shape.x * shape.y * shape.z);
    gridlock::DeviceBuffer<int> seen(scenario, "seen", size_t(threads) * streams.count());
    const int age = scenario.param("fresh", 0) ? launch : 0;
    if (launch == age) state.fill([](size_t) { return kEmpty; });
    if (age > 0) table.fill([](size_t) { return -1; });
    scenario.check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    for (int kernel = 0; kernel < streams.count(); ++kernel) {
      const scenarios::Asking asking = {tables,
                                        int(scenario.param("calls", 0)),
                                        scenario.param("plan", 0),
                                        launch,
                                        kernel * threads,
                                        int(scenario.param("own", 0)),
                                        apart};
      const dim3 grid = scenarios::gridOf(scenario, blocks);
      scenarios::readTable<<<grid, shape, 0, streams[kernel]>>>(
          asking, state.get(), table.get(), scenario.param("seed") + 77 * age,
          builds.get(), seen.get(), elsewhere.get());
    }
    scenario.check_launch("blocks that read the table");
    seen.output();
    std::vector<int> all(table.count());
    table.download(all.data());
    for (int t = 0; t < tables; ++t)
      scenario.output("table", all.data() + size_t(t) * apart * kTableSize, kTableSize);
  }
  builds.output();
  elsewhere.output();
}

GRIDLOCK_MODULE()
