# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

# Builds baton-traceview: the program //tools/traceview of Bazel, with the same
# page. esbuild bundles the page from its sources and from the npm packages in
# tools/traceview/web/node_modules. Nothing is downloaded during a build.

set(BATON_PAGE "${PROJECT_SOURCE_DIR}/tools/traceview/web")
set(without_it "To build without it, set -DBATON_TRACE_VIEW=OFF.")

baton_need_otlp("baton-traceview receives OTLP" BATON_TRACE_VIEW)
baton_need_pkg_config(baton_microhttpd libmicrohttpd libmicrohttpd-dev
                      BATON_TRACE_VIEW)
find_package(ZLIB QUIET)
if(NOT ZLIB_FOUND)
  baton_missing("zlib" "zlib1g-dev" "${without_it}")
endif()
find_package(nlohmann_json QUIET CONFIG)
if(NOT nlohmann_json_FOUND)
  baton_missing("nlohmann_json" "nlohmann-json3-dev" "${without_it}")
endif()
find_package(Python3 QUIET COMPONENTS Interpreter)
if(NOT Python3_FOUND)
  baton_missing("Python 3" "python3" "${without_it}")
endif()
if(NOT EXISTS "${BATON_PAGE}/node_modules/preact/package.json")
  message(FATAL_ERROR
    "The page of baton-traceview needs npm packages. Install them in the "
    "folder of Baton's sources, once, with:\n"
    "  npm --prefix tools/traceview/web ci --ignore-scripts\n"
    "${without_it}")
endif()
# npm installs the esbuild of the lockfile. Debian's is older, but fits.
find_program(BATON_ESBUILD esbuild
             PATHS "${BATON_PAGE}/node_modules/.bin" NO_DEFAULT_PATH)
find_program(BATON_ESBUILD esbuild)
if(NOT BATON_ESBUILD)
  baton_missing("esbuild" "esbuild" "${without_it}")
endif()

set(page "${PROJECT_BINARY_DIR}/page")
file(MAKE_DIRECTORY "${page}")
file(GLOB page_sources CONFIGURE_DEPENDS "${BATON_PAGE}/src/*")
add_custom_command(
  OUTPUT "${page}/app.css" "${page}/app.js"
  COMMAND "${CMAKE_COMMAND}" -E env "ESBUILD=${BATON_ESBUILD}"
          "${BATON_PAGE}/bundle.sh" "${BATON_PAGE}/package.json" "${page}"
  DEPENDS "${BATON_PAGE}/bundle.sh" "${BATON_PAGE}/package.json"
          ${page_sources}
  VERBATIM)
set(page_files "${BATON_PAGE}/index.html" "${BATON_PAGE}/icon.svg"
    "${BATON_PAGE}/theme.js" "${page}/app.css" "${page}/app.js")
add_custom_command(
  OUTPUT "${page}/page_assets.cc"
  COMMAND "${Python3_EXECUTABLE}" "${BATON_PAGE}/embed.py"
          "${page}/page_assets.cc" ${page_files}
  DEPENDS "${BATON_PAGE}/embed.py" ${page_files}
  VERBATIM)

add_executable(baton-traceview ${BATON_TRACE_VIEW_SOURCES}
                               "${page}/page_assets.cc")
target_include_directories(baton-traceview PRIVATE "${PROJECT_SOURCE_DIR}")
target_link_libraries(baton-traceview PRIVATE ${BATON_TRACE_VIEW_LIBRARIES}
                                              baton_private)
baton_warnings(baton-traceview)
