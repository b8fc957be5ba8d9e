# The installed tree: headers, libraries, CMake package, pkg-config files and, where it is
# built, the program with its man pages and completions. What has not been built is left out.
#
# Components: `program`; `farm`, the program that mpirun starts; `library` and `c_library`, what
# programs need that link the shared libraries; `development`, all that it takes to compile and
# link; `python`, the module; `licence`.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/throng)
set(checked "")
set(postfix "")
set(defines "")
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  set(checked -checked)
  set(postfix d)
  set(defines " -DTHRONG_CHECKS=1")
endif()

# install_library(TARGET PART COMPONENT): a library, and its part of the CMake package,
# throngPART.cmake.
function(install_library target part component)
  set(rules library.cmake)
  add_subdirectory(src/cmake/built ${PROJECT_BINARY_DIR}/install/${target})
endfunction()

# install_pkg_config(NAME REQUIRES LIBS): NAME.pc. Static programs need REQUIRES, packages, and
# LIBS besides the library.
function(install_pkg_config name requires libs)
  set(prefix ${CMAKE_INSTALL_PREFIX})
  cmake_path(RELATIVE_PATH prefix
             BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  set(prefix "\${pcfiledir}/${prefix}")  # the installed tree may be moved
  if(THRONG_DEBIAN)
    set(prefix ${CMAKE_INSTALL_PREFIX})  # pkg-config leaves out what compilers know
  endif()
  set(file ${PROJECT_BINARY_DIR}/${name}${checked}.pc)
  configure_file(src/cmake/throng.pc.in ${file} @ONLY)
  install(FILES ${file} DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endfunction()

install_library(throng Static development)
if(TARGET throng_shared)
  install_library(throng_shared Shared library)
endif()
set(tbb_package "")
if(THRONG_USE_TBB)
  set(tbb_package tbb)
endif()
install_pkg_config(throng "${tbb_package}" -pthread)
install_library(throng_lab_library Lab development)
if(TARGET throng_c)
  install_library(throng_c C c_library)
  install_library(throng_c_static CStatic development)
  install_pkg_config(throng-c throng "-lstdc++ -lm -pthread")
  install(FILES include/throng.h TYPE INCLUDE COMPONENT development)
endif()
install(DIRECTORY include/throng TYPE INCLUDE COMPONENT development
        FILES_MATCHING PATTERN "*.hpp")

configure_package_config_file(src/cmake/throngConfig.cmake.in
  ${PROJECT_BINARY_DIR}/throngConfig.cmake INSTALL_DESTINATION ${package_dir}
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/throngConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/throngConfig.cmake
              ${PROJECT_BINARY_DIR}/throngConfigVersion.cmake
        DESTINATION ${package_dir} COMPONENT development)
install(FILES LICENSE TYPE DOC COMPONENT licence)

if(THRONG_PYTHON)
  set(target throng_python)
  set(rules python.cmake)
  add_subdirectory(src/cmake/built ${PROJECT_BINARY_DIR}/install/${target})
endif()
if(THRONG_CLI)
  find_program(THRONG_HELP2MAN help2man DOC "Writes man pages of the program")
  if(NOT THRONG_HELP2MAN)
    message(STATUS "no help2man: the program is installed without man pages")
  endif()
  set(target throng_cli)
  set(rules program.cmake)
  add_subdirectory(src/cmake/built ${PROJECT_BINARY_DIR}/install/${target})
endif()
if(TARGET throng_farm)
  set(target throng_farm)
  set(rules farm.cmake)
  add_subdirectory(src/cmake/built ${PROJECT_BINARY_DIR}/install/${target})
endif()
