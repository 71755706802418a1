"""Arrays and frames as pools: handed to the engine as they lie in memory."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Tuple

import numpy as np

Column = Tuple[str, Any]  # its name, or "", and an array or a list of texts


def is_table(value: Any) -> bool:
    """Whether this is an array or a frame, and not a file or inline rows."""
    return isinstance(value, np.ndarray) or (hasattr(value, "columns") and hasattr(value, "iloc"))


def _column(name: str, values: Any) -> Column:
    if isinstance(values, np.ma.MaskedArray) and np.any(values.mask):
        raise ValueError("items: masked values cannot be taught; leave these rows out")
    array = np.asarray(values)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        raise TypeError(f"items: a column must have one dimension, not {array.ndim}")
    if array.dtype.kind in "OUSM":  # texts, and what is shown as one
        return name, [str(value) for value in array.tolist()]
    if array.dtype.kind not in "fiub":
        raise TypeError(f"items: {array.dtype} is no kind of numbers that can be taught")
    return name, array


def _columns(table: Any) -> List[Column]:
    if not isinstance(table, np.ndarray):  # of pandas, or like it
        names = [str(name) for name in table.columns]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"items.pool: two columns are called {name!r}")
        return [_column(name, table.iloc[:, j].to_numpy()) for j, name in enumerate(names)]
    if table.dtype.names:
        found: List[Column] = []
        for name in table.dtype.names:
            part = table[name]
            if part.ndim == 1:
                found.append(_column(name, part))
            else:  # as inline rows have them: x1, x2, …
                flat = part.reshape(len(table), -1)
                found += [_column(f"{name}{j + 1}", flat[:, j]) for j in range(flat.shape[1])]
        return found
    if table.ndim not in (1, 2):
        raise TypeError(f"items.pool: an array must have one or two dimensions, not {table.ndim}")
    rows = table if table.ndim == 2 else table[:, None]
    return [_column("", rows[:, j]) for j in range(rows.shape[1])]


def as_items(table: Any) -> List[Any]:
    """A frame or a structured array as a list of items: with a label y, or the numbers of each row."""
    if isinstance(table, np.ndarray):
        return [{name: row[name].tolist() for name in table.dtype.names} for row in table]
    if "y" not in table.columns:
        return list(table.to_numpy().tolist())
    rows = table.drop(columns="y").to_numpy().tolist()
    return [{"x": x if len(x) > 1 else x[0], "y": y} for x, y in zip(rows, table["y"].tolist())]


def attach(items: Mapping[str, Any]) -> Tuple[Dict[str, Any], Dict[str, List[Column]]]:
    """The items with a name in place of the array, and the array's columns by that name.

    Beside an array `y`, `cost` and `names` may be arrays too, as long as the pool.
    """
    changed = dict(items)
    columns = _columns(changed["pool"])
    rows = len(changed["pool"])
    named = bool(columns) and bool(columns[0][0])
    for key in ("y", "cost", "names"):
        values = changed.get(key)
        if values is None or isinstance(values, (str, int)):
            continue  # a column that is there
        name, column = _column("", values)
        if len(column) != rows:
            raise ValueError(f"items.{key}: must be as long as the pool, {rows}, not {len(column)}")
        if named:
            name = key
            while name in [other for other, _ in columns]:
                name += "_"
        columns.append((name, column))
        changed[key] = name if named else len(columns)
    changed["pool"] = "<pool>"  # a name that no file has
    return changed, {"<pool>": columns}
