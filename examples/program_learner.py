#!/usr/bin/env python3
"""A learner for didact: whatever is shown, the nearest example decides. Needs only Python's standard library.

didact starts this program and writes a line of JSON for every teaching set that it thinks about; the answer to each is
the loss of a learner taught with that set. docs/learners/program.md has the protocol.
"""
import json
import sys


def loss(items, test):
    """The share of the test points that a nearest-neighbour classifier gets wrong."""

    def label_of(x):
        return min(items, key=lambda item: sum((a - b) ** 2 for a, b in zip(item["x"], x)))["y"]

    if not items:
        return 1
    return sum(label_of(point["x"]) != point["y"] for point in test) / len(test)


def main():
    hello = json.loads(sys.stdin.readline())
    test, seen = hello["target"]["test"], hello["has_seen"]
    print(json.dumps({"ready": True, "lower_bound": 0}), flush=True)  # no loss is below 0
    for line in sys.stdin:
        question = json.loads(line)
        print(json.dumps({"id": question["id"], "loss": loss(seen + question["items"], test)}), flush=True)


if __name__ == "__main__":
    main()
