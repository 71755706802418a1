// The smallest program: whom to teach, what, and what an item costs.
#include <didact/didact.hpp>

#include <iostream>

int main() {
  using namespace didact;
  const Categorical learner{.beta = {6, 3, 1}};
  const Lesson lesson = teach(learner, {.pi = {0.1, 0.3, 0.6}}, per_item(0.3));
  std::cout << lesson << '\n';  // 10 items: 2×"2", 8×"3"   impedance 2.6457, proven optimal
}
