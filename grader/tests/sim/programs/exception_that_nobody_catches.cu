// expect: crashed
// told: what(): no memory
#include <stdexcept>

int main() { throw std::runtime_error("no memory for the halo"); }
