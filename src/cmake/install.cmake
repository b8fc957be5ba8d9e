# The installed tree: headers, library, CMake package and, where it is built, the program.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/throng)

install(TARGETS throng EXPORT throngTargets INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/throng TYPE INCLUDE FILES_MATCHING PATTERN "*.hpp")
if(THRONG_CLI)
  install(TARGETS throng_cli)
endif()

configure_package_config_file(src/cmake/throngConfig.cmake.in
  ${PROJECT_BINARY_DIR}/throngConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/throngConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(EXPORT throngTargets NAMESPACE throng:: DESTINATION ${package_dir})
install(FILES ${PROJECT_BINARY_DIR}/throngConfig.cmake
              ${PROJECT_BINARY_DIR}/throngConfigVersion.cmake
        DESTINATION ${package_dir})
