// expect: data_race
// says: Write through a volatile pointer
// unsaid: it must come last
// The item's flag is an ordinary write, and no fence precedes it.
// overlay

__device__ bool GrowingQueue::push(WorkItem item) {
  unsigned long long place = *static_cast<volatile unsigned long long*>(&pushed);
  do {
    if (place >= capacity) return false;
    const unsigned long long found = atomicCAS(&pushed, place, place + 1);
    if (found == place) break;
    place = found;
  } while (true);
  items[place] = item;
  ready[place] = 1;
  return true;
}
