#include "programs/workers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <thread>

namespace didact::programs {
namespace {

using io::Json;

std::string clean(const std::string& text) {
  constexpr std::size_t most = 160;
  return readable(text, most);
}

/// One line of what should be JSON.
Json parse_answer(const std::string& line) {
  io::Errors errors;
  Json answer = io::parse_json(line, errors);
  if (errors.empty() && answer.is_object()) return answer;
  const bool no_number = line.find("NaN") != line.npos || line.find("Infinity") != line.npos;
  throw Fault(fmt::format("wrote {}, which is no answer: {}", clean(line),
                          no_number ? "JSON has no such numbers, and an infinite loss is null"
                                    : "each line must be a JSON object, and all else goes to standard error"));
}

void refuse_error(const Json& answer) {
  const auto error = answer.find("error");
  if (error == answer.end()) return;
  throw Fault("says: " + clean(error->is_string() ? error->get<std::string>() : error->dump()));
}

}  // namespace

/// Questions of one call, and their answers.
struct Workers::Batch {
  const std::vector<std::string>& sets;
  std::vector<double> losses;
  std::vector<std::size_t> unasked;        ///< the next one last
  std::map<std::size_t, int> deaths = {};  ///< of workers that were asked about a set
  std::size_t open = 0;                    ///< sets without an answer
  bool greeting = false;                   ///< one worker is wanted, even without a question
};

Workers::~Workers() {
  using namespace std::chrono_literals;
  for (Worker& worker : workers_) {
    if (worker.child) worker.child->dismiss();
    if (worker.waiting()) worker.child.reset();  // it would first have to answer
  }
  for (int i = 0; i < 100; ++i) {
    const bool all = std::all_of(workers_.begin(), workers_.end(),
                                 [](const Worker& worker) { return !worker.child || worker.child->ended(); });
    if (all) return;
    std::this_thread::sleep_for(2ms);
  }
}

bool Workers::begin(const Stop& stop) {
  const std::vector<std::string> nothing;
  Batch batch{nothing, {}, {}};
  batch.greeting = true;
  run(batch, stop);
  return failure_.empty() && !workers_.empty() && workers_[0].greeted;
}

std::vector<double> Workers::losses(const std::vector<std::string>& sets, const Stop& stop) {
  Batch batch{sets, std::vector<double>(sets.size(), std::nan("")), {}};
  batch.open = sets.size();
  for (std::size_t i = sets.size(); i-- > 0;) batch.unasked.push_back(i);
  if (failure_.empty()) run(batch, stop);
  return batch.losses;
}

void Workers::run(Batch& batch, const Stop& stop) {
  const Worker* at = nullptr;
  try {
    while ((batch.open > 0 || (batch.greeting && (workers_.empty() || !workers_[0].greeted))) && !stop) {
      hand_out(batch);
      wait_for_some();
      for (Worker& worker : workers_) {
        at = &worker;
        if (worker.waiting()) listen(worker, batch);
      }
      at = nullptr;
    }
  } catch (const Fault& fault) {
    failure_ =
        fmt::format("{} {}{}", fmt::join(settings_.command.words, " "), fault.what(), at ? context(*at, batch) : "");
    if (at && at->child) failure_ += at->child->last_words();
  }
  for (Worker& worker : workers_) {  // who still thinks about a question would answer it later
    if (!worker.questions.empty() || (!failure_.empty() && worker.waiting())) worker = {};
  }
}

void Workers::start(Worker& worker) {
  worker = {};
  worker.child = std::make_unique<Child>(settings_.command);
  worker.child->send(settings_.hello);
  worker.asked = Clock::now();
}

/// One question, or several to who would else wait longer for the next than it takes to answer.
void Workers::ask_more(Worker& worker, Batch& batch) {
  constexpr std::size_t most_ahead = 8;
  const std::size_t share = (batch.open + settings_.most - 1) / settings_.most;
  const std::size_t depth = worker.quick ? std::min(most_ahead, share) : 1;
  while (worker.questions.size() < depth && !batch.unasked.empty()) {
    if (worker.questions.empty()) worker.asked = Clock::now();
    worker.questions.push_back({batch.unasked.back(), next_id_++});
    batch.unasked.pop_back();
    const auto& [set, id] = worker.questions.back();
    worker.child->send(fmt::format(R"({{"id":{},"items":{}}})", id, batch.sets[set]));
  }
}

/// Asks whoever is free, and starts more of them where there is more to ask.
void Workers::hand_out(Batch& batch) {
  std::size_t coming = 0;
  for (Worker& worker : workers_) {
    if (worker.child && worker.greeted) ask_more(worker, batch);
    if (worker.child && !worker.greeted) ++coming;
  }
  const std::size_t wanted = std::max<std::size_t>(batch.unasked.size(), batch.greeting ? 1 : 0);
  for (std::size_t i = 0; i < settings_.most && coming < wanted; ++i) {
    if (i == workers_.size()) workers_.emplace_back();
    if (workers_[i].child) continue;
    start(workers_[i]);
    ++coming;
  }
  for (Worker& worker : workers_) {
    if (worker.waiting()) worker.child->serve();
  }
}

Workers::Clock::time_point Workers::deadline(const Worker& worker) const {
  return worker.asked + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(settings_.timeout));
}

void Workers::wait_for_some() const {
  std::vector<pollfd> polled;
  auto until = Clock::now() + std::chrono::milliseconds(50);  // then somebody may have asked to stop
  for (const Worker& worker : workers_) {
    if (!worker.waiting()) continue;
    worker.child->add_to(polled);
    until = std::min(until, deadline(worker));
  }
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count() + 1;
  poll(polled.data(), polled.size(), static_cast<int>(std::max<decltype(left)>(0, left)));
}

void Workers::listen(Worker& worker, Batch& batch) {
  worker.child->serve();
  while (worker.waiting()) {
    const auto line = worker.child->line();
    if (!line) break;
    const Json answer = parse_answer(*line);
    refuse_error(answer);
    worker.greeted ? take_loss(worker, answer, batch) : take_greeting(worker, answer);
  }
  if (!worker.waiting()) return;
  if (worker.child->silent()) return bury(worker, batch);
  if (Clock::now() < deadline(worker)) return;
  throw Fault(fmt::format("did not answer within {} s", settings_.timeout));
}

void Workers::take_greeting(Worker& worker, const Json& answer) {
  const auto ready = answer.find("ready");
  if (ready == answer.end() || *ready != true) {
    throw Fault(fmt::format(R"(wrote {}, not {{"ready": true}})", clean(answer.dump())));
  }
  if (const auto bound = answer.find("lower_bound"); bound != answer.end() && !bound->is_null()) {
    if (!bound->is_number()) throw Fault("gave a lower_bound that is no number: " + clean(bound->dump()));
    least_loss_ = bound->get<double>();
  }
  worker.greeted = true;
}

void Workers::take_loss(Worker& worker, const Json& answer, Batch& batch) {
  const auto id = answer.find("id"), loss = answer.find("loss");
  const Question& question = worker.questions.front();
  if (id == answer.end() || *id != question.id) {
    throw Fault(fmt::format("wrote {}, but was asked question {}", clean(answer.dump()), question.id));
  }
  if (loss == answer.end() || !(loss->is_number() || loss->is_null())) {
    throw Fault(fmt::format(R"(wrote {}, without a "loss" that is a number or null)", clean(answer.dump())));
  }
  const double value = loss->is_null() ? infinity : loss->get<double>();
  if (value < least_loss_) {
    throw Fault(fmt::format("gave a loss of {}, below its own lower_bound {}", value, least_loss_));
  }
  batch.losses[question.set] = value;
  --batch.open;
  ++answered_;
  worker.questions.pop_front();
  worker.fresh = false;
  const auto now = Clock::now();
  worker.quick = now - worker.asked < std::chrono::milliseconds(5);
  worker.asked = now;
}

/// Whoever dies over a question may have been unlucky, or worn out before it came: others are asked again. Not so if it
/// was a new one, and not the first to die of it.
void Workers::bury(Worker& worker, Batch& batch) {
  const std::string how = worker.child->obituary();
  if (!worker.greeted) throw Fault(how + " before it was ready");
  if (++batch.deaths[worker.questions.front().set] > 1 && worker.fresh) throw Fault(how);
  for (; !worker.questions.empty(); worker.questions.pop_back()) batch.unasked.push_back(worker.questions.back().set);
  worker = {};
}

std::string Workers::context(const Worker& worker, const Batch& batch) const {
  if (worker.questions.empty()) return "";
  const std::size_t set = worker.questions.front().set;
  const auto deaths = batch.deaths.find(set);
  const bool twice = deaths != batch.deaths.end() && deaths->second > 1;
  return fmt::format(" when it was asked about {}{}", clean(batch.sets[set]), twice ? ", twice" : "");
}

}  // namespace didact::programs
