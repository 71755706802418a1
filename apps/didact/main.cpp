#include "command_line.hpp"

int main(int argc, char** argv) {
  return didact::app::command_line(argc, argv);
}
