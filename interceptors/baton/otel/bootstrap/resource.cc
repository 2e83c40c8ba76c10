// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/bootstrap/resource.h"

#include <unistd.h>

#include <cstdint>

#include "baton/core/report/printable_text.h"
#include "baton/otel/attribute_list.h"
#include "opentelemetry/nostd/variant.h"
#include "opentelemetry/sdk/common/attribute_utils.h"
#include "opentelemetry/sdk/trace/random_id_generator.h"

namespace baton::otel {
namespace {

std::string HostName() {
  char name[256] = "";
  return gethostname(name, sizeof(name) - 1) == 0 ? name : "";
}

// Returns a random UUID (RFC 9562, version 4).
std::string NewUuid() {
  const auto id =
      opentelemetry::sdk::trace::RandomIdGenerator().GenerateTraceId();
  char hex[2 * opentelemetry::trace::TraceId::kSize];
  id.ToLowerBase16(hex);
  hex[12] = '4';
  hex[16] = "89ab"[static_cast<unsigned char>(hex[16]) % 4];
  std::string uuid(hex, sizeof(hex));
  for (const int at : {20, 16, 12, 8}) uuid.insert(at, "-");
  return uuid;
}

using opentelemetry::sdk::resource::Resource;

// A resource with the attributes of another one. All their texts are printable.
// The constructor of Resource is protected, and Resource::Create() would read
// the environment again.
class PrintableResource final : public Resource {
 public:
  explicit PrintableResource(const Resource& resource)
      : Resource(AttributesOf(resource), resource.GetSchemaURL()) {}

 private:
  static opentelemetry::sdk::resource::ResourceAttributes AttributesOf(
      const Resource& resource) {
    opentelemetry::sdk::resource::ResourceAttributes attributes;
    for (const auto& [key, value] : resource.GetAttributes()) {
      auto& printable = attributes[core::PrintableText(key, kLongestText)];
      printable = value;
      // The SDK and this file set no lists.
      if (auto* const text =
              opentelemetry::nostd::get_if<std::string>(&printable)) {
        *text = core::PrintableText(*text, kLongestText);
      }
    }
    return attributes;
  }
};

}  // namespace

opentelemetry::sdk::resource::Resource DetectResource(
    const std::map<std::string, std::string>& configured,
    const std::string& service_name) {
  opentelemetry::sdk::resource::ResourceAttributes attributes;
  attributes.SetAttribute("process.pid", std::int64_t{getpid()});
  attributes.SetAttribute("service.instance.id", NewUuid());
  const std::string host = HostName();
  if (!host.empty()) attributes.SetAttribute("host.name", host);
  if (!service_name.empty()) {
    attributes.SetAttribute("service.name", service_name);
  }
  for (const auto& [key, value] : configured) {
    attributes.SetAttribute(key, value);
  }
  // Also adds the attributes of the process's environment.
  return PrintableResource(Resource::Create(attributes));
}

}  // namespace baton::otel
