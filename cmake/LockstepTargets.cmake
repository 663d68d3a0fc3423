# Our targets: warnings are errors, floating point is exactly what is written, one static library a folder.

add_library(lockstep_options INTERFACE)
target_compile_options(lockstep_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Werror
  # The determinism contract: no contraction into fused multiply-adds that another compiler or ISA would not make.
  -ffp-contract=off)
target_include_directories(lockstep_options INTERFACE ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/generated)

if(LOCKSTEP_SANITIZE)
  # Instrumented code for each of Highway's targets takes longer to compile than all the rest: the baseline's is enough to
  # look at, and -O1 is what the sanitizers recommend.
  add_compile_definitions(HWY_COMPILE_ONLY_STATIC)
  add_compile_options(-O1 -fsanitize=${LOCKSTEP_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${LOCKSTEP_SANITIZE})
  if(LOCKSTEP_SANITIZE MATCHES "thread")
    add_compile_options(-Wno-tsan)  # it does not model fences, and warns of each
  endif()
endif()

# lockstep_library(<name> FOLDERS <folder>... [DEPENDS <target>...]): every .cpp of the folders, found anew at each build.
function(lockstep_library name)
  cmake_parse_arguments(ARG "" "" "FOLDERS;DEPENDS" ${ARGN})
  set(sources)
  foreach(folder IN LISTS ARG_FOLDERS)
    file(GLOB found CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp)
    list(APPEND sources ${found})
  endforeach()
  if(NOT sources)
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE lockstep_options ${ARG_DEPENDS})
    return()
  endif()
  add_library(${name} STATIC ${sources})
  target_link_libraries(${name} PUBLIC lockstep_options ${ARG_DEPENDS})
endfunction()
