// The paper's multinomial, taught by someone who has only the installed package.
#include <didact/didact.hpp>

#include <cmath>
#include <iostream>

int main() {
  using namespace didact;
  const Categorical learner{.beta = {6, 3, 1}};
  const Lesson lesson = teach(learner, {.pi = {0.1, 0.3, 0.6}}, per_item(0.3));
  std::cout << lesson << '\n';
  return lesson.status == Status::optimal && lesson.n == 10 && std::abs(lesson.impedance - 2.645685961) < 1e-9 ? 0 : 1;
}
