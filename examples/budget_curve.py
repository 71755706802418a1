#!/usr/bin/env python3
"""What an attack buys: the least loss for each number of rows.

budget_curve.py PROBLEM SIZE...
"""
import json
import os
import re
import subprocess
import sys


def main():
    path = sys.argv[1]
    with open(path) as text:
        problem = json.loads(re.sub(r"(?m)^\s*//.*$", "", text.read()))
    print("rows      loss  lower bound    mean  variance")
    for size in sys.argv[2:]:
        problem["size"] = int(size)
        run = subprocess.run(["didact", "teach", "-", "--format", "json"], input=json.dumps(problem), text=True,
                             stdout=subprocess.PIPE, check=True, cwd=os.path.dirname(path) or ".")
        answer = json.loads(run.stdout)
        belief = answer["posterior"]
        print(f"{size:>4} {answer['loss']:9.3f} {answer['lower_bound']:12.3f} {belief['mean']:7.2f} "
              f"{belief['scale'] / (belief['shape'] - 1):9.2f}")


if __name__ == "__main__":
    main()
