# A toolchain file for a Cortex-M: cmake -DCMAKE_TOOLCHAIN_FILE=… -DCAFFEINE_BOARD=cortex-m4-hard.
# It sets the compiler and the options of the core; C library and memory are the firmware's.

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES CAFFEINE_BOARD)

if(CAFFEINE_BOARD STREQUAL "cortex-m4-hard")
  set(_core -mcpu=cortex-m4 -mfloat-abi=hard -mfpu=fpv4-sp-d16)
elseif(CAFFEINE_BOARD STREQUAL "cortex-m7-hard")
  set(_core -mcpu=cortex-m7 -mfloat-abi=hard -mfpu=fpv5-sp-d16)
elseif(CAFFEINE_BOARD STREQUAL "cortex-m33-soft")
  set(_core -march=armv8-m.main -mfloat-abi=soft)
elseif(CAFFEINE_BOARD MATCHES "^(cortex-m(0plus|3|4))-soft$")
  set(_core -mcpu=${CMAKE_MATCH_1} -mfloat-abi=soft)
else()
  message(FATAL_ERROR "Caffeine: set CAFFEINE_BOARD to a Cortex-M of cross/README.md")
endif()
# Not CMAKE_C_FLAGS_INIT: a CMAKE_C_FLAGS of the user's would take its place.
add_compile_options(-mthumb ${_core} -ffunction-sections -fdata-sections)
add_link_options(-mthumb ${_core} -Wl,--gc-sections)
