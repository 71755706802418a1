# The studio: a server in C++, and the page that it has inside it.
file(GLOB studio_sources CONFIGURE_DEPENDS src/studio/*.cpp)
add_library(didact_studio STATIC ${studio_sources})
target_link_libraries(didact_studio PUBLIC didact_io)
target_compile_definitions(didact_studio PRIVATE BOOST_ERROR_CODE_HEADER_ONLY BOOST_ASIO_NO_DEPRECATED)
didact_target(didact_studio)
set_source_files_properties(src/studio/server.cpp src/studio/page.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

find_program(DIDACT_NODE node)
set(studio_dir ${PROJECT_SOURCE_DIR}/studio)
if(NOT DIDACT_BUILD_STUDIO)
elseif(NOT DIDACT_NODE OR NOT EXISTS ${studio_dir}/node_modules/.package-lock.json)
  message(STATUS "The studio's page is left out: Node.js or its packages are missing (scripts/setup studio)")
else()
  set(studio_page ${PROJECT_BINARY_DIR}/studio/page.html.gz)
  set(studio_policy ${PROJECT_BINARY_DIR}/studio/policy.txt)
  file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS ${studio_dir}/src/* ${studio_dir}/*.ts ${studio_dir}/*.mjs
                                                   ${studio_dir}/*.json ${studio_dir}/index.html)
  add_custom_command(
    OUTPUT ${studio_page} ${studio_policy}
    COMMAND ${CMAKE_COMMAND} -E env DIDACT_STUDIO_OUT=${PROJECT_BINARY_DIR}/studio ${DIDACT_NODE} build.mjs
    WORKING_DIRECTORY ${studio_dir}
    DEPENDS ${page_sources}
    COMMENT "Building the studio's page")
  add_custom_target(didact_studio_page DEPENDS ${studio_page} ${studio_policy})
  add_dependencies(didact_studio didact_studio_page)
  set_source_files_properties(src/studio/page.cpp PROPERTIES
    COMPILE_DEFINITIONS "DIDACT_STUDIO_PAGE=\"${studio_page}\";DIDACT_STUDIO_POLICY=\"${studio_policy}\""
    OBJECT_DEPENDS "${studio_page};${studio_policy}")
endif()
