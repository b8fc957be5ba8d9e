# Installs BUILD, which made LIBRARY and, unless empty, SHARED and C_LIBRARY, into an empty prefix,
# and beside it a library of the other kind, checked or not. Then configures the project in
# CONSUMER with what is there, for each component, and builds and runs it with the libraries of
# BUILD; builds it also by pkg-config. PROGRAM: whether the program belongs to what is installed.
set(prefix ${BUILD}/install-test/prefix)
set(other ${BUILD}/install-test/other)
set(consumer ${BUILD}/install-test/consumer)
file(REMOVE_RECURSE ${BUILD}/install-test)

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# configure SOURCE FOLDER BUILD_TYPE [OPTION...]
function(configure source folder type)
  run(${CMAKE_COMMAND} -G Ninja -S ${source} -B ${folder} -DCMAKE_BUILD_TYPE=${type}
      -DCMAKE_CXX_COMPILER=${COMPILER} ${ARGN})
endfunction()

# configure_consumer COMPONENT BUILD_TYPE FILE: with FILE, a library in the prefix.
function(configure_consumer component type file)
  set(folder ${consumer}-${component}-${type})
  configure(${CONSUMER} ${folder} ${type} -DCMAKE_PREFIX_PATH=${prefix}
            -DTHRONG_COMPONENT=${component})
  file(READ ${folder}/build.ninja rules)
  if(NOT rules MATCHES "/${file}")
    message(FATAL_ERROR "${type} builds with throng::${component} do not link ${file}")
  endif()
endfunction()

function(run_consumer component type)
  run(${CMAKE_COMMAND} --build ${consumer}-${component}-${type})
  run(${consumer}-${component}-${type}/consumer)
endfunction()

set(library_Release libthrong.a)
set(library_Debug libthrongd.a)
set(type Release)
set(other_type Debug)
set(package throng)
if(LIBRARY MATCHES "/${library_Debug}$")
  set(type Debug)
  set(other_type Release)
  set(package throng-checked)
endif()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
# Only its static library is built: what else it could build is left out.
configure(${SOURCE} ${other} ${other_type}
          -DTHRONG_TESTS=OFF -DTHRONG_C=OFF -DTHRONG_CLI=${PROGRAM} -DTHRONG_USE_TBB=${USE_TBB})
# In place of a library that takes a minute to build.
file(COPY_FILE ${LIBRARY} ${other}/${library_${other_type}})
run(${CMAKE_COMMAND} --install ${other} --prefix ${prefix})

configure_consumer(throng Release ${library_Release})
configure_consumer(throng Debug ${library_Debug})
configure_consumer(checked Release ${library_Debug})
run_consumer(throng ${type})
set(lab_Release libthrong_lab.a)
set(lab_Debug libthrong_labd.a)
configure_consumer(lab ${type} ${lab_${type}})
run_consumer(lab ${type})
if(SHARED)
  cmake_path(GET SHARED FILENAME shared_name)
  configure_consumer(shared ${type} ${shared_name})
  run_consumer(shared ${type})
endif()

if(C_LIBRARY)
  cmake_path(GET C_LIBRARY FILENAME c_name)
  configure_consumer(c ${type} ${c_name})
  run_consumer(c ${type})
  configure_consumer(c_static ${type} libthrong-c.a)
  run_consumer(c_static ${type})
endif()

execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${CONSUMER} -B ${consumer}-none
                        -DCMAKE_PREFIX_PATH=${prefix} -DTHRONG_COMPONENT=no_such
                OUTPUT_QUIET ERROR_VARIABLE refused RESULT_VARIABLE status)
if(status EQUAL 0 OR NOT refused MATCHES "no_such")
  message(FATAL_ERROR "a component that is not installed is found: ${refused}")
endif()

# pkg_config RESULT PACKAGE ARGUMENT...
function(pkg_config result package)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${pkg_config_path}
                          pkg-config ${ARGN} ${package}
                  OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags)
  set(${result} ${flags} PARENT_SCOPE)
endfunction()

find_program(pkg_config pkg-config)
if(pkg_config)
  file(GLOB_RECURSE pkg_config_path ${prefix}/throng*.pc)
  list(GET pkg_config_path 0 pkg_config_path)
  cmake_path(GET pkg_config_path PARENT_PATH pkg_config_path)
  pkg_config(flags ${package} --cflags)
  run(${COMPILER} -std=c++20 ${flags} -c ${CONSUMER}/main.cpp -o ${consumer}.o)
  cmake_path(GET LIBRARY FILENAME static_name)
  pkg_config(flags ${package} --static --libs)
  run(${COMPILER} ${consumer}.o -l:${static_name} -Wl,--as-needed ${flags}
      -o ${consumer}-pkg-static)
  run(${consumer}-pkg-static)
  if(SHARED)
    pkg_config(flags ${package} --libs)
    cmake_path(GET pkg_config_path PARENT_PATH library_path)
    run(${COMPILER} ${consumer}.o ${flags} -Wl,-rpath,${library_path}
        -o ${consumer}-pkg-shared)
    run(${consumer}-pkg-shared)
  endif()
  if(C_LIBRARY)
    pkg_config(flags throng-c --cflags --libs)
    cmake_path(GET pkg_config_path PARENT_PATH library_path)
    run(${COMPILER} -x c -std=c99 ${CONSUMER}/main.c -x none ${flags} -Wl,-rpath,${library_path}
        -o ${consumer}-pkg-c)
    run(${consumer}-pkg-c)
  endif()
else()
  message("no pkg-config: its files are not tested")
endif()

if(NOT EXISTS ${prefix}/share/doc/throng/LICENSE)
  message(FATAL_ERROR "no licence is installed")
endif()
if(PROGRAM)
  run(${prefix}/bin/throng --help)
  foreach(page IN ITEMS bash-completion/completions/throng zsh/site-functions/_throng
          fish/vendor_completions.d/throng.fish)
    if(NOT EXISTS ${prefix}/share/${page})
      message(FATAL_ERROR "no ${page} is installed")
    endif()
  endforeach()
  find_program(help2man help2man)
  if(help2man AND NOT EXISTS ${prefix}/share/man/man1/throng-index-build.1)
    message(FATAL_ERROR "a man page is missing")
  endif()
endif()
