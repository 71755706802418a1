#include "studio/site.hpp"

#include "io/registry.hpp"
#include "io/schema.hpp"
#include "report/catalogue.hpp"
#include "report/report.hpp"
#include "studio/page.hpp"
#include "studio/requests.hpp"
#include "studio/worker.hpp"

#include <fmt/format.h>

#include <charconv>
#include <stdexcept>

namespace didact::studio {
namespace {

constexpr std::string_view api = "/api/";

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// "%20" is a space; nothing if that is not how it was written.
std::optional<std::string> decoded(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      plain += text[i];
      continue;
    }
    unsigned byte = 0;
    const char* const end = text.data() + std::min(i + 3, text.size());
    const auto [stopped, error] = std::from_chars(text.data() + i + 1, end, byte, 16);
    if (error != std::errc() || stopped != text.data() + i + 3 || byte == 0) return {};
    plain += static_cast<char>(byte);
    i += 2;
  }
  return plain;
}

/// "job=a1b2" in a query.
std::string job_name(std::string_view query) {
  constexpr std::string_view key = "job=";
  const std::size_t at = query.starts_with(key) ? 0 : query.find("&job=");
  if (at == query.npos) return "";
  std::string_view name = query.substr(at + key.size() + (at == 0 ? 0 : 1));
  name = name.substr(0, name.find('&'));
  return name.size() <= 64 ? std::string(name) : "";
}

Reply the_page() {
  if (page().empty()) return error_reply(404, "this program was built without the page of the studio");
  return {200,
          std::string(page()),
          "text/html; charset=utf-8",
          {{"Content-Encoding", "gzip"}, {"Content-Security-Policy", std::string(page_policy())}}};
}

}  // namespace

Site::Site(std::vector<std::string> worker, Json opened)
    : queue_({.worker = {.words = std::move(worker), .directory = uploads_.folder(), .longest_line = 64 << 20}}),
      opened_(std::move(opened)) {
  if (!opened_.is_object() || !opened_.contains("files")) return;
  for (const auto& [name, content] : opened_["files"].items()) {
    const std::string wrong = uploads_.put(name, content.get<std::string>());
    if (!wrong.empty()) throw std::runtime_error(wrong);
  }
}

void Site::serve(const Request& request, const std::shared_ptr<Talk>& talk) {
  const std::string& path = request.path;
  const std::string what = path.starts_with(api) ? path.substr(api.size()) : "";
  const auto only = [&](std::string_view methods) {
    Reply reply = error_reply(405, fmt::format("{} takes {}", path, methods));
    reply.headers.emplace_back("Allow", methods);
    talk->reply(std::move(reply));
  };
  if (is_request(what)) return request.method == "POST" ? begin(what, request, talk) : only("POST");
  if (what == "stop") return request.method == "POST" ? talk->reply(stop(job_name(request.query))) : only("POST");
  if (what.starts_with("data/")) return request.method == "PUT" ? talk->reply(put_data(request)) : only("PUT");
  if (request.method != "GET" && request.method != "HEAD") return only("GET");
  talk->reply(get(path));
}

Reply Site::get(const std::string& path) const {
  if (path == "/" || path == "/index.html") return the_page();
  if (path == "/api/learners") return {200, dumped(report::to_json(io::descriptions()))};
  if (path == "/api/schema") return {200, dumped(io::problem_schema(io::descriptions()))};
  if (path == "/api/opened") return {200, dumped(opened_.is_null() ? Json::object() : opened_)};
  return error_reply(404, "there is nothing at " + path);
}

Reply Site::put_data(const Request& request) {
  const auto name = decoded(std::string_view(request.path).substr(api.size() + std::string_view("data/").size()));
  if (!name) return error_reply(400, "the name of the data is not well written");
  const std::string wrong = uploads_.put(*name, request.body);
  if (!wrong.empty()) return error_reply(400, wrong);
  return {200, dumped({{"name", *name}, {"bytes", request.body.size()}})};
}

void Site::begin(const std::string& what, const Request& request, const std::shared_ptr<Talk>& talk) {
  const std::string name = job_name(request.query);
  std::erase_if(jobs_, [](const auto& entry) { return entry.second.expired(); });
  if (jobs_.contains(name)) return talk->reply(error_reply(409, "a question of this name is being worked on"));
  const auto job = std::make_shared<Job>(
      question(what, uploads_.folder().string(), uploads_.version(), request.body),
      [talk, events = request.wants_events](std::string_view kind, std::string_view json) {
        if (kind == "progress") {
          if (events) talk->event("progress", json);
        } else if (events) {
          talk->event(kind == "answer" ? "answer" : "errors", json);
          talk->end();
        } else {
          talk->reply({kind == "answer" ? 200u : kind == "errors" ? 400u : 500u, std::string(json)});
        }
      });
  if (!queue_.submit(job)) return talk->reply(error_reply(503, "too many questions at once; ask again in a moment"));
  talk->when_gone([job] { job->cancel(); });
  if (!name.empty()) jobs_[name] = job;
}

Reply Site::stop(const std::string& job) {
  const auto found = jobs_.find(job);
  const auto running = found == jobs_.end() ? nullptr : found->second.lock();
  if (!running) return error_reply(404, "no question of this name is being worked on");
  running->stop();
  return {200, dumped({{"stopping", job}})};
}

}  // namespace didact::studio
