#include "runs/ledger.hpp"

#include "io/errors.hpp"
#include "io/files.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <unistd.h>

namespace didact::runs {
namespace {

constexpr int version = 1;

/// A file whose contents are on the disk before it has its name.
void write_atomically(const std::filesystem::path& path, const std::string& text) {
  const std::filesystem::path draft = path.string() + ".new";
  const auto fail = [&](const char* what) {
    throw std::runtime_error(std::string("cannot ") + what + ' ' + draft.string() + ": " + std::strerror(errno));
  };
  const int file = ::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) fail("write");
  for (std::size_t written = 0; written < text.size();) {
    const ssize_t count = ::write(file, text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      ::close(file);
      fail("write");
    }
    written += static_cast<std::size_t>(count);
  }
  const bool synced = ::fsync(file) == 0;
  if (::close(file) != 0 || !synced) fail("write");
  std::filesystem::rename(draft, path);
}

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
  Json json;
  {
    const std::lock_guard lock(mutex_);
    json = {{"didact_checkpoint", version},
            {"run", task_.identity()},
            {"done", done_.json()},
            {"yield", portion_->packed()}};
  }
  write_atomically(checkpoint, json.dump());
}

UnitRange Ledger::take(Index wanted) {
  const std::lock_guard lock(mutex_);
  if (!returned_.empty()) {
    const UnitRange units = returned_.front();
    returned_.pop_front();
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
