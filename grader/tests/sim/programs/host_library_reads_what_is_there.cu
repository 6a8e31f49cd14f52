// expect: passed
// Library functions of host code read no more than they need: the kernel writes behind
// the end of the text, behind the number, behind the first difference.
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void fill(char* text) {
  for (int i = 8; i < 16; ++i) text[i] = 'x';
}

int main() {
  char *text, copy[8];
  cudaMallocHost(&text, 16);
  memset(text, 0, 16);
  snprintf(text, 8, "%d,%s", 42, "seven");
  fill<<<1, 1>>>(text);
  char* end;
  const bool right = strtol(text, &end, 10) == 42 && end == text + 2 &&
                     strlen(text) == 7 && strcmp(text, "42;") < 0 &&
                     strchr(text, ',') == text + 2 && memchr(text, '2', 16) == text + 1 &&
                     strcmp(strncpy(copy, text, 8), "42,seve") == 0;
  cudaDeviceSynchronize();
  return right ? 0 : 1;
}
