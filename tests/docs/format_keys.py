#!/usr/bin/env python3
"""Compares docs/format.md with the program: every key in one is in the other.

Problems, model by model: the keys of `didact schema` are those of the tables that begin with "key" or "key of …", of the
table of models, and of the table of what each model takes.
Answers: the keys that the commands below print are those of the tables that begin with "key of `didact …`".
Examples: every jsonc block is a problem that `didact check` accepts.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
CODE = re.compile(r"`([^`]+)`")


# ------------------------------------------------------------------------------------------------------ the document

def tables(text):
    """Each table: the cells of its header, and of its rows."""
    found, lines = [], []
    for line in text.splitlines() + [""]:
        if line.startswith("|"):
            lines.append([cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
        elif lines:
            found.append((lines[0], lines[2:]))
            lines = []
    return found


def below(prefix, key):
    return f"{prefix}.{key}" if prefix else key


def keys_in(cell):
    """The keys of a cell: `a`, `b` of {`c`, `d`} are a, b, b[].c and b[].d."""
    keys = []
    for part in re.split(r"( of \{[^}]*\})", cell):
        if part.startswith(" of {"):
            keys += [f"{keys[-1]}[].{name}" for name in CODE.findall(part)]
        else:
            keys += CODE.findall(part)
    return keys


class Document:
    """What docs/format.md says there is."""

    def __init__(self, text):
        self.keys = {}  # of a problem; each with the key that it goes with, or none
        self.answers = {}  # of a command
        self.models = {}
        self.takes = {}
        for header, rows in tables(text):
            if header[:2] == ["model", "item"]:
                for name, item, known, prior, target in rows:
                    self.models[CODE.findall(name)[0]] = (item, known, prior, target)
            elif header[:2] == ["model", "`loss`"]:
                for names, *cells in rows:
                    self.takes.update({name: cells for name in CODE.findall(names)})
            elif header[0] == "key" or header[0].startswith("key of "):
                self.read_keys(header[0], rows)
        # Keys that only some models take: those that a row of the second table names.
        self.some = {key for cells in self.takes.values() for key in self.taken(cells)}

    def read_keys(self, title, rows):
        title, _, wanted = title.partition(" with a ")
        names = CODE.findall(title)
        keys = [key for row in rows for key in CODE.findall(row[0])]
        if names and names[0].startswith("didact "):
            command = self.answers.setdefault(names[0], set())
            command |= {below(prefix, key) for prefix in names[1:] or [""] for key in keys}
            return
        for prefix in names or [""]:
            needs = below(prefix, CODE.findall(wanted)[0]) if wanted else None
            self.keys.update({below(prefix, key): needs for key in keys})

    @staticmethod
    def taken(cells):
        _, efforts, items, others = (CODE.findall(cell) for cell in cells)
        return {f"effort.{key}" for key in efforts} | {f"items.{key}" for key in items} | set(others)

    def losses(self, model):
        return CODE.findall(self.takes[model][0])

    def keys_of(self, model):
        """The keys that a problem of this model may have."""
        item, known, prior, target = self.models[model]
        takes = self.taken(self.takes[model])
        keys = {f"learner.{key}" for key in keys_in(known)} | {f"item.{key}" for key in keys_in(item)}
        keys |= {f"learner.prior.{key}" for key in keys_in(prior)}
        keys |= {f"target.{key}" for key in keys_in(target)}
        for key, needs in self.keys.items():
            limits = [other for other in self.some if key == other or key.startswith((f"{other}.", f"{other}["))]
            if limits and max(limits, key=len) not in takes:
                continue
            if needs and needs not in takes:
                continue
            if (key == "learner.prior" and prior.startswith("–")) or (key == "loss" and not self.losses(model)):
                continue
            keys.add(key)
        return keys


# ----------------------------------------------------------------------------------------------------- the schema

# What is described once: a prior wherever it stands, a point, an item of a list, and what a product gives each part.
ELSEWHERE = [
    (re.compile(r"^learner\.one_of\[\]\.prior\.(.+)"), r"learner.prior.\1"),
    (re.compile(r"^target\.belief\[\]\.target\.(.+)"), r"target.\1"),
    (re.compile(r"^target\.belief\.(.+)"), r"learner.prior.\1"),
    (re.compile(r"^(?:learner\.has_seen|target\.data)\[\]\.(.+)"), r"item.\1"),
    (re.compile(r"^(effort|items)\.parts\[\]\.(.+)"), r"\1.\2"),
]
WHOLE = "#/definitions/part-learner"  # any other model's learner


class Schema:
    def __init__(self, schema):
        self.schema = schema
        self.rules = {}
        for rule in schema["allOf"]:
            name = rule["if"]["properties"]["learner"]["properties"]["model"]["const"]
            self.rules[name] = rule["then"]["properties"]

    def losses(self, model):
        return self.rules[model]["loss"].get("enum", [])

    def keys_of(self, model):
        keys = set()
        for key, schema in self.schema["properties"].items():
            rule = self.rules[model].get(key, {})
            if rule.get("not") == {}:
                continue
            keys.add(key)
            for described in (schema, rule):
                self.walk(described, key, keys, objects=rule.get("not") != {"type": "object"})
        keys = {key for key in keys if key != "limits"}  # which the page knows by what it holds
        for pattern, shown in ELSEWHERE:
            keys = {pattern.sub(shown, key) for key in keys}
        return keys

    def walk(self, schema, path, keys, objects=True):
        reference = schema.get("$ref")
        if reference == WHOLE:
            return
        if reference:
            schema = self.schema["definitions"][reference.rsplit("/", 1)[1]]
        for name, inner in schema.get("properties", {}).items() if objects else []:
            keys.add(f"{path}.{name}")
            self.walk(inner, f"{path}.{name}", keys)
        for word in ("anyOf", "oneOf", "allOf"):
            for choice in schema.get(word, []):
                self.walk(choice, path, keys, objects)
        if isinstance(schema.get("items"), dict):
            self.walk(schema["items"], path if path.endswith("[]") else f"{path}[]", keys)


# ---------------------------------------------------------------------------------------------------- the answers

POISSON = '{"learner": {"model": "poisson", "prior": {"shape": 2, "rate": 1}}, "target": {"rate": %s}, %s}'
ASKED = {  # with what is read from standard input
    "didact teach": [
        ("teach multinomial.json", ""), ("teach one_of.json", ""), ("teach of_size.json", ""),
        ("teach anticipates.json", ""), ("teach product.json", ""), ("teach markov_chain.json", ""),
        ("teach -", POISSON % (0, '"size": 1')), ("teach -", POISSON % (3, '"limits": {}')),
        ("teach -", POISSON % (3, '"items": {"pool": [["a", 1], ["b", 6]], "names": 1}')),
    ],
    "didact evaluate": [("evaluate worst.json --set -", "1\n2\n"), ("evaluate range.json --set -", "11\n")],
    "didact simulate": [
        ("simulate multinomial.json --sets 100 --size 5:8 --set -", "1\n2\n"),
        ("simulate multinomial.json --exact --size 2", ""),
        ("simulate box.json --sets 10 --size 3", ""),
        ("simulate - --sets 100 --size 2", POISSON % (3, '"effort": {"closeness": 1, "per_item": 1}')),
    ],
    "didact simulate --baselines N": [("simulate threshold.json --baselines 2 --sets 10", "")],
    "didact sweep": [("sweep multinomial.json --over size=2,3", "")],
    "didact dimension": [("dimension three_concepts.csv", ""), ("dimension --class halfspaces:4 --seconds 0", "")],
    "didact check": [("check multinomial.json", ""), ("check -", "{}")],
    "didact unpack": [("unpack gaussian --n 3 --s 3,5", "")],
    "didact learners": [("learners", "")],
    "didact reproduce": [("reproduce", "")],
}
NEEDS_CTRL_C = {"didact simulate": {"interrupted"}, "didact sweep": {"interrupted"}}
# Lists of items, beliefs and the like: what is in them depends on the model, or is a problem or an answer again.
FREE = {"items", "posterior", "counts", "quantiles", "example", "parts"}


def answer_keys(value, path, keys):
    last = path.rsplit(".", 1)[-1]
    if isinstance(value, dict) and last not in FREE:
        for key, inner in value.items():
            answer_keys(inner, below(path, key), keys)
        return
    if isinstance(value, list) and last not in FREE and value and all(isinstance(entry, dict) for entry in value):
        for entry in value:
            answer_keys(entry, f"{path}[]" if path else "", keys)
        return
    keys.add(path)


def holds_others(key, keys):
    return any(other.startswith((f"{key}.", f"{key}[]")) for other in keys)


# --------------------------------------------------------------------------------------------------- the comparison

class Comparison:
    def __init__(self, program):
        self.program = str(program.resolve())
        self.faults = []

    def run(self, words, given=""):
        done = subprocess.run([self.program, *words], cwd=ROOT / "examples", input=given, text=True, timeout=120,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        return done.returncode, done.stdout, done.stderr

    def differ(self, what, program, document):
        self.faults += [f"{what}: the program has {key}, docs/format.md has not" for key in sorted(program - document)]
        self.faults += [f"{what}: docs/format.md has {key}, the program has not" for key in sorted(document - program)]

    def problems(self, document):
        schema = Schema(json.loads(self.run(["schema"])[1]))
        self.differ("models of didact schema", set(schema.rules), set(document.models))
        self.differ("models of didact schema, what each takes", set(schema.rules), set(document.takes))
        used, missing, unknown = set(), {}, {}  # the latter two with the models that are concerned
        for model in sorted(set(schema.rules) & set(document.models) & set(document.takes)):
            program = schema.keys_of(model) | {f'loss: "{loss}"' for loss in schema.losses(model)}
            said = document.keys_of(model) | {f'loss: "{loss}"' for loss in document.losses(model)}
            used |= program
            for keys, which in ((program - said, missing), (said - program, unknown)):
                for key in keys:
                    which.setdefault(key, []).append(model)
        unknown.update({key: ["no model"] for key in document.keys if key not in used and key not in unknown})
        self.faults += [f"docs/format.md: what each model takes: {key} is in none of the tables of keys"
                        for key in sorted(document.some - set(document.keys))]
        self.faults += [f"didact schema has {key} ({', '.join(models)}), docs/format.md has not"
                        for key, models in sorted(missing.items())]
        self.faults += [f"docs/format.md has {key} ({', '.join(models)}), didact schema has not"
                        for key, models in sorted(unknown.items())]
        return len(used)

    def answers(self, document):
        self.differ("commands with an answer", set(ASKED), set(document.answers))
        count = 0
        for command, questions in ASKED.items():
            keys = set(NEEDS_CTRL_C.get(command, ()))
            for words, given in questions:
                code, text, why = self.run(words.split() + ["--format", "json"], given)
                if not text.startswith(("{", "[")):
                    self.faults.append(f"didact {words}: exit code {code}, {why.strip()}")
                    continue
                answer_keys(json.loads(text), "", keys)
            # null in one answer is an object in another, and an empty list has entries elsewhere
            keys = {key for key in keys if not holds_others(key, keys)}
            said = document.answers.get(command, set())
            said = {key for key in said if not holds_others(key, said)}
            self.differ(f"the answer of {command}", keys, said)
            count += len(keys)
        return count

    def examples(self, text):
        blocks = re.findall(r"^```jsonc?\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
        for block in blocks:
            code, _, why = self.run(["check", "-"], block)
            if code != 0:
                self.faults.append(f"docs/format.md: this is no problem: {why.strip()}\n{block}")
        return len(blocks)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("program", type=pathlib.Path)
    asked = options.parse_args()
    text = (ROOT / "docs/format.md").read_text()
    document = Document(text)
    comparison = Comparison(asked.program)
    keys, answers, examples = comparison.problems(document), comparison.answers(document), comparison.examples(text)
    for fault in comparison.faults:
        print(fault)
    print(f"{keys} keys of problems, {answers} of answers, {examples} examples; {len(comparison.faults)} differences")
    return 1 if comparison.faults else 0


if __name__ == "__main__":
    sys.exit(main())
