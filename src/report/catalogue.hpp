#pragma once
// What models there are, and what each one takes.

#include "io/description.hpp"
#include "report/table.hpp"

#include <string>
#include <vector>

namespace didact::report {

io::Json to_json(const io::Description& model);
io::Json to_json(const std::vector<const io::Description*>& models);
std::string to_text(const std::vector<const io::Description*>& models, Paint paint = {});
std::string to_text(const io::Description& model, Paint paint = {});

}  // namespace didact::report
