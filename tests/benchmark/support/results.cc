// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/benchmark/support/results.h"

#include <cmath>
#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"

namespace baton::benchmarks {
namespace {

std::string Number(double value) {
  if (!std::isfinite(value)) return "null";
  return absl::StrFormat("%.6g", value);
}

// Names in this program contain no other characters that need escapes.
std::string Quoted(absl::string_view text) {
  std::string quoted = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') quoted += '\\';
    quoted += letter;
  }
  return quoted + '"';
}

std::string LoadAverage() {
  double averages[3] = {};
  if (getloadavg(averages, 3) != 3) return "[]";
  return absl::StrCat("[", Number(averages[0]), ", ", Number(averages[1]), ", ",
                      Number(averages[2]), "]");
}

std::string Line(const Result& result) {
  std::string line = absl::StrCat("    {\"what\": ", Quoted(result.what),
                                  ", \"subject\": ", Quoted(result.subject));
  for (const auto& [name, value] : result.figures) {
    absl::StrAppend(&line, ", ", Quoted(name), ": ", Number(value));
  }
  return line + "}";
}

}  // namespace

std::string Results::ToJson() const {
  return absl::StrCat("{\n  \"load_average\": ", LoadAverage(),
                      ",\n  \"results\": [\n",
                      absl::StrJoin(results_, ",\n",
                                    [](std::string* out, const Result& result) {
                                      absl::StrAppend(out, Line(result));
                                    }),
                      "\n  ]\n}\n");
}

}  // namespace baton::benchmarks
