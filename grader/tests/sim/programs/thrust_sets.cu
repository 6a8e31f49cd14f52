// expect: passed
// What Thrust does with sorted ranges, with partitions, and with an order at random.
#include <thrust/binary_search.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/merge.h>
#include <thrust/mismatch.h>
#include <thrust/partition.h>
#include <thrust/random.h>
#include <thrust/set_operations.h>
#include <thrust/shuffle.h>
#include <thrust/sort.h>

#include <cstdio>
#include <vector>

using Ints = thrust::device_vector<int>;

struct IsEven {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};

int errors = 0;
void expect(const char* what, const Ints& got, std::vector<int> want) {
  thrust::host_vector<int> h = got;
  if (std::vector<int>(h.begin(), h.end()) == want) return;
  printf("%s:", what);
  for (int x : h) printf(" %d", x);
  printf("\n");
  ++errors;
}
void expect(const char* what, long got, long want) {
  if (got == want) return;
  printf("%s: %ld, not %ld\n", what, got, want);
  ++errors;
}

int main() {
  // Elements that occur several times: what counts is how often.
  const std::vector<int> one{1, 2, 2, 4, 7, 7, 7}, two{0, 2, 4, 4, 7, 9};
  const Ints a(one.begin(), one.end()), b(two.begin(), two.end());
  Ints out(13), values(13), v(7), w(6);
  for (int i = 0; i < 7; ++i) v[i] = 10 + i;
  for (int i = 0; i < 6; ++i) w[i] = 20 + i;
  const auto cut = [&](auto end) { return Ints(out.begin(), end); };
  const auto cut_both = [&](auto ends, Ints& other) {
    other.assign(values.begin(), ends.second);
    return Ints(out.begin(), ends.first);
  };
  Ints of;

  auto end = thrust::merge(a.begin(), a.end(), b.begin(), b.end(), out.begin());
  expect("merge", cut(end), {0, 1, 2, 2, 2, 4, 4, 4, 7, 7, 7, 7, 9});
  auto ends = thrust::merge_by_key(a.begin(), a.end(), b.begin(), b.end(), v.begin(),
                                   w.begin(), out.begin(), values.begin());
  expect("merge_by_key", cut_both(ends, of), {0, 1, 2, 2, 2, 4, 4, 4, 7, 7, 7, 7, 9});
  expect("values", of, {20, 10, 11, 12, 21, 13, 22, 23, 14, 15, 16, 24, 25});

  end = thrust::set_union(a.begin(), a.end(), b.begin(), b.end(), out.begin());
  expect("set_union", cut(end), {0, 1, 2, 2, 4, 4, 7, 7, 7, 9});
  ends = thrust::set_union_by_key(a.begin(), a.end(), b.begin(), b.end(), v.begin(),
                                  w.begin(), out.begin(), values.begin());
  expect("set_union_by_key", cut_both(ends, of), {0, 1, 2, 2, 4, 4, 7, 7, 7, 9});
  expect("values", of, {20, 10, 11, 12, 13, 23, 14, 15, 16, 25});

  end = thrust::set_intersection(thrust::device, a.begin(), a.end(), b.begin(), b.end(),
                                 out.begin());
  expect("set_intersection", cut(end), {2, 4, 7});
  ends = thrust::set_intersection_by_key(a.begin(), a.end(), b.begin(), b.end(),
                                         v.begin(), out.begin(), values.begin());
  expect("set_intersection_by_key", cut_both(ends, of), {2, 4, 7});
  expect("values", of, {11, 13, 14});

  end = thrust::set_difference(a.begin(), a.end(), b.begin(), b.end(), out.begin());
  expect("set_difference", cut(end), {1, 2, 7, 7});
  ends = thrust::set_difference_by_key(a.begin(), a.end(), b.begin(), b.end(), v.begin(),
                                       w.begin(), out.begin(), values.begin());
  expect("set_difference_by_key", cut_both(ends, of), {1, 2, 7, 7});
  expect("values", of, {10, 12, 15, 16});

  end = thrust::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(),
                                         out.begin());
  expect("set_symmetric_difference", cut(end), {0, 1, 2, 4, 7, 7, 9});
  ends = thrust::set_symmetric_difference_by_key(a.begin(), a.end(), b.begin(), b.end(),
                                                 v.begin(), w.begin(), out.begin(),
                                                 values.begin());
  expect("set_symmetric_difference_by_key", cut_both(ends, of), {0, 1, 2, 4, 7, 7, 9});
  expect("values", of, {20, 10, 12, 23, 15, 16, 25});

  const int down[] = {9, 5, 1}, also[] = {8, 5};
  int both[5];
  int* last =
      thrust::set_union(down, down + 3, also, also + 2, both, thrust::greater<int>());
  expect("set_union down", last - both, 4);
  expect("in order", both[0] * 1000 + both[1] * 100 + both[2] * 10 + both[3], 9851);
  const auto none = thrust::set_intersection(a.begin(), a.begin(), b.begin(), b.end(),
                                             thrust::make_discard_iterator());
  expect("nothing", none == thrust::make_discard_iterator(), 1);

  const auto equals = thrust::equal_range(a.begin(), a.end(), 7);
  expect("equal_range", (equals.first - a.begin()) * 10 + (equals.second - a.begin()),
         47);
  const auto differ = thrust::mismatch(a.begin(), a.begin() + 6, b.begin());
  expect("mismatch", differ.first - a.begin(), 0);
  expect("no mismatch",
         thrust::mismatch(a.begin(), a.end(), a.begin()).second - a.begin(), 7);

  const std::vector<int> parted{4, 2, 8, 1, 3};
  const Ints p(parted.begin(), parted.end());
  expect("partition_point",
         thrust::partition_point(p.begin(), p.end(), IsEven()) - p.begin(), 3);
  expect("is_partitioned", thrust::is_partitioned(p.begin(), p.end(), IsEven()), 1);
  expect("is not", thrust::is_partitioned(a.begin(), a.end(), IsEven()), 0);
  const auto parts = thrust::partition_copy(v.begin(), v.end(), a.begin(), out.begin(),
                                            values.begin(), IsEven());
  expect("partition_copy", cut_both(parts, of), {11, 12, 13});
  expect("others", of, {10, 14, 15, 16});

  Ints cards(52), again(52);
  for (int i = 0; i < 52; ++i) cards[i] = again[i] = i;
  thrust::default_random_engine rng(7), same(7);
  thrust::shuffle(cards.begin(), cards.end(), rng);
  expect("is shuffled", thrust::is_sorted(cards.begin(), cards.end()), 0);
  expect("draws", rng == same, 0);
  Ints copy(52);
  thrust::shuffle_copy(thrust::device, again.begin(), again.end(), copy.begin(), same);
  expect("the same order", cards == copy, 1);
  thrust::shuffle(copy.begin(), copy.end(), same);
  expect("another order", cards == copy, 0);
  thrust::sort(cards.begin(), cards.end());
  expect("all are there", cards == again, 1);
  return errors != 0;
}
