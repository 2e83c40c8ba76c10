// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The tables of the presets: data only. docs/presets.md shows each table beside
// the table of its source, and //tests/docs:presets_doc_test compares the two.

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "baton/classifier.h"
#include "baton/core/policy/classifier_presets.h"
#include "baton/policy/classifier_options.h"
#include "baton/policy/status_code_set.h"

namespace baton::core {
namespace {

using Code = absl::StatusCode;
using Class = OutcomeClass;

constexpr PresetRow Http(int code, StatusCodeSet codes, Class outcome_class) {
  return {"", code, code, codes, outcome_class};
}
constexpr PresetRow HttpRange(int hundreds, StatusCodeSet codes,
                              Class outcome_class) {
  return {"", hundreds * 100, hundreds * 100 + 99, codes, outcome_class};
}
constexpr PresetRow Name(absl::string_view name, Class outcome_class) {
  return {name, 0, 0, {}, outcome_class};
}
constexpr PresetRow Grpc(StatusCodeSet codes, Class outcome_class) {
  return {"", 0, 0, codes, outcome_class};
}

constexpr PresetRow kCosmosDb[] = {
    Http(400, {Code::kInvalidArgument}, Class::kPermanent),
    Http(401, {Code::kUnauthenticated}, Class::kPermanent),
    Http(403, {Code::kPermissionDenied}, Class::kPermanent),
    Http(404, {Code::kNotFound}, Class::kPermanent),
    Http(408, {Code::kDeadlineExceeded}, Class::kTimeout),
    Http(409, {Code::kAlreadyExists}, Class::kPermanent),
    Http(410, {}, Class::kTransient),
    Http(412, {Code::kFailedPrecondition}, Class::kPermanent),
    Http(413, {}, Class::kPermanent),
    Http(429, {Code::kResourceExhausted}, Class::kThrottled),
    Http(449, {Code::kAborted}, Class::kContention),
    Http(500, {Code::kInternal}, Class::kPermanent),
    Http(503, {Code::kUnavailable}, Class::kTransient),
};

constexpr PresetRow kDynamoDb[] = {
    Name("AccessDeniedException", Class::kPermanent),
    Name("ConditionalCheckFailedException", Class::kPermanent),
    Name("IncompleteSignatureException", Class::kPermanent),
    Name("ItemCollectionSizeLimitExceededException", Class::kPermanent),
    Name("LimitExceededException", Class::kThrottled),
    Name("MissingAuthenticationTokenException", Class::kPermanent),
    Name("ProvisionedThroughputExceeded", Class::kThrottled),
    Name("ProvisionedThroughputExceededException", Class::kThrottled),
    Name("RequestLimitExceeded", Class::kThrottled),
    Name("ResourceInUseException", Class::kPermanent),
    Name("ResourceNotFoundException", Class::kPermanent),
    Name("ThrottlingException", Class::kThrottled),
    Name("TransactionConflictException", Class::kContention),
    Name("UnrecognizedClientException", Class::kPermanent),
    Name("ValidationException", Class::kPermanent),
    Http(500, {Code::kInternal}, Class::kTransient),
    Http(503, {Code::kUnavailable}, Class::kTransient),
    HttpRange(4, {}, Class::kPermanent),
    HttpRange(5, {}, Class::kTransient),
    Grpc({Code::kResourceExhausted}, Class::kThrottled),
    Grpc({Code::kAborted}, Class::kContention),
};

constexpr PresetRow kGoogleAip[] = {
    Grpc({Code::kUnavailable}, Class::kTransient),
    Grpc({Code::kCancelled}, Class::kPermanent),
    Grpc({Code::kDeadlineExceeded}, Class::kPermanent),
    Grpc({Code::kInvalidArgument}, Class::kPermanent),
    Grpc({Code::kDataLoss}, Class::kPermanent),
    Grpc({Code::kResourceExhausted}, Class::kPermanent),
    Grpc({Code::kInternal}, Class::kPermanent),
    Grpc({Code::kUnknown}, Class::kPermanent),
    Grpc({Code::kAborted}, Class::kPermanent),
    Grpc({Code::kNotFound}, Class::kPermanent),
    Grpc({Code::kAlreadyExists}, Class::kPermanent),
    Grpc({Code::kPermissionDenied}, Class::kPermanent),
    Grpc({Code::kUnauthenticated}, Class::kPermanent),
    Grpc({Code::kFailedPrecondition}, Class::kPermanent),
    Grpc({Code::kOutOfRange}, Class::kPermanent),
    Grpc({Code::kUnimplemented}, Class::kPermanent),
};

constexpr PresetRow kHttp[] = {
    Http(408, {}, Class::kTimeout),
    Http(425, {}, Class::kTransient),
    Http(429, {Code::kResourceExhausted}, Class::kThrottled),
    HttpRange(4,
              {Code::kInvalidArgument, Code::kNotFound, Code::kAlreadyExists,
               Code::kPermissionDenied, Code::kFailedPrecondition,
               Code::kAborted, Code::kOutOfRange, Code::kUnauthenticated},
              Class::kPermanent),
    Http(501, {Code::kUnimplemented}, Class::kPermanent),
    Http(503, {Code::kUnavailable}, Class::kTransient),
    Http(504, {Code::kDeadlineExceeded}, Class::kTimeout),
    Http(505, {}, Class::kPermanent),
    HttpRange(5, {Code::kUnknown, Code::kInternal}, Class::kTransient),
};

}  // namespace

absl::string_view NameOf(ClassifierPreset preset) {
  switch (preset) {
    case ClassifierPreset::kNone:
      return "NONE";
    case ClassifierPreset::kCosmosDb:
      return "COSMOS_DB";
    case ClassifierPreset::kDynamoDb:
      return "DYNAMO_DB";
    case ClassifierPreset::kGoogleAip:
      return "GOOGLE_AIP";
    case ClassifierPreset::kHttp:
      return "HTTP";
  }
  return "NONE";
}

absl::string_view RequestIdTrailerOf(const ClassifierOptions& options) {
  if (options.request_id_trailer.has_value()) {
    return *options.request_id_trailer;
  }
  switch (options.preset) {
    case ClassifierPreset::kCosmosDb:
      return "x-ms-activity-id";
    case ClassifierPreset::kDynamoDb:
      return "x-amzn-requestid";
    default:
      return "x-request-id";
  }
}

absl::Span<const PresetRow> RowsOf(ClassifierPreset preset) {
  switch (preset) {
    case ClassifierPreset::kNone:
      return {};
    case ClassifierPreset::kCosmosDb:
      return kCosmosDb;
    case ClassifierPreset::kDynamoDb:
      return kDynamoDb;
    case ClassifierPreset::kGoogleAip:
      return kGoogleAip;
    case ClassifierPreset::kHttp:
      return kHttp;
  }
  return {};
}

}  // namespace baton::core
