// expect: passed
// schedules: 6
// Random numbers on the device: the generators' own numbers, their jumps, and how the
// numbers of each distribution are spread.
#include <curand_kernel.h>

#include <cmath>
#include <cstdio>

__device__ int failures;
#define EXPECT(condition)                          \
  if (!(condition)) {                              \
    printf("line %d: %s\n", __LINE__, #condition); \
    atomicAdd(&failures, 1);                       \
  }

__device__ bool is(uint4 a, unsigned x, unsigned y, unsigned z, unsigned w) {
  return a.x == x && a.y == y && a.z == z && a.w == w;
}

// The numbers that the authors of Philox publish with it.
__global__ void philoxAnswers() {
  EXPECT(is(curand_Philox4x32_10({0, 0, 0, 0}, {0, 0}), 0x6627e8d5, 0xe169c58d,
            0xbc57ac4c, 0x9b00dbd8));
  EXPECT(is(curand_Philox4x32_10({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}), 0x408f276d,
            0x41c83b0e, 0xa20bc7c6, 0x6d5451fd));
  EXPECT(is(curand_Philox4x32_10({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
                                 {0xa4093822, 0x299f31d0}),
            0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1));
}

// Marsaglia's text, beside the state that begins as his does.
__global__ void xorwowAnswers() {
  unsigned x = 123456789, y = 362436069, z = 521288629, w = 88675123, v = 5783321,
           d = 6615241;
  curandState state = {d, {x, y, z, w, v}};
  for (int i = 0; i < 100; ++i) {
    const unsigned t = x ^ (x >> 2);
    x = y;
    y = z;
    z = w;
    w = v;
    v = (v ^ (v << 4)) ^ (t ^ (t << 1));
    EXPECT(curand(&state) == (d += 362437) + v);
  }
}

// L'Ecuyer's recurrences in double, as he prints them; cuRAND ends in another factor.
__global__ void mrgAnswers() {
  double s10 = 12345, s11 = 12345, s12 = 12345, s20 = 12345, s21 = 12345, s22 = 12345;
  curandStateMRG32k3a state = {{12345, 12345, 12345}, {12345, 12345, 12345}};
  for (int i = 0; i < 100; ++i) {
    double p1 = 1403580.0 * s11 - 810728.0 * s10;
    p1 -= floor(p1 / 4294967087.0) * 4294967087.0;
    s10 = s11;
    s11 = s12;
    s12 = p1;
    double p2 = 527612.0 * s22 - 1370589.0 * s20;
    p2 -= floor(p2 / 4294944443.0) * 4294944443.0;
    s20 = s21;
    s21 = s22;
    s22 = p2;
    const double u = (p1 <= p2 ? p1 - p2 + 4294967087.0 : p1 - p2) / 4294967087.0;
    EXPECT(fabs(curand_uniform_double(&state) - u) < 1e-15);
  }
}

template <class State>
__device__ bool goOnAlike(State a, State b) {
  for (int i = 0; i < 9; ++i)
    if (curand(&a) != curand(&b)) return false;
  return true;
}

template <class State>
__global__ void jumps(int log2OfSubsequence) {
  State stepped, jumped;
  curand_init(7, 3, 0, &stepped);
  curand_init(7, 3, 1001, &jumped);
  for (int i = 0; i < 1001; ++i) curand(&stepped);
  EXPECT(goOnAlike(stepped, jumped));
  skipahead(18, &jumped);
  for (int i = 0; i < 18; ++i) curand(&stepped);
  EXPECT(goOnAlike(stepped, jumped));

  // A subsequence is so many jumps over 2^63 numbers.
  curand_init(7, 5, 18, &jumped);
  curand_init(7, 4, 18, &stepped);
  EXPECT(!goOnAlike(stepped, jumped));
  for (int i = 0; i < 1 << (log2OfSubsequence - 63); ++i) skipahead(1ull << 63, &stepped);
  EXPECT(goOnAlike(stepped, jumped));
}

__global__ void sequences() {
  curandState a, b;
  curand_init(7, 1, 0, &a);
  curand_init(7, 9, 0, &b);
  skipahead_sequence(8, &a);
  EXPECT(goOnAlike(a, b));
  curandStatePhilox4_32_10_t c, d;
  curand_init(7, ~0ull, 2, &c);
  curand_init(7, 0, 2, &d);
  skipahead_sequence(1, &c);
  EXPECT(goOnAlike(c, d));
  curandStateMRG32k3a e, f;
  curand_init(7, 0, 0, &e);
  f = e;
  skipahead_sequence(1, &e);
  skipahead_subsequence(1ull << 51, &f);
  EXPECT(goOnAlike(e, f));
  // Four numbers are four times one, wherever the block begins.
  curandStatePhilox4_32_10_t one, four;
  curand_init(8, 0, 3, &one);
  four = one;
  const uint4 block = curand4(&four);
  const unsigned x = curand(&one), y = curand(&one), z = curand(&one), w = curand(&one);
  EXPECT(is(block, x, y, z, w));
  EXPECT(goOnAlike(one, four));
}

// Sums over all threads: of the numbers, and of their squares.
struct Sums {
  double value, square;
};
template <class Draw>
__device__ void spread(Sums* sums, Draw draw) {
  Sums own = {};
  for (int i = 0; i < 500; ++i) {
    const double x = draw();
    own.value += x;
    own.square += x * x;
  }
  atomicAdd(&sums->value, own.value);
  atomicAdd(&sums->square, own.square);
}

constexpr int kKinds = 10;
template <class State>
__global__ void distributions(Sums* sums) {
  State mine;
  curand_init(1234, threadIdx.x, 0, &mine);
  State* s = &mine;
  spread(sums + 0, [=] { return curand_uniform(s); });
  spread(sums + 1, [=] { return curand_uniform_double(s); });
  spread(sums + 2, [=] { return curand_normal(s); });
  spread(sums + 3, [=] { return curand_normal_double(s); });
  spread(sums + 4, [=] { return curand_normal2(s).y; });
  spread(sums + 5, [=] { return log(curand_log_normal(s, 2, 3)); });
  spread(sums + 6, [=] { return log(curand_log_normal2_double(s, 2, 3).x); });
  spread(sums + 7, [=] { return curand_poisson(s, 3); });
  spread(sums + 8, [=] { return curand_poisson(s, 400); });
  spread(sums + 9, [=] { return curand(s) * 0x1p-32; });
}
__global__ void inFours(Sums* sums) {
  curandStatePhilox4_32_10_t mine;
  curand_init(99, threadIdx.x, 0, &mine);
  curandStatePhilox4_32_10_t* s = &mine;
  spread(sums + 0, [=] { return curand_uniform4(s).z; });
  spread(sums + 1, [=] { return curand_uniform4_double(s).w; });
  spread(sums + 2, [=] { return curand_normal4(s).w; });
  spread(sums + 3, [=] { return curand_normal4_double(s).z; });
  spread(sums + 4, [=] { return curand_normal2_double(s).x; });
  spread(sums + 5, [=] { return log(curand_log_normal4(s, 2, 3).y); });
  spread(sums + 6, [=] { return log(curand_log_normal4_double(s, 2, 3).y); });
  spread(sums + 7, [=] { return curand_poisson4(s, 3).z; });
  spread(sums + 8, [=] { return curand_poisson4(s, 400).w; });
  spread(sums + 9, [=] { return curand_uniform2_double(s).y; });
}

bool isSpreadAs(const Sums& sums, double mean, double deviation) {
  const double n = 64 * 500, m = sums.value / n;
  const double d = sqrt(sums.square / n - m * m);
  const bool fits =
      fabs(m - mean) < 4 * deviation / sqrt(n) && fabs(d / deviation - 1) < 0.03;
  if (!fits) printf("mean %g for %g, deviation %g for %g\n", m, mean, d, deviation);
  return fits;
}

int wrongly(void (*kernel)(Sums*)) {
  const double means[kKinds] = {.5, .5, 0, 0, 0, 2, 2, 3, 400, .5};
  const double even = sqrt(1.0 / 12);
  const double deviations[kKinds] = {even, even, 1, 1, 1, 3, 3, sqrt(3.0), 20, even};
  Sums* sums;
  cudaMallocManaged(&sums, kKinds * sizeof(Sums));
  cudaMemset(sums, 0, kKinds * sizeof(Sums));
  kernel<<<1, 64>>>(sums);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < kKinds; ++i) wrong += !isSpreadAs(sums[i], means[i], deviations[i]);
  return wrong;
}

// A state in memory belongs to whoever a barrier hands it to.
__global__ void handOver(curandState* state, unsigned* numbers) {
  if (threadIdx.x == 0) curand_init(3, 0, 0, state);
  for (unsigned turn = 0; turn < blockDim.x; ++turn) {
    __syncthreads();
    if (threadIdx.x == turn) numbers[turn] = curand(state);
  }
}

int main() {
  philoxAnswers<<<1, 1>>>();
  xorwowAnswers<<<1, 1>>>();
  mrgAnswers<<<1, 1>>>();
  jumps<curandStateXORWOW_t><<<1, 1>>>(67);
  jumps<curandStatePhilox4_32_10_t><<<1, 1>>>(66);
  jumps<curandStateMRG32k3a_t><<<1, 1>>>(76);
  sequences<<<1, 1>>>();
  curandState* state;
  unsigned* numbers;
  cudaMalloc(&state, sizeof *state);
  cudaMallocManaged(&numbers, 8 * sizeof *numbers);
  handOver<<<1, 8>>>(state, numbers);
  int wrong = wrongly(distributions<curandState>) +
              wrongly(distributions<curandStatePhilox4_32_10_t>) +
              wrongly(distributions<curandStateMRG32k3a>) + wrongly(inFours);
  if (numbers[0] == numbers[1]) ++wrong;
  int failed;
  cudaMemcpyFromSymbol(&failed, failures, sizeof failed);
  return wrong + failed;
}
