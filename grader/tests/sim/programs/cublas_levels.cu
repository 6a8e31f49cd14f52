// expect: passed
// schedules: 6
// What cuBLAS computes, beside plain loops: vectors, matrices, triangles, batches;
// strides, negative steps and columns that lie apart; numbers to the host and to the
// device.
#include <cublas_v2.h>
#include <cuda_bf16.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

int wrong = 0;
void expect(bool right, int line) {
  if (right) return;
  printf("line %d\n", line);
  ++wrong;
}
#define EXPECT(condition) expect(condition, __LINE__)
#define OK(call) expect((call) == CUBLAS_STATUS_SUCCESS, __LINE__)

cublasHandle_t handle;

template <class T>
T* managed(std::vector<T> values) {
  T* memory;
  cudaMallocManaged(&memory, values.size() * sizeof(T));
  for (size_t i = 0; i < values.size(); ++i) memory[i] = values[i];
  return memory;
}
bool isNear(double a, double b) { return fabs(a - b) < 1e-5 * (1 + fabs(b)); }
template <class T>
bool are(const T* got, std::vector<T> expected) {
  cudaDeviceSynchronize();
  bool all = true;
  for (size_t i = 0; i < expected.size(); ++i)
    if (!isNear(got[i], expected[i])) {
      printf("element %zu is %g, not %g\n", i, double(got[i]), double(expected[i]));
      all = false;
    }
  return all;
}

void vectors() {
  float* x = managed<float>({1, -2, 3, -4});
  float* y = managed<float>({10, 20, 30, 40});
  const float two = 2;
  OK(cublasSaxpy(handle, 4, &two, x, 1, y, 1));
  EXPECT(are<float>(y, {12, 16, 36, 32}));
  OK(cublasSscal(handle, 2, &two, y, 2));
  EXPECT(are<float>(y, {24, 16, 72, 32}));
  OK(cublasScopy(handle, 4, x, -1, y, 1));
  EXPECT(are<float>(y, {-4, 3, -2, 1}));
  OK(cublasSswap(handle, 2, x, 1, y + 2, 1));
  EXPECT(are<float>(x, {-2, 1, 3, -4}) && are<float>(y, {-4, 3, 1, -2}));
  float result = 0;
  OK(cublasSdot(handle, 4, x, 1, y, 1, &result));
  EXPECT(isNear(result, 8 + 3 + 3 + 8));
  OK(cublasSasum(handle, 4, x, 1, &result));
  EXPECT(isNear(result, 10));
  OK(cublasSnrm2(handle, 4, x, 1, &result));
  EXPECT(isNear(result, sqrt(30.0)));
  int place = 0;
  OK(cublasIsamax(handle, 4, x, 1, &place));
  EXPECT(place == 4);
  OK(cublasIsamin(handle, 4, x, 1, &place));
  EXPECT(place == 2);
  OK(cublasIsamax(handle, 0, x, 1, &place));
  EXPECT(place == 0);
  const float c = 0, s = 1;
  OK(cublasSrot(handle, 4, x, 1, y, 1, &c, &s));
  EXPECT(are<float>(x, {-4, 3, 1, -2}) && are<float>(y, {2, -1, -3, 4}));
}

void resultOnTheDevice() {
  double* x = managed<double>({3, 4});
  double* result = managed<double>({0, 2});
  OK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
  OK(cublasDnrm2(handle, 2, x, 1, result));
  OK(cublasDscal(handle, 2, result + 1, x, 1));
  OK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
  EXPECT(are<double>(result, {5}) && are<double>(x, {6, 8}));
}

void matricesAndVectors() {
  // By columns, four rows of which three belong to the matrix: 1 4 / 2 5 / 3 6.
  double* a = managed<double>({1, 2, 3, -1, 4, 5, 6, -1});
  double* x = managed<double>({1, 0, 10, 0, 100});
  double* y = managed<double>({1, 1, 1});
  const double one = 1, two = 2, none = 0;
  OK(cublasDgemv(handle, CUBLAS_OP_N, 3, 2, &two, a, 4, x, 2, &one, y, 1));
  EXPECT(are<double>(y, {83, 105, 127}));
  OK(cublasDgemv(handle, CUBLAS_OP_T, 3, 2, &one, a, 4, x, 2, &none, y, -2));
  EXPECT(are<double>(y, {654, 105, 321}));
  OK(cublasDger(handle, 3, 2, &one, x, 2, x, 2, a, 4));
  EXPECT(are<double>(a, {2, 12, 103, -1, 14, 105, 1006, -1}));
  // The other triangle is never looked at.
  double* s = managed<double>({1, 2, NAN, 3});
  OK(cublasDsymv(handle, CUBLAS_FILL_MODE_LOWER, 2, &one, s, 2, x, 2, &none, y, 1));
  EXPECT(are<double>(y, {21, 32}));
  OK(cublasDtrmv(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 2, s,
                 2, y, 1));
  EXPECT(are<double>(y, {21, 138}));
  OK(cublasDtrsv(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 2, s,
                 2, y, 1));
  EXPECT(are<double>(y, {21, 32}));
  OK(cublasDtrsv(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T, CUBLAS_DIAG_UNIT, 2, s, 2,
                 y, 1));
  EXPECT(are<double>(y, {21 - 64, 32}));
  OK(cublasDsyr(handle, CUBLAS_FILL_MODE_LOWER, 2, &two, x, 2, s, 2));
  EXPECT(are<double>(s, {3, 22}) && s[3] == 203 && std::isnan(s[2]));
}

constexpr int kM = 5, kN = 4, kK = 6, kLd = 8;
double at(const double* a, cublasOperation_t op, int i, int j) {
  return op == CUBLAS_OP_N ? a[i + j * kLd] : a[j + i * kLd];
}
double* someMatrix(int seed) {
  std::vector<double> values(kLd * kLd);
  for (int i = 0; i < kLd * kLd; ++i) values[i] = (i * 7 + seed * 13) % 17 - 8;
  return managed(values);
}
void products() {
  const double alpha = 3, beta = -2;
  const double *a = someMatrix(1), *b = someMatrix(2);
  for (cublasOperation_t opA : {CUBLAS_OP_N, CUBLAS_OP_T})
    for (cublasOperation_t opB : {CUBLAS_OP_N, CUBLAS_OP_C}) {
      double *c = someMatrix(3), *before = someMatrix(3);
      OK(cublasDgemm(handle, opA, opB, kM, kN, kK, &alpha, a, kLd, b, kLd, &beta, c,
                     kLd));
      cudaDeviceSynchronize();
      for (int j = 0; j < kLd; ++j)
        for (int i = 0; i < kLd; ++i) {
          double sum = before[i + j * kLd];
          if (i < kM && j < kN) {
            sum *= beta;
            for (int k = 0; k < kK; ++k)
              sum += alpha * at(a, opA, i, k) * at(b, opB, k, j);
          }
          EXPECT(isNear(c[i + j * kLd], sum));
        }
      cudaFree(c);
      cudaFree(before);
    }
}

void batches() {
  float* a = managed<float>({1, 2, 3, 4});
  float* c = managed<float>({NAN, NAN});
  const float one = 1, none = 0;
  OK(cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, a, 1, 1,
                               a + 2, 1, 1, &none, c, 1, 1, 2));
  EXPECT(are<float>(c, {3, 8}));
  float** pointers = managed<float*>({a, a + 1, a + 2, a + 3, c + 1, c});
  OK(cublasSgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, pointers, 1,
                        pointers + 2, 1, &one, pointers + 4, 1, 2));
  EXPECT(are<float>(c, {11, 11}));
}

void triangles() {
  float* l = managed<float>({2, 4, NAN, 5});  // 2 0 / 4 5
  float* b = managed<float>({2, 14, 4, 13});
  const float one = 1, two = 2, none = 0;
  OK(cublasStrsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
                 CUBLAS_DIAG_NON_UNIT, 2, 2, &one, l, 2, b, 2));
  EXPECT(are<float>(b, {1, 2, 2, 1}));
  OK(cublasStrmm(handle, CUBLAS_SIDE_RIGHT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T,
                 CUBLAS_DIAG_NON_UNIT, 2, 2, &two, l, 2, b, 2, b, 2));
  EXPECT(are<float>(b, {4, 8, 28, 26}));
  OK(cublasStrsm(handle, CUBLAS_SIDE_RIGHT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T,
                 CUBLAS_DIAG_NON_UNIT, 2, 2, &one, l, 2, b, 2));
  EXPECT(are<float>(b, {2, 4, 4, 2}));
  float* c = managed<float>({NAN, NAN, 100, NAN});
  OK(cublasSsyrk(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, 2, 2, &one, b, 2, &none, c,
                 2));
  EXPECT(are<float>(c, {20, 16, 100, 20}));
  OK(cublasSsymm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, 2, 1, &one, c, 2, b, 2,
                 &none, b + 2, 2));
  EXPECT(are<float>(b, {2, 4, 104, 112}));
  OK(cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, 2, 2, &one, b, 2, &two, b, 2, c, 2));
  EXPECT(are<float>(c, {6, 112, 212, 336}));
  OK(cublasSdgmm(handle, CUBLAS_SIDE_RIGHT, 2, 2, b, 2, b, 1, c, 2));
  EXPECT(are<float>(c, {4, 8, 416, 448}));
}

void complexNumbers() {
  cuComplex* x = managed<cuComplex>({{1, 2}, {3, -1}});
  cuComplex result;
  OK(cublasCdotc(handle, 2, x, 1, x, 1, &result));
  EXPECT(isNear(result.x, 15) && isNear(result.y, 0));
  OK(cublasCdotu(handle, 2, x, 1, x, 1, &result));
  EXPECT(isNear(result.x, 5) && isNear(result.y, -2));
  float sum;
  OK(cublasScasum(handle, 2, x, 1, &sum));
  EXPECT(isNear(sum, 7));
  OK(cublasScnrm2(handle, 2, x, 1, &sum));
  EXPECT(isNear(sum, sqrt(15.0)));
  const float two = 2;
  OK(cublasCsscal(handle, 2, &two, x, 1));
  const cuComplex one = make_cuComplex(1, 0), none = make_cuComplex(0, 0);
  cuComplex* c = managed<cuComplex>({{0, 0}});
  OK(cublasCgemm(handle, CUBLAS_OP_C, CUBLAS_OP_N, 1, 1, 2, &one, x, 2, x, 2, &none, c,
                 1));
  cudaDeviceSynchronize();
  EXPECT(isNear(cuCrealf(*c), 60) && isNear(cuCimagf(*c), 0) && isNear(cuCabsf(*c), 60));
}

void typedNumbers() {
  __half* h = managed<__half>({__half(1.0f), __half(2.0f), __half(3.0f), __half(4.0f)});
  __nv_bfloat16* b = managed<__nv_bfloat16>({__nv_bfloat16(0.5f), __nv_bfloat16(8.0f)});
  signed char* whole = managed<signed char>({100, 100, -3, 7});
  float result = 0;
  OK(cublasDotEx(handle, 2, h, CUDA_R_16F, -1, b, CUDA_R_16BF, 1, &result, CUDA_R_32F,
                 CUDA_R_32F));
  EXPECT(result == 2 * 0.5f + 1 * 8);
  float* c = managed<float>({1, 1, 1, 1});
  const float one = 1, two = 2;
  OK(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, 2, 2, 2, &two, h, CUDA_R_16F, 2, h,
                  CUDA_R_16F, 2, &one, c, CUDA_R_32F, 2, CUBLAS_COMPUTE_32F,
                  CUBLAS_GEMM_DEFAULT));
  EXPECT(are<float>(c, {11, 23, 23, 51}));
  int* sums = managed<int>({0, 0});
  const int wholeOne = 1, wholeNone = 0;
  OK(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 2, 2, &wholeOne, whole, CUDA_R_8I,
                  1, whole, CUDA_R_8I, 2, &wholeNone, sums, CUDA_R_32I, 1,
                  CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
  EXPECT(are<int>(sums, {20000, 400}));
  const __half halfOne(1.0f), halfNone(0.0f);
  __half* product = managed<__half>({halfNone, halfNone});
  OK(cublasHgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &halfOne, h, 1,
                               1, h + 2, 1, 1, &halfNone, product, 1, 1, 2));
  EXPECT(are<__half>(product, {__half(3.0f), __half(8.0f)}));
  OK(cublasHgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 2, &halfOne, h, 1, h + 2, 2,
                 &halfOne, product, 1));
  EXPECT(are<__half>(product, {__half(14.0f)}));
}

void factors() {
  double* a = managed<double>({1, 4, 2, 2});  // 1 2 / 4 2
  double* singular = managed<double>({0, 0, 1, 1});
  double** both = managed<double*>({a, singular});
  int *rows = managed<int>({0, 0, 0, 0}), *info = managed<int>({-1, -1});
  OK(cublasDgetrfBatched(handle, 2, both, 2, rows, info, 2));
  EXPECT(are<double>(a, {4, 0.25, 2, 1.5}) && are<int>(rows, {2, 2}));
  EXPECT(info[0] == 0 && info[1] == 1);
}

void copies() {
  const double rows[6] = {1, 2, 3, 4, 5, 6};
  double *device, back[6] = {};
  cudaMalloc(&device, 12 * sizeof(double));
  OK(cublasSetMatrix(2, 3, sizeof(double), rows, 2, device, 4));
  OK(cublasGetMatrix(2, 3, sizeof(double), device, 4, back, 2));
  EXPECT(are<double>(back, {1, 2, 3, 4, 5, 6}));
  OK(cublasSetVector(3, sizeof(double), rows, 2, device, 1));
  OK(cublasGetVector(3, sizeof(double), device, 1, back, 2));
  EXPECT(are<double>(back, {1, 2, 3, 4, 5, 6}));
}

void refusals() {
  float x = 0;
  cublasPointerMode_t mode;
  EXPECT(cublasSgemv(handle, CUBLAS_OP_N, 3, 1, &x, &x, 2, &x, 1, &x, &x, 1) ==
         CUBLAS_STATUS_INVALID_VALUE);
  EXPECT(cublasSscal(nullptr, 1, &x, &x, 1) == CUBLAS_STATUS_NOT_INITIALIZED);
  OK(cublasGetPointerMode(handle, &mode));
  EXPECT(mode == CUBLAS_POINTER_MODE_HOST);
  OK(cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH));
  EXPECT(cublasGetStatusName(CUBLAS_STATUS_INVALID_VALUE)[14] == 'I');
}

int main() {
  OK(cublasCreate(&handle));
  vectors();
  resultOnTheDevice();
  matricesAndVectors();
  products();
  batches();
  triangles();
  complexNumbers();
  typedNumbers();
  factors();
  copies();
  refusals();
  OK(cublasDestroy(handle));
  EXPECT(cublasDestroy(handle) == CUBLAS_STATUS_NOT_INITIALIZED);
  return wrong;
}
