# Run at every build (cmake -P): writes the header that says which Lockstep this is, and leaves it alone when nothing
# changed. One file includes it, so that a new commit compiles one file and not all.
# Takes SOURCE, OUTPUT, VERSION, COMPILER, FLAGS, BUILD_TYPE.
set(commit "")
set(dirty false)
find_program(git_program git)
if(git_program AND EXISTS ${SOURCE}/.git)
  execute_process(COMMAND ${git_program} rev-parse HEAD WORKING_DIRECTORY ${SOURCE}
                  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed ERROR_QUIET)
  if(failed)
    set(commit "")
  else()
    # Reading only: another git program may hold the index's lock.
    execute_process(COMMAND ${git_program} --no-optional-locks status --porcelain WORKING_DIRECTORY ${SOURCE}
                    OUTPUT_VARIABLE changes ERROR_QUIET)
    if(changes)
      set(dirty true)
    endif()
  endif()
endif()

set(patterns)
foreach(folder app engine tracking)
  foreach(extension cpp h in cu cuh)
    list(APPEND patterns ${SOURCE}/${folder}/*.${extension})
  endforeach()
endforeach()
file(GLOB_RECURSE sources RELATIVE ${SOURCE} ${patterns})
list(SORT sources)
set(text "")
foreach(source IN LISTS sources)
  if(EXISTS ${SOURCE}/${source})
    file(SHA256 ${SOURCE}/${source} hash)
    string(APPEND text "${source} ${hash}\n")
  endif()
endforeach()
string(SHA256 source_hash "${text}")

set(content "// Written by cmake/LockstepBuildInfo.cmake.
#pragma once

namespace lockstep::tracking::build {
inline constexpr const char* version = R\"(${VERSION})\";
inline constexpr const char* commit = \"${commit}\";
inline constexpr bool dirty = ${dirty};
inline constexpr const char* source_hash = \"${source_hash}\";
inline constexpr const char* compiler = R\"(${COMPILER})\";
inline constexpr const char* flags = R\"(${FLAGS})\";
inline constexpr const char* build_type = R\"(${BUILD_TYPE})\";
}  // namespace lockstep::tracking::build
")
set(previous "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} previous)
endif()
if(NOT previous STREQUAL content)
  file(WRITE ${OUTPUT} "${content}")
endif()
