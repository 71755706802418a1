"""Items as arrays."""

from __future__ import annotations

from typing import Any, List, Sequence, Tuple

import numpy as np


def _whole(values: np.ndarray) -> np.ndarray:
    return values.astype(np.int64)


def shaped(numbers: np.ndarray, *, vector: bool, labelled: bool, whole: bool = False,
           names: Sequence[str] = ()) -> np.ndarray:
    """Rows of numbers as people see them: scalars, rows, names, or x with its label y."""
    if labelled:
        x = shaped(numbers[:, :-1], vector=vector, labelled=False, whole=whole, names=names)
        array = np.empty(len(numbers), dtype=[("x", x.dtype, x.shape[1:]), ("y", float)])
        array["x"], array["y"] = x, numbers[:, -1]
        return array
    if names:
        called: np.ndarray = np.asarray(names)[_whole(numbers[:, 0]) - 1]
        return called
    values = numbers if vector else numbers[:, 0]
    return _whole(values) if whole else values


def listed(items: List[Any]) -> np.ndarray:
    """Items that are no rows of numbers (documents, sequences) as an array: structured if they have parts."""
    if items and isinstance(items[0], dict):
        columns = {name: np.asarray([item[name] for item in items]) for name in items[0]}
        fields: List[Tuple[Any, ...]] = [(name, column.dtype, column.shape[1:]) for name, column in columns.items()]
        array = np.empty(len(items), dtype=fields)
        for name, column in columns.items():
            array[name] = column
        return array
    if items and isinstance(items[0], list):  # of different lengths
        sequences = np.empty(len(items), dtype=object)
        for i, item in enumerate(items):
            sequences[i] = np.asarray(item)
        return sequences
    return np.asarray(items)
