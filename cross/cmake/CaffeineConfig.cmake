# find_package(Caffeine): the imported target Caffeine::Caffeine, header and archive.

include("${CMAKE_CURRENT_LIST_DIR}/CaffeineBoard.cmake")
get_filename_component(_caffeine_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(_caffeine_archive "${_caffeine_prefix}/lib/libcaffeine-${CAFFEINE_BOARD}.a")

if(NOT EXISTS "${_caffeine_archive}")
  set(Caffeine_FOUND FALSE)
  set(Caffeine_NOT_FOUND_MESSAGE "there is no ${_caffeine_archive}")
elseif(NOT TARGET Caffeine::Caffeine)
  add_library(Caffeine::Caffeine STATIC IMPORTED)
  set_target_properties(Caffeine::Caffeine PROPERTIES
    IMPORTED_LOCATION "${_caffeine_archive}"
    INTERFACE_INCLUDE_DIRECTORIES "${_caffeine_prefix}/include")
endif()
