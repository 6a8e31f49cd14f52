/// \file
/// thrust::zip_iterator: tuples of the elements of several iterators.
#pragma once

#include <tuple>
#include <utility>

#include "../tuple.h"
#include "gridlock_arithmetic.h"

namespace thrust {

template <class Iterators>
class zip_iterator;

template <class... I>
class zip_iterator<std::tuple<I...>>
    : public gridlock_detail::Arithmetic<
          zip_iterator<std::tuple<I...>>, std::tuple<gridlock_detail::ValueOf<I>...>,
          std::tuple<typename gridlock_detail::Traits<I>::reference...>,
          gridlock_detail::system_of<I...>()> {
 public:
  zip_iterator() = default;
  GRIDLOCK_BOTH explicit zip_iterator(const std::tuple<I...>& iterators)
      : iterators_(iterators) {}
  GRIDLOCK_BOTH explicit zip_iterator(I... iterators) : iterators_(iterators...) {}
  template <class... J>
  GRIDLOCK_BOTH zip_iterator(const zip_iterator<std::tuple<J...>>& other)
      : iterators_(other.get_iterator_tuple()) {}

  GRIDLOCK_BOTH auto operator*() const {
    return std::apply(
        [](const I&... each) {
          return std::tuple<typename gridlock_detail::Traits<I>::reference...>(*each...);
        },
        iterators_);
  }
  GRIDLOCK_BOTH const std::tuple<I...>& get_iterator_tuple() const { return iterators_; }
  GRIDLOCK_BOTH void advance(std::ptrdiff_t n) {
    std::apply([n](I&... each) { ((each += n), ...); }, iterators_);
  }
  GRIDLOCK_BOTH std::ptrdiff_t distance_to(const zip_iterator& other) const {
    return std::get<0>(other.iterators_) - std::get<0>(iterators_);
  }

 private:
  std::tuple<I...> iterators_;
};

template <class... I>
zip_iterator(I...) -> zip_iterator<std::tuple<I...>>;
template <class... I>
zip_iterator(std::tuple<I...>) -> zip_iterator<std::tuple<I...>>;

template <class... I>
GRIDLOCK_BOTH zip_iterator<std::tuple<I...>> make_zip_iterator(std::tuple<I...> each) {
  return zip_iterator<std::tuple<I...>>(each);
}
template <class... I>
GRIDLOCK_BOTH zip_iterator<std::tuple<I...>> make_zip_iterator(I... each) {
  return zip_iterator<std::tuple<I...>>(std::tuple<I...>(each...));
}

namespace gridlock_detail {
template <class... I>
struct Access<zip_iterator<std::tuple<I...>>> {
  using Own = zip_iterator<std::tuple<I...>>;
  using Indices = std::index_sequence_for<I...>;

  static void reads(const Call& call, const Own& first, size_t n) {
    std::apply([&](const I&... each) { (Access<I>::reads(call, each, n), ...); },
               first.get_iterator_tuple());
  }
  static void writes(const Call& call, const Own& first, size_t n) {
    std::apply([&](const I&... each) { (Access<I>::writes(call, each, n), ...); },
               first.get_iterator_tuple());
  }
  GRIDLOCK_RAW static auto load(const Call& call, const Own& iterator) {
    return std::apply(
        [&](const I&... each) GRIDLOCK_RAW {
          return std::tuple<ValueOf<I>...>(Access<I>::load(call, each)...);
        },
        iterator.get_iterator_tuple());
  }
  template <class From>
  GRIDLOCK_RAW static void store(const Call& call, const Own& iterator,
                                 const From& values) {
    store(call, iterator, values, Indices{});
  }
  template <class From, size_t... k>
  GRIDLOCK_RAW static void store(const Call& call, const Own& iterator,
                                 const From& values, std::index_sequence<k...>) {
    (Access<I>::store(call, std::get<k>(iterator.get_iterator_tuple()),
                      std::get<k>(values)),
     ...);
  }
  static auto refer(const Call& call, const Own& iterator) {
    return std::apply(
        [&](const I&... each) {
          return std::tuple<decltype(Access<I>::refer(call, each))...>(
              Access<I>::refer(call, each)...);
        },
        iterator.get_iterator_tuple());
  }
};
}  // namespace gridlock_detail
}  // namespace thrust
