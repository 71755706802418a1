"""The engine's pictures drawn with Matplotlib."""

from __future__ import annotations

import textwrap
from typing import Any, Callable, Dict, List, Optional

import numpy as np

INKS = {"target": "#1d2026", "before": "#b45309", "after": "#1d63b0", "items": "#04785a", "fifth": "#9b3079",
        "sixth": "#0b7285", "seventh": "#8a6100", "eighth": "#5a5f6b"}
DASHES: Dict[str, Any] = {"target": (0, (5, 2)), "before": (0, (1.5, 2)), "after": "-", "items": "-",
                          "fifth": (0, (6, 2, 1, 2)), "sixth": (0, (4, 2, 1, 2, 1, 2)), "seventh": (0, (8, 3)),
                          "eighth": (0, (3, 2))}
MARKERS = {"target": "D", "before": "s", "after": "o", "items": "o", "fifth": "^", "sixth": "s", "seventh": "D", "eighth": "x"}
HEIGHTS = {"key": 0.3, "words": 0.35, "intervals": 0.35, "grid": 0.35}  # inches, those in rows for each of them
Panel = Dict[str, Any]


def _numbers(values: List[Optional[float]]) -> np.ndarray:
    return np.array([np.nan if value is None else value for value in values], dtype=float)


def _axis(axes: Any, which: str, axis: Panel) -> None:
    label, scale, limits = ((axes.set_xlabel, axes.set_xscale, axes.set_xlim) if which == "x" else
                            (axes.set_ylabel, axes.set_yscale, axes.set_ylim))
    label(axis["label"])
    if axis["logarithmic"]:
        scale("log")
    if axis["range"]:
        low, high = axis["range"]
        limits(None if low is None else low, None if high is None else high)
    if axis["whole"] and not axis["logarithmic"]:
        from matplotlib.ticker import MaxNLocator

        getattr(axes, f"{which}axis").set_major_locator(MaxNLocator(integer=True))


def _legend(axes: Any, space: bool) -> None:
    if space:  # beside it
        axes.legend(fontsize="small", frameon=False, loc="upper left", bbox_to_anchor=(1.05, 0.9))
    elif any(label and not label.startswith("_") for label in axes.get_legend_handles_labels()[1]):
        axes.legend(fontsize="small", frameon=False)


def _marks(draw: Callable[..., Any], marks: List[Panel]) -> None:
    for mark in marks:
        if mark["at"] is not None:
            draw(mark["at"], color=INKS[mark["ink"]], linestyle=DASHES[mark["ink"]], linewidth=1.2, label=mark["name"])


def _bars(axes: Any, panel: Panel) -> None:
    places = np.arange(len(panel["categories"]))
    width = 0.8 / max(1, len(panel["series"]))
    for i, series in enumerate(panel["series"]):
        axes.bar(places + (i - (len(panel["series"]) - 1) / 2) * width, _numbers(series["values"]), width * 0.92,
                 color=INKS[series["ink"]], label=series["name"])
    texts = [f"{name}\n{under}" if under else name
             for name, under in zip(panel["categories"], panel["under"] or [""] * len(places))]
    crowded = sum(map(len, panel["categories"])) > 60
    axes.set_xticks(places, texts, rotation=60 if crowded else 0, ha="right" if crowded else "center", fontsize="small")
    axes.set_xlabel(panel["x_label"])
    axes.set_ylabel(panel["y_label"])
    if panel["range"]:
        axes.set_ylim(*panel["range"])


def _curves(axes: Any, panel: Panel) -> None:
    for series in panel["series"]:
        x, y, ink = _numbers(series["x"]), _numbers(series["y"]), series["ink"]
        if series["form"] == "stems":
            axes.vlines(x, 0, y, color=INKS[ink], linewidth=1.2)
        line = {"color": INKS[ink], "label": series["name"], "linewidth": 2.6 if ink == "after" else 1.6}
        line["linestyle"] = DASHES[ink] if series["form"] in ("line", "line and points") else "none"
        if series["form"] != "line":
            line.update(marker=MARKERS[ink], markersize=4)
        axes.plot(x, y, **line)
    _marks(axes.axvline, panel["vertical"])
    _marks(axes.axhline, panel["horizontal"])
    _axis(axes, "x", panel["x"])
    _axis(axes, "y", panel["y"])
    if "rug" in panel:
        rug = panel["rug"]
        axes.plot(_numbers(rug["x"]), np.full(len(rug["x"]), 0.02), "|", color=INKS[rug["ink"]], markersize=12,
                  markeredgewidth=1.8, transform=axes.get_xaxis_transform(), label=rug["name"], clip_on=False)
        for x, copies in zip(rug["x"], rug["copies"]):
            if copies > 1 and len(rug["x"]) <= 12:
                axes.annotate(f"×{copies:g}", (x, 0.06), xycoords=axes.get_xaxis_transform(), fontsize="x-small", ha="center")


def _histogram(axes: Any, panel: Panel) -> None:
    edges = _numbers(panel["edges"])
    axes.bar(edges[:-1], _numbers(panel["counts"]), np.diff(edges), align="edge", color=INKS["eighth"], alpha=0.6,
             label=panel["name"])
    axes.set_ylabel("sets")
    _marks(axes.axvline, panel["marks"])
    _axis(axes, "x", panel["x"])


def _rings(mean: np.ndarray, covariance: np.ndarray) -> List[np.ndarray]:
    """One standard deviation around the mean: an ellipse, or those in the planes of an ellipsoid's axes."""
    values, vectors = np.linalg.eigh(covariance)
    axes = vectors * np.sqrt(np.maximum(values, 0))
    turn = np.linspace(0, 2 * np.pi, 100)[:, None]
    pairs = [(i, j) for i in range(len(mean)) for j in range(i)]
    return [mean + np.cos(turn) * axes[:, i] + np.sin(turn) * axes[:, j] for i, j in pairs]


def _plane(axes: Any, panel: Panel) -> None:
    for one in panel["gaussians"]:
        mean, ink = _numbers(one["mean"]), one["ink"]
        axes.plot(*mean, MARKERS[ink], color=INKS[ink], label=one["name"])
        if one["covariance"] is not None:
            for ring in _rings(mean, np.array(one["covariance"], dtype=float)):
                axes.plot(*ring.T, color=INKS[ink], linestyle=DASHES[ink])
                axes.plot(*(2 * ring - mean).T, color=INKS[ink], linestyle=DASHES[ink], linewidth=0.8)
    for items in panel["items"]:
        at = np.array(items["at"], dtype=float).reshape(-1, 2)
        axes.scatter(*at.T, s=20 + 8 * np.log2(np.maximum(1, _numbers(items["copies"]))) if items["copies"] else 20,
                     facecolors="none", edgecolors=INKS[items["ink"]], linewidths=1.4, label=items["name"])
    bounds = axes.axis()
    for line in panel["lines"]:  # where normal · x + offset = 0
        (a, b), c = line["normal"], line["offset"]
        if a is None or b is None or c is None or a == b == 0:
            continue
        x, y = (np.array(bounds[:2]), None) if abs(b) > abs(a) else (None, np.array(bounds[2:]))
        points = (x, -(c + a * x) / b) if x is not None else (-(c + b * y) / a, y)
        axes.plot(*points, color=INKS[line["ink"]], linestyle=DASHES[line["ink"]], label=line["name"])
    axes.axis(bounds)
    axes.set_autoscale_on(True)  # for those who draw more
    axes.set_xlabel(panel["x_label"])
    axes.set_ylabel(panel["y_label"])


def _space(axes: Any, panel: Panel) -> None:
    items = np.array(panel["items"], dtype=float).reshape(-1, 3)
    axes.scatter(*items.T, color=INKS["items"], label=panel["name"], depthshade=False)
    for i, j in panel["edges"]:
        axes.plot(*items[[i, j]].T, color=INKS["items"], linewidth=0.8)
    for place in panel["places"]:
        at = _numbers(place["at"])
        size = 10 if place["ink"] == "after" else 5  # what stands at the same place shows around it
        axes.plot(*at[:, None], MARKERS[place["ink"]], color=INKS[place["ink"]], label=place["name"], markersize=size)
        for ring in _rings(at, np.array(place["covariance"], dtype=float)) if place["covariance"] else []:
            axes.plot(*ring.T, color=INKS[place["ink"]], linewidth=0.6)
    axes.set_xlabel(panel["labels"][0])
    axes.set_ylabel(panel["labels"][1])
    axes.set_zlabel(panel["labels"][2])


def _intervals(axes: Any, panel: Panel) -> None:
    for i, row in enumerate(panel["rows"]):
        ink = row["ink"]
        if row["span"]:
            if row["span"][0] == row["span"][1]:
                axes.plot(row["span"][:1], [i], MARKERS[ink], color=INKS[ink], markersize=7)
            else:
                axes.plot(row["span"], [i, i], color=INKS[ink], linewidth=5, alpha=0.35, solid_capstyle="butt")
        axes.plot(_numbers(row["points"]), np.full(len(row["points"]), i), MARKERS[ink], color=INKS[ink], markersize=5)
        if row["remark"]:
            axes.annotate(row["remark"], (1.01, i), xycoords=axes.get_yaxis_transform(), fontsize="small", va="center")
    axes.set_yticks(range(len(panel["rows"])), [row["name"] for row in panel["rows"]])
    axes.set_ylim(len(panel["rows"]) - 0.5, -0.5)
    _marks(axes.axvline, panel["marks"])
    _axis(axes, "x", panel["x"])


def _grid(axes: Any, panel: Panel) -> None:
    cells = np.array([_numbers(row) for row in panel["cells"]])
    axes.imshow(cells, cmap="Blues", aspect="auto", vmin=0, vmax=max(1.0, float(np.nanmax(cells, initial=0))))
    axes.set_xticks(range(len(panel["columns"])), panel["columns"], fontsize="small")
    axes.set_yticks(range(len(panel["rows"])), panel["rows"], fontsize="small")
    for column in panel["chosen"]:
        axes.add_patch(_rectangle(column - 0.5, -0.5, 1, len(cells), fill=False, edgecolor=INKS["items"], linewidth=2))
    for row in panel["faded"]:
        axes.add_patch(_rectangle(-0.5, row - 0.5, cells.shape[1], 1, color="white", alpha=0.65, linewidth=0))
    if panel["numbers"] and cells.size <= 400:
        for (i, j), value in np.ndenumerate(cells):
            axes.annotate(f"{value:.3g}", (j, i), ha="center", va="center", fontsize="small",
                          color="white" if value > 0.6 * max(1.0, float(np.nanmax(cells))) else "black")


def _rectangle(*place: Any, **style: Any) -> Any:
    from matplotlib.patches import Rectangle

    x, y, width, height = place
    return Rectangle((x, y), width, height, **style)


def _words(axes: Any, panel: Panel) -> None:
    axes.axis("off")
    if panel["rows"]:
        width = max(map(len, [panel["heads"], *panel["rows"]]))
        rows = [row + [""] * (width - len(row)) for row in panel["rows"]]
        heads = panel["heads"] + [""] * (width - len(panel["heads"]))
        table = axes.table(cellText=rows, colLabels=heads if any(heads) else None, loc="upper left", cellLoc="left", edges="horizontal")
        table.auto_set_font_size(False)
        table.set_fontsize(9)


def _key(axes: Any, panel: Panel) -> None:
    from matplotlib.lines import Line2D

    axes.axis("off")
    handles = [Line2D([], [], color=INKS[entry["ink"]], linestyle=DASHES[entry["ink"]], marker=MARKERS[entry["ink"]],
                      label=entry["name"]) for entry in panel["entries"]]
    axes.legend(handles=handles, ncol=min(4, max(1, len(handles))), loc="center", fontsize="small", frameon=False)


DRAW = {"bars": _bars, "curves": _curves, "histogram": _histogram, "plane": _plane, "space": _space, "intervals": _intervals,
        "grid": _grid, "words": _words, "key": _key}


def _height(panel: Panel) -> float:
    if panel["kind"] == "key":
        return 0.3 * (1 + (len(panel["entries"]) - 1) // 4)
    if panel["kind"] in HEIGHTS:
        return 0.9 + HEIGHTS[panel["kind"]] * len(panel["rows"])
    return 4.2 if panel["kind"] in ("plane", "space") else 2.9


def draw(sheet: Panel, figure: Any = None) -> Any:
    """A sheet of the engine's as a Matplotlib figure."""
    try:
        from matplotlib import pyplot
    except ImportError:
        raise ImportError("plot() needs Matplotlib; to_svg() draws the same picture without it") from None
    rows = [row for row in sheet["rows"] if row]
    heights = [max(map(_height, row)) for row in rows]
    if figure is None:
        figure = pyplot.figure(figsize=(7.5, sum(heights) + 0.6 + 0.2 * len(sheet["notes"])), layout="constrained")
    notes = "".join(f"\n{line}" for note in sheet["notes"] for line in textwrap.wrap(note, 95))
    figure.suptitle(sheet["title"] + notes, fontsize="medium")
    grid = figure.add_gridspec(max(1, len(rows)), 1, height_ratios=heights or [1])
    for place, row in zip(grid, rows):
        for part, panel in zip(place.subgridspec(1, len(row)), row):
            axes = figure.add_subplot(part, projection="3d" if panel["kind"] == "space" else None)
            title = "\n".join([panel["title"], *(line for note in panel["notes"] for line in textwrap.wrap(note, 90 // len(row)))])
            axes.set_title(title.strip("\n"), fontsize="small", loc="left")
            DRAW[panel["kind"]](axes, panel)
            if panel["kind"] not in ("words", "key", "space", "grid"):
                axes.spines[["top", "right"]].set_visible(False)
            if panel["kind"] not in ("words", "key"):
                _legend(axes, panel["kind"] == "space")
    return figure
