// The scenarios of lab 05: each launches the student's code with the parameters it is
// given and returns what that code did.  They judge nothing.

#include "required.cuh"

#include <gridlock/call_log.h>
#include <gridlock/scenario.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

namespace scenarios {

using gridlock::DeviceBuffer;
using gridlock::Scenario;

// ---- What is launched --------------------------------------------------------------

// The value of item i.  It cycles through ten values, some of which do not fit into a
// narrower type.
__host__ __device__ inline int valueOf(int i) {
  constexpr int kValues[] = {0,     1,       2,       255,        256,
                             65535, 1 << 16, 1 << 24, 0x7ffffffe, 0x7fffffff};
  return kValues[i % 10];
}

// The id of the first item, unless a check wants one with the id 0: a wrong none() may
// have that id, and only those checks shall fail for it.
constexpr int kFirstId = 1;

// Item `i` of a queue: as work() expects it, or, if it is `wide`, with large numbers.
__host__ __device__ inline WorkItem itemOf(int wide, int i) {
  if (wide) return WorkItem{0x7fffffff - i, valueOf(i)};
  return WorkItem{kFirstId + i, stepsOf(kFirstId + i)};
}

// Word number `word` of such items.  Each item has two words.
__host__ __device__ inline int wordOf(int wide, int word) {
  if (word < 0) return 0;
  const WorkItem item = itemOf(wide, word / 2);
  return word % 2 == 0 ? item.id : item.steps;
}

inline WorkItem* itemsAt(int* words, int at) {
  return reinterpret_cast<WorkItem*>(words + at);
}

// Items.  The first one lies `at` integers, 0 or 1, after an aligned address.
class ItemsAt : public gridlock::DeviceBuffer<WorkItem> {
 public:
  ItemsAt(const Scenario& scenario, int wide, size_t items, int at)
      : DeviceBuffer<WorkItem>(scenario, "items", items + at), at_(at) {
    fill([=](size_t i) {
      const int word = 2 * int(i) - at;
      return WorkItem{wordOf(wide, word), wordOf(wide, word + 1)};
    });
  }
  WorkItem* first() const { return itemsAt(reinterpret_cast<int*>(get()), at_); }

 private:
  const int at_;
};

// The place `elements` elements before `first`; it is never accessed.
template <class T>
T* before_by(T* first, size_t elements) {
  return reinterpret_cast<T*>(reinterpret_cast<uintptr_t>(first) - elements * sizeof(T));
}

// The number of this item among `items` items; -1 if it is none of them.
__device__ inline int numberOf(int wide, int items, WorkItem item) {
  const int i = wide ? 0x7fffffff - item.id : item.id - kFirstId;
  if (i < 0 || i >= items) return -1;
  return item.steps == itemOf(wide, i).steps ? i : -1;
}

// Whether this thread is one of `callers` threads, the first of which is `who`.
__device__ inline bool calls(int who, int callers) {
  return int((threadIdx.x + blockDim.x - who % blockDim.x) % blockDim.x) < callers;
}

// Calls isNone() for each of the items, and for none().
__global__ void askNone(const WorkItem* item, int items, int* answer) {
  for (int i = 0; i < items; ++i) answer[i] = item[i].isNone() ? 1 : 0;
  answer[items] = WorkItem::none().isNone() ? 1 : 0;
}

// Calls fetch(), with the barrier that it requires of its caller.  After the first none()
// it fetches twice more: `revived` counts the threads that then got an item.
__global__ void callFetch(WorkQueue* queue, Ledger ledger, int* revived) {
  int left = 3;
  for (int calls = 0; left > 0 && calls < ledger.items + 3; ++calls) {
    const WorkItem item = queue->fetch();
    const bool some = !item.isNone();
    const bool any = __syncthreads_or(some);
    if (some) work(item, ledger);
    if (some && left < 3) atomicAdd(revived, 1);
    if (!any || left < 3) --left;
  }
}

// Two calls of next() in a row, often enough for all items.
__global__ void callNext(WorkQueue* queue, Ledger ledger) {
  for (int calls = 0; calls <= ledger.items; calls += 2) {
    const WorkItem one = queue->next();
    const WorkItem other = queue->next();
    if (!one.isNone()) work(one, ledger);
    if (!other.isNone()) work(other, ledger);
  }
}

// Calls next(), then fetch() at once: fetch() needs a barrier only before the next call.
__global__ void callNextThenFetch(WorkQueue* queue, Ledger ledger) {
  for (int calls = 0; calls <= ledger.items; calls += 2) {
    const WorkItem one = queue->next();
    const WorkItem other = queue->fetch();
    __syncthreads();
    if (!one.isNone()) work(one, ledger);
    if (!other.isNone()) work(other, ledger);
  }
}

// `callers` threads of each block draw chunks until one is empty.  size[i] is the size of
// the chunks that begin at i; covered[i] counts the chunks that contain i; `early` counts
// the empty chunks that came while items remained.  strays[0] counts the chunks that no
// queue of `items` items has; the first of them is [strays[1], strays[2]).
__global__ void callNextChunk(WorkQueue* queue, int items, int who, int callers,
                              int* size, int* covered, unsigned long long* strays,
                              int* early) {
  bool more = scenarios::calls(who, callers);
  for (int calls = 0; more && calls <= items; ++calls) {
    const Chunk chunk = queue->nextChunk(gridDim.x);
    if (chunk.begin == chunk.end) {
      const volatile unsigned long long* index = &queue->current;
      if (*index < queue->total) atomicAdd(early, 1);
      more = false;
    } else if (chunk.begin > chunk.end || chunk.end > unsigned(items)) {
      if (atomicAdd(strays, 1) == 0) {
        strays[1] = chunk.begin;
        strays[2] = chunk.end;
      }
      more = false;
    }
    if (!more) continue;
    atomicAdd(&size[chunk.begin], int(chunk.end - chunk.begin));
    for (auto i = chunk.begin; i < chunk.end; ++i) atomicAdd(&covered[i], 1);
  }
  __syncthreads();  // A barrier does not wait for threads that have ended.
}

// The function that draws from a queue whose items are counted.
enum Drawer { kDraw, kDrawByFetch, kDrawByNext };

// Every thread, or every block, draws until nothing is left, and `again` times
// more.
__global__ void drawAll(WorkQueue* queue, int drawer, int items, int wide, int again,
                        int* times, int* strays, int* revived, int* early) {
  const volatile unsigned long long* index = &queue->current;
  int left = again + 1;
  for (int calls = 0; left > 0 && calls < items + again + 1; ++calls) {
    WorkItem item = WorkItem::none();
    if (drawer == kDraw) item = queue->draw();
    if (drawer == kDrawByFetch) item = queue->fetch();
    if (drawer == kDrawByFetch) __syncthreads();  // fetch() requires it.
    if (drawer == kDrawByNext) item = queue->next();
    if (item.isNone() || left <= again) --left;
    if (item.isNone() && *index < queue->total) atomicAdd(early, 1);
    if (item.isNone()) continue;
    if (left < again) atomicAdd(revived, 1);
    const int i = numberOf(wide, items, item);
    atomicAdd(i < 0 ? strays : &times[i], 1);
  }
  __syncthreads();
}

// Every block pulls until there is nothing left, and `again` times more.  Nothing is
// pushed, so none() comes too early unless as many calls have begun as there were items.
__global__ void pullAll(GrowingQueue* queue, int items, int wide, int again, int* begun,
                        int* times, int* strays, int* revived, int* early) {
  int left = again + 1;
  for (int calls = 0; left > 0 && calls < items + again + 1; ++calls) {
    if (threadIdx.x == 0) atomicAdd(begun, 1);
    __syncthreads();  // From here on, any thread may do the block's pull().
    const WorkItem item = queue->pull();
    if (item.isNone() && threadIdx.x == 0 && atomicAdd(begun, 0) < items)
      atomicAdd(early, 1);
    if (item.isNone() || left <= again) --left;
    if (item.isNone()) continue;
    if (left < again) atomicAdd(revived, 1);
    const int i = numberOf(wide, items, item);
    atomicAdd(i < 0 ? strays : &times[i], 1);
  }
}

// Draws in turn from two queues; the second's items are numbered after the first's.
__global__ void callBoth(WorkQueue* queues, bool by_next, Ledger ledger) {
  for (int calls = 0; calls <= ledger.items / 2; ++calls)
    for (int i = 0; i < 2; ++i) {
      const WorkItem item = by_next ? queues[i].next() : queues[i].fetch();
      if (!by_next) __syncthreads();  // fetch() requires it.
      if (!item.isNone()) work(item, ledger);
    }
}

// Fills each queue, as one thread of a grid.
__global__ void fillMany(WorkQueue* queues, const WorkItem* items,
                         const unsigned long long* counts, int many, int who) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; thread == who && i < many; ++i) queues[i].fill(items + i, counts[i]);
  __syncthreads();
}

// Waits until the host opens the gate, or until a long time has passed.
__global__ void waitForHost(const int* opened, int patience) {
  const volatile int* now = opened;
  for (int i = 0; i < patience && *now == 0; ++i) __nanosleep(1000);
}

// Item k has the children 2k + 1 and 2k + 2, if there are that many items; different
// threads push them.
__global__ void callPull(GrowingQueue* queue, Ledger ledger, int* refused) {
  for (int calls = 0; calls <= ledger.items; ++calls) {
    const WorkItem item = queue->pull();
    if (item.isNone()) return;
    work(item, ledger);
    if (item.id < 0 || item.id >= ledger.items) continue;
    for (int child = 2 * item.id + 1; child <= 2 * item.id + 2; ++child)
      if (threadIdx.x == child / 2 % blockDim.x && child < ledger.items &&
          !queue->push(WorkItem{child, stepsOf(child)}))
        atomicExch(&refused[child], 1);
    // Only after a barrier must pull() find items that other threads pushed.
    if (2 * item.id + 1 < ledger.items) __syncthreads();
  }
}

// `callers` threads of each block push `pushes` items each; then the block pulls all
// items.
__global__ void callPush(GrowingQueue* queue, int pushes, int who, int callers,
                         int* accepted, int* pulled) {
  const int of = (threadIdx.x + blockDim.x - who % blockDim.x) % blockDim.x;
  for (int i = 0; calls(who, callers) && i < pushes; ++i) {
    const int id = (blockIdx.x * callers + of) * pushes + i;
    if (queue->push(WorkItem{id, stepsOf(id)})) atomicAdd(&accepted[id], 1);
  }
  __syncthreads();  // From here on, pull() must find the block's items.
  const int most = gridDim.x * callers * pushes;
  for (int calls = 0; calls <= most; ++calls) {
    const WorkItem item = queue->pull();
    const bool some = !item.isNone();
    if (!__syncthreads_or(some)) return;
    if (threadIdx.x == 0 && item.id >= 0 && item.id < most)
      atomicAdd(&pulled[item.id], 1);
  }
}

enum QueueCall { kPull, kPush };

// Each block makes the calls of its plan, one after the other: octal digits, the next one
// in the lowest, and a 7 above the last.
__global__ void callAsPlanned(GrowingQueue* queue, const long long* plans, int wide,
                              gridlock::CallWriter log) {
  const bool speaks = threadIdx.x == 0;
  int id = 16 * (blockIdx.x + 1);
  for (long long plan = plans[blockIdx.x]; plan > 7; plan >>= 3, ++id) {
    const int begin = speaks ? log.begin() : 0;
    if (log.clock) __syncthreads();  // No thread works before the call has begun.
    if ((plan & 7) == kPull) {
      const WorkItem item = queue->pull();
      const int pulled = item.isNone() ? -1 : numberOf(wide, 1 << 20, item);
      const int strange = 1 << 20;  // An item that was never pushed.
      if (speaks)
        log.end(begin, blockIdx.x, kPull, 0,
                !item.isNone() && pulled < 0 ? strange : pulled);
    } else {
      const bool taken = speaks && queue->push(itemOf(wide, id));
      if (speaks) log.end(begin, blockIdx.x, kPush, id, taken);
      __syncthreads();  // From here on, pull() must find the item.
    }
  }
}

// ---- The results -------------------------------------------------------------------

// Names the members of the queues for findings: "queue.pushed".
template <class Queue>
void nameMembers(const Scenario& scenario, const std::string& queue, const Queue& of) {
  const auto name = [&](const auto& member, const char* text) {
    scenario.name_memory(&member, sizeof member, sizeof member, (queue + text).c_str());
  };
  name(of.items, ".items");
  name(of.current, ".current");
  if constexpr (std::is_same_v<Queue, GrowingQueue>) {
    name(of.ready, ".ready");
    name(of.capacity, ".capacity");
    name(of.pushed, ".pushed");
  } else {
    name(of.total, ".total");
  }
}

// Queues in device memory.
template <class Queue>
class Queues : public DeviceBuffer<Queue> {
 public:
  explicit Queues(const Scenario& scenario, size_t count = 1)
      : DeviceBuffer<Queue>(scenario, "queue", count) {
    for (size_t i = 0; i < count; ++i)
      nameMembers(scenario, count == 1 ? "queue" : "queue[" + std::to_string(i) + "]",
                  this->get()[i]);
  }
};

// A ledger for a launch with `threads` threads per block, and its outputs.
class Book {
 public:
  Book(const Scenario& scenario, int items, int threads, int base = 0)
      : scenario_(scenario),
        items_(items),
        threads_(threads),
        base_(base),
        handed_(scenario, "handed", size_t(items) * threads),
        strays_(scenario, "strays", 1),
        index_seen_(scenario, "index_seen", size_t(items) * threads) {
    handed_.fill([](size_t) { return 0u; });
    strays_.fill([](size_t) { return 0; });
    index_seen_.fill([](size_t) { return 0ull; });
  }

  // The items have the numbers from `base` on.
  Ledger ledger(const volatile unsigned long long* index = nullptr) const {
    const size_t before = size_t(base_) * threads_;
    return {base_ + items_, before_by(handed_.get(), before),
            strays_,        int(scenario_.param("pace", 0)),
            index,          before_by(index_seen_.get(), before)};
  }

  // times: how many times threads were handed each item.  first: the first such thread of
  // a block; -1 if there is none.  split: the number of items that were not handed once
  // to every thread of exactly one block.  No output names the block, as any block may
  // get any item.
  void output() const {
    std::vector<unsigned> word(handed_.count());
    handed_.download(word.data());
    std::vector<int> all_times, first;
    int split = 0;
    for (int item = 0; item < items_; ++item) {
      const unsigned* of_item = word.data() + size_t(item) * threads_;
      int times = 0, others = 0;
      for (int thread = 0; thread < threads_; ++thread) {
        times += of_item[thread] % 256;
        others += of_item[thread] != of_item[0];
      }
      int thread = 0;
      while (thread < threads_ && of_item[thread] == 0) ++thread;
      first.push_back(thread < threads_ ? thread : -1);
      all_times.push_back(times);
      split += others > 0;
    }
    scenario_.output("times", all_times.data(), all_times.size());
    scenario_.output("first", first.data(), first.size());
    scenario_.output("split", split);
    strays_.output();
  }

  void watch() const { scenario_.watch(handed_.get()); }

  // takers: the number of blocks that were handed items.  most, least: the most and the
  // fewest items that such a block was handed.  greediest: the block with `most`.  Also
  // outputs how many threads recorded work, if watch() was called before.
  void output_takers() const {
    scenario_.output_sharing(handed_.get(), sizeof(unsigned));
    std::vector<unsigned> word(handed_.count());
    handed_.download(word.data());
    std::map<unsigned, int> items_of;
    for (int item = 0; item < items_; ++item)
      if (const unsigned block = word[size_t(item) * threads_] / 256) ++items_of[block];
    int most = 0, least = items_;
    unsigned greediest = 0;
    for (const auto& [block, items] : items_of) {
      if (items > most) most = items, greediest = block - 1;
      least = std::min(least, items);
    }
    scenario_.output("takers", int64_t(items_of.size()));
    scenario_.output("most", most);
    scenario_.output("least", least);
    scenario_.output("greediest", greediest);
  }

  // A bit for each item that went to all threads of one block and to no other block; -1
  // if anything else was handed out.
  long long handed_whole() const {
    std::vector<unsigned> word(handed_.count());
    handed_.download(word.data());
    int strays = 0;
    strays_.download(&strays);
    long long whole = strays ? -1 : 0;
    for (int item = 0; item < items_ && whole >= 0; ++item) {
      const unsigned* of_item = word.data() + size_t(item) * threads_;
      const bool same = std::count(of_item, of_item + threads_, *of_item) == threads_;
      if (!same || *of_item % 256 > 1) return -1;
      whole |= (long long)(*of_item % 256) << item;
    }
    return whole;
  }

  // index_seen: for each item the greatest index that a thread saw as it began the item.
  void output_index() const {
    std::vector<unsigned long long> seen(index_seen_.count());
    index_seen_.download(seen.data());
    for (int item = 0; item < items_; ++item) {
      const auto* first = seen.data() + size_t(item) * threads_;
      scenario_.output("index_seen", int64_t(*std::max_element(first, first + threads_)));
    }
  }

 private:
  const Scenario& scenario_;
  int items_, threads_, base_;
  DeviceBuffer<unsigned> handed_;
  DeviceBuffer<int> strays_;
  DeviceBuffer<unsigned long long> index_seen_;
};

enum Caller { kFetch, kWorkOff, kNext, kWorkOffAhead, kNextThenFetch };

void launch(int caller, int blocks, int threads, cudaStream_t stream, WorkQueue* queue,
            const Ledger& ledger, int* revived) {
  if (caller == kFetch) callFetch<<<blocks, threads, 0, stream>>>(queue, ledger, revived);
  if (caller == kWorkOff) workOff<<<blocks, threads, 0, stream>>>(queue, ledger);
  if (caller == kNext) callNext<<<blocks, threads, 0, stream>>>(queue, ledger);
  if (caller == kWorkOffAhead)
    workOffAhead<<<blocks, threads, 0, stream>>>(queue, ledger);
  if (caller == kNextThenFetch)
    callNextThenFetch<<<blocks, threads, 0, stream>>>(queue, ledger);
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

// The queue `filled`, but with its items at the indices `first`, `first` + 1, ...
WorkQueue movedTo(WorkQueue filled, unsigned long long first) {
  const auto base = reinterpret_cast<uintptr_t>(filled.items);
  filled.items = reinterpret_cast<const WorkItem*>(base - first * sizeof(WorkItem));
  filled.total += first;
  filled.current += first;
  return filled;
}

}  // namespace scenarios

GRIDLOCK_SCENARIO(none) {
  std::vector<WorkItem> items;
  for (int i = 0; i < 100; ++i)
    items.push_back({scenarios::valueOf(i), scenarios::valueOf(i / 10)});
  const int count = int(items.size());
  gridlock::DeviceBuffer<WorkItem> item(scenario, "items", count);
  gridlock::DeviceBuffer<int> answer(scenario, "answer", count + 1);
  item.upload(items.data());
  scenarios::askNone<<<1, 1>>>(item.get(), count, answer.get());
  scenario.check_launch("a kernel that asks isNone()");
  answer.output();
  for (const WorkItem& one : items)
    scenario.output("answer_on_host", one.isNone() ? 1 : 0);
  scenario.output("answer_on_host", WorkItem::none().isNone() ? 1 : 0);
}

// `kernels`: the number of kernels that draw from one queue at the same time.  `base`:
// the number of the first item.
GRIDLOCK_SCENARIO(hand_out) {
  const int caller = scenario.param("caller");
  const int threads = scenario.param("threads"), items = scenario.param("items");
  const auto first = static_cast<unsigned long long>(scenario.param("first", 0));

  scenarios::Queues<WorkQueue> queue(scenario);
  gridlock::DeviceBuffer<int> revived(scenario, "revived", 1);
  revived.fill([](size_t) { return 0; });
  const int base = scenario.param("base", scenarios::kFirstId);
  const scenarios::Streams streams(scenario, scenario.param("kernels", 1));
  gridlock::DeviceBuffer<WorkItem> item(scenario, "items", items);
  item.fill([base](size_t i) { return WorkItem{base + int(i), stepsOf(base + int(i))}; });
  WorkQueue filled;
  queue.download(&filled);
  filled.fill(item.get(), items);
  filled = scenarios::movedTo(filled, first);
  queue.upload(&filled);
  const scenarios::Book book(scenario, items, threads, base);
  const bool watch = scenario.param("watch", 0) != 0;
  const bool takers = scenario.param("count_takers", 0) != 0;
  if (takers) book.watch();
  scenario.check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  for (int kernel = 0; kernel < streams.count(); ++kernel)
    scenarios::launch(caller, scenario.param("blocks"), threads, streams[kernel],
                      queue.get(), book.ledger(watch ? &queue.get()->current : nullptr),
                      revived.get());
  scenario.check_launch("a kernel that draws from the queue");
  book.output();
  queue.download(&filled);
  scenario.output("drawn",
                  int64_t(std::min<unsigned long long>(filled.current - first, items)));
  if (watch) book.output_index();
  if (takers) book.output_takers();
  revived.output();
}

// Calls sendQueue() and fetch() `launches` times, and the host waits for none of them.
// Each queue has one item less than the one before; every `period`th is full again.
GRIDLOCK_SCENARIO(send) {
  const int launches = scenario.param("launches");
  const int most = scenario.param("items");
  const int threads = scenario.param("threads");
  const int period = scenario.param("period", launches);

  cudaStream_t stream = nullptr;
  scenario.check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking),
                 "cudaStreamCreateWithFlags");
  {
    scenarios::Queues<WorkQueue> queue(scenario);
    gridlock::DeviceBuffer<WorkItem> item(scenario, "items", most);
    item.fill([](size_t i) { return WorkItem{int(i), stepsOf(int(i))}; });
    gridlock::DeviceBuffer<int> revived(scenario, "revived", 1);
    revived.fill([](size_t) { return 0; });
    const WorkQueue empty = {item.get(), 0, 0};
    queue.upload(&empty);
    std::vector<scenarios::Book*> books;
    for (int launch = 0; launch < launches; ++launch)
      books.push_back(new scenarios::Book(scenario, most - launch % period, threads));
    scenario.check_launch("cudaMemcpy");
    for (int launch = 0; launch < launches; ++launch) {
      const cudaError_t sent =
          sendQueue(queue.get(), item.get(), most - launch % period, stream);
      scenario.check(sent, "sendQueue");
      scenarios::launch(scenarios::kFetch, scenario.param("blocks"), threads, stream,
                        queue.get(), books[launch]->ledger(), revived.get());
    }
    scenario.check_launch("a kernel in a stream that draws from the queue");
    for (const scenarios::Book* book : books) {
      book->output();
      delete book;
    }
  }
  cudaStreamDestroy(stream);
}

// Calls sendQueue() and fetch() `sends` times, each time for the next part of an array,
// of up to `most` items.  There are `queues` queues, each with its own stream, and no
// stream goes on before the host has made all calls.
GRIDLOCK_SCENARIO(send_in_a_row) {
  const int sends = scenario.param("sends");
  const int most = scenario.param("most");
  const int threads = scenario.param("threads");
  const scenarios::Streams streams(scenario, scenario.param("queues"));
  int items = 0;
  for (int i = 0; i < sends; ++i) items += i % (most + 1);
  scenarios::Queues<WorkQueue> queue(scenario, streams.count());
  gridlock::DeviceBuffer<WorkItem> item(scenario, "items", items);
  item.fill([](size_t i) { return WorkItem{int(i), stepsOf(int(i))}; });
  const scenarios::Book book(scenario, items, threads);
  gridlock::DeviceBuffer<int> revived(scenario, "revived", 1);
  revived.fill([](size_t) { return 0; });
  int* opened = nullptr;
  scenario.check(cudaMallocHost(reinterpret_cast<void**>(&opened), sizeof *opened),
                 "cudaMallocHost");
  *opened = 0;
  scenario.check_launch("cudaMemcpy");
  for (int i = 0; i < streams.count(); ++i)
    scenarios::waitForHost<<<1, 1, 0, streams[i]>>>(opened, scenario.param("patience"));
  for (int i = 0, first = 0; i < sends; ++i) {
    const int which = i % streams.count(), count = i % (most + 1);
    scenario.check(
        sendQueue(queue.get() + which, item.get() + first, count, streams[which]),
        "sendQueue");
    scenarios::launch(scenarios::kFetch, scenario.param("blocks"), threads,
                      streams[which], queue.get() + which, book.ledger(), revived.get());
    first += count;
  }
  *static_cast<volatile int*>(opened) = 1;
  scenario.check_launch("a kernel in a stream that draws from the queue");
  book.output();
  cudaFreeHost(opened);
}

// Outputs whether sendQueue() returns an error for a stream that has been destroyed.
GRIDLOCK_SCENARIO(send_to_nowhere) {
  scenarios::Queues<WorkQueue> queue(scenario);
  gridlock::DeviceBuffer<WorkItem> item(scenario, "items", 1);
  cudaStream_t gone = nullptr;
  scenario.check(cudaStreamCreate(&gone), "cudaStreamCreate");
  scenario.check(cudaStreamDestroy(gone), "cudaStreamDestroy");
  const cudaError_t refused = sendQueue(queue.get(), item.get(), 1, gone);
  cudaGetLastError();
  scenario.output("refused", refused != cudaSuccess);
}

namespace scenarios {

constexpr unsigned long long kCounts[] = {
    0,          1,          255,        256,        65535,
    65536,      1ull << 24, 1ull << 31, 1ull << 32, (1ull << 32) + 1,
    1ull << 40, 1ull << 53};
constexpr int kMany = sizeof kCounts / sizeof *kCounts;

// Outputs the contents of the queues.
void tell(const Scenario& scenario, const WorkQueue* queues, const WorkItem* items) {
  for (int i = 0; i < kMany; ++i) {
    scenario.output("items", queues[i].items - items);
    scenario.output("total", int64_t(queues[i].total));
    scenario.output("count", int64_t(kCounts[i]));
    scenario.output("current", int64_t(queues[i].current));
  }
}

}  // namespace scenarios

// Queues of any length are filled by the host, then by thread `who` of a kernel; nothing
// is drawn from them.
GRIDLOCK_SCENARIO(fill) {
  using scenarios::kMany;
  scenarios::Queues<WorkQueue> queue(scenario, kMany);
  gridlock::DeviceBuffer<unsigned long long> count(scenario, "count", kMany);
  gridlock::DeviceBuffer<WorkItem> item(scenario, "items", kMany);
  count.upload(scenarios::kCounts);
  WorkQueue queues[kMany];
  queue.download(queues);  // The queues hold unwritten memory.
  for (int i = 0; i < kMany; ++i) queues[i].fill(item.get() + i, scenarios::kCounts[i]);
  scenarios::tell(scenario, queues, item.get());
  scenarios::fillMany<<<2, 34>>>(queue.get(), item.get(), count.get(), kMany,
                                 scenario.param("who"));
  scenario.check_launch("a kernel that fills queues");
  queue.download(queues);
  scenarios::tell(scenario, queues, item.get());
}

// As `fill`, with queues that the host sends.
GRIDLOCK_SCENARIO(send_lengths) {
  using scenarios::kMany;
  scenarios::Queues<WorkQueue> queue(scenario, kMany);
  gridlock::DeviceBuffer<WorkItem> item(scenario, "items", kMany);
  WorkQueue queues[kMany];
  std::fill(queues, queues + kMany, WorkQueue{nullptr, 0, 1});
  queue.upload(queues);
  for (int i = 0; i < kMany; ++i)
    scenario.check(
        sendQueue(queue.get() + i, item.get() + i, scenarios::kCounts[i], nullptr),
        "sendQueue");
  scenario.check_launch("sendQueue");
  queue.download(queues);
  scenarios::tell(scenario, queues, item.get());
}

// Threads, or blocks, draw until nothing is left, and `again` times more.  The items lie
// `at` integers after an aligned address.
GRIDLOCK_SCENARIO(draw_all) {
  const int items = scenario.param("items"), at = scenario.param("at", 0);
  const int wide = scenario.param("wide");
  const auto zero = [](size_t) { return 0; };
  scenarios::Queues<WorkQueue> queue(scenario);
  scenarios::ItemsAt item(scenario, wide, items, at);
  gridlock::DeviceBuffer<int> times(scenario, "times", items);
  gridlock::DeviceBuffer<int> strays(scenario, "strays", 1);
  gridlock::DeviceBuffer<int> revived(scenario, "revived", 1);
  gridlock::DeviceBuffer<int> early(scenario, "early", 1);
  early.fill(zero);
  times.fill(zero);
  strays.fill(zero);
  revived.fill(zero);
  WorkQueue filled{};
  filled.fill(item.first(), items);
  filled = scenarios::movedTo(
      filled, static_cast<unsigned long long>(scenario.param("first", 0)));
  queue.upload(&filled);
  scenarios::drawAll<<<int(scenario.param("blocks")), int(scenario.param("threads"))>>>(
      queue.get(), scenario.param("drawer"), items, wide, scenario.param("again"),
      times.get(), strays.get(), revived.get(), early.get());
  scenario.check_launch("a kernel that draws");
  early.output();
  times.output();
  strays.output();
  revived.output();
}

// As draw_all, with pull(), from a queue to which nothing is pushed any more; the places
// before its items have been drawn already.
GRIDLOCK_SCENARIO(pull_all) {
  const int items = scenario.param("items"), at = scenario.param("at", 0);
  const int wide = scenario.param("wide");
  const auto first = static_cast<unsigned long long>(scenario.param("first", 0));
  const auto zero = [](size_t) { return 0; };
  scenarios::Queues<GrowingQueue> queue(scenario);
  scenarios::ItemsAt item(scenario, wide, items, at);
  gridlock::DeviceBuffer<int> ready(scenario, "ready", items);
  gridlock::DeviceBuffer<int> begun(scenario, "begun", 1);
  gridlock::DeviceBuffer<int> times(scenario, "times", items);
  gridlock::DeviceBuffer<int> strays(scenario, "strays", 1);
  gridlock::DeviceBuffer<int> revived(scenario, "revived", 1);
  gridlock::DeviceBuffer<int> early(scenario, "early", 1);
  for (const auto* count : {&begun, &times, &strays, &revived, &early})
    const_cast<gridlock::DeviceBuffer<int>*>(count)->fill(zero);
  ready.fill([](size_t) { return 1; });
  const GrowingQueue start = {scenarios::before_by(item.first(), first),
                              scenarios::before_by(ready.get(), first), first + items,
                              first + items, first};
  queue.upload(&start);
  scenarios::pullAll<<<int(scenario.param("blocks")), int(scenario.param("threads"))>>>(
      queue.get(), items, wide, scenario.param("again"), begun.get(), times.get(),
      strays.get(), revived.get(), early.get());
  scenario.check_launch("a kernel that pulls");
  early.output();
  times.output();
  strays.output();
  revived.output();
}

// Draws in turn from two queues with equally many items.
GRIDLOCK_SCENARIO(two_queues) {
  const int items = scenario.param("items");
  gridlock::DeviceBuffer<WorkItem> item(scenario, "items", 2 * size_t(items));
  scenarios::Queues<WorkQueue> queue(scenario, 2);
  item.fill([](size_t i) { return scenarios::itemOf(0, int(i)); });
  WorkQueue filled[2] = {};
  for (int i = 0; i < 2; ++i) filled[i].fill(item.get() + i * items, items);
  queue.upload(filled);
  const scenarios::Book book(scenario, 2 * items, scenario.param("threads"),
                             scenarios::kFirstId);
  scenarios::callBoth<<<int(scenario.param("blocks")), int(scenario.param("threads"))>>>(
      queue.get(), scenario.param("by_next") != 0, book.ledger());
  scenario.check_launch("a kernel that draws from two queues");
  book.output();
}

namespace scenarios {

__global__ void fetchOnce(WorkQueue* queue, int* got) {
  const WorkItem& item = queue->fetch();
  got[blockIdx.x * blockDim.x + threadIdx.x] = item.isNone() ? -1 : item.id;
}

__global__ void nextTwice(WorkQueue* queue, int* got) {
  for (int call = 0; call < 2; ++call) {
    const WorkItem item = queue->next();
    got[(2 * blockIdx.x + call) * blockDim.x + threadIdx.x] =
        item.isNone() ? -1 : item.id;
  }
}

__global__ void chunkOnce(WorkQueue* queue, unsigned shares, Chunk* got) {
  if (threadIdx.x == 0) got[blockIdx.x] = queue->nextChunk(shares);
}

// The kinds of launches of `in_turn`; the last two refill the queue.
enum Ask { kFetchOnce, kNextTwice, kChunkOnce, kAllOff, kAllOffAhead, kFill, kFillNone };

// One launch on a queue, and its results.  The output "calls" gets rows like those of a
// CallLog: the calls of one launch overlap, and calls of two launches do not.
class Turn {
 public:
  Turn(const Scenario& scenario, int ask, int number, int items)
      : ask_(ask),
        number_(number),
        blocks_(scenario.param("blocks")),
        threads_(scenario.param("threads")),
        scenario_(scenario),
        got_(scenario, "got", size_t(2) * blocks_ * threads_),
        chunk_(scenario, "chunk", blocks_),
        book_(scenario, items, threads_) {}

  void launch(WorkQueue* queue) {
    if (ask_ == kFetchOnce) fetchOnce<<<blocks_, threads_>>>(queue, got_);
    if (ask_ == kNextTwice) nextTwice<<<blocks_, threads_>>>(queue, got_);
    if (ask_ == kChunkOnce)
      chunkOnce<<<blocks_, threads_>>>(queue, unsigned(scenario_.param("shares")),
                                       chunk_);
    if (ask_ == kAllOff) workOff<<<blocks_, threads_>>>(queue, book_.ledger());
    if (ask_ == kAllOffAhead) workOffAhead<<<blocks_, threads_>>>(queue, book_.ledger());
  }

  // `first`: the index of item 0.
  void output(unsigned long long first) const {
    if (ask_ == kFetchOnce || ask_ == kNextTwice) tell_items(ask_ == kNextTwice ? 2 : 1);
    if (ask_ == kChunkOnce) tell_chunks(first);
    if (ask_ == kAllOff || ask_ == kAllOffAhead) tell(0, 0, book_.handed_whole());
    if (ask_ >= kFill) tell(0, 0, 0);
  }

 private:
  void tell(int block, long long given, long long result) const {
    const int64_t row[] = {block, ask_, 2 * number_, 2 * number_ + 1, given, result};
    scenario_.output("calls", row, 6);
  }
  // Outputs the item of each call: -1 if there was none, -2 if threads got different
  // items.
  void tell_items(int calls) const {
    std::vector<int> got(got_.count());
    got_.download(got.data());
    for (int call = 0; call < calls * blocks_; ++call) {
      const int* of = got.data() + size_t(call) * threads_;
      const bool same = std::count(of, of + threads_, *of) == threads_;
      tell(call / calls, 0, same ? *of : -2);
    }
  }
  // The first index and the length of each chunk; an empty chunk has no first index.
  void tell_chunks(unsigned long long first) const {
    std::vector<Chunk> got(chunk_.count());
    chunk_.download(got.data());
    for (int block = 0; block < blocks_; ++block) {
      const auto items = got[block].end - got[block].begin;
      tell(block, int64_t(items), items ? int64_t(got[block].begin - first) : -1);
    }
  }

  int ask_, number_, blocks_, threads_;
  const Scenario& scenario_;
  DeviceBuffer<int> got_;
  DeviceBuffer<Chunk> chunk_;
  Book book_;
};

}  // namespace scenarios

// One queue, and launches that ask it in different ways, one after the other.
GRIDLOCK_SCENARIO(in_turn) {
  const int items = scenario.param("items");
  auto first = static_cast<unsigned long long>(scenario.param("first"));
  scenarios::Queues<WorkQueue> queue(scenario);
  gridlock::DeviceBuffer<WorkItem> item(scenario, "items", items);
  item.fill([](size_t i) { return WorkItem{int(i), stepsOf(int(i))}; });
  WorkQueue filled{};
  filled.fill(item.get(), items);
  filled = scenarios::movedTo(filled, first);
  queue.upload(&filled);
  std::vector<scenarios::Turn*> turns;
  std::vector<int> asks;
  for (long long plan = scenario.param("asks"); plan > 7; plan >>= 3) {
    asks.push_back(int(plan & 7));
    turns.push_back(new scenarios::Turn(scenario, asks.back(), int(turns.size()), items));
  }
  scenario.check_launch("cudaMemcpy");
  for (size_t i = 0; i < turns.size(); ++i) {
    turns[i]->launch(queue.get());
    if (asks[i] < scenarios::kFill) continue;
    filled.fill(item.get(), asks[i] == scenarios::kFill ? items : 0);
    queue.upload(&filled);
  }
  scenario.check_launch("kernels that draw from the queue");
  scenario.output("calls", static_cast<const int64_t*>(nullptr), 0);
  for (size_t i = 0; i < turns.size(); ++i) {
    if (asks[i] >= scenarios::kFill) first = 0;
    turns[i]->output(first);
    delete turns[i];
  }
}

GRIDLOCK_SCENARIO(chunks) {
  const int items = scenario.param("items");
  const auto zero = [](size_t) { return 0; };

  gridlock::DeviceBuffer<WorkItem> item(scenario, "items", items);
  item.fill([](size_t i) { return WorkItem{int(i), stepsOf(int(i))}; });
  scenarios::Queues<WorkQueue> queue(scenario);
  const WorkQueue filled = {item.get(), static_cast<unsigned long long>(items), 0};
  queue.upload(&filled);
  gridlock::DeviceBuffer<int> size(scenario, "size", items);
  gridlock::DeviceBuffer<int> covered(scenario, "covered", items);
  gridlock::DeviceBuffer<unsigned long long> strays(scenario, "strays", 3);
  gridlock::DeviceBuffer<int> early(scenario, "early", 1);
  early.fill(zero);
  size.fill(zero);
  covered.fill(zero);
  strays.fill([](size_t) { return 0ull; });
  scenarios::
      callNextChunk<<<int(scenario.param("blocks")), int(scenario.param("threads"))>>>(
          queue.get(), items, int(scenario.param("who", 0)),
          int(scenario.param("callers", 1)), size.get(), covered.get(), strays.get(),
          early.get());
  scenario.check_launch("a kernel that draws chunks");
  size.output();
  covered.output();
  strays.output();
  early.output();
}

namespace scenarios {

// One thread draws up to `most` chunks, and records where each begins and ends.  `most`
// leaves room for one chunk more than there should be.
__global__ void drawFromAfar(WorkQueue* queue, unsigned blocks, int most,
                             unsigned long long* bounds) {
  for (int i = 0; i < most; ++i) {
    const Chunk chunk = queue->nextChunk(blocks);
    bounds[2 * i] = chunk.begin;
    bounds[2 * i + 1] = chunk.end;
    if (chunk.begin == chunk.end) return;
  }
}

// `callers` threads of each block draw `draws` chunks each.
__global__ void drawInACrowd(WorkQueue* queue, unsigned shares, int who, int callers,
                             int draws, Chunk* got) {
  const int of = (threadIdx.x + blockDim.x - who % blockDim.x) % blockDim.x;
  for (int i = 0; of < callers && i < draws; ++i)
    got[(blockIdx.x * callers + of) * draws + i] = queue->nextChunk(shares);
  __syncthreads();
}

}  // namespace scenarios

// Chunks of a queue that has `left` items from index `first` on.  No item is read.
GRIDLOCK_SCENARIO(far_chunks) {
  const auto first = static_cast<unsigned long long>(scenario.param("first"));
  const auto left = static_cast<unsigned long long>(scenario.param("left"));
  const int most = scenario.param("most");
  scenarios::Queues<WorkQueue> queue(scenario);
  const WorkQueue filled = {nullptr, first + left, first};
  queue.upload(&filled);
  gridlock::DeviceBuffer<unsigned long long> bounds(scenario, "bounds", 2 * size_t(most));
  bounds.fill([](size_t) { return 0ull; });
  scenarios::drawFromAfar<<<1, 1>>>(queue.get(), unsigned(scenario.param("blocks")), most,
                                    bounds.get());
  scenario.check_launch("a kernel that draws chunks");
  bounds.output();
}

// Many threads draw chunks at once of a queue with `left` items from index `first` on.
// Outputs the chunks in the order of the items; `empty` counts the empty ones.
GRIDLOCK_SCENARIO(crowd_of_chunks) {
  const auto first = static_cast<unsigned long long>(scenario.param("first"));
  const auto left = static_cast<unsigned long long>(scenario.param("left"));
  const int blocks = scenario.param("blocks"), callers = scenario.param("callers");
  const int draws = scenario.param("draws");
  scenarios::Queues<WorkQueue> queue(scenario);
  const WorkQueue filled = {nullptr, first + left, first};
  queue.upload(&filled);
  gridlock::DeviceBuffer<Chunk> got(scenario, "got", size_t(blocks) * callers * draws);
  scenarios::drawInACrowd<<<blocks, int(scenario.param("threads"))>>>(
      queue.get(), unsigned(scenario.param("shares")), scenario.param("who"), callers,
      draws, got.get());
  scenario.check_launch("a kernel that draws chunks");
  std::vector<Chunk> chunks(got.count());
  got.download(chunks.data());
  std::sort(chunks.begin(), chunks.end(),
            [](const Chunk& one, const Chunk& other) { return one.begin < other.begin; });
  int empty = 0;
  scenario.output("bounds", static_cast<const int64_t*>(nullptr), 0);
  for (const Chunk& chunk : chunks) {
    if (chunk.begin == chunk.end) {
      ++empty;
      continue;
    }
    scenario.output("bounds", int64_t(chunk.begin));
    scenario.output("bounds", int64_t(chunk.end));
  }
  scenario.output("empty", empty);
}

// There is one item at the start, and each item makes two more, until there are `items`.
GRIDLOCK_SCENARIO(grow) {
  const int items = scenario.param("items");
  const int threads = scenario.param("threads");

  gridlock::DeviceBuffer<WorkItem> item(scenario, "items", items);
  gridlock::DeviceBuffer<int> ready(scenario, "ready", items);
  scenarios::Queues<GrowingQueue> queue(scenario);
  gridlock::DeviceBuffer<int> refused(scenario, "refused", items);
  const WorkItem root = {0, stepsOf(0)};
  scenario.check(cudaMemcpy(item.get(), &root, sizeof root, cudaMemcpyHostToDevice),
                 "cudaMemcpy");
  ready.fill([](size_t i) { return i == 0 ? 1 : 0; });
  refused.fill([](size_t) { return 0; });
  const GrowingQueue start = {item.get(), ready.get(),
                              static_cast<unsigned long long>(items), 1, 0};
  queue.upload(&start);
  const scenarios::Book book(scenario, items, threads);
  scenarios::callPull<<<int(scenario.param("blocks")), threads>>>(
      queue.get(), book.ledger(), refused.get());
  scenario.check_launch("a kernel that pushes and pulls");
  book.output();
  refused.output();
  GrowingQueue after;
  queue.download(&after);
  scenario.output("all_drawn", after.current >= after.pushed);
}

// Pushes more or fewer items than fit.  `first` places were taken, and drawn, before.
GRIDLOCK_SCENARIO(crowd) {
  const int blocks = scenario.param("blocks");
  const int pushes = scenario.param("pushes");
  const int places = scenario.param("places");
  const int callers = scenario.param("callers", 1);
  const auto first = static_cast<unsigned long long>(scenario.param("first", 0));
  const auto zero = [](size_t) { return 0; };

  gridlock::DeviceBuffer<WorkItem> item(scenario, "items", places);
  gridlock::DeviceBuffer<int> ready(scenario, "ready", places);
  scenarios::Queues<GrowingQueue> queue(scenario);
  const size_t most = size_t(blocks) * callers * pushes;
  gridlock::DeviceBuffer<int> accepted(scenario, "accepted", most);
  gridlock::DeviceBuffer<int> pulled(scenario, "pulled", most);
  ready.fill(zero);
  accepted.fill(zero);
  pulled.fill(zero);
  const GrowingQueue start = {scenarios::before_by(item.get(), first),
                              scenarios::before_by(ready.get(), first), first + places,
                              first, first};
  queue.upload(&start);
  scenarios::callPush<<<blocks, int(scenario.param("threads"))>>>(
      queue.get(), pushes, scenario.param("who", 0), callers, accepted.get(),
      pulled.get());
  scenario.check_launch("a kernel that pushes more than there is room for");

  std::vector<int> in(most), out(most);
  accepted.download(in.data());
  pulled.download(out.data());
  int taken = 0, differ = 0;
  for (size_t id = 0; id < in.size(); ++id) {
    taken += in[id];
    differ += in[id] != out[id];
  }
  scenario.output("accepted", taken);
  scenario.output("differ", differ);
}

// Three blocks with plans, and a queue that holds `lying` items already.  With `logged`,
// the calls are recorded, and the recording orders them.
GRIDLOCK_SCENARIO(planned) {
  constexpr int kBlocks = 3;
  const int places = scenario.param("places");
  const int lying = scenario.param("lying");

  gridlock::DeviceBuffer<WorkItem> item(scenario, "items", places);
  gridlock::DeviceBuffer<int> ready(scenario, "ready", places);
  scenarios::Queues<GrowingQueue> queue(scenario);
  gridlock::DeviceBuffer<long long> plan(scenario, "plan", kBlocks);
  const long long plans[kBlocks] = {scenario.param("plan0"), scenario.param("plan1"),
                                    scenario.param("plan2")};
  const int wide = scenario.param("wide", 0);
  item.fill([wide](size_t i) { return scenarios::itemOf(wide, int(i)); });
  ready.fill([&](size_t i) { return int(i) < lying ? 1 : 0; });
  plan.upload(plans);
  const GrowingQueue start = {item.get(), ready.get(),
                              static_cast<unsigned long long>(places),
                              static_cast<unsigned long long>(lying), 0};
  queue.upload(&start);
  const gridlock::CallLog log(scenario, 3 * 8);
  scenarios::callAsPlanned<<<kBlocks, int(scenario.param("threads"))>>>(
      queue.get(), plan.get(), wide,
      scenario.param("logged") ? log.writer() : gridlock::CallWriter{});
  scenario.check_launch("a kernel that pushes and pulls");
  log.output();
}

GRIDLOCK_MODULE()
