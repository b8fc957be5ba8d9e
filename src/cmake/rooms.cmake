# throng_room(NAME [USES ROOM...] [LINKS TARGET...] [UNITY_BATCH N] [FUZZED] [BESIDE]): the
# folder src/NAME as an object library, if it has sources. BESIDE: not a part of the library.
#
# USES names the rooms below that it may use; what these use comes along. This is what the
# tests architecture/floors (includes) and architecture/links (symbols) go by.
# A room is compiled as a unity build, unless CMAKE_UNITY_BUILD says otherwise: headers are
# read once for N sources, which more than halves the time of a build. N is 1 where compiling
# takes longer than reading.
#
# Nothing is exported but what THRONG_API marks: a shared library is made of the same objects.
#
# On a platform without files, what opens them is left out. A program that calls it does not
# link.
#
# FUZZED: the fuzz targets get into this room, so libFuzzer learns which inputs reach
# something new there. Elsewhere that would make the sanitized tests take a quarter longer.
set_property(GLOBAL PROPERTY throng_rooms "")

function(throng_room name)
  cmake_parse_arguments(room "FUZZED;BESIDE" "UNITY_BATCH" "USES;LINKS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/src/${name}/*.cpp)
  if(wasm)
    list(FILTER sources EXCLUDE REGEX "/(files|mapped_file|dynamic_scenario)\\.cpp$")
  endif()
  if(NOT sources)
    return()  # headers alone
  endif()
  if(NOT DEFINED room_UNITY_BATCH)
    set(room_UNITY_BATCH 10)
  endif()
  add_library(throng_${name} OBJECT ${sources})
  target_compile_features(throng_${name} PUBLIC cxx_std_20)
  target_include_directories(throng_${name} PRIVATE ${PROJECT_SOURCE_DIR}/include)
  target_compile_definitions(throng_${name} PRIVATE THRONG_CHECKS=$<BOOL:${THRONG_CHECKS}>)
  target_link_libraries(throng_${name} PRIVATE throng_flags ${room_LINKS})
  set_target_properties(throng_${name} PROPERTIES
    UNITY_BUILD_BATCH_SIZE ${room_UNITY_BATCH}
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  if(THRONG_FUZZ AND room_FUZZED)
    target_compile_options(throng_${name} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
  if(NOT room_BESIDE)
    set_property(GLOBAL APPEND PROPERTY throng_rooms ${name})
  endif()
endfunction()
