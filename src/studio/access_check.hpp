#pragma once
// Who may speak to the studio: the page that this run opened, and nobody else. Other pages in the same browser can make
// it send requests here, and a name server can make their names mean this machine.

#include <optional>
#include <string>
#include <string_view>

namespace didact::studio {

/// What a request says of itself; what it does not say is empty.
struct RequestHead {
  std::string_view method, path, host, origin, fetch_site, fetch_mode, authorization, content_type;
};

struct Refusal {
  unsigned status;
  std::string message;
};

class AccessCheck {
 public:
  AccessCheck(unsigned short port, std::string token);

  /// Nothing if it may pass. The page itself needs no token, for it has no secrets.
  std::optional<Refusal> refusal(const RequestHead& head) const;

 private:
  bool is_our_name(std::string_view host) const;

  unsigned short port_;
  std::string token_;
};

/// 128 random bits that nobody can guess, as letters and digits. Throws std::runtime_error where the system has none.
std::string random_token();

/// Whether they are equal, in a time that does not tell where they differ.
bool same_secret(std::string_view given, std::string_view secret);

}  // namespace didact::studio
