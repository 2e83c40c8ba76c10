// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/baton_policy/baton_policy.h"

#include <algorithm>
#include <tuple>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "baton/policy.h"
#include "baton/policy/policy_explanation.h"
#include "baton/policy/suggestion.h"
#include "tools/baton_policy/advise/advise.h"

namespace baton::tools {
namespace {

constexpr absl::string_view kUsage =
    R"(usage: baton-policy check FILE            prints every error in a policy
       baton-policy explain FILE METHOD   prints the effective policy of METHOD
                                          and the source of each value
       baton-policy import SERVICE_CONFIG prints an equivalent policy
       baton-policy advise RECORD...      suggests deadlines from recorded
                                          metrics (Prometheus text) or traces
                                          (OTLP JSON)

  --descriptor_set=F   a file that protoc --descriptor_set_out wrote. Names that
                       are not in it are errors. It sets the idempotency of
                       methods for which the policy sets none.
  --format=FORMAT      text, json or service_config. Default: by the extension
                       of FILE, which is .textproto, .txtpb or .json
  --assume_idempotent  for a service config: treats the methods that it retries
                       or hedges as idempotent
  --policy=F           advise: also prints a patch of this policy
  --false_timeouts=R   advise: accepted ratio of calls that a deadline ends too
                       early. Default: 0.1%
  --network_allowance=T
                       advise: the time that a slow network adds. Default: 0s

METHOD has the form /shop.v1.Inventory/Get
exit code: 0 success, 1 invalid file or method, 2 wrong usage
)";

struct CommandLine {
  std::vector<std::string> words;
  LoadPolicyOptions options;
  std::string error;
};

bool SetFormat(absl::string_view name, PolicyFormat& format) {
  if (name == "text") {
    format = PolicyFormat::kText;
  } else if (name == "json") {
    format = PolicyFormat::kJson;
  } else if (name == "service_config") {
    format = PolicyFormat::kServiceConfig;
  } else {
    return false;
  }
  return true;
}

void ParseFlag(const std::string& argument, CommandLine& line) {
  absl::string_view flag = argument;
  absl::ConsumePrefix(&flag, "--");
  if (absl::ConsumePrefix(&flag, "descriptor_set=") && !flag.empty()) {
    line.options.descriptors = DescriptorSource::kSet;
    line.options.descriptor_set_file = std::string(flag);
  } else if (absl::ConsumePrefix(&flag, "format=")) {
    if (!SetFormat(flag, line.options.format)) {
      line.error = absl::StrCat(
          "--format: must be text, json or service_config, got ", flag);
    }
  } else if (flag == "assume_idempotent") {
    line.options.assume_idempotent = true;
  } else {
    line.error = absl::StrCat(argument, ": unknown flag",
                              SuggestionFor(flag.substr(0, flag.find('=')),
                                            {"descriptor_set", "format",
                                             "assume_idempotent", "help"}));
  }
}

CommandLine Parse(const std::vector<std::string>& arguments) {
  CommandLine line;
  // This program links no services of the user.
  line.options.descriptors = DescriptorSource::kNone;
  for (const std::string& argument : arguments) {
    if (absl::StartsWith(argument, "--")) {
      ParseFlag(argument, line);
    } else {
      line.words.push_back(argument);
    }
  }
  return line;
}

// Prints one error on each line. Omits the first line, which counts the errors
// for messages that stand alone.
int ReportInvalid(const absl::Status& status, std::ostream& err) {
  absl::string_view message = status.message();
  const std::size_t end = message.find('\n');
  if (end != absl::string_view::npos) message.remove_prefix(end + 1);
  err << message << "\n";
  return kExitBadPolicy;
}

void PrintNotes(const LoadedPolicy& loaded, std::ostream& err) {
  for (const std::string& note : loaded.notes) err << "note: " << note << "\n";
}

int Check(const CommandLine& line, std::ostream& out, std::ostream& err) {
  const std::string& file = line.words[1];
  const auto loaded = LoadPolicyFile(file, line.options);
  if (!loaded.ok()) return ReportInvalid(loaded.status(), err);
  PrintNotes(*loaded, err);
  const int entries = MethodEntries(*loaded);
  out << file << ": ok, " << entries << (entries == 1 ? " entry" : " entries")
      << "\n";
  return kExitOk;
}

// Prints the rows in columns. `cells` returns the cells of a row.
template <typename Row, typename Cells>
void PrintTable(const std::vector<Row>& rows, Cells cells, std::ostream& out) {
  std::size_t first_width = 0;
  std::size_t second_width = 0;
  for (const Row& row : rows) {
    const auto [first, second, third] = cells(row);
    first_width = std::max(first_width, first.size());
    second_width = std::max(second_width, second.size());
  }
  for (const Row& row : rows) {
    const auto [first, second, third] = cells(row);
    out << "  " << first << std::string(first_width - first.size() + 2, ' ')
        << second << std::string(second_width - second.size() + 2, ' ') << third
        << "\n";
  }
}

int Explain(const CommandLine& line, std::ostream& out, std::ostream& err) {
  const auto loaded = LoadPolicyFile(line.words[1], line.options);
  if (!loaded.ok()) return ReportInvalid(loaded.status(), err);
  PrintNotes(*loaded, err);
  const std::string& method = line.words[2];
  const auto fields = ExplainMethod(*loaded, method);
  if (!fields.ok()) {
    err << fields.status().message() << "\n";
    return kExitBadPolicy;
  }
  const auto failures = ExplainFailures(*loaded, method);
  if (!failures.ok()) return ReportInvalid(failures.status(), err);
  out << method << "\n";
  PrintTable(
      *fields,
      [](const ExplainedField& field) {
        return std::tie(field.path, field.value, field.origin);
      },
      out);
  out << "classes of failures, by the first row that matches\n";
  PrintTable(
      *failures,
      [](const ExplainedFailure& row) {
        return std::tie(row.source, row.failure, row.outcome_class);
      },
      out);
  return kExitOk;
}

int Import(CommandLine line, std::ostream& out, std::ostream& err) {
  line.options.format = PolicyFormat::kServiceConfig;
  const auto loaded = LoadPolicyFile(line.words[1], line.options);
  if (!loaded.ok()) return ReportInvalid(loaded.status(), err);
  PrintNotes(*loaded, err);
  out << "# proto-file: baton/v1/policy.proto\n"
      << "# proto-message: baton.v1.Policy\n\n"
      << PolicyText(*loaded);
  return kExitOk;
}

int RunAdvise(const std::vector<std::string>& arguments, std::ostream& out,
              std::ostream& err) {
  const auto command = ParseAdviseCommand(
      std::vector<std::string>(arguments.begin() + 1, arguments.end()));
  if (!command.ok()) {
    err << command.status().message() << "\n" << kUsage;
    return kExitUsage;
  }
  const absl::Status advised = Advise(*command, out);
  if (advised.ok()) return kExitOk;
  err << advised.message() << "\n";
  return kExitBadPolicy;
}

// Prints what is wrong with a command that did not run.
void ReportCommand(const std::string& command, std::ostream& err) {
  if (command.empty()) return;
  const std::vector<absl::string_view> commands = {"check", "explain", "import",
                                                   "advise"};
  if (std::find(commands.begin(), commands.end(), command) != commands.end()) {
    err << command << ": wrong number of arguments\n";
  } else {
    err << command << ": unknown command" << SuggestionFor(command, commands)
        << "\n";
  }
}

}  // namespace

int RunBatonPolicy(const std::vector<std::string>& arguments, std::ostream& out,
                   std::ostream& err) {
  const bool helps = std::find(arguments.begin(), arguments.end(), "--help") !=
                     arguments.end();
  if (helps) {
    out << kUsage;
    return kExitOk;
  }
  if (!arguments.empty() && arguments[0] == "advise") {
    return RunAdvise(arguments, out, err);
  }
  const CommandLine line = Parse(arguments);
  const std::string command = line.words.empty() ? "" : line.words[0];
  if (line.error.empty()) {
    if (command == "check" && line.words.size() == 2) {
      return Check(line, out, err);
    }
    if (command == "explain" && line.words.size() == 3) {
      return Explain(line, out, err);
    }
    if (command == "import" && line.words.size() == 2) {
      return Import(line, out, err);
    }
    ReportCommand(command, err);
  } else {
    err << line.error << "\n";
  }
  err << kUsage;
  return kExitUsage;
}

}  // namespace baton::tools
