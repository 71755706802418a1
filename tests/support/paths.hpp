#pragma once
// Where the sources and the programs are. Only paths.cpp is told, so that a compiler cache can serve all other tests to
// any checkout.

#include <string>

namespace didact::paths {

std::string source(const std::string& within);  ///< of a file or folder within the sources
std::string program();
std::string mpi_program();  ///< empty where it was not built

}  // namespace didact::paths
