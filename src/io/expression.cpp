#include "io/expression.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <muParser.h>
#include <mutex>

namespace didact::io {
namespace {

/// A parsed expression and its variable. The parser keeps its stack in itself, hence the lock.
struct Parsed {
  mu::Parser parser;
  double n = 0;
  std::mutex mutex;

  explicit Parsed(const std::string& text) {
    parser.DefineVar("n", &n);
    parser.SetExpr(text);
  }
  double operator()(double at) {
    const std::lock_guard lock(mutex);
    n = at;
    return parser.Eval();
  }
};

/// Where the text assigns, which the parser would carry out.
std::size_t assignment(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '=') continue;
    if (i + 1 < text.size() && text[i + 1] == '=') {
      ++i;
    } else if (i == 0 || (text[i - 1] != '<' && text[i - 1] != '>' && text[i - 1] != '!')) {
      return i;
    }
  }
  return std::string::npos;
}

std::string explained(const mu::ParserError& error) {
  std::string message = error.GetMsg();
  if (error.GetCode() == mu::ecUNASSIGNABLE_TOKEN) {
    const std::string token = error.GetToken().substr(0, error.GetToken().find_last_not_of(' ') + 1);
    message = fmt::format("unknown name \"{}\" (the only variable is n)", token);
  } else {
    message = message.substr(0, std::min(message.find(" found at position"), message.find(" at position")));
    if (!message.empty()) message[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(message[0])));
    while (message.ends_with('.') || message.ends_with('!')) message.pop_back();
  }
  return error.GetPos() < 0 ? message : fmt::format("position {}: {}", error.GetPos() + 1, message);
}

}  // namespace

Expression parse_expression(const std::string& text) {
  if (const auto at = assignment(text); at != text.npos) {
    return {nullptr, fmt::format("position {}: cannot assign with \"=\" (\"==\" compares)", at + 1)};
  }
  try {
    const auto parsed = std::make_shared<Parsed>(text);
    (*parsed)(1);
    if (parsed->parser.GetNumResults() > 1) return {nullptr, "must be one expression, not several with commas between"};
    return {[parsed](double n) { return (*parsed)(n); }, ""};
  } catch (const mu::ParserError& error) {
    return {nullptr, explained(error)};
  }
}

std::string bad_value(const std::function<double(double)>& value, std::int64_t most) {
  for (std::int64_t n = 0; n <= most; ++n) {
    const double cost = value(static_cast<double>(n));
    if (!(cost >= 0) || std::isinf(cost)) return fmt::format("must be finite and >= 0, but is {} at n = {}", cost, n);
  }
  return {};
}

}  // namespace didact::io
