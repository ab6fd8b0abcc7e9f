# Settles CAFFEINE_BOARD, the archive to link: a name of the table in cross/README.md. On Linux the
# processor tells it; a firmware sets it, with arm-none-eabi.cmake or without.

if(NOT CAFFEINE_BOARD AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|aarch64)$")
    set(CAFFEINE_BOARD "linux-${CMAKE_SYSTEM_PROCESSOR}")
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^armv[78]")
    set(CAFFEINE_BOARD "linux-armv7-hard")
  endif()
endif()
if(NOT CAFFEINE_BOARD)
  message(FATAL_ERROR "Caffeine: set CAFFEINE_BOARD, for example to cortex-m4-soft")
endif()
