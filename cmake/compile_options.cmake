# One place for the flags every float of ours depends on (docs/determinism.md).
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

add_library(surefoot_flags INTERFACE)
target_compile_options(surefoot_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
  -ffp-contract=off -fno-fast-math -fno-math-errno)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 reorders a chained sum in a vectorised loop (tests/core/vectoriser_test.cpp).
  # -Wrestrict of GCC 12 sees overlaps in `std::string + const char*` that aren't there (GCC bug 105651).
  target_compile_options(surefoot_flags INTERFACE -fno-tree-vectorize -Wno-restrict)
endif()
target_include_directories(surefoot_flags INTERFACE ${PROJECT_SOURCE_DIR}/src
                                                    ${PROJECT_SOURCE_DIR}/include)
