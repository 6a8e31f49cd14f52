// Launches through the glue, as the rewriter writes them, with a runtime of a few lines:
// it keeps the frames and runs each kernel twice later, as two threads.
#include <cuda_runtime.h>
#include <stdlib.h>

#include <string>
#include <vector>

namespace {

struct Launch {
  gridlock_launch_config config;
  const void* kernel;
  std::string text;
  void (*invoke)(void*);
  void (*destroy)(void*);
  void* frame;
};
struct Registered {
  const void* kernel;
  std::string name;
  void* (*make_frame)(const void*, void**);
  void (*invoke)(void*);
  void (*destroy)(void*);
};

std::vector<Launch> launches;
std::vector<Registered>& registered() {
  static std::vector<Registered> all;
  return all;
}

#define REQUIRE(condition)                           \
  do {                                               \
    if (!(condition)) {                              \
      printf("line %d: %s\n", __LINE__, #condition); \
      exit(1);                                       \
    }                                                \
  } while (0)

}  // namespace

extern "C" void gridlock_launch(const gridlock_launch_config* config, const void* kernel,
                                const char* text, void (*invoke)(void*),
                                void (*destroy)(void*), void* frame) {
  launches.push_back({*config, kernel, text, invoke, destroy, frame});
}
extern "C" void gridlock_register_kernel(const void* kernel, const char* name,
                                         void* (*make_frame)(const void*, void**),
                                         void (*invoke)(void*), void (*destroy)(void*),
                                         const size_t*) {
  registered().push_back({kernel, name ? name : "", make_frame, invoke, destroy});
}
extern "C" void gridlock_register_launch_bounds(const void*, unsigned long long) {}
extern "C" void gridlock_register_cluster_dims(const void*, unsigned, unsigned,
                                               unsigned) {}
extern "C" void* gridlock_on_device(void* function) { return function; }
extern "C" cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block,
                                        void** arguments, size_t bytes,
                                        cudaStream_t stream) {
  for (const Registered& r : registered())
    if (r.kernel == kernel) {
      launches.push_back({{grid, block, bytes, stream},
                          kernel,
                          r.name,
                          r.invoke,
                          r.destroy,
                          r.make_frame(kernel, arguments)});
      return cudaSuccess;
    }
  return cudaErrorInvalidDeviceFunction;
}
extern "C" cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config,
                                           const void* kernel, void** arguments) {
  return cudaLaunchKernel(kernel, config->gridDim, config->blockDim, arguments,
                          config->dynamicSmemBytes, config->stream);
}

static std::string seen;

static void note(const char* kernel, long a, long b) {
  seen += std::string(kernel) + " " + std::to_string(a) + " " + std::to_string(b) + "; ";
}

/// Runs what was launched, each kernel for two threads, and returns what they saw.
static std::string run() {
  seen.clear();
  for (Launch& launch : launches) {
    launch.invoke(launch.frame);
    launch.invoke(launch.frame);
    launch.destroy(launch.frame);
  }
  launches.clear();
  return seen;
}

/// A type that counts its objects, to see that each copy is destroyed, and where.
struct Counted {
  static int alive;
  int value;
  Counted(int value) : value(value) { ++alive; }
  Counted(const Counted& other) : value(other.value) { ++alive; }
  ~Counted() { --alive; }
};
int Counted::alive = 0;

static void plain(int* p, int n) { note("plain", p != nullptr, n), ++n, p = nullptr; }
static const ::gridlock::sim::KernelRegistration plain_registration(plain, "plain");
static void nothing() { note("nothing", 0, 0); }
static void defaults(int* p, int n = 7) { note("defaults", p != nullptr, n); }
static void counted(Counted c) { note("counted", c.value, 0); }
static void overloaded(int n) { note("int", n, 0); }
static void overloaded(float* p, int n) { note("float*", p != nullptr, n); }
template <class T>
static void generic(const T* in, int* out, int n) {
  note("generic", in != nullptr, out == nullptr ? n : -n);
}
template <int N>
static void sized(int n) {
  note("sized", N, n);
}

#define NAMED(...)                                                    \
  [&](auto r) -> decltype(r(__VA_ARGS__)) { return r(__VA_ARGS__); }, \
      [&](auto&&... a) { __VA_ARGS__(a...); }, #__VA_ARGS__
#define LAUNCH(kernel, ...) ::gridlock::sim::bind_launch(NAMED(kernel), __VA_ARGS__)

template <class T>
static void launch_from_template(T* p, int* out) {
  LAUNCH(generic<T>, 1, 1)(p, out, 1);
  LAUNCH(generic, 1, 1)(p, out, 2);
}

static void arguments_are_copied_and_converted() {
  int word = 0, n = 5;
  ::gridlock::sim::bind_kernel(plain, "plain", 1, 2)(&word, n);
  LAUNCH(plain, 1, 2)(0, n);  // A literal 0 is a null pointer.
  n = 6;                      // The launches have their copies.
  LAUNCH(plain, 1, 2)(NULL, 'a');
  LAUNCH(nothing, 1, 1)();
  REQUIRE(run() ==
          "plain 1 5; plain 1 5; plain 0 5; plain 0 5; plain 0 97; plain 0 97; "
          "nothing 0 0; nothing 0 0; ");
}

static void configuration_and_text_arrive() {
  LAUNCH(plain, dim3(4, 5), 128, 1000, cudaStreamPerThread)(nullptr, 1);
  const Launch& launch = launches[0];
  REQUIRE(launch.config.grid.x == 4 && launch.config.grid.y == 5);
  REQUIRE(launch.config.block.x == 128 && launch.config.block.z == 1);
  REQUIRE(launch.config.shared_bytes == 1000);
  REQUIRE(launch.config.stream == cudaStreamPerThread);
  REQUIRE(launch.kernel == (const void*)plain && launch.text == "plain");
  run();
}

static void names_that_mean_several_functions() {
  float f = 0;
  int word = 0;
  LAUNCH(overloaded, 1, 1)(3);
  LAUNCH(overloaded, 1, 1)(&f, 4);
  LAUNCH(generic, 1, 1)(&f, &word, 3);
  ::gridlock::sim::bind_launch([&](auto r) -> decltype(r(generic)) { return r(generic); },
                               [&](auto&& a, auto&&, auto&& b) { generic(a, 0, b); },
                               "generic", 1, 1)(&f, NULL, 3);
  ::gridlock::sim::bind_launch(NAMED(generic<float>), 1, 1)(0, 0, 3);
  LAUNCH(sized<8>, 1, 1)(3);
  launch_from_template(&f, &word);
  REQUIRE(run() ==
          "int 3 0; int 3 0; float* 1 4; float* 1 4; generic 1 -3; generic 1 -3; "
          "generic 1 3; generic 1 3; generic 0 3; generic 0 3; sized 8 3; sized 8 3; "
          "generic 1 -1; generic 1 -1; generic 1 -2; generic 1 -2; ");
}

static void defaults_and_pointers_to_kernels() {
  int word = 0;
  LAUNCH(defaults, 1, 1)(&word);
  LAUNCH(defaults, 1, 1)(nullptr);
  LAUNCH(defaults, 1, 1)(&word, 'c');
  const auto pointer = plain;
  LAUNCH(pointer, 1, 1)(&word, 8);
  REQUIRE(run() ==
          "defaults 1 7; defaults 1 7; defaults 0 7; defaults 0 7; defaults 1 99; "
          "defaults 1 99; plain 1 8; plain 1 8; ");
}

static void copies_are_destroyed() {
  LAUNCH(counted, 1, 1)(Counted(3));
  LAUNCH(counted, 1, 1)(4);
  REQUIRE(Counted::alive == 0);  // What the kernels get are bytes.
  REQUIRE(run() == "counted 3 0; counted 3 0; counted 4 0; counted 4 0; ");
  REQUIRE(Counted::alive == 0);
}

static void launches_by_address() {
  int word = 0, *p = &word, n = 9;
  void* arguments[] = {&p, &n};
  REQUIRE(registered().size() == 1 && registered()[0].name == "plain");
  REQUIRE(cudaLaunchKernel((const void*)plain, 1, 1, arguments, 0, 0) == cudaSuccess);
  REQUIRE(cudaLaunchKernel((void*)sized<3>, 1, 1, arguments) ==
          cudaErrorInvalidDeviceFunction);
  n = 3;
  void* one[] = {&n};
  REQUIRE(cudaLaunchKernel(sized<4>, 1, 1, one) == cudaSuccess);  // The type says enough.
  cudaLaunchConfig_t config{};
  REQUIRE(cudaLaunchKernelEx(&config, plain, nullptr, 'b') == cudaSuccess);
  n = 0;
  REQUIRE(run() ==
          "plain 1 9; plain 1 9; sized 4 3; sized 4 3; plain 0 98; plain 0 98; ");
}

int main() {
  arguments_are_copied_and_converted();
  configuration_and_text_arrive();
  names_that_mean_several_functions();
  defaults_and_pointers_to_kernels();
  copies_are_destroyed();
  launches_by_address();
  return 0;
}
