// The studio as a program: its address, its end, and what it leaves behind.

#include "patience.hpp"
#include "program.hpp"

#include <gmock/gmock.h>

#include <regex>

namespace didact::studio_test {
namespace {

using testing::HasSubstr;

/// What it says first; empty if it ends without a word.
std::string address_of(Process& studio) {
  EXPECT_TRUE(comes_true([&] { return studio.ended() || studio.so_far().ends_with('\n'); }));
  const std::string out = studio.so_far();
  return out.substr(0, out.find('\n'));
}

/// How many processes work in a folder, also one that is gone.
int processes_in(const std::filesystem::path& folder) {
  int found = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::error_code failed;
    const std::string place = std::filesystem::read_symlink(entry.path() / "cwd", failed).string();
    found += !failed && place.starts_with(folder.string());
  }
  return found;
}

/// Where the studio keeps what is uploaded.
class TemporaryFolder {
 public:
  TemporaryFolder() { setenv("TMPDIR", folder_.path().c_str(), 1); }
  ~TemporaryFolder() { unsetenv("TMPDIR"); }
  const std::filesystem::path path() const { return folder_.path(); }
  bool empty() const {  // but for those of the test itself
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
      if (entry.path().filename().string().starts_with("didact-studio-")) return false;
    }
    return true;
  }

 private:
  Folder folder_;
};

/// False only where the program says so.
bool has_page() {
  Process studio({"studio", "--no-browser", "--port", "0"}, "");
  const bool has = !address_of(studio).empty();
  studio.signal(SIGTERM);
  const Outcome ended = studio.wait();
  if (!has) {
    EXPECT_THAT(ended.err, HasSubstr("without the studio's page"));
  }
  return has;
}

TEST(StudioProgram, EndsCleanly) {
  if (!has_page()) GTEST_SKIP() << "built without the page";
  const TemporaryFolder folder;
  for (const int signal : {SIGINT, SIGTERM}) {
    Process studio({"studio", "--no-browser", "--port", "0"}, "");
    const std::string address = address_of(studio);
    EXPECT_TRUE(std::regex_match(address, std::regex(R"(http://127\.0\.0\.1:\d+/#token=[0-9a-f]{32})"))) << address;
    EXPECT_FALSE(folder.empty());
    EXPECT_TRUE(comes_true([&] { return processes_in(folder.path()) > 0; }));
    studio.signal(signal);
    const Outcome ended = studio.wait();
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_TRUE(folder.empty());
    EXPECT_EQ(processes_in(folder.path()), 0);
  }
}

/// Its workers do not outlive one that had no time to end.
TEST(StudioProgram, TakesItsWorkersAlong) {
  if (!has_page()) GTEST_SKIP() << "built without the page";
  const TemporaryFolder folder;
  Process studio({"studio", "--no-browser", "--port", "0"}, "");
  address_of(studio);
  EXPECT_TRUE(comes_true([&] { return processes_in(folder.path()) >= 4; }));
  studio.signal(SIGKILL);
  studio.wait();
  EXPECT_TRUE(comes_true([&] { return processes_in(folder.path()) == 0; }));
}

TEST(StudioProgram, RefusesAPortThatIsTaken) {
  if (!has_page()) GTEST_SKIP() << "built without the page";
  Process studio({"studio", "--no-browser", "--port", "0"}, "");
  const std::string address = address_of(studio);
  const std::string port = std::regex_replace(address, std::regex(R"(.*:(\d+)/.*)"), "$1");
  const Outcome second = run({"studio", "--no-browser", "--port", port});
  EXPECT_EQ(second.code, 1);
  EXPECT_THAT(second.err, HasSubstr("cannot listen at port " + port));
  studio.signal(SIGINT);
  studio.wait();
}

TEST(StudioProgram, OpensProblemsThatAreProblems) {
  if (!has_page()) GTEST_SKIP() << "built without the page";
  const Outcome missing = run({"studio", "--no-browser", "--open", "no.json"});
  EXPECT_EQ(missing.code, 2);
  EXPECT_THAT(missing.err, HasSubstr("--open: cannot read no.json"));
  const Folder folder;
  const Outcome wrong = run({"studio", "--no-browser", "--open", folder.write("x.json", "{}")});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("learner"));
}

}  // namespace
}  // namespace didact::studio_test
