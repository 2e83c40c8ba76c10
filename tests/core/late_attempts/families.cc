// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/late_attempts/families.h"

#include <cmath>
#include <utility>

#include "absl/strings/str_format.h"
#include "absl/time/time.h"
#include "baton/core/policy/random.h"
#include "tests/core/late_attempts/cells.h"
#include "tests/core/late_attempts/world.h"

namespace baton::late_attempts {
namespace {

constexpr double kRates[] = {0.1, 1, 10, 100, 1000};

std::vector<Cell> SteadyLatency() {
  std::vector<Cell> cells;
  for (double rate : kRates) {
    for (double ratio : {0.2, 0.34, 0.5, 0.7, 0.85, 0.95}) {
      cells.push_back(Steady(ratio, rate, 0.02));
    }
    for (double ratio : {0.3, 0.5, 0.7}) {
      cells.push_back(Steady(ratio, rate, 0.4));
    }
  }
  return cells;
}

std::vector<Cell> SlowStart() {
  std::vector<Cell> cells;
  for (double rate : {1., 10., 100., 1000.}) {
    for (double ratio : {0.5, 0.8, 0.95}) {
      Cell cell;
      cell.name =
          absl::StrFormat("%g/s, first %g of the deadline", rate, ratio);
      cell.world.calls_per_second = rate;
      cell.world.length = absl::Seconds(15);
      cell.world.work = [ratio](absl::Duration now,
                                core::UniformSource& draws) {
        const bool is_slow = now < absl::Seconds(5);
        return absl::Seconds(is_slow ? ratio : 0.02) *
               (0.98 + 0.04 * draws.Next());
      };
      cell.failure = {absl::ZeroDuration(), absl::Seconds(5)};
      cell.seeds = rate < 100 ? 20 : 2;
      cells.push_back(std::move(cell));
    }
  }
  return cells;
}

std::vector<Cell> Bimodal() {
  std::vector<Cell> cells;
  for (double rate : kRates) {
    for (double slow : {0.3, 0.7, 3.0}) {
      Cell cell;
      cell.name = absl::StrFormat("%g/s, 1 %% take %g s", rate, slow);
      cell.world.calls_per_second = rate;
      cell.world.work = [slow](absl::Duration, core::UniformSource& draws) {
        return absl::Seconds(draws.Next() < 0.01 ? slow : 0.02);
      };
      SetLength(cell);
      cells.push_back(std::move(cell));
    }
  }
  return cells;
}

std::vector<Cell> LostAnswers() {
  std::vector<Cell> cells;
  for (double rate : kRates) {
    Cell cell;
    cell.name = absl::StrFormat("%g/s, 1 %% lost", rate);
    cell.world.calls_per_second = rate;
    cell.world.lost_answer_ratio = 0.01;
    SetLength(cell);
    cells.push_back(std::move(cell));
  }
  return cells;
}

std::vector<Cell> Stalls() {
  std::vector<Cell> cells;
  for (double scale : {1., 10.}) {
    for (double load : {0.5, 0.7, 0.8, 0.9}) {
      for (double stop : {0.3, 0.5, 0.8, 1.0, 1.1, 2.0, 5.0}) {
        cells.push_back(Stall(load, absl::Seconds(stop), scale));
      }
    }
  }
  return cells;
}

std::vector<Cell> StallsOfQuietClients() {
  std::vector<Cell> cells;
  for (double each : {0.1, 1., 3., 10.}) {
    for (double load : {0.7, 0.9}) {
      for (double stop : {0.5, 1.0, 2.0}) {
        cells.push_back(QuietClients(each, load, absl::Seconds(stop)));
      }
    }
    cells.push_back(OneHangs(3, 100, static_cast<int>(100 / each)));
  }
  return cells;
}

std::vector<Cell> Overload() {
  std::vector<Cell> cells;
  for (int queue_limit : {60, 1'000'000}) {
    for (double load : {1.05, 1.2, 1.5}) {
      Cell cell;
      cell.name = absl::StrFormat("%g %%, queue %d", 100 * load, queue_limit);
      cell.world = Loaded(3, 4, absl::Milliseconds(40), 0.5, load);
      cell.world.queue_limit = queue_limit;
      cell.world.length = absl::Seconds(40);
      cell.seeds = 8;
      cells.push_back(std::move(cell));
    }
  }
  return cells;
}

// Returns a cell of OneHangs() with a shorter run.
Cell ShortHang(int replicas, double rate) {
  Cell cell = OneHangs(replicas, rate, 1);
  cell.world.length = cell.failure.from + absl::Seconds(60);
  cell.seeds = rate < 100 ? 5 : 1;
  return cell;
}

std::vector<Cell> Hangs() {
  std::vector<Cell> cells;
  for (double rate : {1., 3., 10., 30., 100., 1000.}) {
    cells.push_back(OneHangs(3, rate, 1));
    Cell cell = ShortHang(3, rate);
    cell.name += ", 10 s";
    Fault& fault = cell.world.faults.front();
    fault.to = cell.failure.to = fault.from + absl::Seconds(10);
    cells.push_back(std::move(cell));
  }
  for (double rate : {10., 100., 1000.}) {
    Cell cell = ShortHang(3, rate);
    cell.name += ", from the start";
    cell.world.faults.front().from = cell.failure.from = absl::ZeroDuration();
    cells.push_back(std::move(cell));
    for (double latency : {0.3, 0.5}) {
      cell = ShortHang(3, rate);
      cell.name += absl::StrFormat(", latency %g", latency);
      cell.world.work = About(absl::Seconds(latency), 0.2);
      cells.push_back(std::move(cell));
    }
    cells.push_back(ShortHang(10, rate));
    cells.push_back(ShortHang(2, rate));
  }
  return cells;
}

std::vector<Cell> HangsUnderLoad() {
  std::vector<Cell> cells;
  for (int scale : {1, 10}) {
    for (double load : {0.3, 0.5, 0.6, 0.65, 0.7, 0.8, 0.95}) {
      for (double stop : {10., 30.}) {
        Cell cell;
        cell.name = absl::StrFormat("%d workers, %g %%, %g s", 4 * scale,
                                    100 * load, stop);
        cell.world = Loaded(3, 4 * scale, absl::Milliseconds(40), 0.5, load);
        AddFault(cell, StopFor(absl::Seconds(stop), 1), absl::Seconds(10));
        cell.seeds = scale == 1 ? 2 : 1;
        cells.push_back(std::move(cell));
      }
    }
  }
  return cells;
}

// Half of the calls are quick. The others wait for something behind the
// target, which stops for a while.
std::vector<Cell> MixedCalls() {
  std::vector<Cell> cells;
  for (double rate : {10., 100., 1000.}) {
    for (double stop : {1., 5.}) {
      Cell cell;
      cell.name =
          absl::StrFormat("%g/s, half of the calls stop %g s", rate, stop);
      cell.world.calls_per_second = rate;
      const absl::Duration from = kWarmUp;
      const absl::Duration to = kWarmUp + absl::Seconds(stop);
      cell.world.work = [from, to](absl::Duration now,
                                   core::UniformSource& draws) {
        if (draws.Next() < 0.5) return absl::Milliseconds(5);
        const absl::Duration work = absl::Seconds(0.3 + 0.2 * draws.Next());
        const bool stops = now + work > from && now < to;
        return stops ? to - now + work : work;
      };
      cell.failure = {from - absl::Milliseconds(500), to};
      cell.world.length = to + absl::Seconds(10);
      cell.seeds = rate < 1000 ? 5 : 1;
      cells.push_back(std::move(cell));
    }
  }
  for (double rate : {1., 10., 100., 1000.}) {
    Cell cell;
    cell.name = absl::StrFormat("%g/s, lognormal", rate);
    cell.world.calls_per_second = rate;
    cell.world.work = [](absl::Duration, core::UniformSource& draws) {
      const double radius = std::sqrt(-2 * std::log1p(-draws.Next()));
      const double normal = radius * std::cos(2 * 3.14159265 * draws.Next());
      return absl::Milliseconds(50) * std::exp(1.2 * normal);
    };
    SetLength(cell);
    cells.push_back(std::move(cell));
  }
  return cells;
}

std::vector<Cell> OneSlower() {
  std::vector<Cell> cells;
  for (double load : {0.3, 0.6, 0.8, 0.9}) {
    for (int workers : {3, 15}) {
      for (double factor : {3., 10., 30.}) {
        Cell cell;
        cell.name = absl::StrFormat("%d workers, %g %%, %g times slower",
                                    workers, 100 * load, factor);
        cell.world =
            Loaded(3, workers, absl::Milliseconds(100) * load, 0.5, load);
        Fault fault = StopFor(absl::Seconds(10), 1);
        fault.kind = Fault::Kind::kSlow;
        fault.factor = factor;
        AddFault(cell, fault, absl::Seconds(15));
        cell.seeds = workers == 3 ? 10 : 3;
        cells.push_back(std::move(cell));
      }
    }
  }
  return cells;
}

std::vector<Cell> Pauses() {
  std::vector<Cell> cells;
  for (double load : {0.5, 0.7, 0.8, 0.9}) {
    for (int workers : {3, 15}) {
      for (double stop : {0.5, 0.8, 1.0, 1.3, 2.0, 5.0}) {
        cells.push_back(OnePauses(load, workers, absl::Seconds(stop)));
      }
    }
  }
  return cells;
}

// The servers finish cancelled work. Baton then starts no second attempts.
std::vector<Cell> KeptWork() {
  std::vector<Cell> cells;
  for (std::vector<Cell> family :
       {Pauses(), OneSlower(), Stalls(), Overload()}) {
    for (Cell& cell : family) {
      cell.world.drops_cancelled_work = false;
      cell.seeds = 1;
      cells.push_back(std::move(cell));
    }
  }
  return cells;
}

}  // namespace

const std::vector<Family>& Families() {
  static const auto& families = *new std::vector<Family>{
      {"SteadyLatency", SteadyLatency},
      {"SlowStart", SlowStart},
      {"Bimodal", Bimodal},
      {"LostAnswers", LostAnswers},
      {"Stalls", Stalls},
      {"StallsOfQuietClients", StallsOfQuietClients},
      {"Overload", Overload},
      {"Hangs", Hangs},
      {"HangsUnderLoad", HangsUnderLoad},
      {"MixedCalls", MixedCalls},
      {"OneSlower", OneSlower},
      {"Pauses", Pauses},
      {"KeptWork", KeptWork},
  };
  return families;
}

}  // namespace baton::late_attempts
