#pragma once
// A program that runs beside didact, spoken to line by line. Nothing here waits but where it says so.

#include <filesystem>
#include <optional>
#include <poll.h>
#include <stdexcept>
#include <string>
#include <sys/types.h>
#include <vector>

namespace didact::programs {

struct Command {
  std::vector<std::string> words;   ///< the program and its arguments
  std::filesystem::path directory;  ///< where it runs; empty: where didact does
  std::size_t longest_line = 1 << 20;
};

/// What a program did wrong, in words that go on from "the program …".
struct Fault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Anything a program wrote, fit to be shown: one line of valid UTF-8, and short. The end is kept, or the beginning.
enum class Keep { beginning, end };
std::string readable(const std::string& text, std::size_t most, Keep keep = Keep::beginning);

/// A descriptor that is closed when nobody needs it.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.number_) { other.number_ = -1; }
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor() { close(); }
  int number() const { return number_; }
  bool open() const { return number_ >= 0; }
  void close();

 private:
  int number_ = -1;
};

class Child {
 public:
  /// Starts it, in a process group of its own. Throws Fault where that cannot be done.
  explicit Child(const Command& command);
  /// Kills it with all that it started, if it still runs, and waits for its end.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  void send(std::string_view line) { unsent_ += line, unsent_ += '\n'; }
  /// Writes and reads what can be without waiting. Throws Fault for a line without end.
  void serve();
  /// What to wait for.
  void add_to(std::vector<pollfd>& polled) const;
  /// The next line that it wrote.
  std::optional<std::string> line();
  /// It will write no more lines.
  bool silent() const { return !out_.open(); }

  /// As Ctrl-C would.
  void interrupt() const;
  /// Says that nothing more will be asked; a program that reads its input then ends by itself.
  void dismiss() { in_.close(); }
  bool ended() const;  ///< though nobody has taken note yet

  /// Ends it, and says how it ended if that was its own doing ("exited with code 1"), and its last words.
  std::string obituary();
  /// The last lines of its standard error, as `; its last words: …`, or nothing.
  std::string last_words();

 private:
  void write_unsent();
  void read_lines();
  void read_errors();
  int kill_and_reap();

  pid_t pid_ = -1;
  std::size_t longest_line_;
  Descriptor in_, out_, err_;
  std::string unsent_, received_, errors_;
};

}  // namespace didact::programs
