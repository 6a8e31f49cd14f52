// expect: passed
// schedules: 6
// cuRAND fills arrays: every generator, the numbers spread as they should be, in a stream
// and on the host; a generator goes on where it was, and can be set back.
#include <curand.h>

#include <cmath>
#include <cstdio>
#include <vector>

int wrong = 0;
void expect(bool right, int line) {
  if (right) return;
  printf("line %d\n", line);
  ++wrong;
}
#define EXPECT(condition) expect(condition, __LINE__)
#define OK(call) expect((call) == CURAND_STATUS_SUCCESS, __LINE__)

constexpr int kCount = 20000;

template <class T, class Of>
bool spreadAs(const T* numbers, double mean, double deviation, const Of& of) {
  double sum = 0, squares = 0;
  for (int i = 0; i < kCount; ++i) {
    const double x = of(numbers[i]);
    sum += x;
    squares += x * x;
  }
  const double m = sum / kCount, d = sqrt(squares / kCount - m * m);
  const bool fits = fabs(m - mean) < 4 * deviation / sqrt(double(kCount)) &&
                    fabs(d / deviation - 1) < 0.04;
  if (!fits) printf("mean %g for %g, deviation %g for %g\n", m, mean, d, deviation);
  return fits;
}
double same(double x) { return x; }

template <class T>
T* managed() {
  T* memory;
  cudaMallocManaged(&memory, kCount * sizeof(T));
  return memory;
}

void distributions(curandRngType_t type) {
  curandGenerator_t generator;
  OK(curandCreateGenerator(&generator, type));
  OK(curandSetPseudoRandomGeneratorSeed(generator, 1234));
  OK(curandSetGeneratorOrdering(generator, CURAND_ORDERING_PSEUDO_BEST));
  auto* bits = managed<unsigned>();
  auto *u = managed<float>(), *n = managed<float>(), *l = managed<float>();
  auto *ud = managed<double>(), *nd = managed<double>(), *ld = managed<double>();
  auto* p = managed<unsigned>();
  OK(curandGenerate(generator, bits, kCount));
  OK(curandGenerateUniform(generator, u, kCount));
  OK(curandGenerateNormal(generator, n, kCount, 5, 3));
  OK(curandGenerateLogNormal(generator, l, kCount, 1, 2));
  OK(curandGenerateUniformDouble(generator, ud, kCount));
  OK(curandGenerateNormalDouble(generator, nd, kCount, -1, 2));
  OK(curandGenerateLogNormalDouble(generator, ld, kCount, 1, 2));
  OK(curandGeneratePoisson(generator, p, kCount, 25));
  cudaDeviceSynchronize();
  const double even = sqrt(1.0 / 12);
  EXPECT(spreadAs(bits, 0.5, even, [](unsigned x) { return x * 0x1p-32; }));
  EXPECT(spreadAs(u, 0.5, even, same) && spreadAs(ud, 0.5, even, same));
  EXPECT(spreadAs(n, 5, 3, same) && spreadAs(nd, -1, 2, same));
  EXPECT(spreadAs(l, 1, 2, [](double x) { return log(x); }));
  EXPECT(spreadAs(ld, 1, 2, [](double x) { return log(x); }));
  EXPECT(spreadAs(p, 25, 5, same));
  OK(curandDestroyGenerator(generator));
}

void positions() {
  curandGenerator_t generator, host;
  OK(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT));
  OK(curandCreateGeneratorHost(&host, CURAND_RNG_PSEUDO_XORWOW));
  auto *whole = managed<float>(), *parts = managed<float>();
  OK(curandGenerateUniform(generator, whole, 100));
  OK(curandSetGeneratorOffset(generator, 0));
  OK(curandGenerateUniform(generator, parts, 30));
  OK(curandGenerateUniform(generator, parts + 30, 70));
  std::vector<float> here(50);
  OK(curandSetGeneratorOffset(host, 50));
  OK(curandGenerateUniform(host, here.data(), 50));
  cudaDeviceSynchronize();
  bool alike = true;
  for (int i = 0; i < 100; ++i) alike = alike && whole[i] == parts[i];
  for (int i = 0; i < 50; ++i) alike = alike && whole[50 + i] == here[i];
  EXPECT(alike);
  OK(curandSetPseudoRandomGeneratorSeed(generator, 1));
  OK(curandGenerateUniform(generator, parts, 100));
  cudaDeviceSynchronize();
  EXPECT(whole[0] != parts[0]);

  unsigned long long wide;
  EXPECT(curandGenerateNormal(generator, whole, 3, 0, 1) ==
         CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  EXPECT(curandGenerateLongLong(host, &wide, 1) == CURAND_STATUS_TYPE_ERROR);
  EXPECT(curandCreateGenerator(&generator, CURAND_RNG_TEST) == CURAND_STATUS_TYPE_ERROR);
  OK(curandDestroyGenerator(host));
  EXPECT(curandDestroyGenerator(host) == CURAND_STATUS_NOT_INITIALIZED);
}

__global__ void twice(float* x) { x[threadIdx.x] *= 2; }

void streams() {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  curandGenerator_t generator;
  OK(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10));
  OK(curandSetStream(generator, stream));
  float* x = managed<float>();
  OK(curandGenerateUniform(generator, x, 64));
  twice<<<1, 64, 0, stream>>>(x);
  cudaStreamSynchronize(stream);
  EXPECT(x[5] > 0 && x[5] <= 2);
}

int main() {
  distributions(CURAND_RNG_PSEUDO_DEFAULT);
  distributions(CURAND_RNG_PSEUDO_MRG32K3A);
  distributions(CURAND_RNG_PSEUDO_PHILOX4_32_10);
  positions();
  streams();
  return wrong;
}
