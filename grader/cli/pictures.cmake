# `cmake --build --preset default --target pictures` draws each lab's demo, as its demo.toml
# says, into build/default/pictures/NN_topic.svg and .png.
set(pictures)
file(GLOB demos CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/solutions/*/demo.toml)
foreach(demo IN LISTS demos)
  cmake_path(GET demo PARENT_PATH solution)
  cmake_path(GET solution FILENAME lab)
  file(GLOB_RECURSE parts CONFIGURE_DEPENDS
    ${CMAKE_SOURCE_DIR}/labs/${lab}/*.cu* ${solution}/*.cu)
  set(drawn ${CMAKE_BINARY_DIR}/pictures/${lab})
  add_custom_command(OUTPUT ${drawn}.svg ${drawn}.png
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/pictures
    COMMAND ${CMAKE_COMMAND} -E env GRIDLOCK_ROOT=${CMAKE_SOURCE_DIR}
      GRIDLOCK_BUILD_DIR=${CMAKE_BINARY_DIR}
      $<TARGET_FILE:gridlock_all> trace ${lab} --demo
        --out ${drawn}.svg --out ${drawn}.png
    DEPENDS gridlock_all gridlock-worker-sim ${demo} ${parts}
    COMMENT "Drawing ${lab}"
    VERBATIM)
  list(APPEND pictures ${drawn}.svg ${drawn}.png)
endforeach()
add_custom_target(pictures DEPENDS ${pictures})
