// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/shop/payment_book.h"

#include <fcntl.h>
#include <unistd.h>

#include <fstream>
#include <functional>

#include "absl/strings/str_cat.h"

namespace baton::stack {
namespace {

// Stands for no key in the file. No key has this text, because a key of the
// shop is longer.
constexpr char kNoKey[] = "-";

// Calls `each` for each line of the file: receipt, request and key.
void ReadLines(
    const std::string& path,
    const std::function<void(uint64_t, uint32_t, const std::string&)>& each) {
  std::ifstream file(path);
  uint64_t receipt = 0;
  uint32_t request_id = 0;
  std::string key;
  while (file >> receipt >> request_id >> key) each(receipt, request_id, key);
}

}  // namespace

PaymentBook::PaymentBook(const std::string& path)
    : file_(path.empty()
                ? -1
                : open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC,
                       0600)) {
  ReadLines(path, [this](uint64_t receipt, uint32_t /*request_id*/,
                         const std::string& key) {
    if (key != kNoKey) receipts_[key] = receipt;
    last_receipt_ = receipt;
  });
}

PaymentBook::~PaymentBook() {
  if (file_ >= 0) close(file_);
}

uint64_t PaymentBook::Pay(uint32_t request_id, const std::string& key) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = receipts_.find(key);
  if (found != receipts_.end()) return found->second;
  const uint64_t receipt = last_receipt_ + 1;
  const std::string line = absl::StrCat(receipt, " ", request_id, " ",
                                        key.empty() ? kNoKey : key, "\n");
  if (write(file_, line.data(), line.size()) !=
      static_cast<ssize_t>(line.size())) {
    return 0;
  }
  last_receipt_ = receipt;
  if (!key.empty()) receipts_[key] = receipt;
  return receipt;
}

std::map<uint32_t, std::vector<uint64_t>> PaymentBook::Read(
    const std::string& path) {
  std::map<uint32_t, std::vector<uint64_t>> payments;
  ReadLines(path, [&payments](uint64_t receipt, uint32_t request_id,
                              const std::string& /*key*/) {
    payments[request_id].push_back(receipt);
  });
  return payments;
}

}  // namespace baton::stack
