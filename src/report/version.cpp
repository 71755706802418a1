#include "report/version.hpp"

#include <didact/version.hpp>

namespace didact::report {

io::Json with_version(io::Json answer) {
  answer["version"] = version;
  return answer;
}

}  // namespace didact::report
