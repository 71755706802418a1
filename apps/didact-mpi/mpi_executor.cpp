#include "mpi_executor.hpp"

#include "interrupt.hpp"
#include "io/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <mpi.h>
#include <stdexcept>
#include <thread>
#include <utility>

namespace didact::app {
namespace {

using runs::Portion;
using runs::UnitRange;

/// What processes say to each other. A process that has nothing more to say says goodbye.
enum Tag { request = 1, answer, yield, failed, goodbye };

constexpr std::chrono::microseconds between_looks{500};
/// How long an interrupted run waits for what the others are just doing.
constexpr double patience = 0.4;

void send_text(const std::string& text, int to, Tag tag) {
  MPI_Send(text.data(), static_cast<int>(text.size()), MPI_CHAR, to, tag, MPI_COMM_WORLD);
}

std::string receive_text(const MPI_Status& from) {
  int size = 0;
  MPI_Get_count(&from, MPI_CHAR, &size);
  std::string text(static_cast<std::size_t>(size), '\0');
  MPI_Recv(text.data(), size, MPI_CHAR, from.MPI_SOURCE, from.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return text;
}

unsigned thread_count(const runs::RunOptions& options) {
  return std::max(1u, options.threads);  // a core for each process is what mpirun gives
}

/// The first process's side: everybody's questions, answered one at a time.
class Dispatcher {
 public:
  Dispatcher(const runs::Task& task, runs::Ledger& ledger, int processes)
      : task_(task), ledger_(ledger), here_(static_cast<std::size_t>(processes), true), left_(processes - 1) {}

  bool everybody_left() const { return left_ == 0; }
  void close() { closed_ = true; }

  /// False if nobody has said anything.
  bool serve() {
    int waiting = 0;
    MPI_Status from;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &waiting, &from);
    if (!waiting) return false;
    switch (from.MPI_TAG) {
      case request:
        hand_out(from.MPI_SOURCE);
        break;
      case yield:
        enter(receive_text(from));
        break;
      case failed:
        throw std::runtime_error(fmt::format("process {}: {}", from.MPI_SOURCE, receive_text(from)));
      default:
        receive_text(from);
        --left_;
    }
    return true;
  }

 private:
  void hand_out(int to) {
    std::int64_t wanted = 1;
    MPI_Recv(&wanted, 1, MPI_INT64_T, to, request, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    const Index left = task_.units() - ledger_.done();
    const Index fair = std::max<Index>(1, left / (2 * static_cast<Index>(here_.size())));
    const UnitRange units = closed_ ? UnitRange{} : ledger_.take(std::clamp<Index>(wanted, 1, fair));
    const std::array<std::int64_t, 2> range = {units.first, units.end};
    MPI_Send(range.data(), 2, MPI_INT64_T, to, answer, MPI_COMM_WORLD);
  }

  void enter(const std::string& text) {
    const io::Json json = io::Json::parse(text);
    const auto range = [&](const char* key) {
      return UnitRange{json.at(key).at(0).get<Index>(), json.at(key).at(1).get<Index>()};
    };
    ledger_.enter(range("done"), json.at("yield"));
    ledger_.give_back(range("left"));
  }

  const runs::Task& task_;
  runs::Ledger& ledger_;
  std::vector<bool> here_;
  int left_;
  bool closed_ = false;
};

}  // namespace

MpiExecutor::MpiExecutor() {
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &processes_);
}

bool MpiExecutor::together(bool well) {
  if (parted_) return false;
  int mine = well ? 1 : 0, all = 0;
  MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  parted_ = all == 0;
  return !parted_;
}

bool MpiExecutor::begin(bool ready) {
  begun_ = together(ready);
  return begun_;
}

void MpiExecutor::leave() {
  if (!begun_) together(false);
}

void MpiExecutor::tell_of_the_end() {
  if (!reports() || told_.exchange(true)) return;
  fmt::print(stderr, "didact-mpi: the run was ended: a process of it died, or somebody asked\n");
  std::fflush(stderr);
}

std::string MpiExecutor::shared(std::string text) {
  if (!together(true)) throw io::InvalidProblem(io::Error{"", "another process could not begin"});
  auto size = static_cast<std::int64_t>(text.size());
  MPI_Bcast(&size, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
  text.resize(static_cast<std::size_t>(size));
  MPI_Bcast(text.data(), static_cast<int>(size), MPI_CHAR, 0, MPI_COMM_WORLD);
  return text;
}

void MpiExecutor::run(const runs::Task& task, runs::Ledger& ledger, const runs::RunOptions& options) {
  rank_ == 0 ? lead(task, ledger, options) : follow(task, options);
}

void MpiExecutor::lead(const runs::Task& task, runs::Ledger& ledger, const runs::RunOptions& options) {
  runs::Watch watch(task, ledger, options);
  Dispatcher dispatcher(task, ledger, processes_);
  stranded_ = true;
  // When a process has died there is little time left, and this one may be waiting for the rest of what that one said.
  const std::jthread guard([&](const std::stop_token& finished) {
    while (!finished.stop_requested() && !was_terminated()) std::this_thread::sleep_for(between_looks);
    if (!was_terminated()) return;
    if (options.checkpoint) ledger.save(*options.checkpoint);
    tell_of_the_end();
  });
  try {
    runs::Threads threads(task, ledger, options, thread_count(options));
    threads.start_all();
    auto asked = std::chrono::steady_clock::time_point::max();
    auto looked = std::chrono::steady_clock::now();
    bool working = true;
    while (working || !dispatcher.everybody_left()) {
      const auto now = std::chrono::steady_clock::now();
      if (options.interrupt && *options.interrupt && asked > now) {
        asked = now;
        dispatcher.close();
      }
      if (asked <= now && std::chrono::duration<double>(now - asked).count() > patience) break;
      if (now - looked > std::chrono::milliseconds(100)) {
        watch.look();
        looked = now;
      }
      if (dispatcher.serve()) continue;
      if (working) working = threads.wait(between_looks);
      if (!working) std::this_thread::sleep_for(between_looks);
    }
    threads.rethrow();
    stranded_ = !dispatcher.everybody_left();
  } catch (...) {
    watch.finish();
    throw;
  }
  watch.finish();
}

void MpiExecutor::follow(const runs::Task& task, const runs::RunOptions& options) {
  std::mutex line;  // one conversation at a time
  std::string wrong;
  const auto work = [&] {
    const Stop never;
    try {
      runs::BatchLoop(task, never)
          .work(
              [&](Index wanted) {
                const std::lock_guard lock(line);
                const std::int64_t number = wanted;
                std::array<std::int64_t, 2> range{};
                MPI_Send(&number, 1, MPI_INT64_T, 0, request, MPI_COMM_WORLD);
                MPI_Recv(range.data(), 2, MPI_INT64_T, 0, answer, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                return UnitRange{range[0], range[1]};
              },
              [&](UnitRange done, UnitRange left, const Portion& portion) {
                const io::Json json = {
                    {"done", {done.first, done.end}}, {"left", {left.first, left.end}}, {"yield", portion.packed()}};
                const std::lock_guard lock(line);
                send_text(json.dump(), 0, yield);
              });
    } catch (const std::exception& error) {
      const std::lock_guard lock(line);
      if (wrong.empty()) wrong = error.what();
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < thread_count(options); ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  if (!wrong.empty()) send_text(wrong, 0, failed);
  send_text("", 0, goodbye);
}

}  // namespace didact::app
