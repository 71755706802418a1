#include "studio/access_check.hpp"

#include <fmt/format.h>

#include <array>
#include <stdexcept>
#include <sys/random.h>

namespace didact::studio {

AccessCheck::AccessCheck(unsigned short port, std::string token) : port_(port), token_(std::move(token)) {}

bool AccessCheck::is_our_name(std::string_view host) const {
  for (const std::string_view name : {"127.0.0.1", "localhost", "[::1]"}) {
    if (host == fmt::format("{}:{}", name, port_) || (port_ == 80 && host == name)) return true;
  }
  return false;
}

std::optional<Refusal> AccessCheck::refusal(const RequestHead& head) const {
  constexpr unsigned bad_type = 415, not_allowed = 405, forbidden = 403, unauthorized = 401;
  if (!is_our_name(head.host)) return Refusal{forbidden, "this address is not the studio's"};
  if (!head.origin.empty() && head.origin != fmt::format("http://{}", head.host)) {
    return Refusal{forbidden, "another page may not speak to the studio"};
  }
  const bool api = head.path.starts_with("/api/"), reads = head.method == "GET" || head.method == "HEAD";
  const bool follows_a_link = !api && reads && head.fetch_mode == "navigate";
  if (!head.fetch_site.empty() && head.fetch_site != "same-origin" && head.fetch_site != "none" && !follows_a_link) {
    return Refusal{forbidden, "another page may not speak to the studio"};
  }
  if (!api && !reads) return Refusal{not_allowed, "only /api/ takes what is sent"};
  if (!api) return {};
  constexpr std::string_view bearer = "Bearer ";
  if (!head.authorization.starts_with(bearer) || !same_secret(head.authorization.substr(bearer.size()), token_)) {
    return Refusal{unauthorized, "the token is missing or of another run: open the address that didact studio printed"};
  }
  if (head.method == "POST" && !head.content_type.starts_with("application/json")) {
    return Refusal{bad_type, "the Content-Type must be application/json"};
  }
  return {};
}

std::string random_token() {
  std::array<unsigned char, 16> bytes;
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    throw std::runtime_error("the system has no random numbers for a token");
  }
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

bool same_secret(std::string_view given, std::string_view secret) {
  unsigned char differs = given.size() != secret.size();
  for (std::size_t i = 0; i < secret.size(); ++i) {
    differs |= static_cast<unsigned char>((i < given.size() ? given[i] : 0) ^ secret[i]);
  }
  return differs == 0;
}

}  // namespace didact::studio
