// expect: passed
// unsaid: submission
// What a program's host code asks of the C library: files by their descriptors, folders,
// and memory with an alignment.  Strangers' programs do all of this.
#include <cuda_runtime.h>
#include <dirent.h>
#include <fcntl.h>
#include <malloc.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/times.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

__global__ void twice(int* p) { *p *= 2; }

#define CHECKED(call)                          \
  do {                                         \
    cudaError_t _m_cudaStat = call;            \
    if (_m_cudaStat != cudaSuccess) return 10; \
  } while (0)

static unsigned long long ticks() {
  unsigned low, high;
  asm volatile("rdtsc" : "=a"(low), "=d"(high));
  asm volatile("" ::: "memory");
  return (unsigned long long)high << 32 | low;
}

int main(int, char** argv) {
  // /proc/self/exe is a file wherever this runs.
  const char* path = "/proc/self/exe";
  struct stat about;
  if (stat(path, &about) != 0 || about.st_size < 4) return 1;
  const int file = open(path, O_RDONLY);
  if (file < 0 || fstat(file, &about) != 0) return 2;
  char head[4];
  if (lseek(file, 0, SEEK_SET) != 0 || read(file, head, 4) != 4) return 3;
  if (memcmp(head, "\177ELF", 4) != 0) return 4;
  FILE* stream = fdopen(file, "rb");
  if (!stream || fclose(stream) != 0) return 5;

  int entries = 0;
  DIR* folder = opendir("/proc/self/fd");
  while (folder && readdir(folder)) ++entries;
  if (!folder || closedir(folder) != 0 || entries < 3) return 6;
  namespace fs = std::filesystem;
  if (!fs::exists("/proc/self") || !fs::is_directory("/proc")) return 7;
  int found = 0;
  for (const auto& entry : fs::directory_iterator("/proc/self/fd"))
    found += !entry.path().filename().empty();
  if (found == 0) return 8;

  void* aligned = nullptr;
  if (posix_memalign(&aligned, 256, 1024) != 0 || (uintptr_t)aligned % 256) return 9;
  free(aligned);
  free(memalign(64, 100));
  const char* text = "a/b";
  struct tms used;
  if (rindex(text, '/') != text + 1 || index(text, '/') != text + 1 || ffs(8) != 4 ||
      times(&used) == (clock_t)-1 || ticks() == 0)
    return 11;

  int *p, value = 21;
  CHECKED(cudaMalloc(&p, sizeof *p));
  CHECKED(cudaMemcpy(p, &value, sizeof value, cudaMemcpyHostToDevice));
  twice<<<1, 1>>>(p);
  CHECKED(cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost));
  CHECKED(cudaFree(p));
  (void)argv;
  return value == 42 ? 0 : 12;
}
