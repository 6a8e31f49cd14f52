/// \file
/// thrust::make_zip_function: a function of several values, for tuples of them.
#pragma once

#include <tuple>

#include "../host_defines.h"

namespace thrust {

template <class F>
class zip_function {
 public:
  GRIDLOCK_BOTH explicit zip_function(F function) : f_(function) {}
  template <class Tuple>
  GRIDLOCK_BOTH decltype(auto) operator()(Tuple&& values) const {
    return std::apply(f_, static_cast<Tuple&&>(values));
  }

 private:
  mutable F f_;
};

template <class F>
GRIDLOCK_BOTH zip_function<F> make_zip_function(F function) {
  return zip_function<F>(function);
}

}  // namespace thrust
