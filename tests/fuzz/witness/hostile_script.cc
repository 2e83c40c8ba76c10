// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/fuzz/witness/hostile_script.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/rpc/support/raw_http2_server.h"

namespace baton::fuzz {
namespace {

constexpr std::size_t kMaxLines = 200;
constexpr std::size_t kMaxScriptBytes = 1 << 16;

// The types of frames, by their number in HTTP/2.
constexpr int kData = 0;
constexpr int kHeaders = 1;
constexpr int kPriority = 2;
constexpr int kRstStream = 3;
constexpr int kSettings = 4;
constexpr int kPushPromise = 5;
constexpr int kPing = 6;
constexpr int kGoaway = 7;
constexpr int kWindowUpdate = 8;
constexpr int kContinuation = 9;

// Returns the character at `i`, or 0 behind the end.
char At(absl::string_view text, std::size_t i) {
  return i < text.size() ? text[i] : '\0';
}

absl::string_view From(absl::string_view text, std::size_t i) {
  return text.substr(std::min(i, text.size()));
}

// Digits mean themselves. Other characters reach the whole range.
uint32_t Number(char c) {
  if (c >= '0' && c <= '9') return static_cast<uint32_t>(c - '0');
  if (c >= 'a' && c <= 'z') return uint32_t{1} << (c - 'a');
  return static_cast<uint32_t>(static_cast<uint8_t>(c)) * 0x01010101U;
}

int Flags(char c) {
  switch (c) {
    case 'e':  // ends headers and stream
      return 5;
    case 'h':  // ends the headers
      return 4;
    case 's':  // ends the stream, or acknowledges
      return 1;
    case 'p':  // padded, ends the headers
      return 12;
    case 'y':  // with a priority, ends the headers
      return 36;
    case '-':
    case '\0':
      return 0;
    default:
      return static_cast<uint8_t>(c);
  }
}

// "\n" is a line break, "\0" a zero, and other characters get the high bit.
std::string Unescape(absl::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      bytes += text[i];
      continue;
    }
    const char c = text[++i];
    if (c == 'n') {
      bytes += '\n';
    } else if (c == '0') {
      bytes += '\0';
    } else {
      bytes += static_cast<char>(static_cast<uint8_t>(c) | 0x80);
    }
  }
  return bytes;
}

std::string HpackText(const std::string& text) {
  std::string bytes;
  std::size_t size = text.size();
  if (size < 127) {
    bytes += static_cast<char>(size);
  } else {
    bytes += '\x7f';
    for (size -= 127; size >= 128; size /= 128) {
      bytes += static_cast<char>(0x80 | (size % 128));
    }
    bytes += static_cast<char>(size);
  }
  return bytes + text;
}

std::pair<std::string, std::string> ReadField(absl::string_view line) {
  absl::string_view name = line;
  absl::string_view value;
  // A pseudo field starts with ":", and the name has no "=".
  if (const auto at = line.find('='); at != absl::string_view::npos) {
    name = line.substr(0, at);
    value = line.substr(at + 1);
  }
  if (absl::StartsWith(name, "'")) name.remove_prefix(1);
  std::string bytes = Unescape(value);
  if (absl::EndsWith(name, "-bin") && absl::StartsWith(value, "#")) {
    bytes = absl::Base64Escape(bytes.substr(1));
  }
  return {Unescape(name), bytes};
}

std::string GrpcMessage(const std::string& text) {
  // A protobuf message with `text` in the bytes field 1.
  const std::string size(1, static_cast<char>(text.size() % 128));
  const std::string message =
      absl::StrCat("\x0a", size, text.substr(0, text.size() % 128));
  return absl::StrCat(std::string(1, '\0'),
                      rpc::BigEndian32(static_cast<uint32_t>(message.size())),
                      message);
}

// Returns whether the line can break off headers in unknown ways.
bool IsUnsafe(absl::string_view line, bool has_request) {
  switch (At(line, 0)) {
    case 'C':
    case 'U':
      return true;
    case 'F': {
      const auto type = static_cast<int>(Number(At(line, 1)) % 16);
      return type == kHeaders || type == kPushPromise || type == kContinuation;
    }
    case 'L':
    case 'X':
      return has_request;
    default:
      // gRPC takes invalid base64 for broken headers.
      return absl::StrContains(line, "-bin=") &&
             !absl::StrContains(line, "-bin=#");
  }
}

// Turns lines into steps. Collects bytes until an action needs them sent.
class Reader {
 public:
  Reader(const Fields& usual, uint32_t stream)
      : usual_(usual), stream_(stream) {}

  void Read(absl::string_view line) {
    if (line.empty()) return;
    if (line[0] < 'A' || line[0] > 'Z') {
      fields_.push_back(ReadField(line));
    } else if (!ReadFrame(line)) {
      steps_.push_back({std::move(bytes_), line[0], At(line, 1)});
      bytes_.clear();
    }
  }

  std::vector<HostileStep> Steps() && {
    if (!bytes_.empty()) steps_.push_back({std::move(bytes_)});
    return std::move(steps_);
  }

 private:
  bool ReadFrame(absl::string_view line) {
    const char first = At(line, 1);
    const char second = At(line, 2);
    const uint32_t stream = first == '.' ? stream_ : Number(first);
    const std::string rest = Unescape(From(line, 3));
    switch (line[0]) {
      case 'F':
        Frame(static_cast<int>(Number(first) % 16), Flags(second),
              At(line, 3) == '.' ? stream_ : Number(At(line, 3)),
              Unescape(From(line, 4)));
        return true;
      case 'H':
        Frame(kHeaders, Flags(second), stream, HpackLiterals(WithUsual()));
        return true;
      case 'R':
        Frame(kHeaders, Flags(second), stream, HpackLiterals(TakeFields()));
        return true;
      case 'C':
        Frame(kContinuation, Flags(second), stream,
              HpackLiterals(TakeFields()));
        return true;
      case 'D':
        Frame(kData, Flags(second), stream, rest);
        return true;
      case 'M':
        Frame(kData, Flags(second) & 1, stream, GrpcMessage(rest));
        return true;
      case 'S':
        Frame(kRstStream, 0, stream, rpc::BigEndian32(Number(second)));
        return true;
      case 'G':
        Frame(
            kGoaway, 0, 0,
            rpc::BigEndian32(stream) + rpc::BigEndian32(Number(second)) + rest);
        return true;
      case 'P': {
        std::string payload = Unescape(From(line, 2));
        payload.resize(8, 'p');
        Frame(kPing, Flags(first), 0, payload);
        return true;
      }
      case 'W':
        Frame(kWindowUpdate, 0, stream, rpc::BigEndian32(Number(second)));
        return true;
      case 'T':
        Frame(kSettings, 0, 0,
              rpc::BigEndian32(Number(first)).substr(2) +
                  rpc::BigEndian32(Number(second)));
        return true;
      case 'Y':
        Frame(kPriority, 0, stream, rpc::BigEndian32(Number(second)) + "\x10");
        return true;
      case 'U':
        Frame(kPushPromise, Flags(second), stream,
              rpc::BigEndian32(2) + HpackLiterals(TakeFields()));
        return true;
      case 'L':
        wrong_length_ = static_cast<int>(first) - 'm';
        return true;
      case 'X':
        bytes_ += Unescape(From(line, 1));
        return true;
      default:
        return false;
    }
  }

  Fields TakeFields() { return std::exchange(fields_, {}); }

  Fields WithUsual() {
    const Fields own = TakeFields();
    const auto is_set = [&](const std::string& name) {
      return std::any_of(own.begin(), own.end(), [&](const auto& field) {
        return field.first == name;
      });
    };
    Fields all;
    Fields last;
    for (const auto& field : usual_) {
      if (is_set(field.first)) continue;
      (field.first[0] == ':' ? all : last).push_back(field);
    }
    all.insert(all.end(), own.begin(), own.end());
    all.insert(all.end(), last.begin(), last.end());
    return all;
  }

  void Frame(int type, int flags, uint32_t stream, const std::string& payload) {
    std::string frame = rpc::Http2Frame(type, flags, stream, payload);
    frame[2] = static_cast<char>(frame[2] + wrong_length_);
    wrong_length_ = 0;
    bytes_ += frame;
  }

  const Fields& usual_;
  const uint32_t stream_;
  std::vector<HostileStep> steps_;
  std::string bytes_;
  Fields fields_;
  int wrong_length_ = 0;
};

}  // namespace

std::vector<absl::string_view> ScriptLines(absl::string_view script) {
  std::vector<absl::string_view> lines =
      absl::StrSplit(script.substr(0, kMaxScriptBytes), '\n');
  if (lines.size() > kMaxLines) lines.resize(kMaxLines);
  return lines;
}

std::vector<std::string> LinesForClient(
    const std::vector<absl::string_view>& lines, bool with_status) {
  std::vector<std::string> allowed;
  bool has_request = false;
  for (const absl::string_view line : lines) {
    std::string copy(line);
    const char letter = At(line, 0);
    if (letter == 'N') has_request = true;
    if (IsUnsafe(line, has_request)) continue;
    if (letter == 'H' || letter == 'R') {
      const bool ends = Flags(At(line, 2)) % 2 == 1;
      copy.resize(3, '.');
      copy[2] = ends ? 'e' : 'h';
      if (ends && with_status) allowed.push_back("grpc-status=14");
    }
    if (with_status && (letter == 'D' || letter == 'M') && line.size() > 2) {
      copy[2] = '-';
    }
    allowed.push_back(std::move(copy));
  }
  return allowed;
}

std::vector<HostileStep> ReadScript(const std::vector<absl::string_view>& lines,
                                    const Fields& usual, uint32_t stream) {
  Reader reader(usual, stream);
  for (const absl::string_view line : lines) reader.Read(line);
  return std::move(reader).Steps();
}

std::string HpackLiterals(const Fields& fields) {
  std::string bytes;
  for (const auto& [name, value] : fields) {
    // 0x10: a literal that no table stores, with a literal name.
    bytes += absl::StrCat("\x10", HpackText(name), HpackText(value));
  }
  return bytes;
}

Fields UsualRequest(const std::string& path) {
  return {{":method", "POST"}, {":scheme", "http"},
          {":path", path},     {":authority", "witness"},
          {"te", "trailers"},  {"content-type", "application/grpc"}};
}

Fields UsualResponse() {
  return {{":status", "200"}, {"content-type", "application/grpc"}};
}

}  // namespace baton::fuzz
