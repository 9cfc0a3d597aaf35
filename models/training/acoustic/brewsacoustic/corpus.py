"""Gathers the clips: recorded speech and synthetic café sentences, with what is held out to watch the training; where asked for, phrases of no café.

A held-out speaker (or synthetic sentence) is never trained on. The evaluation sets are not read at all.
"""
import argparse
import collections.abc
import concurrent.futures
import dataclasses
import itertools
import json
import pathlib
import random

import numpy

from brewscorpus import recordings, sentences, synthesis

from . import paths, phrases, stamp

RATE = recordings.RATE
LONGEST = 18.0  # seconds
FOLDERS = ("speechocean762", "librispeech_devclean_mp3", "speech_commands_part", "hymel_keywords")
HELD_OUT = 0.03
PHRASES = {"joe": 0.31, "hibari": 0.29, "pico": 0.2, "flite": 0.2}  # each voice's share of the phrases of no café
PHRASE_PACE = 0.25
NOISE_SECONDS = 90.0  # taken of each recording
STAMP = paths.WORK / "clips.stamp"  # there once the clips are complete
WAKE = ("hey brews", "hey brews", "hey brew", "hey bruce", "okay brews", "hey", "brews", "hey there", "hey breeze")


@dataclasses.dataclass
class Clip:
    """A piece of speech: its words, the set it is from, whether it is held out, where its samples begin and end."""

    text: str
    source: str
    heldOut: bool
    begin: int
    end: int


def texts(count: int, seed: int) -> list[str]:
    """Café sentences, none twice: half from the built-in menu, the rest from other menus and the language data."""
    chance = random.Random(seed)
    own = sentences.Café(chance)
    others = [sentences.Café(chance, file) for file in paths.OTHER_MENUS]
    fixed = sentences.phrases()
    chance.shuffle(fixed)
    found: dict[str, None] = {}
    while len(found) < count:
        kind = chance.random()
        if kind < 0.55:
            text = own.sentence()
        elif kind < 0.75:
            text = chance.choice(others).sentence()
        elif kind < 0.9 and fixed:
            text = fixed.pop()
        else:
            text = f"{chance.choice(WAKE)} {own.sentence().removeprefix('hey brews ') if chance.random() < 0.6 else ''}".strip()
        found[text] = None
    return list(found)


def saidOutside(count: int, recorded: list[str], workers: int) -> collections.abc.Iterator[tuple[str, str, numpy.ndarray]]:
    """Phrases of no café, by the voices that sound most like people: text, voice, samples."""
    wanted = phrases.texts(count, recorded, random.Random(14))
    ends = [round(count * share) for share in itertools.accumulate(PHRASES.values(), initial=0)]
    parts = dict(zip(PHRASES, (wanted[begin:end] for begin, end in itertools.pairwise(ends))))
    flite = [f"flite:{name}" for name in synthesis.FLITE]
    ways = (
        lambda: synthesis.saidByJoe(parts["joe"], random.Random(15), PHRASE_PACE),
        lambda: synthesis.saidByHibari(parts["hibari"], random.Random(16), PHRASE_PACE),
        lambda: synthesis.saidByPico(parts["pico"], random.Random(17), PHRASE_PACE),
        lambda: synthesis.said(parts["flite"], random.Random(18), 1, PHRASE_PACE, flite),
    )
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        for spoken in pool.map(lambda way: list(way()), ways):
            yield from spoken


class Writer:
    """Appends samples to one file and remembers where each clip lies."""

    def __init__(self) -> None:
        paths.WORK.mkdir(parents=True, exist_ok=True)
        STAMP.unlink(missing_ok=True)
        self.file = open(paths.WORK / "clips.raw", "wb")
        self.clips: list[Clip] = []
        self.end = 0

    def add(self, text: str, source: str, heldOut: bool, samples: numpy.ndarray) -> None:
        samples.astype("<i2").tofile(self.file)
        begin, self.end = self.end, self.end + len(samples)
        self.clips.append(Clip(text, source, heldOut, begin, self.end))

    def close(self, made: str) -> None:
        """made: stamp of what the clips were made from."""
        self.file.close()
        (paths.WORK / "clips.json").write_text(json.dumps([dataclasses.asdict(clip) for clip in self.clips]))
        STAMP.write_text(made)


def load() -> tuple[list[Clip], numpy.ndarray]:
    """The clips and the samples of all of them."""
    clips = [Clip(**clip) for clip in json.loads((paths.WORK / "clips.json").read_text())]
    return clips, numpy.memmap(paths.WORK / "clips.raw", dtype="<i2", mode="r")


def sources() -> list[pathlib.Path]:
    """What the clips are made from, but for the recordings themselves."""
    code = [*sorted(pathlib.Path(sentences.__file__).parent.glob("*.py")), pathlib.Path(__file__), pathlib.Path(phrases.__file__)]
    lists = [paths.RECORDINGS / folder / name for folder in FOLDERS for name in ("meta.tsv", "scores.tsv")]
    return [*code, *lists, paths.MENU, *paths.OTHER_MENUS, paths.KEYWORDS, paths.LANGUAGE]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--sentences", type=int, default=5000, help="synthetic café sentences by flite and espeak-ng")
    options.add_argument("--pico", type=int, default=2500, help="more of them by SVOX Pico")
    options.add_argument("--hibari", type=int, default=3000, help="and by hibari")
    options.add_argument("--phrases", type=int, default=0, help="words and short phrases of no café, by Piper, hibari, Pico and flite, such as 18000")
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--smoke", action="store_true", help="about a minute of speech, to try the path")
    chosen = options.parse_args()
    count, limit = (12, 4) if chosen.smoke else (chosen.sentences, None)
    made = stamp.of(sources(), count, limit, chosen.pico, chosen.hibari, chosen.phrases)
    if STAMP.exists() and STAMP.read_text() == made:
        print("clips: made before, from the same")
        return

    writer = Writer()
    if paths.RECORDINGS.is_dir():
        for folder in FOLDERS:
            for text, speaker, samples in recordings.speech(folder, limit, LONGEST):
                heldOut = not chosen.smoke and recordings.share(f"{folder} {speaker or text}") < HELD_OUT
                writer.add(sentences.spoken(text), folder, heldOut, samples)
            print(f"{folder}: {writer.end / RATE / 3600:.2f} h so far", flush=True)
    else:
        print(f"No recordings under {paths.RECORDINGS}: synthetic voices only, which understand nobody well.")
    spoken = synthesis.said(texts(count, seed=11), random.Random(11), chosen.workers, pace=0.22)
    for index, (text, _, samples) in enumerate(spoken):
        writer.add(text, "café", index >= (1 - HELD_OUT) * count, samples)
    if not chosen.smoke:
        # None of these is held out: but for fixed phrases, other seeds have other sentences.
        spoken = synthesis.saidByPico(texts(chosen.pico, seed=12), random.Random(12), pace=0.22)
        for text, _, samples in itertools.chain(spoken, synthesis.saidByHibari(texts(chosen.hibari, seed=13), random.Random(13), pace=0.22)):
            writer.add(text, "café", False, samples)
        recorded = [clip.text for clip in writer.clips if clip.source != "café" and not clip.heldOut]
        for text, _, samples in saidOutside(chosen.phrases, recorded, chosen.workers) if chosen.phrases else ():
            writer.add(text, "phrases", False, samples)
    writer.close(made)
    print(f"{len(writer.clips)} clips, {writer.end / RATE / 3600:.2f} h, {sum(clip.heldOut for clip in writer.clips)} held out")


if __name__ == "__main__":
    main()
