# throng_room(NAME [USES ROOM...] [LINKS TARGET...]): the folder src/NAME as an object library.
#
# USES names the rooms below it that it may use; the rooms that these use come along. The
# test architecture/links fails when an object refers to anything of another room.
# Rooms are compiled as unity builds, a few sources at a time: headers are read once a batch,
# which halves the time of a build. UNITY_BATCH says how many sources a batch has.
set(THRONG_UNITY ON CACHE BOOL "Compile several sources of a room at a time")
set_property(GLOBAL PROPERTY throng_rooms "")

function(throng_room name)
  cmake_parse_arguments(room "" "UNITY_BATCH" "USES;LINKS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/src/${name}/*.cpp)
  add_library(throng_${name} OBJECT ${sources})
  target_compile_features(throng_${name} PUBLIC cxx_std_20)
  target_include_directories(throng_${name} PRIVATE ${PROJECT_SOURCE_DIR}/include)
  target_compile_definitions(throng_${name} PRIVATE
    THRONG_CHECKS=$<BOOL:${THRONG_CHECKS}>)
  target_link_libraries(throng_${name} PRIVATE throng_flags ${room_LINKS})
  if(NOT DEFINED room_UNITY_BATCH)
    set(room_UNITY_BATCH 8)
  endif()
  set_target_properties(throng_${name} PROPERTIES
    UNITY_BUILD ${THRONG_UNITY} UNITY_BUILD_BATCH_SIZE ${room_UNITY_BATCH})
  if(THRONG_FUZZ)  # libFuzzer learns which inputs reach something new
    target_compile_options(throng_${name} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
  set_property(TARGET throng_${name} PROPERTY THRONG_USES "${room_USES}")
  set_property(GLOBAL APPEND PROPERTY throng_rooms ${name})
endfunction()
