// The studio over HTTP: what it answers, and what those who mean it no good get.

#include "studio/server.hpp"

#include "http.hpp"
#include "io/registry.hpp"
#include "paths.hpp"
#include "report/catalogue.hpp"
#include "report/report.hpp"
#include "studio/page.hpp"
#include "studio/site.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <thread>

namespace didact::studio::server_test {
namespace {

using testing::HasSubstr;

const std::string multinomial = R"({"learner": {"model": "categorical", "prior": {"beta": [6, 3, 1]}},
  "target": {"pi": [0.1, 0.3, 0.6]}, "effort": {"per_item": 0.3}})";
/// Item by item, 3·10¹⁰ of them: half an hour.
const std::string endless =
    R"({"problem": {"learner": {"model": "gaussian", "prior": {"mean": 1, "kappa": 1, "shape": 2, "scale": 2}},
                    "target": {"mean": 0, "variance": 1}, "items": {"range": [-5, 5]}, "effort": {"per_item": 0.5}},
        "sets": 100000000, "size": "300"})";

/// A studio on a thread of its own.
class Studio : public testing::Test {
 protected:
  static Limits limits(double seconds_to_ask) {
    Limits limits;
    limits.seconds_to_ask = seconds_to_ask;
    limits.connections = 8;
    limits.body = 200'000;
    limits.data = 400'000;
    return limits;
  }
  explicit Studio(double seconds_to_ask = 2 * patience)
      : server_(0, limits(seconds_to_ask)), site_({paths::program(), "studio", "--worker"}, nullptr), thread_([this] {
          server_.run(AccessCheck(server_.port(), "secret"),
                      [this](const Request& request, std::shared_ptr<Talk> talk) {
                        site_.serve(request, talk);
                        ++heard_;
                      });
        }) {}
  ~Studio() override {
    server_.stop();
    thread_.join();
  }

  std::string header(const std::string& method, const std::string& path, std::size_t length,
                     const std::string& more = "") const {
    return fmt::format(
        "{} {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer secret\r\nContent-Type: "
        "application/json\r\nContent-Length: {}\r\nConnection: close\r\n{}\r\n",
        method, path, server_.port(), length, more);
  }
  std::string ask(const std::string& method, const std::string& path, const std::string& body = "",
                  const std::string& more = "") const {
    Line line(server_.port());
    line.send(header(method, path, body.size(), more) + body);
    return line.receive();
  }
  /// Without anything of ours.
  std::string say(const std::string& bytes) const {
    Line line(server_.port());
    line.send(bytes);
    return line.receive();
  }
  Json json(const std::string& reply) const { return Json::parse(body_of(reply)); }

  Server server_;  // longer than those who answer
  Site site_;
  std::atomic<int> heard_ = 0;  // questions that have come
  std::thread thread_;
};

TEST_F(Studio, TeachesAsTheCommandLineDoes) {
  const std::string reply = ask("POST", "/api/teach", multinomial);
  ASSERT_EQ(status_of(reply), 200) << reply;
  Json answer = json(reply);
  Json own = report::to_json(io::read_problem(Json::parse(multinomial))->teach({}));
  answer.erase("seconds");
  own.erase("seconds");
  EXPECT_EQ(answer, own);
}

TEST_F(Studio, EvaluatesSimulatesAndSweeps) {
  const auto body = [](const std::string& more) { return fmt::format(R"({{"problem": {}, {}}})", multinomial, more); };
  EXPECT_NEAR(json(ask("POST", "/api/evaluate", body(R"("set": [1, 2, 3])")))["n"].get<double>(), 3, 0);
  const Json sets = json(ask("POST", "/api/simulate", body(R"("sets": 1000, "size": "4")")));
  EXPECT_EQ(sets["sets"], 1000);
  EXPECT_EQ(sets["size"], 4);
  EXPECT_EQ(json(ask("POST", "/api/sweep", body(R"("over": ["effort.per_item=0.1,0.2,0.3"])")))["points"].size(), 3u);
  EXPECT_EQ(json(ask("GET", "/api/learners")), report::to_json(io::descriptions()));
  EXPECT_TRUE(json(ask("GET", "/api/schema")).contains("$schema"));
}

TEST_F(Studio, NamesThePlaceOfAMistake) {
  const std::string reply =
      ask("POST", "/api/teach", R"({"learner": {"model": "categorical", "prior": {"beta": [6, -1]}},
                                    "target": {"pi": [0.5, 0.5]}})");
  EXPECT_EQ(status_of(reply), 400);
  EXPECT_EQ(json(reply)["errors"][0]["path"], "learner.prior.beta[1]");
  const std::string body = fmt::format(R"({{"problem": {}, "size": "x"}})", multinomial);
  EXPECT_EQ(json(ask("POST", "/api/simulate", body))["errors"][0]["path"], "size");
  EXPECT_EQ(status_of(ask("POST", "/api/simulate", R"({"sets": 5})")), 400);
  EXPECT_EQ(status_of(ask("POST", "/api/teach", "{")), 400);
  EXPECT_EQ(status_of(ask("POST", "/api/teach", "[1]")), 400);
}

TEST_F(Studio, TellsHowFarItHasCome) {
  bool told = false;
  for (int sets = 200'000; sets <= 100'000'000 && !told; sets *= 4) {  // until there was something to tell
    const std::string body = fmt::format(R"({{"problem": {}, "sets": {}, "size": "2000"}})", multinomial, sets);
    const std::string reply = ask("POST", "/api/simulate", body, "Accept: text/event-stream\r\n");
    EXPECT_THAT(reply, HasSubstr("Content-Type: text/event-stream"));
    EXPECT_THAT(reply, HasSubstr(fmt::format("event: answer\ndata: {{\"sets\":{}", sets)));
    EXPECT_TRUE(reply.ends_with("0\r\n\r\n"));
    const std::string all = fmt::format("event: progress\ndata: {{\"done\":{0},\"of\":{0}", sets);
    const std::size_t first = reply.find("event: progress\ndata: {\"done\":");
    EXPECT_NE(first, reply.npos);
    EXPECT_THAT(reply, HasSubstr(all));
    told = first < reply.find(all);
  }
  EXPECT_TRUE(told);
}

TEST_F(Studio, UsesUploadedDataAndNoOtherFiles) {
  EXPECT_EQ(status_of(ask("PUT", "/api/data/seen.csv", "item\n3\n4\n")), 200);
  const auto with = [](const std::string& file) {
    return fmt::format(R"({{"learner": {{"model": "poisson", "prior": {{"shape": 2, "rate": 1}}, "has_seen": "{}"}},
                           "target": {{"rate": 4}}, "effort": {{"per_item": 0.1}}}})",
                       file);
  };
  EXPECT_EQ(status_of(ask("POST", "/api/teach", with("seen.csv"))), 200);
  for (const char* const file : {"/etc/passwd", "../seen.csv", "/dev/zero", "-", "."}) {
    const std::string reply = ask("POST", "/api/teach", with(file));
    EXPECT_EQ(status_of(reply), 400) << file;
    EXPECT_EQ(json(reply)["errors"][0]["path"], "learner.has_seen");
  }
  for (const char* const name : {"..%2fx.csv", "%2e%2e%2fx", ".x", "a%00b", "%", "a%2", "a/b.csv"}) {
    EXPECT_EQ(status_of(ask("PUT", fmt::format("/api/data/{}", name), "x")), 400) << name;
  }
  const std::string program = R"({"learner": {"model": "program", "command": ["touch", "/tmp/didact-was-here"]},
                                  "target": {}, "items": {"range": [0, 1]}})";
  EXPECT_EQ(json(ask("POST", "/api/teach", program))["errors"][0]["path"], "learner.command");
  EXPECT_FALSE(std::filesystem::exists("/tmp/didact-was-here"));
}

TEST_F(Studio, SendsStrangersAway) {
  const auto reply = [&](const std::string& headers) {
    return status_of(say(fmt::format("POST /api/teach HTTP/1.1\r\n{}Content-Length: {}\r\nConnection: close\r\n\r\n{}",
                                     headers, multinomial.size(), multinomial)));
  };
  const std::string host = fmt::format("Host: 127.0.0.1:{}\r\n", server_.port()),
                    token = "Authorization: Bearer secret\r\n", type = "Content-Type: application/json\r\n";
  EXPECT_EQ(reply(host + token + type), 200);
  EXPECT_EQ(reply(host + type), 401);
  EXPECT_EQ(reply(token + type), 403);
  EXPECT_EQ(reply("Host: evil.example\r\n" + token + type), 403);
  EXPECT_EQ(reply(host + token + type + "Origin: http://evil.example\r\n"), 403);
  EXPECT_EQ(reply(host + token + type + "Sec-Fetch-Site: cross-site\r\n"), 403);
  EXPECT_EQ(reply(host + token + "Content-Type: text/plain\r\n"), 415);
  EXPECT_EQ(status_of(say("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")), 403);
  EXPECT_EQ(status_of(ask("GET", "/api/learners")), 200);
  EXPECT_EQ(status_of(ask("GET", "/nothing")), 404);
  EXPECT_EQ(status_of(ask("GET", "/api/../etc/passwd")), 404);
  EXPECT_EQ(status_of(ask("DELETE", "/api/teach")), 405);
  EXPECT_EQ(status_of(ask("PUT", "/")), 405);
}

TEST_F(Studio, HasAPageThatMayRunNothingElse) {
  if (page().empty()) GTEST_SKIP() << "built without the page";
  const std::string reply = ask("GET", "/");
  EXPECT_EQ(status_of(reply), 200);
  EXPECT_THAT(reply, HasSubstr("Content-Security-Policy: default-src 'none'; script-src 'sha256-"));
  EXPECT_THAT(reply, testing::Not(HasSubstr("unsafe")));
  EXPECT_THAT(reply, HasSubstr("frame-ancestors 'none'"));
  EXPECT_THAT(reply, HasSubstr("X-Content-Type-Options: nosniff"));
  EXPECT_THAT(reply, testing::Not(HasSubstr("Access-Control")));
}

TEST_F(Studio, TakesNoMoreThanItsLimits) {
  EXPECT_EQ(status_of(ask("POST", "/api/teach", std::string(200'001, ' '))), 413);
  EXPECT_EQ(status_of(ask("PUT", "/api/data/x.csv", std::string(400'001, ' '))), 413);
  // One that hides its length.
  const std::string chunks = fmt::format("{:x}\r\n{}\r\n", 150'000, std::string(150'000, ' '));
  EXPECT_EQ(status_of(say(fmt::format(
                "POST /api/teach HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer "
                "secret\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n{}{}0\r\n\r\n",
                server_.port(), chunks, chunks))),
            413);
  EXPECT_EQ(status_of(ask("GET", "/", "", "X: " + std::string(20'000, 'a') + "\r\n")), 431);
  EXPECT_EQ(status_of(say("nonsense\r\n\r\n")), 400);
  const std::string deep(100'000, '[');
  EXPECT_EQ(status_of(ask("POST", "/api/teach", deep)), 400);
  EXPECT_EQ(status_of(ask("POST", "/api/teach", multinomial)), 200);  // and goes on
}

/// One that gives them a second.
class HastyStudio : public Studio {
 protected:
  HastyStudio() : Studio(1) {}
};

TEST_F(HastyStudio, DoesNotWaitForTheSlow) {
  Line silent(server_.port()), dripping(server_.port()), half(server_.port());
  half.send(header("POST", "/api/teach", 1000) + "{");
  EXPECT_TRUE(comes_true([&] {
    dripping.send("G");
    dripping.receive(0.1);
    return dripping.ended();
  }));
  for (Line* line : {&silent, &half}) {
    line->receive();
    EXPECT_TRUE(line->ended());
  }
}

TEST_F(Studio, TakesOnlySoManyAtOnce) {
  std::vector<std::unique_ptr<Line>> lines;
  for (int i = 0; i < 30; ++i) lines.push_back(std::make_unique<Line>(server_.port()));
  const auto sent_away = [&] {
    return std::count_if(lines.begin(), lines.end(), [](const auto& line) {
      line->receive(0);
      return line->ended();
    });
  };
  EXPECT_TRUE(comes_true([&] { return sent_away() >= 30 - 8; }));
  EXPECT_EQ(sent_away(), 30 - 8);
  lines.clear();
  EXPECT_TRUE(comes_true([&] { return status_of(ask("POST", "/api/teach", multinomial)) == 200; }));
}

/// Somebody who goes away takes the work along: or the next one would wait for minutes.
TEST_F(Studio, StopsWorkingForThoseWhoLeft) {
  for (int i = 0; i < 12; ++i) {  // more than are worked on at once
    Line line(server_.port());
    line.send(header("POST", "/api/simulate", endless.size()) + endless);
    ASSERT_TRUE(comes_true([&] { return heard_ > i; }));
    std::this_thread::sleep_for(std::chrono::milliseconds(30));  // most have begun by then
  }
  EXPECT_EQ(status_of(ask("POST", "/api/teach", multinomial)), 200);
}

/// A problem that would take more memory than there is ends by itself, and alone.
TEST_F(Studio, SurvivesAProblemThatIsTooLarge) {
  const std::string huge =
      R"({"problem": {"learner": {"model": "gaussian", "prior": {"mean": 1, "kappa": 1, "shape": 2, "scale": 2}},
                                "target": {"mean": 0, "variance": 1}, "items": {"range": [-5, 5]}, "effort": {"per_item": 0.5}},
                               "sets": 10, "size": "900000000000"})";
  const std::string reply = ask("POST", "/api/simulate", huge);
  EXPECT_EQ(status_of(reply), 500) << reply;
  EXPECT_EQ(status_of(ask("POST", "/api/teach", multinomial)), 200);
}

/// Replies without bodies leave the next reply where it is looked for.
TEST_F(Studio, AnswersOneAfterTheOther) {
  const std::string host = fmt::format("Host: 127.0.0.1:{}\r\nAuthorization: Bearer secret\r\n", server_.port());
  const std::string replies = say(fmt::format(
      "HEAD /api/teach HTTP/1.1\r\n{0}\r\nHEAD /api/schema HTTP/1.1\r\n{0}\r\nPOST /api/teach "
      "HTTP/1.1\r\n{0}Content-Type: "
      "application/json\r\nContent-Length: {1}\r\n\r\n{2}GET /api/opened HTTP/1.1\r\n{0}Connection: close\r\n\r\n",
      host, multinomial.size(), multinomial));
  std::vector<int> statuses;
  for (std::size_t at = replies.find("HTTP/1.1 "); at != replies.npos; at = replies.find("HTTP/1.1 ", at + 1)) {
    statuses.push_back(status_of(replies.substr(at)));
  }
  EXPECT_EQ(statuses, (std::vector{405, 200, 200, 200}));
  EXPECT_EQ(replies.find("takes POST"), replies.npos);
}

TEST_F(Studio, LetsThoseGoOnWhoAskFirst) {
  Line line(server_.port());
  line.send(header("POST", "/api/teach", multinomial.size(), "Expect: 100-continue\r\n"));
  EXPECT_THAT(line.receive(patience, "\r\n\r\n"), HasSubstr("HTTP/1.1 100 Continue"));
  line.send(multinomial);
  EXPECT_EQ(status_of(line.receive()), 200);
}

/// What was said after the question does not hide that somebody has gone.
TEST_F(Studio, NoticesThatSomebodyLeftWhoHadMoreToSay) {
  for (int i = 0; i < 6; ++i) {
    Line line(server_.port());
    line.send(header("POST", "/api/simulate", endless.size()) + endless + "\r\n");
    ASSERT_TRUE(comes_true([&] { return heard_ > i; }));
    std::this_thread::sleep_for(std::chrono::milliseconds(30));  // most have begun by then
  }
  EXPECT_EQ(status_of(ask("POST", "/api/teach", multinomial)), 200);
}

TEST_F(Studio, StopsAQuestionByItsName) {
  Line line(server_.port());
  line.send(header("POST", "/api/simulate?job=mine", endless.size()) + endless);
  ASSERT_TRUE(comes_true([&] { return heard_ > 0; }));
  EXPECT_EQ(status_of(ask("POST", "/api/simulate?job=mine", endless)), 409);
  EXPECT_EQ(status_of(ask("POST", "/api/stop?job=mine", "{}")), 200);
  const std::string reply = line.receive();
  EXPECT_EQ(status_of(reply), 200) << reply;
  EXPECT_LT(json(reply)["sets"].get<double>(), 1e8);
  // The name is free again soon after the answer.
  EXPECT_TRUE(comes_true([&] { return status_of(ask("POST", "/api/stop?job=mine", "{}")) == 404; }));
}

TEST_F(Studio, OutlivesATidiedFolder) {
  std::filesystem::remove_all(site_.folder());
  EXPECT_EQ(status_of(ask("PUT", "/api/data/seen.csv", "item\n3\n")), 200);
  std::filesystem::remove_all(site_.folder());
  std::ofstream(site_.folder()) << "in the way";
  EXPECT_EQ(status_of(ask("PUT", "/api/data/seen.csv", "item\n3\n")), 500);
  std::filesystem::remove(site_.folder());
  EXPECT_EQ(status_of(ask("GET", "/api/learners")), 200);
}

}  // namespace
}  // namespace didact::studio::server_test
