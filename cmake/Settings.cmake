# What every target of didact is built with.
function(didact_target target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wno-missing-field-initializers
                                           $<$<BOOL:${DIDACT_WARNINGS_AS_ERRORS}>:-Werror>
                                           -ffp-contract=off # the same bits whatever the compiler would fuse
                                           -fno-semantic-interposition) # as fast as if it could not be moved
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT target STREQUAL "didact") # g++ 12 sees overflows in std::string that are not there
    target_compile_options(${target} PRIVATE -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds)
  endif()
  if(DIDACT_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${DIDACT_SANITIZE} -fno-sanitize-recover=all
                                             -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${DIDACT_SANITIZE})
  endif()
endfunction()
