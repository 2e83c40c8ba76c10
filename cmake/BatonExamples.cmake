# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# The quickstart. It links Baton as an application does.

function(baton_quickstart)
  # The tests generate the same messages in their folder.
  set(BATON_GENERATED "${PROJECT_BINARY_DIR}/examples")
  baton_protos(generated BATON_QUICKSTART_PROTOS BATON_QUICKSTART_SERVICES)
  list(TRANSFORM BATON_QUICKSTART_SOURCES PREPEND "${PROJECT_SOURCE_DIR}/"
       OUTPUT_VARIABLE sources)
  add_executable(baton_quickstart ${sources} ${generated})
  baton_warnings(baton_quickstart)
  target_include_directories(baton_quickstart PRIVATE "${BATON_GENERATED}")
  target_link_libraries(baton_quickstart PRIVATE
    baton::client baton::policy ${BATON_QUICKSTART_LIBRARIES})
  set_target_properties(baton_quickstart PROPERTIES
    OUTPUT_NAME quickstart RUNTIME_OUTPUT_DIRECTORY "${BATON_GENERATED}")
endfunction()

baton_quickstart()
