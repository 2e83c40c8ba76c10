// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/idempotency/proof/effects.h"

#include <fcntl.h>
#include <unistd.h>

#include <fstream>

#include "sqlite3.h"

namespace baton {

EffectFile::EffectFile(const std::string& path)
    : file_(open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC,
                 0600)) {}

EffectFile::~EffectFile() { close(file_); }

bool EffectFile::Add(const std::string& request, const std::string& receipt) {
  const std::string line = request + " " + receipt + "\n";
  return write(file_, line.data(), line.size()) ==
         static_cast<ssize_t>(line.size());
}

Effects ReadEffectFile(const std::string& path) {
  Effects effects;
  std::ifstream file(path);
  for (std::string request, receipt; file >> request >> receipt;) {
    effects[request].push_back(receipt);
  }
  return effects;
}

Effects ReadLedger(const std::string& path) {
  Effects effects;
  sqlite3* database = nullptr;
  sqlite3_open(path.c_str(), &database);
  sqlite3_exec(
      database, "SELECT account, number FROM payments",
      [](void* found, int /*columns*/, char** values, char** /*names*/) {
        (*static_cast<Effects*>(found))[values[0]].push_back(values[1]);
        return 0;
      },
      &effects, nullptr);
  sqlite3_close(database);
  return effects;
}

}  // namespace baton
