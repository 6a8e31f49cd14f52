// expect: data_race
// Two threads read the same total, and one of the two additions is lost.
// overlay

__device__ void addTo(int* total, int value) { *total += value; }
