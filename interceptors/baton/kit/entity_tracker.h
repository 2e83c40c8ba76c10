// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_KIT_ENTITY_TRACKER_H_
#define BATON_KIT_ENTITY_TRACKER_H_

#include "baton/base/export.h"

#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "baton/kit/entity_tracker_options.h"
#include "baton/kit/unit_report.h"
#include "grpcpp/support/status.h"

namespace BATON_EXPORT baton {

// A method that creates an entity, whose id the client chooses. A server must
// reject a second creation of the same entity with ALREADY_EXISTS.
template <typename Request, typename Response>
struct CreateMethod {
  // Calls the method once, and waits for its end. Must be set.
  std::function<grpc::Status(const Request&, Response*)> call;
  // Reads the entity of this request, and fills the response as the creation
  // would have. Returns an error if it is the entity of another client. Not
  // set: a conflict is always an error.
  std::function<grpc::Status(const Request&, Response*)> fetch;
  // Returns the id of the entity. Not set: reads of it are not repeated.
  std::function<std::string(const Request&)> entity;
};

// A method that reads an entity.
template <typename Request, typename Response>
struct ReadMethod {
  // Calls the method once, and waits for its end. Must be set.
  std::function<grpc::Status(const Request&, Response*)> call;
  // Returns the same id as the `entity` of the creation. Not set: the read is
  // not repeated after NOT_FOUND.
  std::function<std::string(const Request&)> entity;
};

// Creates entities, and reads entities that this process has just created:
//
//   const baton::CreateMethod<PlaceRequest, Order> place{
//       [&](const PlaceRequest& request, Order* order) { ... stub->Place ... },
//       [&](const PlaceRequest& request, Order* order) { ... stub->Get ... },
//       [](const PlaceRequest& request) { return request.id(); }};
//   const auto orders = baton::EntityTracker::Create(options);
//   ...
//   const grpc::Status status = orders->CreateEntity(place, request, &order);
//
// - If an attempt to create may have taken effect, the tracker sends it again.
//   If the server then returns ALREADY_EXISTS, `fetch` reads the entity, and
//   the creation is a success.
// - If a read of an entity that this tracker has created returns NOT_FOUND, a
//   replica of the server may not know it yet. The tracker reads again, for
//   `visible_within`.
//
// Both are units, see RetryUnit: the calls make one attempt each, and share one
// grant and one total time. Therefore both must not run inside another unit.
// The calls may use any API, as long as `call` and `fetch` start them on
// their own thread and wait for them. Both functions block the thread.
//
// A handle to shared memory, so copies know the same entities. Thread-safe.
class EntityTracker {
 public:
  // Returns INVALID_ARGUMENT with every invalid option.
  static absl::StatusOr<EntityTracker> Create(EntityTrackerOptions options);

  // Creates an entity. If the outcome stays unknown,
  // `report->outcome_unknown` is true.
  template <typename Request, typename Response>
  grpc::Status CreateEntity(const CreateMethod<Request, Response>& method,
                            const Request& request, Response* response,
                            UnitReport* report = nullptr) const;
  // Reads an entity. If this tracker has not just created it, the call follows
  // its own policy.
  template <typename Request, typename Response>
  grpc::Status ReadEntity(const ReadMethod<Request, Response>& method,
                          const Request& request, Response* response,
                          UnitReport* report = nullptr) const;

  // Forgets an entity. Call it after a deletion, so that NOT_FOUND is final.
  void Forget(absl::string_view entity) const;

 private:
  struct Shared;
  using Step = std::function<grpc::Status()>;

  explicit EntityTracker(EntityTrackerOptions options);

  // The parts of the functions above that know no messages. An empty entity has
  // no id, and an empty `fetch` reads nothing.
  grpc::Status RunCreate(const Step& call, const Step& fetch,
                         const std::string& entity, UnitReport* report) const;
  grpc::Status RunRead(const Step& call, const std::string& entity,
                       UnitReport* report) const;

  std::shared_ptr<Shared> shared_;
};

// Implementation.

template <typename Request, typename Response>
grpc::Status EntityTracker::CreateEntity(
    const CreateMethod<Request, Response>& method, const Request& request,
    Response* response, UnitReport* report) const {
  // No part of a failed attempt remains in the response.
  const auto step = [&](const auto& function) {
    return [&] {
      *response = Response();
      return function(request, response);
    };
  };
  return RunCreate(
      step(method.call), method.fetch ? Step(step(method.fetch)) : Step(),
      method.entity ? method.entity(request) : std::string(), report);
}

template <typename Request, typename Response>
grpc::Status EntityTracker::ReadEntity(
    const ReadMethod<Request, Response>& method, const Request& request,
    Response* response, UnitReport* report) const {
  return RunRead(
      [&] {
        *response = Response();
        return method.call(request, response);
      },
      method.entity ? method.entity(request) : std::string(), report);
}

}  // namespace baton

#endif  // BATON_KIT_ENTITY_TRACKER_H_
