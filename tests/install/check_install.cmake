# Installs BUILD, which made LIBRARY, into an empty prefix, and beside it a library of the
# other kind, checked or not. Then configures the project in CONSUMER with what is there, once
# for each kind, and builds and runs it with LIBRARY. PROGRAM: whether the program belongs to
# what is installed.
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

set(library_Release libthrong.a)
set(library_Debug libthrongd.a)
set(type Release)
set(other_type Debug)
if(LIBRARY MATCHES "/${library_Debug}$")
  set(type Debug)
  set(other_type Release)
endif()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
configure(${SOURCE} ${other} ${other_type}
          -DTHRONG_TESTS=OFF -DTHRONG_CLI=OFF -DTHRONG_USE_TBB=${USE_TBB})
# In place of a library that takes a minute to build.
file(COPY_FILE ${LIBRARY} ${other}/${library_${other_type}})
run(${CMAKE_COMMAND} --install ${other} --prefix ${prefix})

foreach(each IN ITEMS Release Debug)
  configure(${CONSUMER} ${consumer}-${each} ${each} -DCMAKE_PREFIX_PATH=${prefix})
  file(READ ${consumer}-${each}/build.ninja rules)
  if(NOT rules MATCHES "/${library_${each}}")
    message(FATAL_ERROR "${each} builds do not link ${library_${each}}")
  endif()
endforeach()
run(${CMAKE_COMMAND} --build ${consumer}-${type})
run(${consumer}-${type}/consumer)
if(PROGRAM)
  run(${prefix}/bin/throng --help)
endif()
