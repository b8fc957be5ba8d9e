# Part of cmake --install: asks a program for its commands and completions, and installs man
# pages, one a command, and the completions of three shells. program.cmake and farm.cmake set
# the variables.
cmake_policy(VERSION 3.25)
cmake_path(GET executable PARENT_PATH program_dir)
cmake_path(GET executable FILENAME program_name)
file(REMOVE_RECURSE ${pages})
file(MAKE_DIRECTORY ${pages})

# ask(RESULT ARGUMENT...): standard output of the program.
macro(ask result)
  execute_process(COMMAND ${executable} ${ARGN} OUTPUT_VARIABLE ${result}
                  COMMAND_ERROR_IS_FATAL ANY)
endmacro()

# ask_help(COMMAND): sets `help`. A command is its words: "throng index build".
macro(ask_help command)
  string(REGEX REPLACE "^${program_name} ?" "" words "${command}")
  separate_arguments(words)
  ask(help ${words} --help-all)
endmacro()

# write_page(COMMAND RELATIVES): what help2man makes of --help, with the title and sections of
# a page of one command.
function(write_page command relatives)
  ask_help(${command})
  string(REGEX MATCH "^[^\n]+" about "${help}")
  string(SUBSTRING "${about}" 0 1 first)
  string(SUBSTRING "${about}" 1 -1 about)
  string(TOLOWER "${first}" first)
  list(REMOVE_ITEM relatives "")
  list(TRANSFORM relatives REPLACE " " "-")
  list(TRANSFORM relatives REPLACE "(.+)" ".BR \\1 (1)")
  list(JOIN relatives ",\n" relatives)
  file(WRITE ${pages}/see_also "[SEE ALSO]\n${relatives}\n")
  execute_process(
    COMMAND ${CMAKE_COMMAND} -E env "PATH=${program_dir}:$ENV{PATH}" ${help2man} --no-info
            --help-option --help-all
            --manual "User Commands" --section ${section}
            --version-string ${version} --name "${first}${about}"
            --include ${pages}/see_also ${command}
    OUTPUT_VARIABLE page COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE " " "-" name ${command})
  string(TOUPPER ${name} title)
  string(REGEX REPLACE "\n\\.TH [^ ]+ " "\n.TH ${title} " page "${page}")
  string(REPLACE "\nthrong \\- " "\n${name} \\- " page "${page}")
  string(REPLACE ".SS \"Arguments:\"" ".SH ARGUMENTS" page "${page}")
  string(REPLACE ".SS \"Subcommands:\"" ".SH COMMANDS" page "${page}")
  string(REPLACE "\\fR,\\-\\-" "\\fR, \\-\\-" page "${page}")
  string(REPLACE ".SS \"Example:\"\n.IP\n" ".SH EXAMPLES\n.nf\n" page "${page}")
  string(REPLACE " \\e\n.HP\n" " \\e\n    " page "${page}")  # a command of two lines
  string(REGEX REPLACE "(\n\\.nf\n.*)(\\.SH \"SEE ALSO\")" "\\1.fi\n\\2" page "${page}")
  file(WRITE ${pages}/${name}.${section} "${page}")
endfunction()

# write_pages(COMMAND ABOVE...): the pages of a command and of those below it.
function(write_pages command)
  ask_help(${command})
  set(below "")
  if(help MATCHES "Subcommands:\n(([^\n]+\n)+)")
    string(REGEX MATCHALL "\n  [a-z][a-z0-9]*" below "\n${CMAKE_MATCH_1}")
    list(TRANSFORM below REPLACE "\n  " "${command} ")
  endif()
  write_page(${command} "${ARGN};${below}")
  foreach(each IN LISTS below)
    write_pages(${each} ${ARGN} ${command})
  endforeach()
endfunction()

if(help2man)
  ask(version --version)
  string(STRIP "${version}" version)
  write_pages(${program_name} ${relatives})
  file(GLOB man_pages ${pages}/*.${section})
  if(compressed)
    execute_process(COMMAND gzip -9n ${man_pages} COMMAND_ERROR_IS_FATAL ANY)
    list(TRANSFORM man_pages APPEND .gz)
  endif()
  file(INSTALL ${man_pages} DESTINATION ${man_dir})
endif()

if(NOT has_completions)
  return()
endif()

# install_completions(SHELL FILE FOLDER)
function(install_completions shell file folder)
  execute_process(COMMAND ${executable} completion ${shell} OUTPUT_FILE ${pages}/${file}
                  COMMAND_ERROR_IS_FATAL ANY)
  file(INSTALL ${pages}/${file} DESTINATION ${folder})
endfunction()
install_completions(bash throng ${data_dir}/bash-completion/completions)
install_completions(zsh _throng ${zsh_dir})
install_completions(fish throng.fish ${data_dir}/fish/vendor_completions.d)
