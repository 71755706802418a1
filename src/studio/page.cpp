#include "studio/page.hpp"

#ifdef DIDACT_STUDIO_PAGE

// The assembler copies the files, which no compiler has to read.
__asm__(
    ".section .rodata\n"
    ".globl didact_studio_page, didact_studio_page_end, didact_studio_policy, didact_studio_policy_end\n"
    "didact_studio_page: .incbin \"" DIDACT_STUDIO_PAGE
    "\"\n"
    "didact_studio_page_end:\n"
    "didact_studio_policy: .incbin \"" DIDACT_STUDIO_POLICY
    "\"\n"
    "didact_studio_policy_end:\n"
    ".byte 0\n"
    ".previous\n");

extern "C" {
extern const char didact_studio_page[], didact_studio_page_end[];
extern const char didact_studio_policy[], didact_studio_policy_end[];
}

namespace didact::studio {

std::string_view page() {
  return {didact_studio_page, didact_studio_page_end};
}
std::string_view page_policy() {
  return {didact_studio_policy, didact_studio_policy_end};
}

}  // namespace didact::studio

#else

namespace didact::studio {

std::string_view page() {
  return {};
}
std::string_view page_policy() {
  return {};
}

}  // namespace didact::studio

#endif
