include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/didact)

install(TARGETS didact EXPORT didactTargets)
install(DIRECTORY include/didact DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT didactTargets NAMESPACE didact:: DESTINATION ${package_dir})
configure_package_config_file(cmake/didactConfig.cmake.in ${PROJECT_BINARY_DIR}/didactConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/didactConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/didactConfig.cmake ${PROJECT_BINARY_DIR}/didactConfigVersion.cmake
        DESTINATION ${package_dir})
if(TARGET didact-cli)
  install(TARGETS didact-cli)
  if(TARGET didact-mpi)
    install(TARGETS didact-mpi)
  endif()
endif()
