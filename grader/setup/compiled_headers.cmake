# The headers of libraries that most sources include are compiled once, and loaded by the
# parts that are not optimized.  g++ loads them as slowly as it compiles them.

# load_compiled_headers(TARGET...)
function(load_compiled_headers)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    return()
  endif()
  foreach(target IN LISTS ARGN)
    # The target must have the same macros as the compiled headers.
    target_link_libraries(${target} PRIVATE fmt::fmt)
    target_precompile_headers(${target} REUSE_FROM gridlock_compiled_headers)
  endforeach()
endfunction()

file(WRITE ${CMAKE_BINARY_DIR}/compiled_headers.cpp "")
add_library(gridlock_compiled_headers OBJECT EXCLUDE_FROM_ALL
  ${CMAKE_BINARY_DIR}/compiled_headers.cpp)
target_link_libraries(gridlock_compiled_headers PRIVATE
  fmt::fmt nlohmann_json::nlohmann_json)
target_precompile_headers(gridlock_compiled_headers PRIVATE
  <algorithm> <array> <chrono> <deque> <filesystem> <functional> <map> <memory> <optional>
  <set> <sstream> <string> <unordered_map> <variant> <vector>
  <fmt/format.h> <nlohmann/json.hpp>)
