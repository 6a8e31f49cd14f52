/// Finds all parts of one type, however deep, in an object whose types name their fields.
#pragma once

#include <optional>
#include <type_traits>
#include <vector>

#include "common/fields.h"

namespace gridlock {

/// Calls `function(part)` for each `Part` in the object.
template <class Part, class T, class Function>
void for_each_part(T& object, const Function& function);

namespace parts {

template <class T>
inline constexpr bool kIsList = false;
template <class T>
inline constexpr bool kIsList<std::vector<T>> = true;
template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;
}  // namespace parts

template <class Part, class T, class Function>
void for_each_part(T& object, const Function& function) {
  using Plain = std::remove_const_t<T>;
  if constexpr (std::is_same_v<Plain, Part>) {
    function(object);
  } else if constexpr (parts::kIsList<Plain>) {
    for (auto& one : object) for_each_part<Part>(one, function);
  } else if constexpr (parts::kIsOptional<Plain>) {
    if (object) for_each_part<Part>(*object, function);
  } else if constexpr (HasFields<Plain>) {
    visit_fields(object,
                 [&](const char*, auto& field) { for_each_part<Part>(field, function); });
  }
}

}  // namespace gridlock
