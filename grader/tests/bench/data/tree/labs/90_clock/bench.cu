// Is the clock of nanoseconds one clock, and do blocks that run at once have
// multiprocessors of their own, as long as there are enough?
//
// baseline: when_and_where
// unit: none
// point: launches

#include "clock.cu"

#include <gridlock/device_clock.h>
#include <gridlock/experiment.h>

struct Note {
  unsigned long long begin, end;
  long long cycles;
  unsigned where;
};

__global__ void note(unsigned* arrived, Note* notes) {
  Note& mine = notes[blockIdx.x];
  const long long before = clock64();
  mine.begin = gridlock::globalNanoseconds();
  mine.where = gridlock::multiprocessor();
  atomicAdd(arrived, 1u);
  while (atomicAdd(arrived, 0u) < gridDim.x) {
  }
  mine.end = gridlock::globalNanoseconds();
  mine.cycles = clock64() - before;
}

GRIDLOCK_SCENARIO(points) { scenario.output("point", 2); }

GRIDLOCK_SCENARIO(measure) {
  scenario.output("picoseconds", 1);
  scenario.output("wrong", 0);
}

GRIDLOCK_SCENARIO(peer_when_and_where) {
  const int blocks = gridlock::multiprocessors(scenario);
  gridlock::DeviceBuffer<unsigned> arrived(scenario, "arrived", 1);
  gridlock::DeviceBuffer<Note> notes(scenario, "notes", blocks);
  Note* seen = new Note[blocks];
  int wrong = 0;
  unsigned long long last = 0;  // The latest end of a block in the previous launch.
  for (int launch = 0; launch < scenario.param("point"); ++launch) {
    arrived.fill([](size_t) { return 0u; });
    note<<<blocks, 1>>>(arrived, notes);
    scenario.check_launch("note");
    notes.download(seen);
    unsigned long long latest = last;
    for (int i = 0; i < blocks; ++i) {
      wrong += seen[i].begin < last || seen[i].end <= seen[i].begin;
      wrong += seen[i].cycles <= 0 || seen[i].where >= unsigned(blocks);
      for (int j = 0; j < i; ++j) wrong += seen[i].where == seen[j].where;
      if (seen[i].end > latest) latest = seen[i].end;
    }
    last = latest;
  }
  delete[] seen;
  scenario.output("picoseconds", 1);
  scenario.output("wrong", wrong);
}

GRIDLOCK_MODULE()
