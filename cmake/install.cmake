# `make install PREFIX=…` and the Debian package: libraries, header, tool, manual page, completions, worlds.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

if(SUREFOOT_LIBRARY)
  set_target_properties(surefoot_shared PROPERTIES EXPORT_NAME surefoot)
  install(TARGETS surefoot_shared EXPORT surefootTargets
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(TARGETS surefoot_static EXPORT surefootStaticTargets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(FILES include/surefoot/surefoot.h include/surefoot/surefoot.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/surefoot)
  # For programs in C++: the rooms' headers, and what reads meshes.
  install(TARGETS surefoot_mesh ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(DIRECTORY src/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/surefoot/cpp
    FILES_MATCHING PATTERN "*.hpp" PATTERN "*.ipp" PATTERN "*.def"
    PATTERN capi EXCLUDE PATTERN cli EXCLUDE PATTERN web EXCLUDE)
  set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/surefoot)
  install(EXPORT surefootTargets NAMESPACE surefoot:: DESTINATION ${package_dir})
  install(EXPORT surefootStaticTargets NAMESPACE surefoot:: DESTINATION ${package_dir})
  configure_package_config_file(cmake/surefootConfig.cmake.in surefootConfig.cmake INSTALL_DESTINATION ${package_dir}
    PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
  write_basic_package_version_file(surefootConfigVersion.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/surefootConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/surefootConfigVersion.cmake
    DESTINATION ${package_dir})
  file(RELATIVE_PATH RELATIVE_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
  string(REGEX REPLACE "/$" "" RELATIVE_PREFIX "${RELATIVE_PREFIX}")
  configure_file(cmake/surefoot.pc.in surefoot.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/surefoot.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

if(SUREFOOT_CLI)
  install(TARGETS surefoot RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  # What the tool says of itself with --help, as a manual page and as completions.
  set(help_dir ${CMAKE_CURRENT_BINARY_DIR}/help)
  set(help_files ${help_dir}/surefoot.1 ${help_dir}/surefoot.bash ${help_dir}/_surefoot ${help_dir}/surefoot.fish)
  add_custom_command(OUTPUT ${help_files}
    COMMAND /usr/bin/python3 ${PROJECT_SOURCE_DIR}/scripts/make_help_files.py $<TARGET_FILE:surefoot> ${help_dir}
    DEPENDS surefoot ${PROJECT_SOURCE_DIR}/scripts/make_help_files.py VERBATIM)
  add_custom_target(surefoot_help_files ALL DEPENDS ${help_files})
  install(FILES ${help_dir}/surefoot.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${help_dir}/surefoot.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME surefoot)
  install(FILES ${help_dir}/_surefoot DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
  install(FILES ${help_dir}/surefoot.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  install(DIRECTORY worlds DESTINATION ${CMAKE_INSTALL_DATADIR}/surefoot)
  # The viewer's page, where it has been built (`make web`): `surefoot view` looks for it there.
  install(DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/share/surefoot/web DESTINATION ${CMAKE_INSTALL_DATADIR}/surefoot OPTIONAL)
endif()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME surefoot)
set(CPACK_PACKAGE_CONTACT "the Surefoot authors <surefoot@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS libfmt-dev)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "deterministic character movement\n The tool, the C library and its header.")
include(CPack)
