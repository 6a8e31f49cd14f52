// expect: api_error
// missing: -1 for the file and 0 for the offset
#include <sys/mman.h>

int main() { mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, 0, 0); }
