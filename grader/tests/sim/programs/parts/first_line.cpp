// A part of host_reads_from_no_file.cu.
#include <cstdio>

void first_line(const char* file, char* line, int bytes) {
  std::FILE* const from = std::fopen(file, "r");
  std::fgets(line, bytes, from);
  std::fclose(from);
}
