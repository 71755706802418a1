#include "runs/ledger.hpp"

#include "io/errors.hpp"
#include "io/files.hpp"

#include <algorithm>
#include <stdexcept>

namespace didact::runs {
namespace {

constexpr int version = 1;

}  // namespace

void Ledger::resume(const std::filesystem::path& checkpoint) {
  io::Errors errors;
  const std::string text = io::read_text(checkpoint, "--checkpoint", errors);
  io::throw_if_any(errors);
  const auto refuse = [](const std::string& why) { throw io::InvalidProblem(io::Error{"--resume", why}); };
  try {
    const Json json = Json::parse(text);
    if (json.at("didact_checkpoint") != version) refuse("the checkpoint is of another version of didact");
    if (json.at("run") != task_.identity()) {
      refuse("the checkpoint is of another run: the problem and all options must be the same");
    }
    done_ = UnitSet::from_json(json.at("done"));
    portion_->clear();
    portion_->add(json.at("yield"));
  } catch (const io::InvalidProblem&) {
    throw;
  } catch (const std::exception&) {
    refuse("this is no checkpoint of didact, or a damaged one");
  }
  resumed_ = done_.size();
}

void Ledger::save(const std::filesystem::path& checkpoint) const {
  const std::lock_guard one_at_a_time(saving_);
  Json json;
  {
    const std::lock_guard lock(mutex_);
    json = {{"didact_checkpoint", version},
            {"run", task_.identity()},
            {"done", done_.json()},
            {"yield", portion_->packed()}};
  }
  io::write_whole(checkpoint, json.dump());
}

UnitRange Ledger::take(Index wanted) {
  const std::lock_guard lock(mutex_);
  if (!returned_.empty()) {
    UnitRange& left = returned_.front();
    const UnitRange units{left.first, std::min(left.end, left.first + wanted)};
    left.first = units.end;
    if (left.size() == 0) returned_.pop_front();
    return units;
  }
  while (next_ < task_.units()) {
    if (const auto gap = done_.next_gap(next_, task_.units(), wanted)) {
      next_ = gap->end;
      return *gap;
    }
    next_ = task_.units();
  }
  return {};
}

void Ledger::give_back(UnitRange units) {
  const std::lock_guard lock(mutex_);
  if (units.size() > 0) returned_.push_back(units);
}

void Ledger::enter(UnitRange units, const Portion& yield) {
  const std::lock_guard lock(mutex_);
  done_.add(units);
  portion_->add(yield);
}

void Ledger::enter(UnitRange units, const Json& yield) {
  const std::lock_guard lock(mutex_);
  done_.add(units);
  portion_->add(yield);
}

Index Ledger::done() const {
  const std::lock_guard lock(mutex_);
  return done_.size();
}

}  // namespace didact::runs
