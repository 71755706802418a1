# What every target of didact is built with.
function(didact_target target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wno-missing-field-initializers
                                           $<$<BOOL:${DIDACT_WARNINGS_AS_ERRORS}>:-Werror>
                                           -ffp-contract=off # the same bits whatever the compiler would fuse
                                           -fno-semantic-interposition) # as fast as if it could not be moved
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT target MATCHES "^didact(_kernels)?$") # g++ 12 sees overflows in std::string that are not there
    target_compile_options(${target} PRIVATE -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds)
  endif()
  if(DIDACT_ODR_CHECK)
    target_compile_options(${target} PRIVATE -flto)
  endif()
  if(DIDACT_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${DIDACT_SANITIZE} -fno-sanitize-recover=all
                                             -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${DIDACT_SANITIZE})
  endif()
endfunction()

# With CMAKE_UNITY_BUILD, which the scripts switch on, sources are compiled in batches of `size`, each of one folder: what
# is instantiated often is then instantiated once a batch. A folder's namespace keeps its names from those of others.
function(didact_batches target size)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${source})
    get_filename_component(folder ${folder} DIRECTORY)
    string(MAKE_C_IDENTIFIER "${folder}" folder)
    math(EXPR batch "${count_${folder}} + 0")
    math(EXPR count_${folder} "${batch} + 1")
    math(EXPR batch "${batch} / ${size}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${batch})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()

# A compiler cache that a second checkout can use, and a quick linker, where they are found.
find_program(DIDACT_CCACHE ccache)
if(DIDACT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${DIDACT_CCACHE})
endif()
if(DIDACT_ODR_CHECK) # only the compiler's own linker reads what -flto writes
  set(DIDACT_LINKERS "")
else()
  set(DIDACT_LINKERS mold lld)
endif()
foreach(linker IN LISTS DIDACT_LINKERS)
  find_program(DIDACT_LINKER_${linker} ld.${linker})
  if(DIDACT_LINKER_${linker})
    add_link_options(-fuse-ld=${linker})
    break()
  endif()
endforeach()
