// Output of programs, from kernels and from the host.
#include <chrono>
#include <string>

#include "cases.h"

__global__ void count(char* out) { printf("%d abc%hhn\n", 1, (signed char*)out); }
// The printf of device code has no %n, which would write unseen.
CASE(counts, api_error) { return run(count, 1, 1, device<char>(4)); }

__global__ void print_percent() { printf("100%%n %5.2f%%\n", 1.0); }
// A percent sign before an n is no %n.
CASE(percent_sign, passed) {
  char text[32];
  snprintf(text, sizeof text, "%d%%n", 5);
  return run(print_percent, 1, 1) || strcmp(text, "5%n") != 0;
}

__global__ void report_or_write(char* text) {
  if (blockIdx.x == 0)
    text[0] = 'a';
  else
    printf("%-*d%.2f%s\n", 3, 1, 2.0, text);
}
// printf reads the text behind %s, which another block is writing.
CASE(reads_a_text, data_race) { return run(report_or_write, 2, 1, zeros<char>(16)); }

__global__ void report(const char* text) {
  printf("%.4s\n", text);
  printf("%s\n", text);  // $no_end
}
// The text has no end within its memory.  What a precision cuts off is not read.
// told: printf.cu:$no_end
CASE(text_past_the_end, bad_access) {
  char* text = device<char>(4);
  cudaMemset(text, 'x', 4);
  return run(report, 1, 1, text);
}

__global__ void measure(int* sum, long long* ticks) {
  const long long begin = clock64();
  atomicAdd(sum, 1);
  if (blockIdx.x == 0) *ticks = clock64() - begin;
}
// Output that shows times, of device or host, says nothing about the program's order.
CASE(clocks, passed) {
  const auto begun = std::chrono::steady_clock::now();
  long long* ticks = managed<long long>();
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventRecord(begin);
  measure<<<3, 1>>>(zeros<int>(), ticks);
  cudaEventRecord(end);
  cudaEventSynchronize(end);
  float ms = 0;
  cudaEventElapsedTime(&ms, begin, end);
  const auto took = std::chrono::steady_clock::now() - begun;
  std::printf("%lld ticks, %f ms, %lld ns\n", *ticks, ms, (long long)took.count());
  return 0;
}

__global__ void add(int* sum) { atomicAdd(sum, 1); }

// Only the beginning of a schedule's output is kept, and the program goes on.
// schedules: 3
// told: It printed more than 33,554,432 bytes; only the first 65,536 are kept.
// unsaid: Signal
CASE(much, passed) {
  const std::string line(1 << 20, 'x');
  for (int i = 0; i < 33; ++i) puts(line.c_str());
  return run_expecting({7}, add, 1, 7);
}
