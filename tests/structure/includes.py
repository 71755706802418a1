#!/usr/bin/env python3
"""Reads the includes of every source and fails where a folder includes one that it must know nothing of.

    includes.py ROOT             exit code 1, with each place, if an include is not allowed
    includes.py ROOT --picture   the picture of CONTRIBUTING.md

A folder may include itself and the folders that ALLOWED names for it; nothing may include in a circle.
"""
import pathlib
import re
import sys

# Each folder of src and include/didact, and which others it may include. "didact" is include/didact itself.
ALLOWED = {
    "core": [],
    "learners": ["core"],
    "solvers": ["core", "learners", "didact"],
    "didact": ["core", "concepts", "hypotheses", "learners", "linear", "regression", "search", "simulation", "solvers",
               "threshold"],
    "pools": ["core", "search", "solvers"],
    "search": ["core"],
    "threshold": ["core", "solvers"],
    "chains": ["core", "learners", "solvers"],
    "concepts": ["core", "solvers"],
    "linear": ["core", "solvers"],
    "regression": ["core", "learners", "pools", "solvers"],
    "hypotheses": ["core", "pools", "search", "solvers"],
    "simulation": ["core", "concepts", "hypotheses", "learners", "linear", "regression", "solvers", "threshold"],
    "programs": ["core", "io"],
    "io": ["core", "concepts", "didact", "hypotheses", "learners", "linear", "programs", "regression", "search",
           "simulation", "solvers", "threshold"],
    "plot": ["io"],
    "runs": ["core", "concepts", "io", "simulation"],
    "report": ["core", "concepts", "didact", "hypotheses", "io", "learners", "plot", "runs", "simulation", "solvers",
               "threshold"],
    "services": ["core", "concepts", "io", "report", "runs"],
    "studio": ["io", "plot", "programs", "report", "services"],
}
# Headers of the one that the other may use though it is above it.
EXCEPTIONS = {("solvers", "didact"): {"didact/shipped.hpp"}, ("programs", "io"): {"io/json.hpp", "io/errors.hpp"},
              ("io", "programs"): {"programs/workers.hpp"}}
INCLUDE = re.compile(r'^#include (["<])([^">]+)[">]', re.MULTILINE)


def folder(path):
    """The folder that a file belongs to, by its path from the root."""
    parts = path.parts
    if parts[:2] == ("include", "didact"):
        return parts[2] if len(parts) > 3 else "didact"
    return parts[1] if parts[0] == "src" and len(parts) > 2 else None


def target_of(root, file, quoted, name):
    """The file that an include names, from the root; None where it is not ours."""
    places = [root / "include" / name, root / "src" / name]
    if quoted:
        places.insert(0, file.parent / name)
    for place in places:
        if place.is_file():
            return place.resolve().relative_to(root)
    return None


def edges(root):
    for file in sorted([*(root / "src").rglob("*.[ch]pp"), *(root / "include").rglob("*.hpp")]):
        own = folder(file.relative_to(root))
        for quote, name in INCLUDE.findall(file.read_text()):
            target = target_of(root, file, quote == '"', name)
            other = folder(target) if target else None
            if own and other and own != other:
                yield own, other, file.relative_to(root), name


def complaints(root):
    found = []
    for own, other, file, name in edges(root):
        if own not in ALLOWED:
            found.append(f"{file}: the folder {own} is not in the list of tests/structure/includes.py")
        elif other not in ALLOWED[own]:
            found.append(f"{file} includes {name}: {own} must know nothing of {other}")
        elif (own, other) in EXCEPTIONS and name not in EXCEPTIONS[own, other]:
            found.append(f"{file} includes {name}: of {other}, {own} may know {', '.join(EXCEPTIONS[own, other])} alone")
    if picture() not in (root / "CONTRIBUTING.md").read_text():
        found.append("CONTRIBUTING.md does not have the picture that includes.py --picture prints")
    return found


def picture():
    """Each folder above those that it includes, with the ones below that nothing else already brings."""
    def reach(name, seen):
        for other in ALLOWED[name]:
            if (name, other) not in EXCEPTIONS and other not in seen:
                seen.add(other)
                reach(other, seen)
        return seen

    depth = {}

    def level(name):
        if name not in depth:
            depth[name] = 1 + max((level(o) for o in ALLOWED[name] if (name, o) not in EXCEPTIONS), default=-1)
        return depth[name]

    lines = []
    for name in ALLOWED:
        level(name)
    for height in sorted(set(depth.values()), reverse=True):
        for name in sorted(n for n, h in depth.items() if h == height):
            direct = [o for o in ALLOWED[name] if (name, o) not in EXCEPTIONS]
            nearest = [o for o in direct if not any(o in reach(p, set()) for p in direct if p != o)]
            lines.append(f"{height}  {name:<11}{'→ ' + ', '.join(sorted(nearest)) if nearest else ''}".rstrip())
    return "\n".join(lines)


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    if "--picture" in sys.argv:
        print(picture())
        return 0
    found = complaints(root)
    print(*found, sep="\n", end="\n" if found else "")
    print(f"{len(found)} complaints" if found else "every include is allowed")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
