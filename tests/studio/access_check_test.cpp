// Who is let in, and who is not.

#include "studio/access_check.hpp"

#include "studio/uploads.hpp"

#include <gtest/gtest.h>

#include <set>

namespace didact::studio::access_check_test {
namespace {

class AccessChecks : public testing::Test {
 protected:
  unsigned status(RequestHead head) const {
    const auto refusal = access_.refusal(head);
    return refusal ? refusal->status : 200;
  }
  static RequestHead ours() {
    return {"POST",        "/api/teach", "127.0.0.1:8737", "http://127.0.0.1:8737",
            "same-origin", "cors",       "Bearer secret",  "application/json"};
  }
  AccessCheck access_{8737, "secret"};
};

TEST_F(AccessChecks, LetTheirOwnPageIn) {
  EXPECT_EQ(status(ours()), 200u);
  RequestHead head = ours();
  head.host = "localhost:8737";
  head.origin = "http://localhost:8737";
  EXPECT_EQ(status(head), 200u);
  head.origin = head.fetch_site = "";  // no browser
  EXPECT_EQ(status(head), 200u);
  EXPECT_EQ(status({"GET", "/", "127.0.0.1:8737", "", "none", "navigate", "", ""}), 200u);
}

/// A page whose name has come to mean this machine sends its own name as the host.
TEST_F(AccessChecks, KnowTheirOwnName) {
  for (const std::string_view host : {"evil.example:8737", "127.0.0.1", "127.0.0.1:80", "localhost:87370", "",
                                      "127.0.0.1:8737.evil.example", "[::1]:80", "0.0.0.0:8737"}) {
    RequestHead head = ours();
    head.host = host;
    head.origin = "";
    EXPECT_EQ(status(head), 403u) << host;
    EXPECT_EQ(status({"GET", "/", host, "", "none", "navigate", "", ""}), 403u) << host;
  }
}

TEST_F(AccessChecks, SendOtherPagesAway) {
  for (const std::string_view origin :
       {"http://evil.example", "null", "http://127.0.0.1:8738", "https://127.0.0.1:8737", "http://localhost:8737"}) {
    RequestHead head = ours();
    head.origin = origin;
    EXPECT_EQ(status(head), 403u) << origin;
  }
  RequestHead head = ours();
  head.fetch_site = "cross-site";
  EXPECT_EQ(status(head), 403u);
  head.fetch_site = "same-site";
  EXPECT_EQ(status(head), 403u);
}

/// A link on any page may lead here; that page learns nothing by it.
TEST_F(AccessChecks, LetThoseInWhoFollowALink) {
  EXPECT_EQ(status({"GET", "/", "127.0.0.1:8737", "", "cross-site", "navigate", "", ""}), 200u);
  EXPECT_EQ(status({"GET", "/", "127.0.0.1:8737", "", "cross-site", "no-cors", "", ""}), 403u);
  EXPECT_EQ(status({"POST", "/", "127.0.0.1:8737", "", "cross-site", "navigate", "", ""}), 403u);
  EXPECT_EQ(status({"PUT", "/x", "127.0.0.1:8737", "", "", "", "", ""}), 405u);
  EXPECT_EQ(status({"GET", "/api/learners", "127.0.0.1:8737", "", "cross-site", "navigate", "Bearer secret", ""}),
            403u);
}

TEST_F(AccessChecks, WantTheToken) {
  for (const std::string_view token :
       {"", "Bearer ", "Bearer secre", "Bearer secret2", "Bearer SECRET", "secret", "Basic secret"}) {
    RequestHead head = ours();
    head.authorization = token;
    EXPECT_EQ(status(head), 401u) << token;
  }
}

/// What a form of another page could send has another type.
TEST_F(AccessChecks, TakeOnlyJson) {
  for (const std::string_view type : {"", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"}) {
    RequestHead head = ours();
    head.content_type = type;
    EXPECT_EQ(status(head), 415u) << type;
  }
}

TEST(Tokens, AreLongAndNeverTheSame) {
  std::set<std::string> seen;
  for (int i = 0; i < 100; ++i) {
    const std::string token = random_token();
    EXPECT_EQ(token.size(), 32u);
    EXPECT_TRUE(seen.insert(token).second);
  }
}

TEST(Uploads, KeepPlainNamesOnly) {
  std::filesystem::path folder;
  {
    Uploads uploads;
    folder = uploads.folder();
    EXPECT_EQ(uploads.put("iris.csv", "a\n1\n"), "");
    EXPECT_EQ(uploads.put("iris.csv", "a\n2\n"), "");
    EXPECT_EQ(uploads.put("köln (2).csv", "a\n"), "");
    const std::vector<std::string> bad = {
        "",     "../iris.csv",          "/etc/passwd",        ".hidden", "a/b", "a\\b",
        "a\nb", std::string("a\0b", 3), std::string(101, 'a')};
    for (const std::string& name : bad) EXPECT_NE(uploads.put(name, "x"), "") << name;
    const auto permissions = std::filesystem::status(folder).permissions();
    EXPECT_EQ(permissions & (std::filesystem::perms::group_all | std::filesystem::perms::others_all),
              std::filesystem::perms::none);
  }
  EXPECT_FALSE(std::filesystem::exists(folder));
}

}  // namespace
}  // namespace didact::studio::access_check_test
