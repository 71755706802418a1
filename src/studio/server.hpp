#pragma once
// HTTP on this machine only. It knows limits and who may ask; what is served is a site's affair.

#include "io/json.hpp"
#include "studio/access_check.hpp"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace didact::studio {

using io::Json;

struct Request {
  std::string method, path, query, body;
  bool wants_events = false;  ///< the answer as a stream of events
};

struct Reply {
  unsigned status = 200;
  std::string body;
  std::string type = "application/json; charset=utf-8";
  std::vector<std::pair<std::string, std::string>> headers = {};
};

/// One request's way back. Everything may be called from any thread.
class Talk {
 public:
  virtual ~Talk() = default;
  /// All at once,
  virtual void reply(Reply reply) = 0;
  /// or event by event.
  virtual void event(std::string_view name, std::string_view json) = 0;
  virtual void end() = 0;
  /// Done if the one who asked goes away before the end.
  virtual void when_gone(std::function<void()> then) = 0;
};

struct Limits {
  std::size_t header = 16 << 10, body = 8 << 20, data = 64 << 20;  ///< bytes
  std::size_t connections = 64;
  double seconds_to_ask = 20;   ///< for a header, and again for a body
  double seconds_to_read = 30;  ///< for one who takes no notice of what is sent
};

class Server {
 public:
  /// What it throws is answered with 500.
  using Site = std::function<void(const Request& request, std::shared_ptr<Talk> talk)>;

  /// Listens at this port, or at any if it is 0. Throws std::runtime_error.
  explicit Server(unsigned short port, Limits limits = {});
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  unsigned short port() const;
  /// Until stop(), or SIGINT, SIGTERM or SIGHUP. All connections are then closed; who answers may do so until this is
  /// destroyed, though nobody hears it.
  void run(const AccessCheck& access, const Site& site);
  void stop();

 private:
  struct Body;
  std::unique_ptr<Body> body_;
};

Reply error_reply(unsigned status, const std::string& message);

}  // namespace didact::studio
