#!/usr/bin/python3
"""Writes the data of the worked examples beside this script: iris.csv, wine.csv and tumours.csv.

export.py [FOLDER]     FOLDER: where scikit-learn keeps its data, as Debian's python3-sklearn installs it.
"""
import csv
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
DEBIAN = "/usr/lib/python3/dist-packages/sklearn/datasets/data"

IRIS = ["sepal_length", "sepal_width", "petal_length", "petal_width"]
WINE = ["alcohol", "malic_acid", "ash", "alcalinity", "magnesium", "phenols", "flavanoids", "nonflavanoid_phenols",
        "proanthocyanins", "colour", "hue", "dilution", "proline"]
TUMOUR = ["radius", "texture", "perimeter", "area", "smoothness", "compactness", "concavity", "concave_points",
          "symmetry", "fractal_dimension"]  # the first ten of thirty: the means over a sample's cells


def rows_of(path):
    """The rows below the first, which says how many there are and what their classes are called."""
    with open(path) as text:
        rows = list(csv.reader(text))
    return rows[0][2:], rows[1:]


def export(source, target, columns, classes, kind):
    _, rows = rows_of(source)
    seen = dict.fromkeys(classes, 0)
    with open(target, "w", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["name"] + columns + [kind])
        for row in rows:
            name = classes[int(row[-1])]
            seen[name] += 1
            writer.writerow([f"{name} {seen[name]}"] + row[:len(columns)] + [name])


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else DEBIAN
    if not os.path.isdir(folder):
        sys.exit(f"{folder} is not there: apt-get install python3-sklearn")
    export(os.path.join(folder, "iris.csv"), os.path.join(HERE, "iris.csv"), IRIS,
           ["setosa", "versicolor", "virginica"], "species")
    export(os.path.join(folder, "wine_data.csv"), os.path.join(HERE, "wine.csv"), WINE,
           ["cultivar A", "cultivar B", "cultivar C"], "cultivar")
    export(os.path.join(folder, "breast_cancer.csv"), os.path.join(HERE, "tumours.csv"), TUMOUR,
           ["malignant", "benign"], "kind")


if __name__ == "__main__":
    main()
