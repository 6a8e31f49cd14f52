// Given for an experiment of lab 07: when each of two devices copied and worked.
//
// The experiment makes the student's code call workAndNote(), copyAndNote() and
// copyPeerAndNote() instead of work() and CUDA's two functions.  They do the same and,
// while notes are taken, record the begin and the end.  A copy's times are those of two
// small kernels around the copy, in its stream.
//
// An experiment includes this after the grader's headers, when its namespace has
// Scenario, DeviceBuffer and globalNanoseconds().

#pragma once

#include "lanes.cuh"

#include <cuda/atomic>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace experiment {

constexpr int kSpansMax = 1024;  // The most per kind on a device.

struct Span {
  unsigned long long begin, end;
  int station;
};

// The notes of a device.
struct Pages {
  unsigned works;  // The number of works.
  Span work[kSpansMax], copy[kSpansMax];
};

__device__ Pages* pages = nullptr;  // One per device; null: no notes are taken.

__global__ void noteCopy(int number, int station, bool is_over) {
  Span& span = pages->copy[number];
  span.station = station;
  (is_over ? span.end : span.begin) = globalNanoseconds();
}

// Takes notes while the object lives.  Only one may exist at a time.
class Notes {
 public:
  // `stations` are on two devices.
  Notes(const Scenario& scenario, std::vector<Station> stations)
      : scenario_(scenario), stations_(std::move(stations)) {
    for (const int device : {0, 1}) {
      const OnDevice here(device);
      Pages* memory = nullptr;
      scenario.check(cudaMalloc(&memory, sizeof(Pages)), "cudaMalloc");
      scenario.check(cudaMemset(memory, 0, sizeof(Pages)), "cudaMemset");
      open(memory);
      pages_of_[device] = memory;
    }
    current() = this;
  }
  Notes(const Notes&) = delete;
  Notes& operator=(const Notes&) = delete;
  ~Notes() {
    current() = nullptr;
    for (const int device : {0, 1}) {
      const OnDevice here(device);
      open(nullptr);
      cudaFree(pages_of_[device]);
    }
  }

  static Notes*& current() {
    static Notes* notes = nullptr;
    return notes;
  }

  // Calls `copy()`, which issues a copy into a stream, with a note before and after it.
  template <class Copy>
  cudaError_t around(cudaStream_t stream, Copy copy) {
    const auto station =
        std::find_if(stations_.begin(), stations_.end(),
                     [&](const Station& one) { return one.lane.stream == stream; });
    if (station == stations_.end()) return copy();  // The stream is the student's own.
    const OnDevice here(station->lane.device);
    const int number = copies_[station->lane.device]++;
    if (number >= kSpansMax) return copy();
    const int row = int(station - stations_.begin());
    noteCopy<<<1, 1, 0, stream>>>(number, row, false);
    const cudaError_t error = copy();
    noteCopy<<<1, 1, 0, stream>>>(number, row, true);
    return error;
  }

  // Outputs "lane", "begin", "end" and "phase" (0 a copy, 1 work), when the devices are
  // done.  `ahead` is how far the second device's clock is ahead of the first one's.
  // Returns the number of notes without a beginning or an end.
  int64_t output(int64_t ahead) const {
    int64_t wrong = 0;
    Pages* const noted = new Pages;
    for (const int device : {0, 1}) {
      scenario_.check(
          cudaMemcpy(noted, pages_of_[device], sizeof(Pages), cudaMemcpyDeviceToHost),
          "cudaMemcpy");
      const int works = int(std::min<unsigned>(noted->works, kSpansMax));
      const int copies = std::min(copies_[device], kSpansMax);
      const int64_t back = device == 0 ? 0 : ahead;
      for (int i = 0; i < copies; ++i) wrong += !output(noted->copy[i], back, 0);
      for (int i = 0; i < works; ++i) wrong += !output(noted->work[i], back, 1);
    }
    delete noted;
    return wrong;
  }

 private:
  void open(Pages* memory) const {
    scenario_.check(cudaMemcpyToSymbol(pages, &memory, sizeof memory),
                    "cudaMemcpyToSymbol");
    scenario_.check(cudaDeviceSynchronize(), "cudaMemcpyToSymbol");
  }

  // Returns whether the span has both ends.
  bool output(const Span& span, int64_t back, int phase) const {
    scenario_.output("lane", span.station);
    scenario_.output("begin", int64_t(span.begin) - back);
    scenario_.output("end", int64_t(span.end) - back);
    scenario_.output("phase", phase);
    return span.begin > 0 && span.begin <= span.end;
  }

  const Scenario& scenario_;
  const std::vector<Station> stations_;
  Pages* pages_of_[2] = {};
  int copies_[2] = {};
};

inline cudaError_t copyAndNote(void* to, const void* from, size_t bytes,
                               cudaMemcpyKind kind, cudaStream_t stream = nullptr) {
  const auto copy = [&] { return cudaMemcpyAsync(to, from, bytes, kind, stream); };
  return Notes::current() ? Notes::current()->around(stream, copy) : copy();
}

inline cudaError_t copyPeerAndNote(void* to, int to_device, const void* from,
                                   int from_device, size_t bytes,
                                   cudaStream_t stream = nullptr) {
  const auto copy = [&] {
    return cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes, stream);
  };
  return Notes::current() ? Notes::current()->around(stream, copy) : copy();
}

// ---- Two clocks --------------------------------------------------------------------

// Two kernels on two devices compare their clocks through the host's memory: one asks and
// reads its clock before and after, the other one reads its own in between.
struct Question {
  alignas(64) unsigned asked;
  alignas(64) unsigned answered;
  unsigned long long before, between, after;
};

using Flag = cuda::atomic_ref<unsigned, cuda::thread_scope_system>;

__global__ void ask(Question* questions, int count) {
  for (int i = 0; i < count; ++i) {
    Question& question = questions[i];
    question.before = globalNanoseconds();
    Flag(question.asked).store(1, cuda::memory_order_release);
    while (Flag(question.answered).load(cuda::memory_order_acquire) == 0) {
    }
    question.after = globalNanoseconds();
  }
}

__global__ void answer(Question* questions, int count) {
  for (int i = 0; i < count; ++i) {
    Question& question = questions[i];
    while (Flag(question.asked).load(cuda::memory_order_acquire) == 0) {
    }
    question.between = globalNanoseconds();
    Flag(question.answered).store(1, cuda::memory_order_release);
  }
}

// How many nanoseconds the second device's clock is ahead of the first one's, from the
// question that was answered soonest, if the answer's time is half-way between (Cristian,
// "Probabilistic clock synchronization", 1989).
inline int64_t nanosecondsAhead(const Scenario& scenario, Lane first, Lane second) {
#ifdef GRIDLOCK_SIM
  constexpr int kQuestions = 2;
#else
  constexpr int kQuestions = 100;
#endif
  void* memory = nullptr;
  scenario.check(cudaHostAlloc(&memory, kQuestions * sizeof(Question),
                               cudaHostAllocPortable | cudaHostAllocMapped),
                 "cudaHostAlloc");
  Question* const questions = static_cast<Question*>(memory);
  std::fill_n(questions, kQuestions, Question{});
  {
    const OnDevice here(second.device);
    answer<<<1, 1, 0, second.stream>>>(questions, kQuestions);
    scenario.check(cudaGetLastError(), "answer");
  }
  {
    const OnDevice here(first.device);
    ask<<<1, 1, 0, first.stream>>>(questions, kQuestions);
    scenario.check(cudaGetLastError(), "ask");
  }
  scenario.check(cudaStreamSynchronize(first.stream), "ask");
  scenario.check(cudaStreamSynchronize(second.stream), "answer");
  const Question soonest = *std::min_element(
      questions, questions + kQuestions, [](const Question& one, const Question& other) {
        return one.after - one.before < other.after - other.before;
      });
  cudaFreeHost(memory);
  return int64_t(soonest.between) -
         int64_t(soonest.before + (soonest.after - soonest.before) / 2);
}

}  // namespace experiment

// Does what work() does, and notes when.
__global__ void workAndNote(int* item, int n, int station) {
  experiment::Pages* const pages = experiment::pages;
  experiment::Span* span = nullptr;
  if (pages && threadIdx.x == 0) {
    const unsigned number = atomicAdd(&pages->works, 1u);
    if (number < experiment::kSpansMax) span = &pages->work[number];
  }
  if (span) span->begin = experiment::globalNanoseconds();
  for (int i = threadIdx.x; i < n; i += blockDim.x) item[i] = 3 * item[i] + station + 1;
  __syncthreads();  // All threads are done before thread 0 notes the end.
  if (span) {
    span->end = experiment::globalNanoseconds();
    span->station = station;
  }
}
