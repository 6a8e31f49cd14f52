// expect: passed
// The program runs in the folder of its caller, which the test makes this one.
#include <cstdio>

int main() {
  std::FILE* file = std::fopen("reads_its_folder.cu", "r");
  if (!file) return 1;
  char first[4] = {};
  const bool read = std::fgets(first, 3, file) != nullptr;
  std::fclose(file);
  return read && first[0] == '/' && first[1] == '/' && std::getchar() == EOF ? 0 : 2;
}
