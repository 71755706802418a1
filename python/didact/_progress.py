"""Progress of long work: a function of the user's, or a bar."""

from __future__ import annotations

import sys
from typing import Any, Callable, Dict, Optional, Union

Progress = Union[bool, Callable[[Dict[str, Any]], Any], None]


class _Bar:
    """tqdm's where it is installed, else a line on standard error."""

    def __init__(self) -> None:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            tqdm = None
        self._tqdm = tqdm
        self._bar: Any = None

    def __call__(self, at: Dict[str, Any]) -> None:
        shown = {key: value for key, value in at.items() if key not in ("done", "of", "seconds") and value is not None}
        if self._tqdm is None:
            share = f"{at['done']} of {at['of']}" if "of" in at else ""
            texts = [f"{key} {value:.6g}" if isinstance(value, float) else f"{key} {value}" for key, value in shown.items()]
            print("\r" + ", ".join(filter(None, [share, *texts])), end="", file=sys.stderr, flush=True)
            self._bar = True
            return
        if self._bar is None:
            self._bar = self._tqdm(total=at.get("of"))
        self._bar.n = at.get("done", at.get("nodes", at.get("asked", 0)))
        self._bar.set_postfix(shown, refresh=True)

    def close(self) -> None:
        if self._bar is True:
            print(file=sys.stderr)
        elif self._bar is not None:
            if self._bar.total:
                self._bar.n = self._bar.total
            self._bar.close()


class _Telling:
    """What the engine is to call, while the work goes on."""

    def __init__(self, call: Optional[Callable[[Dict[str, Any]], Any]]) -> None:
        self._call = call

    def __enter__(self) -> Optional[Callable[[Dict[str, Any]], Any]]:
        return self._call

    def __exit__(self, *exception: Any) -> None:
        if isinstance(self._call, _Bar):
            self._call.close()


_SILENT = _Telling(None)


def telling_of(progress: Progress) -> _Telling:
    """`with telling_of(progress) as call:` has what the engine is to call, or None."""
    if progress is None or progress is False:
        return _SILENT
    return _Telling(_Bar() if progress is True else progress)
