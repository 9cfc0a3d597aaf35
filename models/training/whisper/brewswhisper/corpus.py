"""Gathers the clips: recorded speech, synthetic café sentences, noise; one file for each part of the corpus.

A held-out speaker (or sentence) is never trained on. Recordings of the evaluation sets are not read at all.
"""
import argparse
import dataclasses
import json
import pathlib

import numpy

from brewscorpus import recordings, sentences, synthesis

from . import paths

RATE = recordings.RATE
LONGEST = 7.0  # seconds; longer clips cost more than they teach
FOLDERS = {"speechocean762": 0.08, "librispeech_devclean_mp3": 0.1, "speech_commands_part": 0.05}  # share held out


@dataclasses.dataclass
class Clip:
    """A piece of speech: its text, who speaks, which set it is from, whether it is held out, its 16-bit samples."""

    text: str
    speaker: str
    source: str
    heldOut: bool
    samples: numpy.ndarray
    words: list[tuple[float, float]] | None = None  # begin and end of each word in seconds, when known


def recorded(folder: str, limit: int | None) -> list[Clip]:
    """Recorded sentences of one folder.

    limit: take at most so many, spread over the list; None = all.
    """
    return [
        Clip(sentences.spoken(text), speaker, folder, recordings.share(speaker) < FOLDERS[folder], samples)
        for text, speaker, samples in recordings.speech(folder, limit, LONGEST)
    ]


def synthetic(train: int, heldOut: int, workers: int) -> list[Clip]:
    """Café sentences: the first are trained on, the rest, all other sentences, are held out."""
    spoken = synthesis.café(train + heldOut, seed=7, workers=workers)
    clips = [Clip(text, voice, "café", index >= train, sound) for index, (text, voice, sound) in enumerate(spoken)]
    return [clip for clip in clips if len(clip.samples) <= LONGEST * RATE]


def noise() -> list[Clip]:
    """The noise recordings; every tenth is held out."""
    return [
        Clip("", name, "noise", index % 10 == 9, samples) for index, (name, samples) in enumerate(recordings.noises(60))
    ]


def save(clips: list[Clip], file: pathlib.Path) -> None:
    """Writes clips as one array of samples and a list of what they are."""
    ends = numpy.cumsum([len(clip.samples) for clip in clips])
    about = [{**vars(clip), "samples": None} for clip in clips]
    file.parent.mkdir(parents=True, exist_ok=True)
    numpy.savez(file, samples=numpy.concatenate([clip.samples for clip in clips]), ends=ends, about=json.dumps(about))


def load(file: pathlib.Path) -> list[Clip]:
    """Reads what `save` wrote."""
    data = numpy.load(file)
    parts = numpy.split(data["samples"], data["ends"][:-1])
    return [Clip(**{**about, "samples": part}) for about, part in zip(json.loads(str(data["about"])), parts)]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--sentences", type=int, default=3000, help="café sentences to train on")
    options.add_argument("--recorded", type=int, default=6000, help="recorded clips of each set, at most")
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--smoke", action="store_true", help="about a minute of speech, to try the path")
    chosen = options.parse_args()
    count, heldOut, limit = (16, 4, 8) if chosen.smoke else (chosen.sentences, 200, chosen.recorded)

    parts = {"café": synthetic(count, heldOut, chosen.workers)}
    if paths.RECORDINGS.is_dir():
        parts["recorded"] = [clip for folder in FOLDERS for clip in recorded(folder, limit)]
        parts["noise"] = noise()[: 10 if chosen.smoke else None]
    else:
        print(f"No recordings under {paths.RECORDINGS}: synthetic voices only, which understand nobody well.")
    for name, clips in parts.items():
        save(clips, paths.WORK / f"{name}.npz")
        hours = sum(len(clip.samples) for clip in clips) / RATE / 3600
        print(f"{name}: {len(clips)} clips, {hours:.2f} h, {sum(clip.heldOut for clip in clips)} held out")


if __name__ == "__main__":
    main()
