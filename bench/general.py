#!/usr/bin/python3
"""Measures hypotheses, pools, simulations and minimum teaching sets beside their peers, and how times grow, and writes docs/benchmarks-general.md.

general.py --build FOLDER [--output FILE] [--seconds S] [--cover-seconds S]
"""
import argparse
import datetime
import os

from run import HERE, ROOT, cpu, run


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True)
    parser.add_argument("--output", default=os.path.join(ROOT, "docs", "benchmarks-general.md"))
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--cover-seconds", type=float, default=6)
    args = parser.parse_args()
    build = os.path.abspath(args.build)
    python = "/usr/bin/python3"
    hypotheses = run([python, os.path.join(HERE, "hypotheses", "peers.py"), os.path.join(build, "didact"), "--large",
                      "--seconds", str(args.seconds)])
    covers = run([python, os.path.join(HERE, "concepts", "peers.py"), os.path.join(build, "bench", "didact-cover-bench"),
                  "--seconds", str(args.cover_seconds)]).strip().splitlines()
    pools = run([python, os.path.join(HERE, "pools", "peers.py"), os.path.join(build, "didact"), "--seconds",
                 str(args.seconds), "--prices", "0.5", "0.05"])
    simulations = run([python, os.path.join(HERE, "simulation", "peers.py"), os.path.join(build, "didact"), "--draws",
                       os.path.join(build, "bench", "didact-draws-bench")])
    scaling = run([python, os.path.join(HERE, "scaling.py"), "--build", build])
    unproven = [line for line in covers[1:-2] if "?" in line]
    shown = "\n".join([covers[0]] + unproven) if unproven else "none"
    text = f"""# Benchmarks of other learners

Written by `./scripts/bench` on {datetime.date.today()}; {cpu()}.

## Hypotheses

`bench/hypotheses/peers.py --large`: 1,000 hypotheses and 10,000 items, {args.seconds:g} s at most for each, beside greedy growth followed by swaps,
vectorised in NumPy. Both minimise the same impedance; the gap is what didact proves, relative to max(1, impedance).

{hypotheses.strip()}

## Pools

`bench/pools/peers.py`: rows of a pool of 1,000,000 × 10 for a normal-inverse-Wishart learner, {args.seconds:g} s at most for each, beside greedy growth and
swaps that begin with the greedy set, both vectorised over all rows in NumPy (rank-one updates). didact's time includes reading the file; it
stops at a gap of 1 %.

{pools.strip()}

## Simulation

`bench/simulation/peers.py`: the paper's two baselines by `didact simulate` on all cores, beside NumPy on the same work, vectorised over all sets. NumPy's
multinomial draws counts, as didact does; of the Gaussian baseline there are two versions, one that draws items and one that draws means
and Bartlett factors as didact does. The last table has what drawing the random numbers costs by itself, on one thread.

{simulations.strip()}

## Scaling

`bench/scaling.py`: seconds of one solve, without reading and printing, as problems grow.

{scaling.strip()}

## Minimum teaching sets

`bench/concepts/peers.py`: minimum covers from random classes (labels 1 with 5 % to 50 %, also with the empty concept as the target, the hard case for
few labels 1), named classes and Steiner triples, beside SciPy's `milp` (HiGHS) and COIN-OR's `cbc`, whose time includes starting it.

- {covers[-2]}
- {covers[-1]}

What someone did not prove in time:

```
{shown}
```
"""
    with open(args.output, "w") as out:
        out.write(text)
    print(text)


if __name__ == "__main__":
    main()
