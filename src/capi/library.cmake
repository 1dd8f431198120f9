# libsurefoot.so and libsurefoot.a, made of the objects the rooms are compiled to.
set(rooms core shape world motion body session io trace scenario capi)
set(room_objects)
foreach(room ${rooms})
  list(APPEND room_objects "$<FILTER:$<TARGET_OBJECTS:surefoot_${room}>,EXCLUDE,(capture|obj|gltf)_native|scenario/(replay|compare_captures)>")
endforeach()
# Linking needs a source to know the language by.
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/version_stamp.cpp "")

add_library(surefoot_shared SHARED ${room_objects} ${CMAKE_CURRENT_BINARY_DIR}/version_stamp.cpp)
add_library(surefoot_static STATIC ${room_objects} ${CMAKE_CURRENT_BINARY_DIR}/version_stamp.cpp)
foreach(library surefoot_shared surefoot_static)
  set_target_properties(${library} PROPERTIES OUTPUT_NAME surefoot LINKER_LANGUAGE CXX)
  target_link_libraries(${library} PRIVATE fmt::fmt Threads::Threads zstd)
  target_include_directories(${library} INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                                  $<INSTALL_INTERFACE:include>)
endforeach()
set_target_properties(surefoot_shared PROPERTIES
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
  LINK_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/capi/exports.map)
target_link_options(surefoot_shared PRIVATE
  -Wl,--version-script=${CMAKE_CURRENT_SOURCE_DIR}/capi/exports.map -Wl,--gc-sections -Wl,--exclude-libs,ALL)
# What programs in C++ link besides the archive when they read meshes.
add_library(surefoot_mesh STATIC ${CMAKE_CURRENT_SOURCE_DIR}/io/mesh/obj_native.cpp ${CMAKE_CURRENT_SOURCE_DIR}/io/mesh/gltf_native.cpp)
target_link_libraries(surefoot_mesh PRIVATE surefoot_flags fmt::fmt nlohmann_json::nlohmann_json tinyobjloader::tinyobjloader
  TinyGLTF::TinyGLTF)
if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")  # sanitizers' calls are found in the program
  target_link_options(surefoot_shared PRIVATE -Wl,--no-undefined)
endif()
