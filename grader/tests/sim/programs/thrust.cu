// expect: passed
// Every algorithm, iterator and vector of Thrust that the simulator has.
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_vector.h>
#include <thrust/equal.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/find.h>
#include <thrust/for_each.h>
#include <thrust/gather.h>
#include <thrust/generate.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/logical.h>
#include <thrust/partition.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/swap.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform_scan.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>

#include <cmath>
#include <cstdio>
#include <list>
#include <vector>

struct Square {
  __host__ __device__ int operator()(int x) const { return x * x; }
};
struct IsEven {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};
struct Saxpy {
  float a;
  __host__ __device__ float operator()(float x, float y) const { return a * x + y; }
};
struct Dot {
  template <class Tuple>
  __device__ void operator()(Tuple t) {
    thrust::get<2>(t) = thrust::get<0>(t) * thrust::get<1>(t);
  }
};

int errors = 0;
template <class Vector>
void expect(const char* what, const Vector& got, std::vector<int> want) {
  thrust::host_vector<int> h = got;
  if (std::vector<int>(h.begin(), h.end()) == want) return;
  printf("%s:", what);
  for (int x : h) printf(" %d", x);
  printf("\n");
  ++errors;
}
void expect(const char* what, double got, double want) {
  if (got == want) return;
  printf("%s: %g, not %g\n", what, got, want);
  ++errors;
}

int main() {
  const std::vector<int> some{5, 2, 9, 2, 7, 1, 4, 4};
  thrust::device_vector<int> d(some.begin(), some.end()), e(8), f(8);
  thrust::sort(d.begin(), d.end());
  expect("sort", d, {1, 2, 2, 4, 4, 5, 7, 9});
  thrust::sort(d.begin(), d.end(), thrust::greater<int>());
  expect("sort greater", d, {9, 7, 5, 4, 4, 2, 2, 1});
  d = some;
  thrust::sequence(e.begin(), e.end());
  thrust::stable_sort_by_key(d.begin(), d.end(), e.begin());
  expect("sort_by_key", e, {5, 1, 3, 6, 7, 0, 4, 2});
  expect("is_sorted", thrust::is_sorted(d.begin(), d.end()), 1);
  d = some;
  expect("reduce", thrust::reduce(d.begin(), d.end()), 34);
  expect("reduce max", thrust::reduce(d.begin(), d.end(), -1, thrust::maximum<int>()), 9);
  expect("transform_reduce",
         thrust::transform_reduce(d.begin(), d.end(), Square(), 0, thrust::plus<int>()),
         196);
  expect("inner_product", thrust::inner_product(d.begin(), d.end(), d.begin(), 0), 196);
  expect("count", thrust::count(d.begin(), d.end(), 2), 2);
  expect("count_if", thrust::count_if(thrust::device, d.begin(), d.end(), IsEven()), 4);
  expect("max_element", thrust::max_element(d.begin(), d.end()) - d.begin(), 2);
  expect("min_element", thrust::min_element(d.begin(), d.end()) - d.begin(), 5);
  expect("*min_element", *thrust::min_element(d.begin(), d.end()), 1);
  expect("find", thrust::find(d.begin(), d.end(), 7) - d.begin(), 4);
  expect("find nothing", thrust::find(d.begin(), d.end(), 8) == d.end(), 1);
  expect("any_of", thrust::any_of(d.begin(), d.end(), IsEven()), 1);
  expect("all_of", thrust::all_of(d.begin(), d.end(), IsEven()), 0);
  expect("none_of", thrust::none_of(d.begin(), d.end(), IsEven()), 0);
  thrust::inclusive_scan(d.begin(), d.end(), e.begin());
  expect("inclusive_scan", e, {5, 7, 16, 18, 25, 26, 30, 34});
  thrust::exclusive_scan(d.begin(), d.end(), e.begin());
  expect("exclusive_scan", e, {0, 5, 7, 16, 18, 25, 26, 30});
  thrust::exclusive_scan(d.begin(), d.end(), e.begin(), 3, thrust::maximum<int>());
  expect("exclusive_scan max", e, {3, 5, 5, 9, 9, 9, 9, 9});
  thrust::transform_inclusive_scan(d.begin(), d.end(), e.begin(), Square(),
                                   thrust::plus<int>());
  expect("transform_inclusive_scan", e, {25, 29, 110, 114, 163, 164, 180, 196});
  thrust::transform(d.begin(), d.end(), e.begin(), Square());
  expect("transform", e, {25, 4, 81, 4, 49, 1, 16, 16});
  thrust::transform(d.begin(), d.end(), e.begin(), e.begin(), thrust::plus<int>());
  expect("transform two", e, {30, 6, 90, 6, 56, 2, 20, 20});
  thrust::transform(thrust::device, d.begin(), d.end(), e.begin(),
                    [] __device__(int x) { return -x; });
  expect("transform lambda", e, {-5, -2, -9, -2, -7, -1, -4, -4});
  const std::vector<int> keys{1, 1, 1, 2, 2, 3, 3, 3};
  thrust::device_vector<int> k = keys;
  thrust::inclusive_scan_by_key(k.begin(), k.end(), d.begin(), e.begin());
  expect("inclusive_scan_by_key", e, {5, 7, 16, 2, 9, 1, 5, 9});
  thrust::exclusive_scan_by_key(k.begin(), k.end(), d.begin(), e.begin());
  expect("exclusive_scan_by_key", e, {0, 5, 7, 0, 2, 0, 1, 5});
  auto ends = thrust::reduce_by_key(k.begin(), k.end(), d.begin(), e.begin(), f.begin());
  e.resize(ends.first - e.begin());
  f.resize(ends.second - f.begin());
  expect("reduce_by_key keys", e, {1, 2, 3});
  expect("reduce_by_key sums", f, {16, 9, 9});
  e.resize(8);
  f.resize(8, -1);
  e.assign(8, 0);
  e.erase(thrust::unique_copy(k.begin(), k.end(), e.begin()), e.end());
  expect("unique", e, {1, 2, 3});
  e.resize(8);
  auto end = thrust::copy_if(d.begin(), d.end(), e.begin(), IsEven());
  expect("copy_if", thrust::device_vector<int>(e.begin(), end), {2, 2, 4, 4});
  end =
      thrust::copy_if(thrust::make_counting_iterator(0),
                      thrust::make_counting_iterator(8), d.begin(), e.begin(), IsEven());
  expect("copy_if stencil", thrust::device_vector<int>(e.begin(), end), {1, 3, 6, 7});
  e = d;
  e.erase(thrust::remove_if(e.begin(), e.end(), IsEven()), e.end());
  expect("remove_if", e, {5, 9, 7, 1});
  e = d;
  e.erase(thrust::remove(e.begin(), e.end(), 4), e.end());
  expect("remove", e, {5, 2, 9, 2, 7, 1});
  e = d;
  expect("partition", thrust::stable_partition(e.begin(), e.end(), IsEven()) - e.begin(),
         4);
  expect("partitioned", e, {2, 2, 4, 4, 5, 9, 7, 1});
  thrust::sequence(f.begin(), f.end(), 7, -1);
  thrust::gather(f.begin(), f.end(), d.begin(), e.begin());
  expect("gather", e, {4, 4, 1, 7, 2, 9, 2, 5});
  thrust::scatter(d.begin(), d.end(), f.begin(), e.begin());
  expect("scatter", e, {4, 4, 1, 7, 2, 9, 2, 5});
  thrust::reverse(e.begin(), e.end());
  expect("reverse", e, some);
  thrust::replace(e.begin(), e.end(), 2, 0);
  expect("replace", e, {5, 0, 9, 0, 7, 1, 4, 4});
  thrust::replace_if(e.begin(), e.end(), IsEven(), 8);
  expect("replace_if", e, {5, 8, 9, 8, 7, 1, 8, 8});
  thrust::adjacent_difference(d.begin(), d.end(), e.begin());
  expect("adjacent_difference", e, {5, -3, 7, -7, 5, -6, 3, 0});
  thrust::tabulate(e.begin(), e.end(), Square());
  expect("tabulate", e, {0, 1, 4, 9, 16, 25, 36, 49});
  expect("lower_bound", thrust::lower_bound(e.begin(), e.end(), 16) - e.begin(), 4);
  expect("upper_bound", thrust::upper_bound(e.begin(), e.end(), 16) - e.begin(), 5);
  expect("binary_search", thrust::binary_search(e.begin(), e.end(), 17), 0);
  thrust::lower_bound(e.begin(), e.end(), d.begin(), d.end(), f.begin());
  expect("lower_bounds", f, {3, 2, 3, 2, 3, 1, 2, 2});
  expect("equal", thrust::equal(e.begin(), e.end(), f.begin()), 0);
  thrust::fill(f.begin() + 1, f.begin() + 3, 6);
  expect("fill", f, {3, 6, 6, 2, 3, 1, 2, 2});
  auto squares =
      thrust::make_transform_iterator(thrust::make_counting_iterator(1), Square());
  expect("transform_iterator", thrust::reduce(squares, squares + 3), 14);
  auto order = thrust::make_permutation_iterator(
      d.begin(), thrust::make_reverse_iterator(thrust::make_counting_iterator(8)));
  thrust::copy(order, order + 8, e.begin());
  expect("permutation", e, {4, 4, 1, 7, 2, 9, 2, 5});
  thrust::copy(d.begin(), d.end(),
               thrust::make_transform_output_iterator(e.begin(), thrust::negate<int>()));
  expect("transform_output", e, {-5, -2, -9, -2, -7, -1, -4, -4});
  auto first =
      thrust::make_zip_iterator(thrust::make_tuple(d.begin(), k.begin(), e.begin()));
  thrust::for_each(first, first + 8, Dot());
  expect("zip", e, {5, 2, 9, 4, 14, 3, 12, 12});
  thrust::device_vector<float> x(4, 2.0f), y(4, 1.0f);
  thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), Saxpy{3});
  expect("saxpy", y[3], 7);
  thrust::default_random_engine rng(1);
  rng.discard(9999);
  expect("10000th of minstd_rand", rng(), 399268537);
  int* raw = thrust::raw_pointer_cast(d.data());
  expect("raw", thrust::reduce(thrust::device, raw, raw + 8), 34);
  int array[] = {3, 1, 2};
  thrust::sort(array, array + 3);
  expect("host", array[0] + 10 * array[1] + 100 * array[2], 321);
  std::list<int> list{1, 2, 3};
  thrust::device_vector<int> from_list(list.begin(), list.end());
  expect("from a list", from_list, {1, 2, 3});
  from_list.push_back(4);
  from_list.insert(from_list.begin(), 0);
  from_list[2] += 40;
  swap(from_list, e);
  expect("vector", e, {0, 1, 42, 3, 4});
  thrust::device_ptr<int> p = thrust::device_malloc<int>(5);
  thrust::copy(e.begin(), e.end(), p);
  p[1] = p[2];
  expect("device_ptr", p[1], 42);
  thrust::device_free(p);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  thrust::fill(thrust::cuda::par_nosync.on(stream), e.begin(), e.end(), 3);
  expect("par_nosync", thrust::reduce(thrust::cuda::par.on(stream), e.begin(), e.end()),
         15);
  try {
    thrust::device_vector<int> huge(1ull << 40);
    expect("huge", 0, 1);
  } catch (const std::bad_alloc&) {
  }
  return errors != 0;
}
