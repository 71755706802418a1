#include "studio/server.hpp"

#include "report/report.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <deque>
#include <fcntl.h>
#include <optional>
#include <set>
#include <stdexcept>

namespace didact::studio {
namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using tcp = net::ip::tcp;

std::chrono::nanoseconds duration(double seconds) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(seconds));
}

std::string_view text(beast::string_view view) {
  return {view.data(), view.size()};
}

/// What every answer says of itself.
std::string common_headers() {
  return "Cache-Control: no-store\r\n"
         "Cross-Origin-Opener-Policy: same-origin\r\n"
         "Cross-Origin-Resource-Policy: same-origin\r\n"
         "Referrer-Policy: no-referrer\r\n"
         "X-Content-Type-Options: nosniff\r\n"
         "X-Frame-Options: DENY\r\n";
}

std::string status_line(unsigned status) {
  return fmt::format("HTTP/1.1 {} {}\r\n", status, text(http::obsolete_reason(http::int_to_status(status))));
}

std::string chunk(std::string_view data) {
  return fmt::format("{:x}\r\n{}\r\n", data.size(), data);
}

class Connection;

/// What all connections of a run share.
struct Connections {
  AccessCheck access;
  Server::Site site;
  Limits limits;
  std::size_t places_taken = 0;
  std::set<Connection*> connections;
};

/// One connection, request after request. All of it runs on the server's one thread; what other threads say of an
/// answer is passed on to it.
class Connection final : public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, Connections& shared) : stream_(std::move(socket)), shared_(shared) {
    ++shared_.places_taken;
    shared_.connections.insert(this);
  }
  ~Connection() {
    give_place();
    shared_.connections.erase(this);
  }

  void begin() { read_header(); }

  void say(std::size_t question, std::string bytes, bool last, bool is_progress = false) {
    constexpr std::size_t most_behind = 64;
    if (question != question_ || closed_) return;
    if (is_progress && unsent_.size() > most_behind) return;  // a slow reader gets less of what it may miss
    unsent_.push_back(std::move(bytes));
    if (last) {
      answered_ = true;
      gone_ = nullptr;
    }
    if (!writing_) write();
  }
  void when_gone(std::size_t question, std::function<void()> then) {
    if (question != question_ || closed_) return then();
    if (!answered_) gone_ = std::move(then);  // else there is nothing left to give up
  }
  net::any_io_executor executor() { return stream_.get_executor(); }

  void close() {
    if (closed_) return;
    closed_ = true;
    give_place();
    beast::error_code ignored;
    stream_.socket().close(ignored);
    if (gone_) std::exchange(gone_, nullptr)();
  }

 private:
  class Answering;

  void read_header() {
    ++question_;
    answered_ = false;
    gone_ = nullptr;
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(shared_.limits.header));
    parser_->body_limit(shared_.limits.data);
    stream_.expires_after(duration(shared_.limits.seconds_to_ask));
    http::async_read_header(stream_, buffer_, *parser_,
                            [self = shared_from_this()](beast::error_code error, std::size_t) {
                              if (error) return self->bad_request(error);
                              self->look_at_header();
                            });
  }

  /// Strangers, and too much, are sent away before they are listened to.
  void look_at_header() {
    const auto& head = parser_->get();
    const auto field = [&](http::field name) { return text(head[name]); };
    const std::string target(text(head.target()));
    const std::size_t mark = target.find('?');
    request_ = {std::string(text(head.method_string())), target.substr(0, mark),
                mark == target.npos ? "" : target.substr(mark + 1), ""};
    const bool knows_chunks = head.version() >= 11;
    request_.wants_events =
        knows_chunks && field(http::field::accept).find("text/event-stream") != std::string_view::npos;
    stays_ = head.keep_alive();
    const RequestHead described{request_.method,
                                request_.path,
                                field(http::field::host),
                                field(http::field::origin),
                                text(head["Sec-Fetch-Site"]),
                                text(head["Sec-Fetch-Mode"]),
                                field(http::field::authorization),
                                field(http::field::content_type)};
    if (const auto refusal = shared_.access.refusal(described)) {
      return turn_away(error_reply(refusal->status, refusal->message));
    }
    const std::string& method = request_.method;
    const std::size_t most = method == "PUT" ? shared_.limits.data : method == "POST" ? shared_.limits.body : 0;
    parser_->body_limit(most);
    if (parser_->content_length() && *parser_->content_length() > most) {
      return turn_away(error_reply(413, fmt::format("more than {} bytes are too many", most)));
    }
    if (!beast::iequals(head[http::field::expect], "100-continue")) return read_body();
    stream_.expires_after(duration(shared_.limits.seconds_to_read));
    static const std::string go_on = "HTTP/1.1 100 Continue\r\n\r\n";
    net::async_write(stream_, net::buffer(go_on), [self = shared_from_this()](beast::error_code error, std::size_t) {
      error ? self->close() : self->read_body();
    });
  }

  void read_body() {
    stream_.expires_after(duration(shared_.limits.seconds_to_ask));
    http::async_read(stream_, buffer_, *parser_, [self = shared_from_this()](beast::error_code error, std::size_t) {
      if (error) return self->bad_request(error);
      self->serve();
    });
  }

  void bad_request(beast::error_code error) {
    if (error == http::error::body_limit) return turn_away(error_reply(413, "the body is too large"));
    if (error == http::error::header_limit) return turn_away(error_reply(431, "the header is too large"));
    const bool is_http = error.category() == http::make_error_code(http::error::bad_method).category();
    if (is_http && error != http::error::end_of_stream && error != http::error::partial_message) {
      return turn_away(error_reply(400, "this is no request: " + error.message()));
    }
    close();
  }

  void turn_away(const Reply& reply) {
    stays_ = false;
    stream_.expires_never();
    say(question_, reply_bytes(reply), true);
  }

  void serve();

  /// While an answer is being made: one who goes away, or only says that it will say no more, wants it no more. What it
  /// says meanwhile is kept for the next request.
  void watch() {
    constexpr std::size_t most_kept = 64 << 10;
    watching_ = true;
    stream_.socket().async_read_some(net::buffer(leftover_),
                                     [self = shared_from_this()](beast::error_code error, std::size_t count) {
                                       self->watching_ = false;
                                       self->keep(count);
                                       if (self->closed_) return;
                                       if (self->all_is_said()) return self->go_on();
                                       if (error) return self->close();
                                       if (self->buffer_.size() < most_kept) self->watch();
                                     });
  }
  void keep(std::size_t count) {
    const auto room = buffer_.prepare(count);
    buffer_.commit(net::buffer_copy(room, net::buffer(leftover_, count)));
  }
  bool all_is_said() const { return answered_ && !writing_ && unsent_.empty(); }

  std::string reply_bytes(const Reply& reply) const {
    std::string bytes = status_line(reply.status) + common_headers();
    bytes += fmt::format("Content-Type: {}\r\nContent-Length: {}\r\nConnection: {}\r\n", reply.type, reply.body.size(),
                         stays_ ? "keep-alive" : "close");
    for (const auto& [name, value] : reply.headers) bytes += fmt::format("{}: {}\r\n", name, value);
    return bytes + "\r\n" + (request_.method == "HEAD" ? "" : reply.body);
  }

  std::string stream_head() const {
    return fmt::format("{}{}Content-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\nConnection: {}\r\n\r\n",
                       status_line(200), common_headers(), stays_ ? "keep-alive" : "close");
  }

  void write() {
    writing_ = true;
    stream_.expires_after(duration(shared_.limits.seconds_to_read));
    net::async_write(stream_, net::buffer(unsent_.front()),
                     [self = shared_from_this()](beast::error_code error, std::size_t) {
                       self->writing_ = false;
                       self->unsent_.pop_front();
                       if (error) return self->close();
                       self->stream_.expires_never();
                       if (!self->unsent_.empty()) return self->write();
                       if (self->answered_) self->go_on();
                     });
  }

  /// To the next request, or the end. Only one may read at a time.
  void go_on() {
    if (watching_) {
      beast::error_code ignored;
      stream_.socket().cancel(ignored);  // and then comes back here
    } else if (stays_) {
      read_header();
    } else {
      part();
    }
  }

  /// Lets the other side read to the end before the connection is gone.
  void part() {
    beast::error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    closed_ = true;
    stream_.expires_after(std::chrono::seconds(1));
    stream_.async_read_some(net::buffer(leftover_),
                            [self = shared_from_this()](beast::error_code, std::size_t) { self->give_place(); });
  }

  /// Others may come, though those who work for this one still know it.
  void give_place() {
    if (std::exchange(has_place_, false)) --shared_.places_taken;
  }

  beast::tcp_stream stream_;
  Connections& shared_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
  Request request_;
  std::size_t question_ = 0;  ///< answers to earlier ones are not heard
  bool has_place_ = true, stays_ = true, answered_ = false, writing_ = false, watching_ = false, closed_ = false;
  std::deque<std::string> unsent_;
  std::function<void()> gone_;
  std::array<char, 1024> leftover_;
};

class Connection::Answering final : public Talk {
 public:
  Answering(std::shared_ptr<Connection> connection, std::size_t question)
      : connection_(std::move(connection)), question_(question) {}

  void reply(Reply reply) override {
    later([reply = std::move(reply)](Connection& connection, std::size_t question) {
      connection.say(question, connection.reply_bytes(reply), true);
    });
  }
  void event(std::string_view name, std::string_view json) override {
    const bool first = !begun_.exchange(true);
    later([bytes = chunk(fmt::format("event: {}\ndata: {}\n\n", name, json)), first, is_progress = name == "progress"](
              Connection& connection, std::size_t question) {
      if (first) connection.say(question, connection.stream_head(), false);
      connection.say(question, bytes, false, is_progress);
    });
  }
  void end() override {
    later([](Connection& connection, std::size_t question) { connection.say(question, "0\r\n\r\n", true); });
  }
  void when_gone(std::function<void()> then) override {
    later([then = std::move(then)](Connection& connection, std::size_t question) {
      connection.when_gone(question, then);
    });
  }

 private:
  void later(std::function<void(Connection&, std::size_t)> what) {
    net::post(connection_->executor(), [connection = connection_, question = question_, what = std::move(what)] {
      what(*connection, question);
    });
  }

  std::shared_ptr<Connection> connection_;
  std::size_t question_;
  std::atomic<bool> begun_ = false;
};

void Connection::serve() {
  request_.body = std::move(parser_->get().body());
  stream_.expires_never();
  watch();
  const auto answering = std::make_shared<Answering>(shared_from_this(), question_);
  try {
    shared_.site(request_, answering);
  } catch (const std::exception& error) {  // a full disk, no memory: others are not to suffer from it
    answering->reply(error_reply(500, error.what()));
  }
  request_.body.clear();
}

}  // namespace

struct Server::Body {
  Limits limits;
  std::optional<Connections> shared;  // longer than its connections, which the context keeps
  net::io_context context{1};
  tcp::acceptor acceptor{context};
  net::signal_set signals{context, SIGINT, SIGTERM, SIGHUP};  // one that comes before run() is kept for it
};

Server::Server(unsigned short port, Limits limits) : body_(std::make_unique<Body>()) {
  body_->limits = limits;
  const tcp::endpoint here(net::ip::address_v4::loopback(), port);
  try {
    body_->acceptor.open(here.protocol());
    fcntl(body_->acceptor.native_handle(), F_SETFD, FD_CLOEXEC);  // nobody that is started is to listen too
    body_->acceptor.set_option(tcp::acceptor::reuse_address(true));
    body_->acceptor.bind(here);
    body_->acceptor.listen();
  } catch (const boost::system::system_error& error) {
    throw std::runtime_error(fmt::format("cannot listen at port {}: {}", port, error.code().message()));
  }
}

Server::~Server() = default;

unsigned short Server::port() const {
  return body_->acceptor.local_endpoint().port();
}

void Server::run(const AccessCheck& access, const Site& site) {
  Connections& shared = body_->shared.emplace(Connections{access, site, body_->limits});
  body_->signals.async_wait([this](beast::error_code error, int) {
    if (!error) body_->context.stop();
  });
  net::steady_timer pause(body_->context);
  std::function<void()> accept = [&] {
    body_->acceptor.async_accept([&](beast::error_code error, tcp::socket socket) {
      if (error) {  // no more descriptors, say: they come back
        pause.expires_after(std::chrono::milliseconds(100));
        return pause.async_wait([&](beast::error_code) { accept(); });
      }
      fcntl(socket.native_handle(), F_SETFD, FD_CLOEXEC);  // or a worker would keep it open
      beast::error_code ignored;
      socket.set_option(tcp::no_delay(true), ignored);  // events are not to wait for one another
      if (shared.places_taken < shared.limits.connections) {
        std::make_shared<Connection>(std::move(socket), shared)->begin();
      }
      accept();
    });
  };
  accept();
  body_->context.run();
  // Whoever works for them is told; what they still say is not heard any more.
  for (Connection* const connection : std::vector(shared.connections.begin(), shared.connections.end()))
    connection->close();
}

void Server::stop() {
  body_->context.stop();
}

Reply error_reply(unsigned status, const std::string& message) {
  return {status,
          report::to_json(std::vector<io::Error>{{"", message}}).dump(-1, ' ', false, Json::error_handler_t::replace)};
}

}  // namespace didact::studio
