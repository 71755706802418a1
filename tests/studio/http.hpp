#pragma once
// A client that says exactly what it is told, also what no browser would.

#include "patience.hpp"

#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

namespace didact::studio {

class Line {
 public:
  explicit Line(unsigned short port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  }
  ~Line() { close(); }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  void close() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
  }
  bool connected() const { return connected_; }
  bool send(const std::string& bytes) {
    std::size_t sent = 0;
    while (sent < bytes.size()) {
      const ssize_t count = ::send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
      if (count <= 0) return false;
      sent += static_cast<std::size_t>(count);
    }
    return true;
  }
  /// What comes until the other side is done, `text` has come, or it is silent for so many seconds.
  std::string receive(double seconds = patience, const std::string& text = "") {
    std::string all;
    char block[65536];
    while (text.empty() || all.find(text) == all.npos) {
      pollfd polled{socket_, POLLIN, 0};
      if (poll(&polled, 1, static_cast<int>(1000 * seconds)) <= 0) break;
      const ssize_t count = ::recv(socket_, block, sizeof block, 0);
      if (count <= 0) {
        ended_ = true;
        break;
      }
      all.append(block, static_cast<std::size_t>(count));
    }
    return all;
  }
  bool ended() const { return ended_; }

 private:
  int socket_;
  bool connected_ = false, ended_ = false;
};

inline int status_of(const std::string& reply) {
  return reply.starts_with("HTTP/1.1 ") ? std::stoi(reply.substr(9, 3)) : 0;
}

inline std::string body_of(const std::string& reply) {
  const std::size_t end = reply.find("\r\n\r\n");
  return end == reply.npos ? "" : reply.substr(end + 4);
}

}  // namespace didact::studio
