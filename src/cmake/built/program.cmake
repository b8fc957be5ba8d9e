# The program, and what it says about itself: man pages and completions.
install(TARGETS throng_cli RUNTIME COMPONENT program)
install(CODE "
  set(throng \"$<TARGET_FILE:throng_cli>\")
  set(help2man \"${THRONG_HELP2MAN}\")
  set(pages \"${CMAKE_CURRENT_BINARY_DIR}/pages\")
  set(man_dir \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_MANDIR}/man1\")
  set(data_dir \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}\")
  set(zsh_dir \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/zsh/site-functions\")" COMPONENT program)
install(SCRIPT install_pages.cmake COMPONENT program)
