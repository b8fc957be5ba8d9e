# Debian packages, by CPack: one for each component that package() names. What they hold beyond
# the installed tree are copyright, changelogs, and the files of dpkg.
set(THRONG_MAINTAINER "The throng authors <maintainers@throng.invalid>"
    CACHE STRING "Who answers for the packages: NAME <MAIL>")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME throng)
set(CPACK_PACKAGE_CONTACT "${THRONG_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # each package has its own
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(version ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})
set(CPACK_COMPONENTS_ALL "")

# changelog.gz is that of throng, changelog.Debian.gz that of the packages.
string(TIMESTAMP date "%a, %d %b %Y 00:00:00 +0000" UTC)
file(WRITE ${PROJECT_BINARY_DIR}/changelog.Debian "throng (${version}) unstable; urgency=medium

  * Release ${PROJECT_VERSION}, packaged by CPack.

 -- ${THRONG_MAINTAINER}  ${date}
")
configure_file(CHANGELOG.md ${PROJECT_BINARY_DIR}/changelog COPYONLY)
execute_process(COMMAND gzip -9nf changelog changelog.Debian
                WORKING_DIRECTORY ${PROJECT_BINARY_DIR} COMMAND_ERROR_IS_FATAL ANY)
# dpkg makes the linker's cache follow.
file(WRITE ${PROJECT_BINARY_DIR}/triggers "activate-noawait ldconfig\n")

# package(COMPONENT NAME SECTION SUMMARY MORE [DEPENDS]): the package NAME of what COMPONENT
# installs. SUMMARY and MORE are its description. DEPENDS: packages beside those of the shared
# libraries that its files link.
function(package component name section summary more)
  string(TOUPPER ${component} upper)
  set(setting CPACK_DEBIAN_${upper})
  set(${setting}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(${setting}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(${setting}_PACKAGE_DEPENDS "${ARGN}" PARENT_SCOPE)
  set(${setting}_DESCRIPTION "${summary}
throng answers thousands of shortest-path queries on game grid maps in one
call, on all cores, exactly, and with the same bytes on every machine.

${more}" PARENT_SCOPE)
  if(section STREQUAL "libs")
    set(${setting}_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/triggers PARENT_SCOPE)
  endif()
  set(CPACK_COMPONENTS_ALL ${CPACK_COMPONENTS_ALL} ${component} PARENT_SCOPE)
  set(doc_dir ${CMAKE_INSTALL_DATADIR}/doc/${name})
  install(FILES LICENSE DESTINATION ${doc_dir} RENAME copyright
          COMPONENT ${component} EXCLUDE_FROM_ALL)
  install(FILES ${PROJECT_BINARY_DIR}/changelog.gz ${PROJECT_BINARY_DIR}/changelog.Debian.gz
          DESTINATION ${doc_dir} COMPONENT ${component} EXCLUDE_FROM_ALL)
endfunction()

# A library is named after its soname.
set(library libthrong${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(libraries "${library} (= ${version})")
package(library ${library} libs "exact path queries on game grid maps: C++ library"
        "This package contains the shared library.")
if(TARGET throng_c)
  package(c_library libthrong-c1 libs "exact path queries on game grid maps: C library"
          "This package contains the shared library with the C interface.")
  string(APPEND libraries ", libthrong-c1 (= ${version})")
endif()
package(development libthrong-dev libdevel
  "exact path queries on game grid maps: development files"
  "This package contains the headers, the static library, and the files for
CMake and pkg-config." "${libraries}, libtbb-dev")
if(TARGET throng_cli)
  package(program throng utils "exact path queries on game grid maps: program"
          "This package contains the program, which solves, checks and measures
batches of queries on maps of the MovingAI format.")
endif()
if(TARGET throng_farm)
  package(farm throng-farm utils "exact path queries on game grid maps: farm on many machines"
          "This package contains the program that mpirun or srun starts on many machines,
to make indexes, matrices and fields of many maps." openmpi-bin)
endif()
if(TARGET throng_python)
  package(python python3-throng python "exact path queries on game grid maps: Python module"
          "This package contains the module for Debian's Python and numpy."
          "python3 (>= 3.11), python3 (<< 3.12), python3-numpy")
endif()
include(CPack)
