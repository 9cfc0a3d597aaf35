"""Measures a model with the product: recorded orders, clean and in noise, and noise in which nobody orders.

The recordings are only measured on, never trained on. Other ways to search or other menus: `brews-bench --help`.
"""
import argparse
import json
import pathlib
import shutil
import subprocess
import tempfile

from . import paths

BENCH = paths.PROJECT / ".build/release/brews-bench"
LEVELS = ("15", "6")  # dB
MINUTES = "10"


def sealed(model: pathlib.Path, graph: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    """A model's network and a graph with a manifest of their own, as the product will not take them without."""
    copy = folder / "candidate"
    for part in (model / "am", model / "conf", graph):
        shutil.copytree(part, copy / part.name)
    about = json.loads((paths.MODEL / "manifest.json").read_text())
    (copy / "manifest.json").write_text(json.dumps({**about, "name": "candidate"}))
    subprocess.run([paths.PROJECT / "scripts/seal-model", copy, "0"], check=True, capture_output=True)
    return copy


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("model", nargs="?", type=pathlib.Path, default=paths.WORK / "model")
    options.add_argument("--graph", type=pathlib.Path, default=paths.MODEL / "graph", help="default: the shipped one")
    options.add_argument("--bench", type=pathlib.Path, default=BENCH, help="the program that measures")
    options.add_argument("--limit", help="use only so many clips")
    chosen = options.parse_args()
    few = ["--limit", chosen.limit] if chosen.limit else []
    noises = sorted((paths.EVALUATION / "noise").glob("*.wav"))
    levels = [part for level in LEVELS for part in ("--snr", level)]
    with tempfile.TemporaryDirectory() as folder:
        model = ["--model", str(sealed(chosen.model, chosen.graph, pathlib.Path(folder)))]
        orders = [chosen.bench, "orders", paths.EVALUATION / "coffee-orders", *model, *few]
        for noise in noises:
            subprocess.run([*orders, "--noise", noise, *levels, "--seed", "1"], check=True)
        subprocess.run([chosen.bench, "noise", *noises, "--minutes", MINUTES, *model], check=True)


if __name__ == "__main__":
    main()
