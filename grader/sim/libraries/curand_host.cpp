// cuRAND's host API: generators that fill arrays, with the numbers that the device API's
// generators return.
#include <unordered_set>

#include "curand.h"
#include "curand_kernel.h"
#include "sim/cuda_api/call_site.h"
#include "sim/cuda_api/host_stream.h"
#include "sim/libraries/library_call.h"

/// A generator.
struct curandGenerator_st {
  curandRngType_t type;
  bool on_host;
  cudaStream_t stream = nullptr;
  unsigned long long seed = 0;
  unsigned long long offset = 0;    ///< What curandSetGeneratorOffset has set.
  unsigned long long position = 0;  ///< The next number of the sequence.
  unsigned long long others = 0;    ///< Subsequences that calls have taken.
};

using namespace gridlock::sim;

namespace {

std::unordered_set<curandGenerator_t>& generators() {
  static std::unordered_set<curandGenerator_t> made;
  return made;
}
bool is_generator(curandGenerator_t generator) {
  return generators().contains(generator);
}

curandStatus_t create(curandGenerator_t* generator, curandRngType_t type, bool on_host) {
  if (!generator) return CURAND_STATUS_OUT_OF_RANGE;
  if (type == CURAND_RNG_PSEUDO_DEFAULT) type = CURAND_RNG_PSEUDO_XORWOW;
  if (type != CURAND_RNG_PSEUDO_XORWOW && type != CURAND_RNG_PSEUDO_MRG32K3A &&
      type != CURAND_RNG_PSEUDO_PHILOX4_32_10)
    return CURAND_STATUS_TYPE_ERROR;
  *generator = new curandGenerator_st{.type = type, .on_host = on_host};
  generators().insert(*generator);
  return CURAND_STATUS_SUCCESS;
}

/// Where in a generator's numbers a call begins.
struct Start {
  curandRngType_t type;
  unsigned long long seed, subsequence, position;

  /// Calls use(state) with the generator's state there.
  template <class Use>
  void with_state(const Use& use) const {
    const auto with = [&](auto state) {
      curand_init(seed, subsequence, position, &state);
      use(&state);
    };
    if (type == CURAND_RNG_PSEUDO_MRG32K3A)
      with(curandStateMRG32k3a_t{});
    else if (type == CURAND_RNG_PSEUDO_PHILOX4_32_10)
      with(curandStatePhilox4_32_10_t{});
    else
      with(curandState_t{});
  }
};

/// One call that generates numbers.
class Generation {
 public:
  Generation(curandGenerator_t generator, const char* name, std::uint64_t pc)
      : generator_(generator), call_{name, pc, nullptr} {
    if (is_generator(generator)) call_.stream = generator->stream;
  }

  /// Fills the array with what draw(state) returns.
  /// \param multiple of which n must be
  /// \param steps of the generator that a number takes; 0 if that depends on the numbers
  template <class T, class Draw>
  curandStatus_t fill(T* to, std::size_t n, std::size_t multiple, unsigned steps,
                      const Draw& draw) const {
    if (!is_generator(generator_)) return CURAND_STATUS_NOT_INITIALIZED;
    if (n % multiple != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    if (n == 0) return CURAND_STATUS_SUCCESS;
    const Start start = take(n, steps);
    const auto work = [call = call_, start, to, n, draw] {
      call.writes(to, n);
      start.with_state([&](auto* state) {
        for (std::size_t i = 0; i < n; ++i) to[i] = draw(state);
      });
    };
    if (generator_->on_host) {
      work();
      return CURAND_STATUS_SUCCESS;
    }
    return issue(call_, work) == cudaSuccess ? CURAND_STATUS_SUCCESS
                                             : CURAND_STATUS_LAUNCH_FAILURE;
  }

  /// How many steps a uniform number of a double takes, and a normal one.
  unsigned steps_of_uniform() const { return is_of(CURAND_RNG_PSEUDO_XORWOW) ? 2 : 1; }
  unsigned steps_of_normal() const { return is_of(CURAND_RNG_PSEUDO_MRG32K3A) ? 1 : 2; }

 private:
  bool is_of(curandRngType_t type) const {
    return is_generator(generator_) && generator_->type == type;
  }

  /// The start of this call; the next one starts behind it.
  Start take(std::size_t n, unsigned steps) const {
    Start start{generator_->type, generator_->seed, 0, generator_->position};
    if (steps == 0) {
      // Numbers that take who knows how many steps come from a subsequence of their own.
      start.subsequence = ++generator_->others;
      start.position = 0;
    }
    generator_->position += n * steps;
    return start;
  }

  curandGenerator_t generator_;
  LibraryCall call_;
};

/// The call of the function of cuRAND that this is in, whose generator is `generator`.
#define GRIDLOCK_CURAND(name) \
  const Generation call(generator, name, call_site(__builtin_frame_address(0)))

constexpr std::size_t kAny = 1, kPairs = 2;

}  // namespace

extern "C" {

curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
  return create(generator, type, false);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator,
                                         curandRngType_t type) {
  return create(generator, type, true);
}
curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  if (!is_generator(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  generators().erase(generator);
  delete generator;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetVersion(int* version) {
  if (!version) return CURAND_STATUS_OUT_OF_RANGE;
  *version = CURAND_VER_MAJOR * 1000 + CURAND_VER_MINOR * 100 + CURAND_VER_PATCH;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  if (!is_generator(generator) || !stream_from(stream))
    return CURAND_STATUS_NOT_INITIALIZED;
  generator->stream = stream;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                  unsigned long long seed) {
  if (!is_generator(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  generator->seed = seed;
  generator->position = generator->offset;
  generator->others = 0;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator,
                                        unsigned long long offset) {
  if (!is_generator(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  generator->offset = generator->position = offset;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator,
                                          curandOrdering_t order) {
  if (!is_generator(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  return order >= CURAND_ORDERING_PSEUDO_BEST && order <= CURAND_ORDERING_PSEUDO_DYNAMIC
             ? CURAND_STATUS_SUCCESS
             : CURAND_STATUS_OUT_OF_RANGE;
}
curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  return is_generator(generator) ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED;
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned* to, size_t n) {
  GRIDLOCK_CURAND("curandGenerate");
  return call.fill(to, n, kAny, 1, [](auto* state) { return curand(state); });
}
curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long*,
                                      size_t) {
  return is_generator(generator) ? CURAND_STATUS_TYPE_ERROR
                                 : CURAND_STATUS_NOT_INITIALIZED;
}
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* to, size_t n) {
  GRIDLOCK_CURAND("curandGenerateUniform");
  return call.fill(to, n, kAny, 1, [](auto* state) { return curand_uniform(state); });
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* to,
                                           size_t n) {
  GRIDLOCK_CURAND("curandGenerateUniformDouble");
  return call.fill(to, n, kAny, call.steps_of_uniform(),
                   [](auto* state) { return curand_uniform_double(state); });
}
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* to, size_t n,
                                    float mean, float stddev) {
  GRIDLOCK_CURAND("curandGenerateNormal");
  return call.fill(to, n, kPairs, 1, [mean, stddev](auto* state) {
    return mean + stddev * curand_normal(state);
  });
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* to,
                                          size_t n, double mean, double stddev) {
  GRIDLOCK_CURAND("curandGenerateNormalDouble");
  return call.fill(to, n, kPairs, call.steps_of_normal(), [mean, stddev](auto* state) {
    return mean + stddev * curand_normal_double(state);
  });
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* to, size_t n,
                                       float mean, float stddev) {
  GRIDLOCK_CURAND("curandGenerateLogNormal");
  return call.fill(to, n, kPairs, 1, [mean, stddev](auto* state) {
    return curand_log_normal(state, mean, stddev);
  });
}
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* to,
                                             size_t n, double mean, double stddev) {
  GRIDLOCK_CURAND("curandGenerateLogNormalDouble");
  return call.fill(to, n, kPairs, call.steps_of_normal(), [mean, stddev](auto* state) {
    return curand_log_normal_double(state, mean, stddev);
  });
}
curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned* to, size_t n,
                                     double lambda) {
  GRIDLOCK_CURAND("curandGeneratePoisson");
  if (!(lambda > 0)) return CURAND_STATUS_OUT_OF_RANGE;
  return call.fill(to, n, kAny, 0,
                   [lambda](auto* state) { return curand_poisson(state, lambda); });
}

}  // extern "C"
