#!/usr/bin/env python3
"""Runs every command that the documents show and compares what it prints with what they say it prints.

A block starts with ```console; a line "$ command" is run in a folder with the repository's examples, what follows is
its output. A line "…" stands for any lines that were left out, "… s" for a time. With --update the documents are
rewritten instead, except where something was left out.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SECONDS = re.compile(r'("seconds": )[0-9.e-]+|\b[0-9.]+ m?s\b')


def commands(block):
    """Pairs of a command and its output; a command may go on after a backslash."""
    found = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append([line[2:], []])
        elif found and not found[-1][1] and found[-1][0].endswith("\\"):
            found[-1][0] += "\n" + line
        elif found:
            found[-1][1].append(line)
    return found


def plain(text):
    lines = [SECONDS.sub(lambda m: (m.group(1) or "") + "… s", line).rstrip() for line in text.splitlines()]
    return "\n".join(lines).strip("\n")


def matches(said, printed):
    pieces = [re.escape(piece) for piece in re.split(r"^\s*…$\n?", plain(said), flags=re.MULTILINE)]
    return re.fullmatch("(?:.*\n)?".join(pieces).replace("\\\n", "\n"), plain(printed), re.DOTALL) is not None


def run(command, folder, environment):
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, text=True, timeout=300,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.stdout


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--update", action="store_true")
    options.add_argument("build", type=pathlib.Path)
    options.add_argument("documents", type=pathlib.Path, nargs="+")
    asked = options.parse_args()
    root = pathlib.Path(__file__).resolve().parents[2]
    environment = dict(os.environ, PATH=f"{asked.build.resolve()}:{os.environ['PATH']}", NO_COLOR="1")
    wrong = count = 0
    for document in asked.documents:
        text = document.read_text()
        with tempfile.TemporaryDirectory() as folder:
            for name in ("examples", "docs", "bench"):
                os.symlink(root / name, f"{folder}/{name}")
            os.symlink(asked.build.resolve(), f"{folder}/build")

            def check(match):
                nonlocal wrong, count
                block = "```console\n"
                for command, said in commands(match.group(1)):
                    count += 1
                    printed = run(command, folder, environment)
                    right = matches("\n".join(said), printed)
                    if not right and not asked.update:
                        wrong += 1
                        print(f"{document}: $ {command}\n--- says\n" + "\n".join(said) + f"\n--- prints\n{printed}")
                    keep = right or any(line.strip() == "…" for line in said)
                    block += f"$ {command}\n" + ("\n".join(said) if keep else printed.rstrip("\n")) + "\n"
                return re.sub(r"\n+$", "\n", block) + "```"

            updated = BLOCK.sub(check, text)
        if asked.update and updated != text:
            document.write_text(updated)
            print(f"{document}: updated")
    print(f"{count} commands, {wrong} of them print something else")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
