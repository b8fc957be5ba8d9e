# The program, and what it says about itself: man pages and completions.
install(TARGETS throng_cli RUNTIME COMPONENT program)
set(zsh_dir ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
if(THRONG_DEBIAN)
  set(zsh_dir ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
endif()
install(CODE "
  set(executable \"$<TARGET_FILE:throng_cli>\")
  set(help2man \"${THRONG_HELP2MAN}\")
  set(section 1)
  set(relatives \"\")
  set(has_completions TRUE)
  set(pages \"${CMAKE_CURRENT_BINARY_DIR}/pages\")
  set(man_dir \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_MANDIR}/man1\")
  set(data_dir \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}\")
  set(zsh_dir \"\${CMAKE_INSTALL_PREFIX}/${zsh_dir}\")
  set(compressed ${THRONG_DEBIAN})" COMPONENT program)
install(SCRIPT install_pages.cmake COMPONENT program)
# The page, if `./bootstrap page` has built it: src/page/README.md.
install(FILES ${PROJECT_BINARY_DIR}/../page/throng.html
        DESTINATION ${CMAKE_INSTALL_DATADIR}/throng COMPONENT program OPTIONAL)
