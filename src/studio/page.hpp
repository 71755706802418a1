#pragma once
// The page, as it was when this program was built.

#include <string_view>

namespace didact::studio {

/// The whole page, gzipped; empty where the program was built without it.
std::string_view page();
/// What the page may do, for its Content-Security-Policy.
std::string_view page_policy();

}  // namespace didact::studio
