# What `cmake --install`, CPack and `./gridlock export student DIR --built` put where.
#
# The component `program` is what a tree comes with: bin/ and, in lib/, the shared libraries
# that a system need not have.  The C and C++ libraries are always the system's, so the
# program runs there if they are as new as here.  Students get it without hidden checks.
set(programs gridlock_cli_of_students gridlock_all_of_students gridlock-worker-sim
  gridlock-worker-gpu)
add_custom_target(program-of-students DEPENDS ${programs})
set_target_properties(${programs} PROPERTIES INSTALL_RPATH "$ORIGIN/../lib")
# RPATH, unlike RUNPATH, is also where the libraries of those libraries are looked for.
set_property(TARGET ${programs} APPEND PROPERTY LINK_OPTIONS -Wl,--disable-new-dtags)
install(TARGETS ${programs} RUNTIME_DEPENDENCY_SET libraries
  RUNTIME DESTINATION bin COMPONENT program EXCLUDE_FROM_ALL)
set(of_the_system "^(lib(c|m|dl|pthread|rt|stdc\\+\\+|gcc_s)|ld-linux.*)\\.so")
install(RUNTIME_DEPENDENCY_SET libraries PRE_EXCLUDE_REGEXES ${of_the_system}
  LIBRARY DESTINATION lib COMPONENT program EXCLUDE_FROM_ALL)

# For a platform that grades: a program with the hidden checks, and its libraries.
set(graders gridlock_grader gridlock-worker-sim)
add_custom_target(program-of-graders DEPENDS ${graders})
set_target_properties(${graders} PROPERTIES INSTALL_RPATH "$ORIGIN/../lib")
set_property(TARGET ${graders} APPEND PROPERTY LINK_OPTIONS -Wl,--disable-new-dtags)
install(TARGETS ${graders} RUNTIME_DEPENDENCY_SET graders_libraries
  RUNTIME DESTINATION bin COMPONENT grader EXCLUDE_FROM_ALL)
install(RUNTIME_DEPENDENCY_SET graders_libraries PRE_EXCLUDE_REGEXES ${of_the_system}
  LIBRARY DESTINATION lib COMPONENT grader EXCLUDE_FROM_ALL)

# The rest is a student's tree with its program, and a link in bin/.  Called by that link,
# ./gridlock uses the tree that is the current folder, if it is one.
install(CODE "
  set(prefix \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\")
  file(REMOVE_RECURSE \"\${prefix}/lib/gridlock\")
  execute_process(COMMAND \"${CMAKE_COMMAND}\" -E env --unset=DESTDIR
      \"GRIDLOCK_ROOT=${CMAKE_SOURCE_DIR}\" \"GRIDLOCK_BUILD_DIR=${CMAKE_BINARY_DIR}\"
      \"$<TARGET_FILE:gridlock_all>\" export student \"\${prefix}/lib/gridlock\" --built
    COMMAND_ERROR_IS_FATAL ANY)
  file(MAKE_DIRECTORY \"\${prefix}/bin\")
  file(CREATE_LINK ../lib/gridlock/gridlock \"\${prefix}/bin/gridlock\" SYMBOLIC)")

set(CPACK_GENERATOR "DEB;TGZ")
set(CPACK_PACKAGE_CONTACT "the authors of gridlock")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
  "Labs on synchronization between CUDA blocks, with their grader")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
execute_process(COMMAND getconf GNU_LIBC_VERSION OUTPUT_VARIABLE libc
  OUTPUT_STRIP_TRAILING_WHITESPACE)
string(REPLACE "glibc " "" libc "${libc}")
set(CPACK_DEBIAN_PACKAGE_DEPENDS "bash, clang, binutils, libc6 (>= ${libc})")
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  string(REGEX MATCH "^[0-9]+" cxx ${CMAKE_CXX_COMPILER_VERSION})
  string(APPEND CPACK_DEBIAN_PACKAGE_DEPENDS ", libstdc++6 (>= ${cxx})")
endif()
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "bubblewrap, gdb, python3-matplotlib")
include(CPack)
