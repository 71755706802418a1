#include "documents.hpp"

namespace didact {
namespace {

struct Share {
  Index word;
  Index each;  ///< what every document has
  Index rest;  ///< how many documents have one more
};

std::vector<Share> shares(Index documents, const std::vector<double>& words) {
  std::vector<Share> all;
  for (std::size_t v = 0; v < words.size(); ++v) {
    const auto count = static_cast<Index>(words[v]);
    if (count > 0) all.push_back({static_cast<Index>(v), count / documents, count % documents});
  }
  return all;
}

double entries(Index documents, const std::vector<Share>& all) {
  double sum = static_cast<double>(documents);
  for (const Share& share : all) sum += static_cast<double>(share.each > 0 ? documents : share.rest);
  return sum;
}

void deal_plainly(Index label, Index documents, const std::vector<Share>& all, Listed<Document>& into) {
  Document first{label, {}}, others{label, {}};
  for (const auto& [word, each, rest] : all) {
    if (each + rest > 0) first.words.push_back({word, each + rest});
    if (each > 0) others.words.push_back({word, each});
  }
  into.add(std::move(first));
  if (documents > 1) into.add(std::move(others), documents - 1);
}

}  // namespace

void deal_out(Index label, Index documents, const std::vector<double>& words, Style style, Listed<Document>& into) {
  if (documents == 0) return;
  const std::vector<Share> all = shares(documents, words);
  if (style == Style::plain || entries(documents, all) > most_natural_numbers) {
    return deal_plainly(label, documents, all, into);
  }
  std::vector<Document> dealt(static_cast<std::size_t>(documents), Document{label, {}});
  Index next = 0;  // whose turn it is: the rests go round, so that no document gets all of them
  for (const auto& [word, each, rest] : all) {
    if (each > 0) {
      for (Document& document : dealt) document.words.push_back({word, each});
    }
    for (Index i = 0; i < rest; ++i, next = (next + 1) % documents) {
      auto& own = dealt[static_cast<std::size_t>(next)].words;
      if (each > 0) {
        own.back().count += 1;
      } else {
        own.push_back({word, 1});
      }
    }
  }
  for (Document& document : dealt) into.add(std::move(document));
}

}  // namespace didact
