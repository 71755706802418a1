#pragma once
// Pictures as data, for those who draw them themselves.

#include "io/json.hpp"
#include "plot/sheet.hpp"

namespace didact::plot {

/// {"title", "notes", "rows": [[picture, …], …]}; a picture has its "kind" ("bars", "curves", …) and the members of its
/// struct. Numbers are rounded to what can be seen; those that are not finite are null.
io::Json to_json(const Sheet& sheet);

}  // namespace didact::plot
