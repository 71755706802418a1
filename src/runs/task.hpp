#pragma once
// Long work cut into numbered units that anybody can do, in any order: threads, other processes, the same program
// tomorrow. What the units yield adds up to the same bits however it was divided.

#include "io/json.hpp"
#include <didact/core/stop.hpp>
#include <didact/core/types.hpp>

#include <memory>
#include <string>

namespace didact::runs {

using io::Json;

/// What some units have yielded.
class Portion {
 public:
  virtual ~Portion() = default;
  virtual void clear() = 0;
  virtual void add(const Portion& other) = 0;
  /// The same through a file or between processes. add(Json) throws std::exception if it is not what packed() wrote.
  virtual Json packed() const = 0;
  virtual void add(const Json& packed) = 0;
};

/// Does units, one after the other; one a thread.
class Worker {
 public:
  virtual ~Worker() = default;
  /// False if it was stopped before the end: `into` is then as it was.
  virtual bool work(Index unit, Portion& into, const Stop& stop) = 0;
};

class Task {
 public:
  virtual ~Task() = default;
  virtual Index units() const = 0;
  virtual std::unique_ptr<Portion> nothing() const = 0;
  virtual std::unique_ptr<Worker> worker() const = 0;
  /// Of what a unit has how many: 4096 "sets". The last may have fewer.
  virtual std::string things() const = 0;
  virtual Index things_in_unit() const = 0;
  virtual Index all_things() const = 0;
  /// About; infinity where nobody knows.
  virtual double seconds_a_unit() const { return infinity; }
  /// All that the result depends on: a checkpoint of other work is refused.
  virtual Json identity() const = 0;
};

}  // namespace didact::runs
