// A module's images: one for each device, of one shared object.
#include "sim/memory/module.h"
#include "sim/memory/own_memory.h"
#include "tests/test.h"

namespace gridlock::sim::test_module {
namespace fs = std::filesystem;

constexpr const char* kSource = R"(
#define IN(section_name) __attribute__((section(section_name)))
int constructed;
__attribute__((constructor)) static void construct() { ++constructed; }
int counter IN("gl_device") = 10;
int* counter_address IN("gl_device") = &counter;
int step IN("gl_constant") = 1;
int mailbox IN("gl_managed") = 5;
int* counter_of_this_image() { return &counter; }
int* mailbox_of_this_image() { return &mailbox; }
int constructed_here() { return constructed; }
)";

/// A shared object with variables in CUDA's memory spaces, linked as modules are.
class SharedObject {
 public:
  SharedObject() {
    ProcessRequest request;
    request.argv = {
        "clang",
        "-O0",
        "-fPIC",
        "-shared",
        "-Wl,-z,now",
        "-Wl,-Bsymbolic",
        std::string("-Wl,-T,") + GRIDLOCK_TESTS_DIR + "/../sim/cuda/gridlock_pages.ld",
        folder_.write("image.c", kSource).string(),
        "-o",
        path().string()};
    const ProcessResult result = run_process(request);
    REQUIRE_MESSAGE(result.exit_code == 0, result.errors);
  }
  fs::path path() const { return folder_ / "image.so"; }

 private:
  const Scratch folder_;
};

/// Calls the module's `function` in the code of the given image; returns its result.
template <class Result>
Result call(const Module& module, const char* function, std::uintptr_t image) {
  const auto code = reinterpret_cast<std::uintptr_t>(module.symbol(function)) + image;
  return reinterpret_cast<Result (*)()>(code)();
}

int* counter(const Module& module, std::uintptr_t image) {
  return call<int*>(module, "counter_of_this_image", image);
}

TEST_CASE("every device has its own variables, which are put back one by one") {
  const SharedObject object;
  Module module(object.path());
  CHECK(module.use_image(0) == 0);
  const std::uintptr_t first = module.use_image(1);
  const std::uintptr_t third = module.use_image(3);
  CHECK(module.use_image(1) == first);
  CHECK(first != 0);
  CHECK(third != first);
  for (const std::uintptr_t image : {std::uintptr_t{0}, first, third}) {
    CHECK(*counter(module, image) == 10);
    *counter(module, image) = 11;
  }
  *counter(module, first) = 12;
  CHECK(*counter(module, 0) == 11);
  CHECK(*counter(module, third) == 11);
  module.restore();
  for (const std::uintptr_t image : {std::uintptr_t{0}, first, third})
    CHECK(*counter(module, image) == 10);
}

TEST_CASE("pointers in an image are to the image's own variables") {
  const SharedObject object;
  Module module(object.path());
  const std::uintptr_t image = module.use_image(1);
  const auto here = reinterpret_cast<std::uintptr_t>(module.symbol("counter_address"));
  CHECK(*reinterpret_cast<int**>(here) == counter(module, 0));
  CHECK(*reinterpret_cast<int**>(here + image) == counter(module, image));
}

TEST_CASE("an image's constructors do not run: the program has started once") {
  const SharedObject object;
  Module module(object.path());
  const std::uintptr_t image = module.use_image(1);
  CHECK(call<int>(module, "constructed_here", 0) == 1);
  CHECK(call<int>(module, "constructed_here", image) == 0);
}

TEST_CASE("an address tells its device and the place in the first image") {
  const SharedObject object;
  Module module(object.path());
  const std::uintptr_t image = module.use_image(2);
  const auto here = reinterpret_cast<std::uintptr_t>(counter(module, 0));
  CHECK(module.device_at(here) == 0);
  CHECK(module.device_at(here + image) == 2);
  CHECK(module.home(here) == here);
  CHECK(module.home(here + image) == here);
  int elsewhere = 0;
  CHECK(module.device_at(reinterpret_cast<std::uintptr_t>(&elsewhere)) == -1);
  REQUIRE(module.variable(module.home(here + image)) != nullptr);
  CHECK(module.variable(module.home(here + image))->name == "counter");
}

TEST_CASE("the loader names the libraries' memory where the system's list is hidden") {
  const auto listed = own_segments({}), loaded = own_segments({}, "/does/not/exist");
  const auto within = [](const std::vector<Range>& ranges, std::uintptr_t address) {
    return std::any_of(ranges.begin(), ranges.end(),
                       [=](const Range& range) { return range.contains(address); });
  };
  static int own = 1;
  for (const void* address : {static_cast<const void*>(stdout),  // In the C library.
                              static_cast<const void*>(&own)}) {
    CHECK(within(listed, reinterpret_cast<std::uintptr_t>(address)));
    CHECK(within(loaded, reinterpret_cast<std::uintptr_t>(address)));
  }
  // `loaded` has no other memory, so a box forbids no writes that are allowed without it.
  CHECK(!loaded.empty());
  for (const Range& range : loaded) {
    CHECK(within(listed, range.base));
    CHECK(within(listed, range.base + range.size - 1));
  }
  CHECK(own_segments({0, ~std::size_t{0}}, "/does/not/exist").empty());
}

}  // namespace gridlock::sim::test_module
