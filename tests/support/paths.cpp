#include "paths.hpp"

namespace didact::paths {

std::string source(const std::string& within) {
  return DIDACT_SOURCE_DIR "/" + within;
}

std::string program() {
  return DIDACT_PROGRAM;
}

std::string mpi_program() {
  return DIDACT_MPI_PROGRAM;
}

}  // namespace didact::paths
