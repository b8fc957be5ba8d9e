# The Python module, where Debian's Python finds it if the prefix is /usr.
set(python_dir lib/python3/dist-packages/throng)
install(TARGETS throng_python LIBRARY DESTINATION ${python_dir} COMPONENT python)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/python/throng/ DESTINATION ${python_dir}
        COMPONENT python FILES_MATCHING PATTERN "*.py" PATTERN "*.pyi" PATTERN "py.typed")
