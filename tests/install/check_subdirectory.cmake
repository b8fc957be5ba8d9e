# Configures the project in CONSUMER with the sources of throng as a subdirectory, and
# compiles its own file. Neither tests nor the program nor rules to install may come along.
# With THRONG_TEST_LONG=1 in the environment it is linked with the library and run.
set(consumer ${BUILD}/subdirectory-test)
file(REMOVE_RECURSE ${consumer})

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run(${CMAKE_COMMAND} -G Ninja -S ${CONSUMER} -B ${consumer} -DTHRONG_SOURCE=${SOURCE}
    -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}
    -DCMAKE_BUILD_TYPE=Release)
run(${CMAKE_COMMAND} --build ${consumer} --target CMakeFiles/consumer.dir/main.cpp.o)

execute_process(COMMAND ${CMAKE_COMMAND} --build ${consumer} --target help
                OUTPUT_VARIABLE targets COMMAND_ERROR_IS_FATAL ANY)
if(targets MATCHES "throng_(cli|tests|bench):")
  message(FATAL_ERROR "a subdirectory builds more than the library: ${CMAKE_MATCH_0}")
endif()
file(READ ${consumer}/throng/cmake_install.cmake rules)
if(rules MATCHES "file\\(INSTALL")
  message(FATAL_ERROR "a subdirectory installs files of its own")
endif()
if("$ENV{THRONG_TEST_LONG}" STREQUAL "1")
  run(${CMAKE_COMMAND} --build ${consumer})
  run(${consumer}/consumer)
endif()
