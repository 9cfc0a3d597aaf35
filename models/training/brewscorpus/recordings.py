"""Reads the recorded sentences and the noise recordings."""
import collections.abc
import pathlib
import zlib

import numpy
import soundfile

from . import paths

RATE = 16_000
ACCURATE = 6.0  # lowest pronunciation score taken, of 10


def share(text: str) -> float:
    """A number in 0..<1 that is always the same for the same text."""
    return (zlib.crc32(text.encode()) % 9973) / 9973


def read(file: pathlib.Path, longest: float | None = None) -> numpy.ndarray:
    """16-bit samples at 16 kHz, at most so many seconds; throws ValueError for another rate."""
    samples, rate = soundfile.read(file, dtype="int16", frames=-1 if longest is None else round(longest * RATE))
    if rate != RATE:
        raise ValueError(f"{file}: {rate} Hz")
    return samples if samples.ndim == 1 else samples[:, 0]


def poor(root: pathlib.Path) -> set[str]:
    """Names of the clips in a folder whose pronunciation was scored too low to learn from."""
    scores = root / "scores.tsv"
    rows = [line.split("\t") for line in scores.read_text().splitlines()[1:]] if scores.exists() else []
    return {pathlib.Path(row[0]).stem for row in rows if len(row) > 1 and row[1] and float(row[1]) < ACCURATE}


def speech(folder: str, limit: int | None, longest: float) -> collections.abc.Iterator[tuple[str, str, numpy.ndarray]]:
    """Text as written, speaker, samples of the clips of one folder.

    limit: at most about so many, spread over the list, None = all; longest: seconds.
    """
    root = paths.RECORDINGS / folder
    unclear = poor(root)
    rows = [line.split("\t") for line in (root / "meta.tsv").read_text().splitlines()]
    step = 1 if limit is None else max(1, len(rows) // limit)
    for name, speaker, text in rows[::step]:
        if pathlib.Path(name).stem in unclear:
            continue
        samples = read((root / name).with_suffix(".opus"))
        if len(samples) <= longest * RATE:
            yield text, speaker, samples


def noises(longest: float, step: int = 1) -> list[tuple[str, numpy.ndarray]]:
    """Name and first samples of each noise recording, or of only every `step`th; longest: seconds."""
    files = sorted((paths.RECORDINGS / "noise").glob("*.opus"))
    return [(file.stem, read(file, longest)) for file in files[::step]]
