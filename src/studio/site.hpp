#pragma once
// What the studio serves: the page, and the engine as an HTTP API.

#include "studio/job_queue.hpp"
#include "studio/server.hpp"
#include "studio/uploads.hpp"

#include <map>

namespace didact::studio {

class Site {
 public:
  /// `worker` is this program, as one that does work(); `opened` a problem to begin with, or null.
  Site(std::vector<std::string> worker, Json opened);

  void serve(const Request& request, const std::shared_ptr<Talk>& talk);
  /// Of this run.
  const std::filesystem::path& folder() const { return uploads_.folder(); }

 private:
  Reply get(const std::string& path) const;
  Reply put_data(const Request& request);
  void begin(const std::string& what, const Request& request, const std::shared_ptr<Talk>& talk);
  Reply stop(const std::string& job);

  Uploads uploads_;
  JobQueue queue_;
  Json opened_;
  std::map<std::string, std::weak_ptr<Job>> jobs_;  ///< those that have a name
};

}  // namespace didact::studio
