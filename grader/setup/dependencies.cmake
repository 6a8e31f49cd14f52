# Finds everything that needs.txt lists and reports all that is missing at once.
#
# It also writes what is missing, one name per line, to ${CMAKE_BINARY_DIR}/missing, where
# ./gridlock reads what to install.

set(missing_file ${CMAKE_BINARY_DIR}/missing)
file(REMOVE ${missing_file})

set(missing "")
set(missing_packages "")
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/needs.txt needs REGEX "^(tool|program|library) ")
set_property(DIRECTORY APPEND PROPERTY
  CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/needs.txt)

# Sets `found` to whether the thing exists.
macro(look_for kind name)
  set(found FALSE)
  if(${kind} STREQUAL tool)
    set(found TRUE)  # CMake is running, has a generator and a compiler.
  elseif(${name} STREQUAL clang++)
    # Some distributions install clang++ only under a name such as clang++-18.
    find_program(GRIDLOCK_CLANG NAMES clang++ clang++-21 clang++-20 clang++-19 clang++-18
      clang++-17 clang++-16 clang++-15 clang++-14)
    set(found ${GRIDLOCK_CLANG})
  elseif(${kind} STREQUAL program)
    find_program(GRIDLOCK_PROGRAM_${name} ${name})
    set(found ${GRIDLOCK_PROGRAM_${name}})
  elseif(${name} MATCHES "^(.+)::(.+)$")
    find_package(${CMAKE_MATCH_1} QUIET COMPONENTS ${CMAKE_MATCH_2})
    if(TARGET ${name})
      set(found TRUE)
    endif()
  elseif(${name} STREQUAL libseccomp)  # libseccomp has no CMake package.
    find_library(GRIDLOCK_LIBSECCOMP seccomp)
    find_path(GRIDLOCK_LIBSECCOMP_INCLUDE seccomp.h)
    if(GRIDLOCK_LIBSECCOMP AND GRIDLOCK_LIBSECCOMP_INCLUDE)
      set(found TRUE)
    endif()
  elseif(${name} STREQUAL nettle)  # No package either; a few KB if static.
    find_library(GRIDLOCK_NETTLE NAMES libnettle.a nettle)
    find_path(GRIDLOCK_NETTLE_INCLUDE nettle/sha2.h)
    if(GRIDLOCK_NETTLE AND GRIDLOCK_NETTLE_INCLUDE)
      set(found TRUE)
    endif()
  else()
    find_package(${name} QUIET)
    set(found ${${name}_FOUND})
  endif()
endmacro()

foreach(row IN LISTS needs)
  string(REGEX MATCHALL "[^ ]+" row ${row})
  list(GET row 0 kind)
  list(GET row 1 name)
  list(GET row 2 package)
  look_for(${kind} ${name})
  if(NOT found)
    list(APPEND missing ${name})
    list(APPEND missing_packages ${package})
  endif()
endforeach()

# The oldest compilers that can build the sources: Ubuntu 22.04's g++, clang 14.
if((CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 11) OR
   (CMAKE_CXX_COMPILER_ID STREQUAL Clang AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14))
  message(FATAL_ERROR
    "${CMAKE_CXX_COMPILER} is ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}; "
    "gridlock needs g++ 11 or clang 14, or newer.\n"
    "Install one, then say which: CXX=g++-11 ./gridlock ... or, with plain CMake, "
    "begin a new build folder.")
endif()

if(missing)
  list(JOIN missing "\n" lines)
  file(WRITE ${missing_file} "${lines}\n")
  list(JOIN missing ", " names)
  list(JOIN missing_packages " " packages)
  message(FATAL_ERROR
    "Missing: ${names}\n"
    "On Debian and Ubuntu:  apt-get install ${packages}\n"
    "If they are elsewhere, name that place in CMAKE_PREFIX_PATH.")
endif()

find_package(Threads REQUIRED)
