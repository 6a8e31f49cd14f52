// expect: passed
// thrust::complex on both sides, against the C++ library's.
#include <thrust/complex.h>
#include <thrust/device_vector.h>
#include <thrust/transform.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <sstream>

using Complex = thrust::complex<double>;

template <class Number>
__host__ __device__ Number formula(Number z) {
  Number w = (z * z + Number(2.0, -1.0)) / (z - 3.0);
  w += 1.5 * z;
  return -w;
}

struct Formula {
  __host__ __device__ Complex operator()(const Complex& z) const { return formula(z); }
};

__global__ void mandelbrot(int* steps, int n) {
  const thrust::complex<float> c(-0.75f + 0.01f * threadIdx.x, 0.1f);
  thrust::complex<float> z = 0;
  int count = 0;
  while (count < n && thrust::norm(z) < 4) {
    z = z * z + c;
    ++count;
  }
  steps[threadIdx.x] = count;
}

int errors = 0;
void expect(const char* what, Complex got, std::complex<double> want) {
  if (std::abs(std::complex<double>(got) - want) <= 1e-12 * (1 + std::abs(want))) return;
  std::ostringstream text;
  text << what << ": " << got << ", not " << want << "\n";
  fputs(text.str().c_str(), stdout);
  ++errors;
}

int main() {
  const std::complex<double> all[] = {{1, 2}, {-0.5, 0.25}, {0, -3}, {-4, 0}, {1e200, 2}};
  thrust::device_vector<Complex> from(5), to(5);
  for (int i = 0; i < 5; ++i) from[i] = all[i];
  thrust::transform(from.begin(), from.end(), to.begin(), Formula());
  for (int i = 0; i < 4; ++i) {
    const std::complex<double> s = all[i];
    const Complex z = s;
    expect("formula", to[i], formula(s));
    expect("sqrt", thrust::sqrt(z), std::sqrt(s));
    expect("exp", thrust::exp(z), std::exp(s));
    expect("log", thrust::log(z), std::log(s));
    expect("log10", thrust::log10(z), std::log10(s));
    expect("sin", thrust::sin(z), std::sin(s));
    expect("cos", thrust::cos(z), std::cos(s));
    expect("tan", thrust::tan(z), std::tan(s));
    expect("sinh", thrust::sinh(z), std::sinh(s));
    expect("cosh", thrust::cosh(z), std::cosh(s));
    expect("tanh", thrust::tanh(z), std::tanh(s));
    expect("pow", thrust::pow(z, 2.5), std::pow(s, 2.5));
    expect("pow", thrust::pow(2.0, z), std::pow(2.0, s));
    expect("conj", thrust::conj(z), std::conj(s));
    expect("proj", thrust::proj(z), s);
    expect("abs", thrust::abs(z), std::abs(s));
    expect("arg", thrust::arg(z), std::arg(s));
    expect("norm", thrust::norm(z), std::norm(s));
    expect("polar", thrust::polar(std::abs(s), std::arg(s)), s);
  }
  expect("of large numbers", Complex(all[4]) / Complex(all[4]), 1);
  if (Complex(2) != 2.0 || 1.0 == Complex(1, 1) || sizeof(thrust::complex<float>) != 8)
    ++errors;
  if (alignof(Complex) != 16) ++errors;
  Complex read;
  std::istringstream("(1.5,-2)") >> read;
  expect("read", read, {1.5, -2});
  int* steps;
  cudaMallocManaged(&steps, 32 * sizeof(int));
  mandelbrot<<<1, 32>>>(steps, 60);
  cudaDeviceSynchronize();
  if (steps[0] < 30 || steps[31] < 1 || steps[0] > 60) ++errors;
  return errors != 0;
}
