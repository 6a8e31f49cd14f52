/// A struct names its fields once; code that writes, reads or searches it visits them.
///
///     struct Answer {
///       bool go_on = true;
///       GRIDLOCK_FIELDS(go_on)
///     };
///     visit_fields(answer, [](const char* name, auto& field) { ... });
#pragma once

#include <type_traits>

#define GRIDLOCK_PARENTHESES ()
#define GRIDLOCK_RESCAN(...) \
  GRIDLOCK_RESCAN_3(GRIDLOCK_RESCAN_3(GRIDLOCK_RESCAN_3(__VA_ARGS__)))
#define GRIDLOCK_RESCAN_3(...) \
  GRIDLOCK_RESCAN_9(GRIDLOCK_RESCAN_9(GRIDLOCK_RESCAN_9(__VA_ARGS__)))
#define GRIDLOCK_RESCAN_9(...) \
  GRIDLOCK_RESCAN_27(GRIDLOCK_RESCAN_27(GRIDLOCK_RESCAN_27(__VA_ARGS__)))
#define GRIDLOCK_RESCAN_27(...) __VA_ARGS__
#define GRIDLOCK_VISIT_FIRST(field, ...) \
  visit(#field, self.field);             \
  __VA_OPT__(GRIDLOCK_VISIT_REST GRIDLOCK_PARENTHESES(__VA_ARGS__))
#define GRIDLOCK_VISIT_REST() GRIDLOCK_VISIT_FIRST

/// Used inside a struct to name its fields, at most 27.
#define GRIDLOCK_FIELDS(...)                                          \
  template <class Self, class Visit>                                  \
  static void visit_own_fields([[maybe_unused]] Self& self,           \
                               [[maybe_unused]] const Visit& visit) { \
    __VA_OPT__(GRIDLOCK_RESCAN(GRIDLOCK_VISIT_FIRST(__VA_ARGS__)))    \
  }

namespace gridlock {

/// Calls `visit(name, field)` for each field of a struct that names them.
template <class T, class Visit>
void visit_fields(T& object, const Visit& visit) {
  std::remove_const_t<T>::visit_own_fields(object, visit);
}

template <class T>
concept HasFields =
    requires(T& object) { T::visit_own_fields(object, [](const char*, auto&) {}); };

}  // namespace gridlock
