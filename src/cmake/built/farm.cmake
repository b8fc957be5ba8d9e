# The program that mpirun starts, and its man page. In section 1, the page of this name is that
# of the command `throng farm`.
install(TARGETS throng_farm RUNTIME COMPONENT farm)
install(CODE "
  set(executable \"$<TARGET_FILE:throng_farm>\")
  set(help2man \"${THRONG_HELP2MAN}\")
  set(section 1mpi)
  set(relatives \"throng farm\")
  set(has_completions FALSE)
  set(pages \"${CMAKE_CURRENT_BINARY_DIR}/pages\")
  set(man_dir \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_MANDIR}/man1\")
  set(compressed ${THRONG_DEBIAN})" COMPONENT farm)
install(SCRIPT install_pages.cmake COMPONENT farm)
