#include "sim/memory/own_memory.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace gridlock::sim {

namespace {

std::vector<Range> guarded;

}  // namespace

std::vector<Range> own_segments(const Range& module) {
  std::vector<Range> ranges;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::uintptr_t first = 0, end = 0;
    char dash = 0;
    std::string rights, offset, device, inode, path;
    std::istringstream fields(line);
    fields >> std::hex >> first >> dash >> end >> rights >> offset >> device >> inode >>
        path;
    if (rights.size() < 2 || rights[1] != 'w' || path.empty() || path[0] != '/') continue;
    if (!module.contains(first)) ranges.push_back({first, end - first});
  }
  return ranges;
}

void guard_own_segments(std::vector<Range> segments) { guarded = std::move(segments); }

void check_unattended_write(std::uintptr_t address, std::size_t size) {
  for (const Range& range : guarded)
    if (address < range.base + range.size && range.base < address + size)
      refuse_unattended(Unattended::write);
}

void refuse_unattended(Unattended what) {
  std::fprintf(stderr,
               "A global object's constructor or destructor, which runs before or after "
               "main, %s.\n",
               what == Unattended::write ? "writes to memory that is not the program's"
                                         : "calls printf with %n");
  std::fflush(stderr);
  std::abort();
}

}  // namespace gridlock::sim
