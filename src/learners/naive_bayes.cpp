#include "dirichlet_parts.hpp"
#include <didact/learners/internal/densities.hpp>
#include <didact/learners/naive_bayes.hpp>

namespace didact {
Index Document::length() const {
  Index sum = 0;
  for (const Word& word : words) sum += word.count;
  return sum;
}

double DocumentCounts::length() const {
  double sum = 0;
  for (const auto& row : words) sum = std::accumulate(row.begin(), row.end(), sum);
  return sum;
}

DocumentCounts NaiveBayes::count(const Listed<Document>& documents) const {
  DocumentCounts counts{std::vector<double>(classes.size(), 0.0), {}};
  for (const auto& row : words) counts.words.emplace_back(row.size(), 0.0);
  for (std::size_t i = 0; i < documents.items.size(); ++i) {
    const Document& document = documents.items[i];
    const auto copies = static_cast<double>(documents.copies[i]);
    counts.classes[document.label] += copies;
    for (const auto& [word, times] : document.words) {
      counts.words[document.label][word] += copies * static_cast<double>(times);
    }
  }
  return counts;
}

NaiveBayes NaiveBayes::after(const DocumentCounts& counts) const {
  NaiveBayes next = *this;
  add(next.classes, counts.classes);
  for (std::size_t k = 0; k < words.size(); ++k) add(next.words[k], counts.words[k]);
  return next;
}

Standing NaiveBayes::standing(const Target& target) const {
  Standing standing = dirichlet_standing(classes, target.classes, "target.classes", "classes");
  for (std::size_t k = 0; k < words.size() && standing.kind != Standing::ruled_out; ++k) {
    Standing row = dirichlet_standing(words[k], target.words[k], "target.words[" + std::to_string(k) + "]", "words");
    if (row.kind != Standing::ordinary) standing = std::move(row);
  }
  return standing;
}

double NaiveBayes::loss(const Target& target, const DocumentCounts& counts) const {
  double sum = dirichlet_loss(classes, counts.classes, exact(target.classes));
  for (std::size_t k = 0; k < words.size(); ++k) {
    sum += dirichlet_loss(words[k], counts.words[k], exact(target.words[k]));
  }
  return sum;
}

double NaiveBayes::loss_stepwise(const Target& target, const Listed<Document>& documents) const {
  StepwiseDirichlet labels(classes, target.classes);
  std::vector<StepwiseDirichlet> rows;
  for (std::size_t k = 0; k < words.size(); ++k) rows.emplace_back(words[k], target.words[k]);
  for (std::size_t i = 0; i < documents.items.size(); ++i) {
    const Document& document = documents.items[i];
    labels.show(document.label, documents.copies[i]);
    for (const auto& [word, times] : document.words) rows[document.label].show(word, times * documents.copies[i]);
  }
  double sum = labels.loss();
  for (const StepwiseDirichlet& row : rows) sum += row.loss();
  return sum;
}

NaiveBayes::Target NaiveBayes::expected() const {
  return most_likely(DocumentCounts{classes, words});
}

NaiveBayes::Target most_likely(const DocumentCounts& counts) {
  NaiveBayes::Target target{normalised(counts.classes), {}};
  for (const auto& row : counts.words) target.words.push_back(normalised(row));
  return target;
}

}  // namespace didact
