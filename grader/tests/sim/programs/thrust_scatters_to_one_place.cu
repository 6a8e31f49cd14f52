// expect: data_race
// told: line 12  racing write
// Two elements go to the same place.
#include <thrust/device_vector.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>

int main() {
  thrust::device_vector<int> values(4), places(4), result(4);
  thrust::sequence(values.begin(), values.end());
  places[0] = places[1] = 1;
  thrust::scatter(values.begin(), values.end(), places.begin(), result.begin());
  return 0;
}
