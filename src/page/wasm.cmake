# WebAssembly by clang and the WASI libraries of Debian: a system without threads and files.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_AR llvm-ar-19)
set(CMAKE_RANLIB llvm-ranlib-19)
# What throws ends the module: the WASI libraries have no exceptions.
set(CMAKE_CXX_FLAGS_INIT "-fignore-exceptions -msimd128")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
# Headers of the build machine that compile anywhere: Eigen, xxHash.
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
