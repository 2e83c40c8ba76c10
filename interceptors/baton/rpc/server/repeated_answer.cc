// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/server/repeated_answer.h"

#include "baton/rpc/grpc/convert.h"
#include "baton/rpc/grpc/status_details.h"

namespace baton::rpc {

RepeatedAnswer AnswerTo(RequestRecord& record,
                        grpc::ServerContextBase& context) {
  RequestReplay* const replay = record.key().replay();
  if (replay == nullptr) {
    return {
        grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, record.key().error()),
        ""};
  }
  if (replay->result() == ReplayResult::kReplayed) {
    const StoredAnswer& answer = replay->answer();
    for (const auto& [name, value] : answer.trailers) {
      context.AddTrailingMetadata(name, value);
    }
    return {
        grpc::Status(ToGrpcCode(answer.code), answer.message, answer.details),
        answer.response};
  }
  const core::ReplayRejection rejection = replay->Rejection();
  if (rejection.advice.has_value()) {
    record.Advise(*rejection.advice, /*fill_retry_info=*/false);
  }
  const grpc::StatusCode code = ToGrpcCode(rejection.code);
  if (rejection.error_reason.empty()) {
    return {grpc::Status(code, rejection.message), ""};
  }
  return {WithErrorInfo(code, rejection.message, rejection.error_reason), ""};
}

}  // namespace baton::rpc
