#pragma once
// didact as it is called from a shell.

namespace didact::app {

/// Whether only those commands are there that several processes can share.
enum class LongCommandsOnly { no, yes };

/// Understands the words, runs the command, and returns the exit code.
int command_line(int argc, char** argv, LongCommandsOnly which = LongCommandsOnly::no);

}  // namespace didact::app
