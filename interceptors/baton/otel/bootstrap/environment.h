// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_BOOTSTRAP_ENVIRONMENT_H_
#define BATON_OTEL_BOOTSTRAP_ENVIRONMENT_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/core/policy/validation_errors.h"
#include "baton/otel_environment.h"

namespace baton::otel {

// Reads settings from environment variables. Collects all errors, so that a
// user can correct all of them at once. If a value is invalid, its function
// also returns the default.
class EnvironmentReader {
 public:
  template <typename T>
  using WordList = std::vector<std::pair<absl::string_view, T>>;

  explicit EnvironmentReader(OtelEnvironment environment)
      : environment_(std::move(environment)) {}

  // Returns the value without white space at its start and end.
  std::string Text(const std::string& name) const;

  // Accepts "true" and "false", in upper or lower case. Default: false.
  bool Flag(const std::string& name);
  // Accepts a whole number from `least` to `most`.
  std::int64_t Number(const std::string& name, std::int64_t otherwise,
                      std::int64_t least, std::int64_t most);
  // Accepts a whole number of milliseconds, from 1 to one day.
  absl::Duration Time(const std::string& name, absl::Duration otherwise);
  // Accepts a number from 0 to 1.
  double Ratio(const std::string& name, double otherwise);

  template <typename T>
  // Accepts one of `words`.
  T Word(const std::string& name, const WordList<T>& words, T otherwise) {
    const std::string text = Text(name);
    const std::size_t at = text.empty() ? words.size() : Find(text, words);
    if (at < words.size()) return words[at].second;
    if (!text.empty()) RejectWord(name, text, Names(words), "");
    return otherwise;
  }

  // Accepts `words` with commas between them. The word "none", if it is the
  // only one, means an empty list.
  template <typename T>
  std::vector<T> Words(const std::string& name, const WordList<T>& words,
                       std::vector<T> otherwise) {
    const std::string text = Text(name);
    if (text.empty()) return otherwise;
    std::vector<T> found;
    if (text == "none") return found;
    for (const std::string& word : Split(text)) {
      const std::size_t at = Find(word, words);
      if (at < words.size()) {
        found.push_back(words[at].second);
      } else {
        RejectWord(name, word, Names(words), ", or none alone");
      }
    }
    return found;
  }

  // Accepts "key=value,key=value" with percent-encoded values. Error messages
  // do not contain the values, because they may be secrets.
  std::map<std::string, std::string> Pairs(const std::string& name);

  void Reject(const std::string& name, absl::string_view message) {
    errors_.Add(name, message);
  }
  absl::Status status() const { return errors_.ToStatus("environment"); }

 private:
  static std::vector<std::string> Split(const std::string& list);

  template <typename T>
  static std::size_t Find(absl::string_view word, const WordList<T>& words) {
    std::size_t at = 0;
    while (at < words.size() && words[at].first != word) ++at;
    return at;
  }
  template <typename T>
  static std::vector<absl::string_view> Names(const WordList<T>& words) {
    std::vector<absl::string_view> names;
    for (const auto& word : words) names.push_back(word.first);
    return names;
  }
  void RejectWord(const std::string& name, absl::string_view word,
                  const std::vector<absl::string_view>& allowed,
                  absl::string_view also);

  const OtelEnvironment environment_;
  core::ValidationErrors errors_;
};

// Decodes percent-encoded text: "%2C" becomes ",". Returns false if two
// hexadecimal digits do not follow each '%'.
bool PercentDecode(absl::string_view text, std::string& decoded);

}  // namespace baton::otel

#endif  // BATON_OTEL_BOOTSTRAP_ENVIRONMENT_H_
