"""Measures the model file through whisper.cpp, and compares whisper.cpp with PyTorch.

Word error rates on held-out speakers and sentences, the share of labelled words of the recorded coffee orders (which are
only measured on, never trained on), and processor time per second of sound. Fails when whisper.cpp and PyTorch write
different texts, not parted by a close choice, for more than a twentieth of the clips: then the file does not hold what was trained.
"""
import argparse
import itertools
import json
import pathlib
import sys

import numpy
import soundfile

from brewscorpus import sentences

from . import checkpoint, corpus, paths, reading

CLOSE = 1.0  # difference of logits
EVALUATION = paths.EVALUATION / "coffee-orders"


def errors(expected: list[str], found: list[str]) -> int:
    """Words to insert, delete and replace (Levenshtein)."""
    row = list(range(len(found) + 1))
    for count, word in enumerate(expected, 1):
        corner, row[0] = row[0], count
        for index, other in enumerate(found, 1):
            corner, row[index] = row[index], min(row[index] + 1, row[index - 1] + 1, corner + (word != other))
    return row[-1]


def wordErrors(clips: list[corpus.Clip], file: pathlib.Path, show: int) -> str:
    """Reads held-out clips and says how many words are wrong."""
    readings = reading.whisper(file, [clip.samples / 32768 for clip in clips])
    wrong = sum(errors(clip.text.split(), sentences.spoken(read.text).split()) for clip, read in zip(clips, readings))
    words = sum(len(clip.text.split()) for clip in clips)
    for clip, read in list(zip(clips, readings))[:show]:
        print(f"    {clip.text}  →  {read.text}")
    return f"{len(clips)} clips, {words} words, word error rate {100 * wrong / words:.1f} %"


def orders(file: pathlib.Path) -> str:
    """The share of the coffee orders' labelled words that are found, and of orders with all of them."""
    labels = json.loads((EVALUATION / "labels.json").read_text())
    names = sorted(labels)
    sounds = [soundfile.read((EVALUATION / name).with_suffix(".wav"))[0] for name in names]
    readings = reading.whisper(file, sounds)
    found, all_, whole = 0, 0, 0
    for name, read in zip(names, readings):
        text = f" {sentences.spoken(read.text)} "
        slots = [f" {sentences.spoken(words)} " in text for words in labels[name].values()]
        found, all_, whole = found + sum(slots), all_ + len(slots), whole + all(slots)
    factor = sum(read.taken for read in readings) / sum(read.seconds for read in readings)
    return (
        f"{len(names)} clips, {100 * found / all_:.1f} % of {all_} slots, {100 * whole / len(names):.1f} % of orders whole, "
        f"real-time factor {factor:.3f}"
    )


def parity(file: pathlib.Path, trained: pathlib.Path, clips: list[corpus.Clip]) -> tuple[float, float]:
    """The share of clips for which whisper.cpp and PyTorch write the same tokens, and the share in which they part, if they do, at a close choice.

    The file's 8-bit weights move the logits a little, so a choice that PyTorch makes by less than `CLOSE` may turn; after that
    both go on from different texts.
    """
    model, names = checkpoint.read(trained)
    sounds = [(clip.samples / 32768).astype(numpy.float32) for clip in clips]
    same = close = 0
    for sound, theirs in zip(sounds, reading.whisper(file, sounds)):
        ours, margins = reading.greedy(model, names, sound)
        parted = len(list(itertools.takewhile(lambda pair: pair[0] == pair[1], zip(ours, theirs.tokens))))
        isSame = ours == theirs.tokens[: reading.LONGEST]
        same += isSame
        close += isSame or margins[min(parted, len(margins) - 1)] < CLOSE
    return same / len(clips), close / len(clips)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("file", nargs="?", type=pathlib.Path, default=paths.MODEL / "ggml-model.bin")
    options.add_argument("--checkpoint", type=pathlib.Path, default=paths.WORK / "best.pt")
    options.add_argument("--clips", type=int, default=150, help="held-out clips of each set, at most")
    options.add_argument("--show", type=int, default=0, help="print so many texts of each set")
    options.add_argument("--smoke", action="store_true", help="a few clips, no orders; it is enough that the file is read")
    chosen = options.parse_args()
    clipCount, parityCount = (2, 1) if chosen.smoke else (chosen.clips, 20)
    heldOut: dict[str, list[corpus.Clip]] = {}
    for name in ("café", "recorded"):
        if (paths.WORK / f"{name}.npz").exists():
            for clip in corpus.load(paths.WORK / f"{name}.npz"):
                if clip.heldOut and clip.text:
                    heldOut.setdefault(clip.source, []).append(clip)
    for source, clips in heldOut.items():
        print(f"{source}: {wordErrors(clips[:clipCount], chosen.file, chosen.show)}")
    if chosen.smoke:
        print("recorded orders: skipped")
    elif EVALUATION.is_dir():
        print(f"recorded orders: {orders(chosen.file)}")
    else:
        print(f"recorded orders: skipped, {EVALUATION} is missing")
    same, close = parity(chosen.file, chosen.checkpoint, [clip for clips in heldOut.values() for clip in clips[:parityCount]])
    print(f"whisper.cpp and PyTorch write the same for {100 * same:.0f} % of the clips; for {100 * close:.0f} % the same or parted by a close choice")
    if close < 0.95 and not chosen.smoke:
        sys.exit("The model file does not hold what was trained.")


if __name__ == "__main__":
    main()
