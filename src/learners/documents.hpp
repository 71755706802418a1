#pragma once
#include <didact/learners/naive_bayes.hpp>

namespace didact {

/// Documents of one class that together have these words, each word split as evenly as whole numbers allow, and the
/// lengths too. If they would fill the memory, or if `style` is plain, all are equal but the first, which has the rest.
void deal_out(Index label, Index documents, const std::vector<double>& words, Style style, Listed<Document>& into);

}  // namespace didact
