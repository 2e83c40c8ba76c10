// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/idempotency/ledger.h"

#include <cstdlib>
#include <iostream>
#include <memory>

namespace baton::examples {
namespace {

struct Finalize {
  void operator()(sqlite3_stmt* statement) const {
    sqlite3_finalize(statement);
  }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

Statement Prepare(sqlite3* database, const char* sql) {
  sqlite3_stmt* statement = nullptr;
  sqlite3_prepare_v2(database, sql, -1, &statement, nullptr);
  return Statement(statement);
}

void Bind(const Statement& statement, int index, const std::string& text) {
  sqlite3_bind_text(statement.get(), index, text.data(),
                    static_cast<int>(text.size()), SQLITE_TRANSIENT);
}

}  // namespace

Ledger::Ledger(const std::string& path) {
  if (sqlite3_open(path.c_str(), &database_) == SQLITE_OK &&
      sqlite3_busy_timeout(database_, 10000) == SQLITE_OK &&
      Run("CREATE TABLE IF NOT EXISTS payments (number INTEGER PRIMARY KEY, "
          "key TEXT UNIQUE NOT NULL, account TEXT NOT NULL)")) {
    return;
  }
  std::cerr << path << ": " << sqlite3_errmsg(database_) << "\n";
  std::exit(1);
}

Ledger::~Ledger() { sqlite3_close(database_); }

Ledger::Receipt Ledger::Charge(const std::string& key,
                               const std::string& account,
                               const std::function<void()>& before_commit) {
  Receipt receipt;
  // From here on, no other process changes the database.
  if (!Run("BEGIN IMMEDIATE")) return receipt;
  const Statement find =
      Prepare(database_, "SELECT number FROM payments WHERE key = ?");
  Bind(find, 1, key);
  const int found = sqlite3_step(find.get());
  if (found == SQLITE_ROW) {
    receipt = {true, sqlite3_column_int(find.get(), 0), true};
  } else if (found == SQLITE_DONE) {
    const Statement insert =
        Prepare(database_, "INSERT INTO payments (key, account) VALUES (?, ?)");
    Bind(insert, 1, key);
    Bind(insert, 2, account);
    if (sqlite3_step(insert.get()) == SQLITE_DONE) {
      receipt = {true, static_cast<int>(sqlite3_last_insert_rowid(database_)),
                 false};
      before_commit();
    }
  }
  sqlite3_reset(find.get());
  if (!receipt.ok || !Run("COMMIT")) {
    Run("ROLLBACK");
    return Receipt();
  }
  return receipt;
}

int Ledger::PaymentsOf(const std::string& account) {
  const Statement count =
      Prepare(database_, "SELECT COUNT(*) FROM payments WHERE account = ?");
  Bind(count, 1, account);
  return sqlite3_step(count.get()) == SQLITE_ROW
             ? sqlite3_column_int(count.get(), 0)
             : -1;
}

bool Ledger::Run(const char* sql) {
  return sqlite3_exec(database_, sql, nullptr, nullptr, nullptr) == SQLITE_OK;
}

}  // namespace baton::examples
