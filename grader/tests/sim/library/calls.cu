// Calls the library function that the first argument names: in host code with memory of
// the device, or, if the second is "device", in a kernel with addresses outside of every
// allocation.  Either way the simulator must see it; see ../programs_test.py.
#include <strings.h>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define BOTH __host__ __device__

template <class Print>
BOTH int with_list(Print print, ...) {
  va_list list;
  va_start(list, print);
  print(list);
  va_end(list);
  return 0;
}

BOTH char* as_text(void* p) { return static_cast<char*>(p); }
template <class T>
BOTH T* as(void* p) {
  return static_cast<T*>(p);
}

// Uses what a call returns, so that the compiler does not leave the call out.
struct Result {};
template <class T>
BOTH void operator,(T, Result) {}

// name, the call
#define CALLS(F)                                                             \
  F(memcpy, memcpy(p, &local, 4))                                            \
  F(memmove, memmove(&local, p, 4))                                          \
  F(memset, memset(p, 0, 4))                                                 \
  F(bzero, bzero(p, 4))                                                      \
  F(printf, printf("%d %5.*f %s\n", 1, 2, 3.0, s))                           \
  F(fprintf, fprintf(file, "%ld %s\n", 1L, s))                               \
  F(sprintf, sprintf(s, "%d", 1))                                            \
  F(snprintf, snprintf(s, 4, "%d", 1))                                       \
  F(vprintf, with_list([&](va_list list) { vprintf(s, list); }))             \
  F(vfprintf, with_list([&](va_list list) { vfprintf(file, s, list); }))     \
  F(vsprintf, with_list([&](va_list list) { vsprintf(s, "x", list); }))      \
  F(vsnprintf, with_list([&](va_list list) { vsnprintf(s, 2, "x", list); })) \
  F(puts, puts(s))                                                           \
  F(fputs, fputs(s, file))                                                   \
  F(fwrite, fwrite(s, 2, 2, file))                                           \
  F(perror, perror(s))                                                       \
  F(sincos, sincos(1.0, as<double>(p), as<double>(&local)))                  \
  F(sincosf, sincosf(1.0f, as<float>(&local), as<float>(p)))                 \
  F(sincosl, sincosl(1.0L, as<long double>(p), as<long double>(p)))          \
  F(modf, modf(1.5, as<double>(p)))                                          \
  F(modff, modff(1.5f, as<float>(p)))                                        \
  F(modfl, modfl(1.5L, as<long double>(p)))                                  \
  F(frexp, frexp(1.5, as<int>(p)))                                           \
  F(frexpf, frexpf(1.5f, as<int>(p)))                                        \
  F(frexpl, frexpl(1.5L, as<int>(p)))                                        \
  F(remquo, remquo(7.0, 2.0, as<int>(p)))                                    \
  F(remquof, remquof(7.0f, 2.0f, as<int>(p)))                                \
  F(remquol, remquol(7.0L, 2.0L, as<int>(p)))                                \
  F(nan, nan(s))                                                             \
  F(nanf, nanf(s))                                                           \
  F(nanl, nanl(s))                                                           \
  F(lgamma_r, lgamma_r(1.5, as<int>(p)))                                     \
  F(lgammaf_r, lgammaf_r(1.5f, as<int>(p)))                                  \
  F(lgammal_r, lgammal_r(1.5L, as<int>(p)))                                  \
  F(rand_r, rand_r(as<unsigned>(p)))                                         \
  F(erand48, erand48(as<unsigned short>(p)))                                 \
  F(memcmp, memcmp("abcd", p, 4))                                            \
  F(bcmp, bcmp(p, "abcd", 4))                                                \
  F(memchr, memchr(p, 1, 4))                                                 \
  F(memrchr, memrchr(p, 1, 4))                                               \
  F(strlen, strlen(s))                                                       \
  F(strnlen, strnlen(s, 4))                                                  \
  F(strcmp, strcmp("abcd", s))                                               \
  F(strncmp, strncmp(s, "abcd", 4))                                          \
  F(strcasecmp, strcasecmp(s, "abcd"))                                       \
  F(strncasecmp, strncasecmp("abcd", s, 4))                                  \
  F(strchr, strchr(s, 'a'))                                                  \
  F(strrchr, strrchr(s, 'a'))                                                \
  F(index, index(s, 'a'))                                                    \
  F(rindex, rindex(s, 'a'))                                                  \
  F(strstr, strstr("abcd", s))                                               \
  F(strspn, strspn("abcd", s))                                               \
  F(strcspn, strcspn(s, "abcd"))                                             \
  F(strpbrk, strpbrk(s, "abcd"))                                             \
  F(strdup, strdup(s))                                                       \
  F(strndup, strndup(s, 4))                                                  \
  F(strcoll, strcoll("abcd", s))                                             \
  F(strcpy, strcpy(s, "abcd"))                                               \
  F(strncpy, strncpy(s, "abcd", 4))                                          \
  F(stpcpy, stpcpy(as_text(&local), s))                                      \
  F(strcat, strcat(s, "abcd"))                                               \
  F(strncat, strncat(as_text(&local), s, 4))                                 \
  F(strtol, strtol("12", as<char*>(p), 10))                                  \
  F(strtoll, strtoll(s, nullptr, 10))                                        \
  F(strtoul, strtoul(s, nullptr, 10))                                        \
  F(strtoull, strtoull("12", as<char*>(p), 10))                              \
  F(strtof, strtof(s, nullptr))                                              \
  F(strtod, strtod("1.5", as<char*>(p)))                                     \
  F(strtold, strtold(s, nullptr))                                            \
  F(atoi, atoi(s))                                                           \
  F(atol, atol(s))                                                           \
  F(atoll, atoll(s))                                                         \
  F(atof, atof(s))

#define NAME(name, call) #name,
const char* const kNames[] = {CALLS(NAME)};

BOTH void call_number(int number, void* p, FILE* file) {
  long double local[4] = {};
  char* const s = as_text(p);
  int next = 0;
#define CALL(name, call) \
  if (number == next++) (call), Result{};
  CALLS(CALL)
}

__global__ void call_on_device(int number, void* p) { call_number(number, p, nullptr); }

int main(int argc, char** argv) {
  void* memory;
  cudaMalloc(&memory, 64);
  cudaMemset(memory, 0, 64);
  int number = 0;
  for (const char* const name : kNames) {
    if (strcmp(name, argv[1]) == 0) {
      if (argc < 3) {
        call_number(number, memory, stdout);
      } else {
        call_on_device<<<1, 1>>>(number, static_cast<char*>(memory) + 4096);
        cudaDeviceSynchronize();
      }
      return 0;
    }
    ++number;
  }
  printf("no call of this name\n");
  return 1;
}
