// The types of CUDA's libraries and what their functions take and return.  Compiled by
// nvcc and against our headers, never run.
#include <curand_kernel.h>

#include <type_traits>

static_assert(sizeof(curandState) == 48 && sizeof(curandStateMRG32k3a_t) == 48, "");
static_assert(sizeof(curandStatePhilox4_32_10_t) == 64, "");
static_assert(std::is_same<curandState, curandState_t>::value, "");
static_assert(std::is_same<curandState, curandStateXORWOW_t>::value, "");
static_assert(std::is_same<curandState, curandStateXORWOW>::value, "");

template <class State>
__device__ double drawFrom(State* state) {
  curand_init(1ull, 2ull, 3ull, state);
  skipahead(5ull, state);
  skipahead_sequence(5ull, state);
  const unsigned bits = curand(state);
  const float2 two = curand_normal2(state);
  const double2 wide = curand_normal2_double(state);
  const float2 logs = curand_log_normal2(state, 0.0f, 1.0f);
  const double2 wideLogs = curand_log_normal2_double(state, 0.0, 1.0);
  return bits + two.x + wide.y + logs.x + wideLogs.y + curand_uniform(state) +
         curand_uniform_double(state) + curand_normal(state) +
         curand_normal_double(state) + curand_log_normal(state, 0.0f, 1.0f) +
         curand_log_normal_double(state, 0.0, 1.0) + curand_poisson(state, 4.0);
}

__global__ void draw(curandState* a, curandStatePhilox4_32_10_t* b,
                     curandStateMRG32k3a_t* c, double* out) {
  skipahead_subsequence(5ull, c);
  const uint4 bits = curand4(b), counts = curand_poisson4(b, 4.0);
  const float4 uniform = curand_uniform4(b), normal = curand_normal4(b);
  const float4 logs = curand_log_normal4(b, 0.0f, 1.0f);
  const double2 pair = curand_uniform2_double(b);
  *out = drawFrom(a) + drawFrom(b) + drawFrom(c) + bits.x + counts.y + uniform.z +
         normal.w + logs.x + pair.y + curand_uniform4_double(b).z +
         curand_normal4_double(b).w + curand_log_normal4_double(b, 0.0, 1.0).x;
}

int main() {}
