#include "commands.hpp"
#include "output.hpp"
#include "problem.hpp"
#include "report/catalogue.hpp"

namespace didact::app {

int learners(const Arguments& arguments) {
  const bool json = arguments.format == "json";
  const report::Paint paint = paint_for_output(arguments);
  if (!arguments.model.empty()) {
    const io::Description& model = named_model(arguments.model).description();
    write_result(arguments, json ? io::pretty(report::to_json(model)) + '\n' : report::to_text(model, paint));
    return success;
  }
  const std::vector<const io::Description*> all = io::descriptions();
  write_result(arguments, json ? io::pretty(report::to_json(all)) + '\n' : report::to_text(all, paint));
  return success;
}

}  // namespace didact::app
