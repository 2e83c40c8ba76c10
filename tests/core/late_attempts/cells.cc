// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/late_attempts/cells.h"

#include <utility>

#include "absl/strings/str_format.h"

namespace baton::late_attempts {

void SetLength(Cell& cell) {
  const double rate = cell.world.calls_per_second;
  cell.world.length = absl::Seconds(rate < 1     ? 1200
                                    : rate < 10  ? 300
                                    : rate < 100 ? 60
                                    : rate < 500 ? 30
                                                 : 12);
  cell.seeds = rate < 100 ? 3 : 1;
}

World Loaded(int replicas, int workers, absl::Duration work, double spread,
             double load) {
  World world;
  world.replicas = replicas;
  world.workers = workers;
  world.work = About(work, spread);
  world.calls_per_second =
      load * replicas * workers / absl::ToDoubleSeconds(work);
  return world;
}

void AddFault(Cell& cell, Fault fault, absl::Duration afterwards) {
  cell.failure = {fault.from, fault.to};
  cell.world.length = fault.to + afterwards;
  cell.world.faults.push_back(fault);
}

Fault StopFor(absl::Duration stop, int replicas) {
  Fault fault;
  fault.replicas = replicas;
  fault.from = kWarmUp;
  fault.to = kWarmUp + stop;
  return fault;
}

Cell Steady(double latency_ratio, double calls_per_second, double spread) {
  Cell cell;
  cell.name = absl::StrFormat("%g/s, %g of the deadline, spread %g",
                              calls_per_second, latency_ratio, spread);
  cell.world.calls_per_second = calls_per_second;
  cell.world.work = About(latency_ratio * cell.world.deadline, spread);
  SetLength(cell);
  return cell;
}

Cell Stall(double load, absl::Duration stop, double replica_scale) {
  Cell cell;
  const int workers = static_cast<int>(4 * replica_scale);
  cell.name = absl::StrFormat("%d workers, %g %%, %s", workers, 100 * load,
                              absl::FormatDuration(stop));
  cell.world = Loaded(3, workers, absl::Milliseconds(40), 0.5, load);
  AddFault(cell, StopFor(stop, 3), absl::Seconds(10));
  cell.seeds = replica_scale < 2 ? 4 : 1;
  return cell;
}

Cell OnePauses(double load, int workers, absl::Duration stop) {
  Cell cell;
  cell.name = absl::StrFormat("%d workers, %g %%, one pauses %s", workers,
                              100 * load, absl::FormatDuration(stop));
  cell.world = Loaded(3, workers, absl::Milliseconds(100) * load, 0.5, load);
  AddFault(cell, StopFor(stop, 1), absl::Seconds(10));
  cell.seeds = workers == 3 ? 20 : 5;
  return cell;
}

Cell QuietClients(double calls_per_second_each, double load,
                  absl::Duration stop) {
  Cell cell = Stall(load, stop, 1);
  cell.name =
      absl::StrFormat("%g/s each, %s", calls_per_second_each, cell.name);
  cell.world.clients =
      static_cast<int>(cell.world.calls_per_second / calls_per_second_each);
  // Each client makes a few calls before the failure.
  if (calls_per_second_each < 1) {
    const absl::Duration more = absl::Seconds(50);
    cell.world.faults.front().from += more;
    cell.world.faults.front().to += more;
    cell.failure = {cell.failure.from + more, cell.failure.to + more};
    cell.world.length += more;
    cell.seeds = 2;
  }
  return cell;
}

Cell OneHangs(int replicas, double calls_per_second, int clients) {
  Cell cell;
  cell.name = absl::StrFormat("%g/s of %d clients, 1 of %d", calls_per_second,
                              clients, replicas);
  cell.world.replicas = replicas;
  cell.world.clients = clients;
  cell.world.calls_per_second = calls_per_second;
  Fault fault;
  fault.from = kWarmUp;
  if (calls_per_second / clients < 3) fault.from = absl::Seconds(60);
  cell.world.faults.push_back(fault);
  cell.failure.from = fault.from;
  // Long enough to exhaust a full process budget.
  cell.world.length =
      fault.from + absl::Seconds(calls_per_second < 500 ? 600 : 300);
  return cell;
}

}  // namespace baton::late_attempts
