install(TARGETS ${target} EXPORT throng${part}
        LIBRARY COMPONENT ${component} NAMELINK_COMPONENT development
        ARCHIVE COMPONENT development
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT throng${part} NAMESPACE throng:: DESTINATION ${package_dir}
        COMPONENT development)
