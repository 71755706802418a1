#pragma once
// Where results go: standard output or --out, and nothing else goes there.

#include "commands.hpp"
#include "report/table.hpp"

#include <string>

namespace didact::app {

/// Fails early if the result could not be written at the end.
void require_writable(const Arguments& arguments);

/// Writes the result; throws std::runtime_error where that fails.
void write_result(const Arguments& arguments, const std::string& text);

/// Writes what --plot asked for; throws likewise.
void write_picture(const Arguments& arguments, const std::string& svg);

/// A remark to the person at the terminal, on standard error, unless --quiet.
void note(const Arguments& arguments, const std::string& text);

/// Colours only for a person.
report::Paint paint_for_output(const Arguments& arguments);
report::Paint paint_for_errors();

}  // namespace didact::app
