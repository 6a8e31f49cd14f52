// expect: passed
// Every collective of CUB that the simulator has.
#include <cub/cub.cuh>
#include <cuda/functional>

#include <cstdio>

constexpr int kThreads = 64, kItems = 4, kTile = kThreads * kItems;

__device__ int errors;

__device__ void expect(bool holds, int line) {
  if (holds) return;
  atomicAdd(&errors, 1);
  if (threadIdx.x < 2) printf("line %d, thread %d\n", line, threadIdx.x);
}
#define EXPECT(holds) expect(holds, __LINE__)

struct Prefix {
  int before;
  __device__ int operator()(int aggregate) {
    const int now = before;
    before += aggregate;
    return now;
  }
};
struct Larger {
  __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};
struct Differs {
  __device__ bool operator()(int a, int b) const { return a != b; }
};

struct Less {
  __device__ bool operator()(int a, int b) const { return a < b; }
};

__global__ void reductions() {
  using Reduce = cub::BlockReduce<int, kThreads>;
  using Pair = cub::KeyValuePair<int, float>;
  using ReducePair = cub::BlockReduce<Pair, 16, cub::BLOCK_REDUCE_RAKING, 4>;
  using Warp = cub::WarpReduce<int>;
  using Quarter = cub::WarpReduce<int, 8>;
  __shared__ typename Reduce::TempStorage storage;
  __shared__ ReducePair::TempStorage pairs;
  __shared__ Warp::TempStorage warps[kThreads / 32];
  __shared__ Quarter::TempStorage quarters[kThreads / 8];
  const int t = threadIdx.y * blockDim.x + threadIdx.x;
  int sum = Reduce(storage).Sum(t);
  if (t == 0) EXPECT(sum == 2016);
  __syncthreads();
  int largest = Reduce(storage).Reduce(t * 7 % 64, cuda::maximum<>{});
  if (t == 0) EXPECT(largest == 63);
  __syncthreads();
  sum = Reduce(storage).Sum(t, 10);
  if (t == 0) EXPECT(sum == 45);
  __syncthreads();
  int items[2] = {t, 1};
  sum = Reduce(storage).Sum(items);
  if (t == 0) EXPECT(sum == 2080);
  const Pair best =
      ReducePair(pairs).Reduce(Pair(t, t == 40 ? 2.5f : 1.0f), cub::ArgMax());
  if (t == 0) EXPECT(best.key == 40 && best.value == 2.5f);
  sum = Warp(warps[t / 32]).Sum(t);
  if (t % 32 == 0) EXPECT(sum == (t == 0 ? 496 : 1520));
  sum = Quarter(quarters[t / 8]).Reduce(t, Larger());
  if (t % 8 == 0) EXPECT(sum == t + 7);
  sum = Warp(warps[t / 32]).HeadSegmentedSum(1, t % 32 == 0 || t % 32 == 5);
  if (t % 32 == 0) EXPECT(sum == 5);
  if (t % 32 == 5) EXPECT(sum == 27);
  sum = Warp(warps[t / 32]).TailSegmentedSum(1, t % 32 == 4);
  if (t % 32 == 0) EXPECT(sum == 5);
}

__global__ void scans() {
  using Scan = cub::BlockScan<int, kThreads>;
  using Warp = cub::WarpScan<int>;
  __shared__ typename Scan::TempStorage storage;
  __shared__ typename Warp::TempStorage warps[kThreads / 32];
  const int t = threadIdx.x;
  int result, all;
  Scan(storage).ExclusiveSum(t, result);
  EXPECT(result == t * (t - 1) / 2);
  __syncthreads();
  Scan(storage).InclusiveSum(t, result, all);
  EXPECT(result == t * (t + 1) / 2 && all == 2016);
  __syncthreads();
  Scan(storage).ExclusiveScan(t == 3 ? 9 : 0, result, -1, Larger());
  EXPECT(result == (t == 0 ? -1 : t <= 3 ? 0 : 9));
  __syncthreads();
  Prefix prefix{100};
  for (int round = 0; round < 2; ++round) {
    Scan(storage).ExclusiveSum(1, result, prefix);
    EXPECT(result == 100 + 64 * round + t);
    __syncthreads();
  }
  int items[3] = {1, 2, 3};
  Scan(storage).InclusiveSum(items, items);
  EXPECT(items[0] == 6 * t + 1 && items[1] == 6 * t + 3 && items[2] == 6 * t + 6);
  Warp(warps[t / 32]).ExclusiveSum(2, result, all);
  EXPECT(result == 2 * (t % 32) && all == 64);
  Warp(warps[t / 32]).InclusiveScan(t, result, Larger());
  EXPECT(result == t);
  EXPECT(Warp(warps[t / 32]).Broadcast(t, 5) == t / 32 * 32 + 5);
}

__global__ void sorts(const int* in) {
  using Load = cub::BlockLoad<int, kThreads, kItems, cub::BLOCK_LOAD_TRANSPOSE>;
  using Sort = cub::BlockRadixSort<int, kThreads, kItems, int>;
  using SortFloats = cub::BlockRadixSort<float, kThreads, 1>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Sort::TempStorage sort;
    typename SortFloats::TempStorage floats;
  } storage;
  const int t = threadIdx.x;
  int keys[kItems], values[kItems];
  Load(storage.load).Load(in, keys);
  for (int i = 0; i < kItems; ++i) EXPECT(keys[i] == (t * kItems + i) * 37 % kTile - 100);
  for (int i = 0; i < kItems; ++i) values[i] = t * kItems + i;
  __syncthreads();
  Sort(storage.sort).Sort(keys, values);
  for (int i = 0; i < kItems; ++i) {
    EXPECT(keys[i] == t * kItems + i - 100);
    EXPECT(values[i] * 37 % kTile == t * kItems + i);
  }
  __syncthreads();
  Sort(storage.sort).SortDescendingBlockedToStriped(keys, values);
  for (int i = 0; i < kItems; ++i)
    EXPECT(keys[i] == kTile - 1 - (i * kThreads + t) - 100);
  __syncthreads();
  float number[1] = {t % 2 ? -1.5f * t : 1.5f * t};
  SortFloats(storage.floats).Sort(number);
  EXPECT(number[0] == (t < 32 ? -1.5f * (63 - 2 * t) : 1.5f * (2 * t - 64)));
}

__global__ void moves(const int* in, int* out) {
  using Striped = cub::BlockLoad<int, kThreads, kItems, cub::BLOCK_LOAD_STRIPED>;
  using Store = cub::BlockStore<int, kThreads, kItems, cub::BLOCK_STORE_WARP_TRANSPOSE>;
  using Exchange = cub::BlockExchange<int, kThreads, kItems>;
  using Heads = cub::BlockDiscontinuity<int, kThreads>;
  __shared__ union {
    typename Striped::TempStorage striped;
    typename Store::TempStorage store;
    typename Exchange::TempStorage exchange;
    typename Heads::TempStorage heads;
  } storage;
  const int t = threadIdx.x;
  int keys[kItems];
  Striped(storage.striped).Load(in, keys, 65, -7);
  EXPECT(keys[0] == t * 37 % kTile - 100 && keys[1] == (t == 0 ? in[64] : -7));
  for (int i = 0; i < kItems; ++i) keys[i] = i * kThreads + t;
  Exchange(storage.exchange).StripedToBlocked(keys, keys);
  for (int i = 0; i < kItems; ++i) EXPECT(keys[i] == t * kItems + i);
  __syncthreads();
  int flags[kItems], parts[kItems];
  for (int i = 0; i < kItems; ++i) parts[i] = keys[i] / 6;
  Heads(storage.heads).FlagHeads(flags, parts, Differs());
  for (int i = 0; i < kItems; ++i) EXPECT(flags[i] == (keys[i] % 6 == 0));
  __syncthreads();
  Store(storage.store).Store(out, keys, 250);
}

struct Item {  // Sorted by its weight alone.
  float weight;
  int name;
};
struct Lighter {
  __device__ bool operator()(const Item& a, const Item& b) const {
    return a.weight < b.weight;
  }
};

__global__ void merge_sorts() {
  using Sort = cub::BlockMergeSort<Item, kThreads, 3>;
  using SortPairs = cub::BlockMergeSort<int, kThreads, 1, char>;
  using Quarter = cub::WarpMergeSort<int, 2, 8, int>;
  __shared__ union {
    typename Sort::TempStorage items;
    typename SortPairs::TempStorage pairs;
    typename Quarter::TempStorage quarters[kThreads / 8];
  } storage;
  const int t = threadIdx.x;
  Item items[3];
  for (int i = 0; i < 3; ++i) items[i] = {float((t * 3 + i) * 5 % 16), t * 3 + i};
  Sort(storage.items).StableSort(items, Lighter());
  for (int i = 0; i < 3; ++i) {
    EXPECT(items[i].weight == float((t * 3 + i) / 12));  // 192 items, 12 of each weight.
    EXPECT(float(items[i].name * 5 % 16) == items[i].weight);
    EXPECT(i == 0 || items[i - 1].weight < items[i].weight ||
           items[i - 1].name < items[i].name);
  }
  __syncthreads();
  int key[1] = {100 - t};
  char value[1] = {char(t)};
  SortPairs(storage.pairs).Sort(key, value, Less(), 40, 999);
  EXPECT(key[0] == (t < 40 ? 61 + t : 999));
  if (t < 40) EXPECT(value[0] == 39 - t);
  __syncthreads();
  int keys[2] = {t * 7 % 8, t * 7 % 8}, values[2] = {2 * t, 2 * t + 1};
  Quarter quarter(storage.quarters[t / 8]);
  quarter.Sort(keys, values, Less());
  EXPECT(keys[0] == t % 8 && keys[1] == t % 8 && values[0] + 1 == values[1]);
  EXPECT(values[0] / 2 / 8 == t / 8 && values[0] / 2 * 7 % 8 == t % 8);
  EXPECT(quarter.get_member_mask() == 0xffu << t % 32 / 8 * 8);
  EXPECT(quarter.get_linear_tid() == unsigned(t % 8));
}

__global__ void histograms() {
  constexpr int kBins = 100;
  using Sorted = cub::BlockHistogram<unsigned char, kThreads, kItems, kBins>;
  using Atomic =
      cub::BlockHistogram<int, kThreads, kItems, kBins, cub::BLOCK_HISTO_ATOMIC>;
  __shared__ typename Sorted::TempStorage sorted;
  __shared__ typename Atomic::TempStorage atomic;
  __shared__ unsigned short few[kBins];
  __shared__ unsigned counts[kBins];
  const int t = threadIdx.x;
  unsigned char bytes[kItems];
  int numbers[kItems];
  for (int i = 0; i < kItems; ++i) {
    bytes[i] = (t * kItems + i) % 90;
    numbers[i] = bytes[i];
  }
  Sorted(sorted).Histogram(bytes, few);
  Atomic(atomic).InitHistogram(counts);
  __syncthreads();
  for (int round = 0; round < 2; ++round) Atomic(atomic).Composite(numbers, counts);
  __syncthreads();
  for (int bin = t; bin < kBins; bin += kThreads) {
    const int want = bin < 76 ? 3 : bin < 90 ? 2 : 0;  // 256 = 2 * 90 + 76.
    EXPECT(few[bin] == want && counts[bin] == 2u * want);
  }
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, kTile * sizeof(int));
  cudaMallocManaged(&out, kTile * sizeof(int));
  for (int i = 0; i < kTile; ++i) in[i] = i * 37 % kTile - 100, out[i] = -1;
  reductions<<<1, dim3(16, 4)>>>();
  scans<<<1, kThreads>>>();
  sorts<<<1, kThreads>>>(in);
  moves<<<1, kThreads>>>(in, out);
  merge_sorts<<<1, kThreads>>>();
  histograms<<<1, kThreads>>>();
  cudaDeviceSynchronize();
  for (int i = 0; i < kTile; ++i)
    if (out[i] != (i < 250 ? i : -1)) return 2;
  int wrong;
  cudaMemcpyFromSymbol(&wrong, errors, sizeof(int));
  return wrong != 0;
}
