// The names of a scenario's memory in findings, the facts that a scenario learns about
// the student's code, and the failures that it can cause.

#include <variant>

#include "build/module.h"
#include "checker/created_variables.h"
#include "checker/exploration.h"
#include "checker/failure_story.h"
#include "checker/symbols.h"
#include "common/verdict.h"
#include "tests/test.h"
#include "wording/values.h"
#include "wording/words.h"

namespace gridlock::test_names {
constexpr const char* kSubmission = R"(
struct Pair { int head; int tail[2]; int other; };
__global__ void races(Pair* pair, int which) {
  if (which == 0) pair->head = 1;
  if (which == 1) pair->tail[1] = 1;
  if (which == 2) pair->other = 1;
}
)";

constexpr const char* kScenarios = R"(
struct Pair { int head; int tail[2]; int other; };
__global__ void races(Pair* pair, int which);
#include <gridlock/scenario.h>
GRIDLOCK_SCENARIO(race) {
  gridlock::DeviceBuffer<Pair> pairs(scenario, "pair", 1);
  Pair* pair = pairs.get();
  scenario.name_memory(&pair->head, sizeof(int), sizeof(int), "head");
  scenario.name_memory(pair->tail, 2 * sizeof(int), sizeof(int), "tail");
  races<<<2, 1>>>(pair, scenario.param("which"));
  scenario.check_launch("races");
}
GRIDLOCK_SCENARIO(copies) {
  const gridlock::DeviceBuffer<int> from(scenario, "from", 1), to(scenario, "to", 1);
  cudaDeviceSynchronize();
  for (int i = 0; i < 2; ++i) {
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    if (scenario.param("which"))
      scenario.name_stream(stream, i == 0 ? "first's stream" : "second's stream");
    cudaMemcpyAsync(to.get(), from.get(), sizeof(int), cudaMemcpyDeviceToDevice, stream);
  }
  scenario.check_launch("copies");
}
GRIDLOCK_MODULE()
)";

struct Accesses : ExplorationHandler {
  std::vector<Access> all;
  std::set<Outputs> outputs;
  bool outcome(const Outcome& outcome) override {
    outputs.insert(outcome.outputs);
    return true;
  }
  bool finding(const Finding& finding) override {
    all.insert(all.end(), finding.accesses.begin(), finding.accesses.end());
    return true;
  }
  std::set<std::string> locations() const {
    std::set<std::string> seen;
    for (const Access& access : all) seen.insert(words_of(access.location, Names()));
    return seen;
  }
  std::set<std::string> streams() const {
    std::set<std::string> seen;
    for (const Access& access : all)
      if (access.stream_name) seen.insert(lane_of(*access.stream_name, Names()));
    return seen;
  }
};

class Built {
 public:
  Built(const std::string& submission, const std::string& scenarios) {
    ModuleRequest request;
    request.submission = folder_.write("pair.cu", submission);
    request.scenarios = folder_.write("scenarios.cu", scenarios);
    request.submission_name = "pair.cu";
    request.cache_dir = folder_ / "cache";
    build_ = build_module(request);
    REQUIRE_MESSAGE(build_.verdict == Verdict::passed, build_.message);
  }

  const fs::path& module() const { return build_.module; }

  Accesses explore(const std::string& scenario, int which) {
    auto worker = workers_.acquire(ExecutorKind::sim, build_.module);
    REQUIRE(std::holds_alternative<ReadyWorker*>(worker));
    ExploreRequest request;
    request.scenario = scenario;
    request.params["which"] = which;
    request.exploration.schedules = 10;
    Accesses accesses;
    explore_with(*std::get<ReadyWorker*>(worker), request, accesses);
    return accesses;
  }

 private:
  const Scratch folder_;
  ModuleBuild build_;
  WorkerPool workers_{installed_workers()};
};

TEST_CASE("a stream has the name that the scenario gave it, or its number in its line") {
  Built built(kSubmission, kScenarios);
  CHECK(built.explore("copies", 1).streams() ==
        std::set<std::string>{"first's stream", "second's stream"});
  for (const std::string& stream : built.explore("copies", 0).streams())
    CHECK_FALSE(contains(stream, "'s stream"));
  const StreamName named{.kind = StreamName::Kind::created,
                         .device = 1,
                         .created_at = {{0x18}},
                         .given = "from's stream"};
  CHECK(words_of(named, Names()) == "from's stream of device 1");
  CHECK(words_of(named, Names(), true) == "From's stream of device 1");
  CHECK(how_to_wait_for(named, Names()) == "cudaStreamSynchronize() of from's stream");
}

TEST_CASE("a member of named memory has the name that the scenario gave it") {
  Built built(kSubmission, kScenarios);
  const char* const names[] = {"head", "tail[1]", "pair"};
  for (int which = 0; which < 3; ++which)
    CHECK(built.explore("race", which).locations() ==
          std::set<std::string>{names[which]});
}

TEST_CASE("blocks share memory if enough of their threads access enough of it") {
  // All threads of block 0 read 4 elements each, only one thread of block 1 does, and
  // those of block 2 read fewer.  Reads of the elements from 24 on, by all threads, do
  // not count, nor do other buffers and reads before the memory is watched.
  Built built(R"(
__global__ void reads(const int* in, int* out, int blocks) {
  int sum = 0;
  const int end = blockIdx.x < 2 ? 4 : 3;
  for (int i = 0; i < end && blockIdx.x < blocks; ++i)
    if (blockIdx.x != 1 || threadIdx.x == 0)
      sum += in[(blockIdx.x * 2 + threadIdx.x) * 4 + i];
  for (int i = 24; i < 64 && blockIdx.x < blocks; ++i) sum += in[i];
  for (int i = 0; i < 100; ++i) atomicAdd(out, sum);
}
)",
              R"(
__global__ void reads(const int* in, int* out, int blocks);
#include <gridlock/scenario.h>
GRIDLOCK_SCENARIO(shares) {
  gridlock::DeviceBuffer<int> in(scenario, "in", 64), out(scenario, "out", 1);
  in.fill([](size_t i) { return int(i); });
  out.fill([](size_t) { return 0; });
  scenario.output("unwatched", scenario.sharing_blocks(in.get(), 1, 4));
  reads<<<3, 2>>>(in, out, 3);
  scenario.check_launch("reads");
  scenario.watch(in.get());
  reads<<<3, 2>>>(in, out, scenario.param("which"));
  scenario.check_launch("reads");
  scenario.output("all", scenario.sharing_blocks(in.get(), 1, 16));
  scenario.output("by_two", scenario.sharing_blocks(in.get(), 2, 16));
  scenario.output("less", scenario.sharing_blocks(in.get(), 2, 12));
}
GRIDLOCK_MODULE()
)");
  const Outputs nothing = {
      {"unwatched", {-1}}, {"all", {0}}, {"by_two", {0}}, {"less", {0}}};
  const Outputs some = {
      {"unwatched", {-1}}, {"all", {2}}, {"by_two", {1}}, {"less", {2}}};
  CHECK(built.explore("shares", 0).outputs == std::set<Outputs>{nothing});
  CHECK(built.explore("shares", 3).outputs == std::set<Outputs>{some});
}

TEST_CASE("a scenario lets one launch fail, and no other") {
  Built built(R"(
__device__ int there;
__global__ void adds() { atomicAdd(&there, 1); }
int seenThere() {
  int seen = 0;
  cudaMemcpyFromSymbol(&seen, there, sizeof seen);
  return seen;
}
)",
              R"(
__global__ void adds();
int seenThere();
#include <gridlock/scenario.h>
GRIDLOCK_SCENARIO(fails) {
  const int which = scenario.param("which");
  if (which < 4) scenario.fail_launch(which, cudaErrorLaunchOutOfResources);
  for (int i = 0; i < 3; ++i) {
    adds<<<1, 1>>>();
    scenario.output("launched", cudaGetLastError());
  }
  scenario.output("failed", scenario.has_launch_failed());
  scenario.output("seen", seenThere());
}
GRIDLOCK_MODULE()
)");
  const auto outputs = [](std::vector<std::int64_t> launched, std::int64_t failed,
                          std::int64_t seen) {
    return std::set<Outputs>{
        {{"launched", std::move(launched)}, {"failed", {failed}}, {"seen", {seen}}}};
  };
  CHECK(built.explore("fails", 0).outputs == outputs({701, 0, 0}, 1, 2));
  CHECK(built.explore("fails", 2).outputs == outputs({0, 0, 701}, 1, 2));
  CHECK(built.explore("fails", 3).outputs == outputs({0, 0, 0}, 0, 3));
  CHECK(built.explore("fails", 4).outputs == outputs({0, 0, 0}, 0, 3));
}

TEST_CASE("a scenario learns what the student's code has left behind") {
  Built built(R"(
void leave(int events) {
  cudaEvent_t event;
  for (int i = 0; i < events; ++i) cudaEventCreate(&event);
  if (events > 1) cudaEventDestroy(event);
  void *kept = nullptr, *freed = nullptr;
  if (events == 2) cudaMallocHost(&kept, 4);
  if (events == 2) cudaMalloc(&freed, 4);
  cudaFree(freed);
}
__global__ void nothing() {}
)",
              R"(
void leave(int events);
__global__ void nothing();
#include <gridlock/scenario.h>
GRIDLOCK_SCENARIO(leaves) {
  nothing<<<1, 1>>>();  // The default streams' own events do not count.
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  nothing<<<1, 1, 0, stream>>>();
  nothing<<<1, 1>>>();
  leave(scenario.param("which"));
  scenario.output("events", scenario.live("events"));
  scenario.output("allocations", scenario.live("allocations"));
  scenario.output("nonsense", scenario.live("nonsense"));
}
GRIDLOCK_MODULE()
)");
  const int left[] = {0, 1, 1, 2};
  for (int which = 0; which < 4; ++which)
    CHECK(built.explore("leaves", which).outputs ==
          std::set<Outputs>{{{"events", {left[which]}},
                             {"allocations", {which == 2}},
                             {"nonsense", {-1}}}});
}

TEST_CASE("an error that a lab's function returns comes with the call that failed") {
  Built built(R"(
cudaError_t clear(int* memory, int which) {
  cudaSetDevice(99);
  if (which == 2) return cudaErrorMemoryAllocation;
  const cudaError_t error = which == 0 ? cudaFree(memory + 1)
                                       : cudaMemcpy(memory, memory, 4, cudaMemcpyKind(77));
  return error;
}
)",
              R"(
cudaError_t clear(int* memory, int which);
#include <gridlock/scenario.h>
GRIDLOCK_SCENARIO(clear) {
  gridlock::DeviceBuffer<int> memory(scenario, "memory", 1);
  scenario.check(clear(memory.get(), scenario.param("which")), "clear");
}
GRIDLOCK_MODULE()
)");
  // Nothing is reported if no call returned that error.
  const unsigned lines[] = {5, 6, 0};
  for (int which = 0; which < 3; ++which) {
    const Accesses accesses = built.explore("clear", which);
    CAPTURE(which);
    REQUIRE(accesses.all.size() == (lines[which] ? 1 : 0));
    if (!lines[which]) continue;
    CHECK(accesses.all[0].op == "failed call");
    CHECK(accesses.all[0].host);
    const auto found = source_lines(built.module(), {accesses.all[0].pc});
    CHECK(found[0].line == lines[which]);
  }
}

TEST_CASE("memory is named by the variable that its line gives it") {
  const auto names = [](const std::string& line) { return allocated_variables(line); };
  using Names = std::vector<std::string>;
  CHECK(names("cudaMalloc((void**)&x, n);") == Names{"x"});
  CHECK(names("check(cudaMalloc(reinterpret_cast<void**>(&x), n));") == Names{"x"});
  CHECK(names("cuda(Malloc(&x, n));") == Names{"x"});
  CHECK(names("cuda(HostAlloc((void**)&half[1], n, 0));") == Names{"half[1]"});
  CHECK(names("cuda(HostRegister(x, n, 0));") == Names{"x"});
  CHECK(names("cudaMallocAsync(&x, n, s); cudaMallocHost(&y, n);") == Names{"x", "y"});
  CHECK(names("int* x = new int[n];") == Names{"x"});
  CHECK(names("p->x = (int*)malloc(n);") == Names{"p->x"});
  CHECK(names("auto* x = static_cast<float*>(std::malloc(n));") == Names{"x"});
  CHECK(names("cudaMalloc(x, n);").empty());
  CHECK(names("if (cudaMalloc(&x, n)) return 1;") == Names{"x"});
  CHECK(names("x = renewed(n); newest = allocator;").empty());
}

TEST_CASE("memory of a function that allocates for others has its caller's name") {
  const std::string source =
      "void by_reference(int*& p, int n) {\n"              // 1
      "  cudaMalloc(&p, n);\n"                             // 2
      "}\n"                                                // 3
      "int by_pointer(int n, void** p) {\n"                // 4
      "  return cudaMalloc(p, n);\n"                       // 5
      "}\n"                                                // 6
      "int* result(int n) { int* p; cudaMalloc(&p, n);\n"  // 7
      "  return p;\n"                                      // 8
      "}\n"                                                // 9
      "void grow(int*& p, int n) {\n"                      // 10
      "  int* larger; cudaMalloc(&larger, n);\n"           // 11
      "}\n"                                                // 12
      "int global(int n) { cudaMalloc(&shared, n);\n"      // 13
      "  return n;\n"                                      // 14
      "}\n";                                               // 15
  const auto name = [&](int line, const std::string& function, const std::string& text,
                        const std::string& caller) {
    return variable_of_caller({"x.cu", line, function, text},
                              {"x.cu", 90, "main", caller}, source);
  };
  const auto by_reference = [&](const std::string& caller) {
    return name(2, "by_reference(int*&, int)", "cudaMalloc(&p, n);", caller);
  };
  CHECK(by_reference("by_reference(sums, n);") == "sums");
  CHECK(by_reference("check(by_reference(data->sums, 4 * n));") == "data->sums");
  CHECK(by_reference("by_reference(x, n); by_reference(y, n);").empty());
  CHECK(by_reference("by_reference(*pick(i), n);").empty());
  CHECK(name(5, "by_pointer(int, void**)", "return cudaMalloc(p, n);",
             "by_pointer(n, (void**)&sums);") == "sums");
  CHECK(name(5, "by_pointer(int, void**)", "return cudaMalloc(p, n);",
             "by_pointer(n, where);")
            .empty());
  CHECK(name(7, "result(int)", "int* result(int n) { int* p; cudaMalloc(&p, n);",
             "sums = (float*)result(n);") == "sums");
  CHECK(name(7, "int* result<int>(int)", "int* p; cudaMalloc(&p, n);",
             "int* sums = result<int>(n);") == "sums");
  // Memory that the caller does not receive keeps its name.
  CHECK(name(11, "grow(int*&, int)", "int* larger; cudaMalloc(&larger, n);",
             "grow(sums, n);")
            .empty());
  CHECK(name(13, "global(int)", "int global(int n) { cudaMalloc(&shared, n);",
             "error = global(n);")
            .empty());
}

TEST_CASE("calls of one line are told apart, or their memory has no name") {
  const LineFinder lines = [](const fs::path&, const std::vector<std::uint64_t>& pcs) {
    const std::string two = "cudaMalloc(&a, n); cudaMalloc((void**)&b, n);";
    const std::string mixed = "cudaMallocHost(&h, n); cudaStreamCreate(&s);";
    const std::string looped = "cudaHostAlloc(&pipe->half[i], n, 0)";
    std::vector<SourceLine> found;
    for (const std::uint64_t pc : pcs)
      found.push_back(pc < 0x20   ? SourceLine{"x.cu", 5, "main", two}
                      : pc < 0x30 ? SourceLine{"x.cu", 6, "main", mixed}
                                  : SourceLine{"x.cu", 7, "main", looped});
    return found;
  };
  using Calls = std::vector<std::uint64_t>;
  const auto memory = [&](const Calls& calls, unsigned number = 0) {
    Finding finding;
    Location location;
    location.kind = Location::Kind::allocated;
    location.created_at = {calls, number};
    finding.what = {BoundedWait{location, 2}};
    Placer placer(lines, "module.so", "x.cu", "");
    placer.expect(finding);
    return words_of(location, placer);
  };
  const auto stream = [&](std::uint64_t call) {
    const StreamName name{
        .kind = StreamName::Kind::created, .created_at = {{call}}, .given = {}};
    Finding finding;
    finding.missing = {HostDoesNotWait{{"cudaMemcpyAsync", {0x18}}, name, {0x18}, true}};
    Placer placer(lines, "module.so", "x.cu", "");
    placer.expect(finding);
    return placer.place(finding).missing;
  };
  CHECK(memory({0x10, 0x18}) == "a");
  CHECK(memory({0x18, 0x10, 0x20}) == "b");
  CHECK(memory({0x18}) == "memory of x.cu:5");
  CHECK(memory({0x20, 0x10}) == "h");
  CHECK(memory({0x30}) == "pipe->half");
  CHECK(memory({0x30}, 2) == "the 2nd pipe->half");
  CHECK(stream(0x28) ==
        "The cudaMemcpyAsync in line 5 only puts work on the stream s, and the host "
        "continues at once.  Let it write where no pending copy reads, as in new memory "
        "for each copy, or let cudaStreamSynchronize(s) come after line 5, before line 5 "
        "is reached again.");
}

TEST_CASE("findings are one if their kinds, places and types of causes agree") {
  const auto found = [](const Causes& what, std::uint64_t second) {
    Finding finding{.kind = Advice::bounded_wait, .what = what};
    finding.accesses.resize(2);
    finding.accesses.back().pc = second;
    return finding;
  };
  const Finding wait = found({BoundedWait{{}, 1}}, 0x18);
  CHECK(same_finding(wait, found({BoundedWait{{}, 2}}, 0x18)));
  CHECK_FALSE(same_finding(wait, found({UninitializedRead{}}, 0x18)));
  CHECK_FALSE(same_finding(wait, found({BoundedWait{{}, 1}}, 0x20)));
}

TEST_CASE("a check's message is about its words and its first number") {
  const About about = about_of("masks[12] is 0x3, not 17: count");
  CHECK(about.names == std::vector<std::string>{"0x3", "12", "17", "count", "is", "masks",
                                                "masks[12]", "not"});
  CHECK(about.number == "12");
  CHECK(about.has("masks[12]"));
  CHECK_FALSE(about.has("mask"));
  CHECK(about_of("f(x[i], y[) z[1").names ==
        std::vector<std::string>{"1", "f", "i", "x", "y", "z"});
  CHECK(about_of("0 of 1").number.empty());
}

TEST_CASE("a stream that a loop made has the name of its element") {
  const std::string source =
      "for (int i = 0; i < n; ++i)\n  cudaStreamCreate(&streams[i]);\n\n\n\n"
      "for (size_t k = 1; k < n; k++) cudaStreamCreate(&lanes[k]);\n\n\n\n"
      "for (int i = n; i-- > 0;) cudaStreamCreate(&streams[i]);\n";
  CHECK(element_of_loop("streams[i]", 1, source, 2) == "streams[0]");
  CHECK(element_of_loop("streams[i]", 3, source, 2) == "streams[2]");
  CHECK(element_of_loop("lanes[k]", 2, source, 6) == "lanes[2]");
  CHECK(element_of_loop("streams[i]", 1, source, 10) == "streams[i]");
  CHECK(element_of_loop("streams[i + 1]", 1, source, 2) == "streams[i + 1]");
  CHECK(element_of_loop("copies", 2, source, 2) == "copies");
}

TEST_CASE("an argument is known also if its call goes on in the next line") {
  CHECK(argument_in("cudaMemcpyAsync(to[i], from,", "cudaMemcpyAsync", 0) == "to[i]");
  CHECK(argument_in("TRY(cudaMemcpyAsync(to, from + n,", "cudaMemcpyAsync", 1) ==
        "from + n");
  CHECK(argument_in("cudaMemcpyAsync(to, from +", "cudaMemcpyAsync", 1).empty());
}

}  // namespace gridlock::test_names
