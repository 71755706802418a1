#include "studio/job_queue.hpp"

#include "report/report.hpp"

#include <fmt/format.h>

#include <chrono>

namespace didact::studio {
namespace {

constexpr int milliseconds_between_looks = 20;

void wait_for(const programs::Child& worker) {
  std::vector<pollfd> ends;
  worker.add_to(ends);
  poll(ends.data(), ends.size(), milliseconds_between_looks);
}

bool is_answer(std::string_view what) {
  return what == "progress" || what == "answer" || what == "errors" || what == "failure";
}

std::string said(const std::string& message) {
  return report::to_json(std::vector<io::Error>{{"", message}})
      .dump(-1, ' ', false, io::Json::error_handler_t::replace);
}

}  // namespace

JobQueue::JobQueue(Settings settings) : settings_(std::move(settings)) {
  for (std::size_t i = 0; i < settings_.at_once; ++i) threads_.emplace_back([this] { serve(); });
}

JobQueue::~JobQueue() {
  closing_ = true;
  more_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool JobQueue::submit(std::shared_ptr<Job> job) {
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(queue_, [](const auto& waiting) { return waiting->cancelled_.load(); });
    if (queue_.size() >= settings_.waiting) return false;
    queue_.push_back(std::move(job));
  }
  more_.notify_one();
  return true;
}

void JobQueue::serve() {
  std::unique_ptr<programs::Child> worker;
  while (!closing_) {
    try {
      if (!worker) worker = std::make_unique<programs::Child>(settings_.worker);
    } catch (const programs::Fault&) {  // told when there is somebody to tell it to
    }
    std::shared_ptr<Job> job;
    {
      std::unique_lock lock(mutex_);
      more_.wait(lock, [&] { return closing_ || !queue_.empty(); });
      if (closing_) return;
      job = std::move(queue_.front());
      queue_.pop_front();
    }
    if (!job->cancelled_) do_job(*job, worker);
  }
}

void JobQueue::do_job(Job& job, std::unique_ptr<programs::Child>& worker) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::duration<double>(settings_.seconds);
  bool begun = false, stop_passed_on = false;
  try {
    if (worker && worker->ended()) worker.reset();
    if (!worker) worker = std::make_unique<programs::Child>(settings_.worker);
    worker->send(job.request_);
    for (;;) {
      worker->serve();
      while (const auto line = worker->line()) {
        if (job.cancelled_) break;
        const std::size_t space = line->find(' ');
        const std::string_view what = std::string_view(*line).substr(0, space);
        begun = true;
        if (what == "begun") continue;
        if (!is_answer(what) || space == line->npos) throw programs::Fault("wrote what nobody understands");
        job.tell_(what, std::string_view(*line).substr(space + 1));
        if (what != "progress") return;
      }
      if (job.cancelled_ || closing_) return worker.reset();
      if (std::chrono::steady_clock::now() > deadline) {
        worker.reset();
        return job.tell_("failure", said(fmt::format("this took longer than {} seconds", settings_.seconds)));
      }
      if (job.stopped_ && begun && !stop_passed_on) {
        worker->interrupt();
        stop_passed_on = true;
      }
      if (worker->silent()) throw programs::Fault(worker->obituary());
      wait_for(*worker);
    }
  } catch (const std::exception& error) {
    worker.reset();
    job.tell_("failure", said(fmt::format("the engine broke down: it {}", error.what())));
  }
}

}  // namespace didact::studio
