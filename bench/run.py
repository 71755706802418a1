#!/usr/bin/python3
"""Measures didact beside its peers and writes docs/benchmarks.md, section by section.

run.py --build FOLDER [--only SECTION…] [--seconds S] [--cover-seconds S] [--without-octave]

Sections that are not asked for stay as they are in the file, with the day on which they were measured.
"""
import argparse
import datetime
import os
import platform
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
PYTHON = "/usr/bin/python3"  # another one may lack NumPy


def run(*command):
    print("$ " + " ".join(os.path.relpath(c, ROOT) if os.path.isabs(c) else c for c in command), file=sys.stderr)
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def cpu():
    with open("/proc/cpuinfo") as info:
        names = [line.split(":", 1)[1].strip() for line in info if line.startswith("model name")]
    return f"{len(names)} × {names[0]}" if names else platform.machine()


def conjugate(args):
    return run(PYTHON, os.path.join(HERE, "conjugate.py"), "--build", args.build,
               *(["--without-octave"] if args.without_octave else []))


def hypotheses(args):
    return f"""`bench/hypotheses/peers.py --large`: 1,000 hypotheses and 10,000 items, {args.seconds:g} s at most for each, beside greedy growth followed by swaps,
vectorised in NumPy. Both minimise the same impedance; the gap is what didact proves, relative to max(1, impedance).

""" + run(PYTHON, os.path.join(HERE, "hypotheses", "peers.py"), args.program, "--large", "--seconds", str(args.seconds))


def pools(args):
    return f"""`bench/pools/peers.py`: rows of a pool of 1,000,000 × 10 for a normal-inverse-Wishart learner, {args.seconds:g} s at most for each, beside greedy growth and
swaps that begin with the greedy set, both vectorised over all rows in NumPy (rank-one updates). didact's time includes reading the file; it
stops at a gap of 1 %.

""" + run(PYTHON, os.path.join(HERE, "pools", "peers.py"), args.program, "--seconds", str(args.seconds), "--prices", "0.5",
          "0.05")


def simulation(args):
    return """`bench/simulation/peers.py`: the paper's two baselines by `didact simulate` on all cores, beside NumPy on the same work, vectorised over all sets. NumPy's
multinomial draws counts, as didact does; of the Gaussian baseline there are two versions, one that draws items and one that draws means
and Bartlett factors as didact does. didact's time is that of the simulation without reading, teaching and printing. The last table has
what drawing the random numbers costs by itself, on one thread.

""" + run(PYTHON, os.path.join(HERE, "simulation", "peers.py"), args.program, "--draws",
          os.path.join(args.build, "bench", "didact-draws-bench"))


def python(args):
    return """`bench/python/calls.py`: a call of the Python package beside the same call of the C++ library, and what memory a large pool takes beyond the
array itself. A call reads the problem, solves it and makes a `Lesson`, whose parts are turned into Python's values when somebody looks.

""" + run(PYTHON, os.path.join(HERE, "python", "calls.py"), args.build)


def scaling(args):
    return """`bench/scaling.py`: seconds of one solve, without reading and printing, as problems grow.

""" + run(PYTHON, os.path.join(HERE, "scaling.py"), "--build", args.build)


def covers(args):
    lines = run(PYTHON, os.path.join(HERE, "concepts", "peers.py"), os.path.join(args.build, "bench", "didact-cover-bench"),
                "--seconds", str(args.cover_seconds)).splitlines()
    unproven = [line for line in lines[1:-2] if "?" in line]
    shown = "\n".join([lines[0]] + unproven) if unproven else "none"
    return f"""`bench/concepts/peers.py`: minimum covers from random classes (labels 1 with 5 % to 50 %, also with the empty concept as the target, the hard case for
few labels 1), named classes and Steiner triples, beside SciPy's `milp` (HiGHS) and COIN-OR's `cbc`, whose time includes starting it.

- {lines[-2]}
- {lines[-1]}

What someone did not prove in time:

```
{shown}
```"""


SECTIONS = {"conjugate": ("The paper's models", conjugate), "hypotheses": ("Hypotheses", hypotheses),
            "pools": ("Pools", pools), "simulation": ("Simulation", simulation), "scaling": ("Scaling", scaling),
            "python": ("Python", python), "covers": ("Minimum teaching sets", covers)}


def written_before(path):
    """The sections that the file has, by their titles."""
    try:
        with open(path) as file:
            parts = re.split(r"^## (.*)\n", file.read(), flags=re.MULTILINE)
    except OSError:
        return {}
    return dict(zip(parts[1::2], (part.strip() for part in parts[2::2])))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True)
    parser.add_argument("--output", default=os.path.join(ROOT, "docs", "benchmarks.md"))
    parser.add_argument("--only", nargs="*", choices=list(SECTIONS), default=list(SECTIONS))
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--cover-seconds", type=float, default=6)
    parser.add_argument("--without-octave", action="store_true")
    args = parser.parse_args()
    args.build = os.path.abspath(args.build)
    args.program = os.path.join(args.build, "didact")
    sections = written_before(args.output)
    for key, (title, measure) in SECTIONS.items():
        if key in args.only:
            sections[title] = f"Measured on {datetime.date.today()}; {cpu()}.\n\n{measure(args).strip()}"
    text = "# Benchmarks\n\nWritten by `./scripts/bench`, each section in one run with its peers.\n"
    for title, _ in SECTIONS.values():
        if title in sections:
            text += f"\n## {title}\n\n{sections[title]}\n"
    with open(args.output, "w") as out:
        out.write(text)
    print(text)


if __name__ == "__main__":
    main()
