// didact on several processes or machines: mpirun -n 4 didact-mpi simulate …

#include "command_line.hpp"
#include "interrupt.hpp"
#include "long_run.hpp"
#include "mpi_executor.hpp"

#include <cstdio>
#include <cstdlib>
#include <mpi.h>

int main(int argc, char** argv) {
  using namespace didact;
  int given = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &given);
  app::MpiExecutor executor;
  app::set_executor(executor);
  // When a process dies, mpirun tells the others to end: the first keeps what is done.
  app::listen_for_termination();
  const int code = app::command_line(argc, argv, app::LongCommandsOnly::yes);
  if (app::was_terminated()) executor.tell_of_the_end();
  executor.leave();
  if (executor.stranded()) {
    std::fflush(nullptr);
    MPI_Abort(MPI_COMM_WORLD, code);
  }
  MPI_Finalize();
  return code;
}
