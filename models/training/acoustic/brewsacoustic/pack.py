"""Packs what a training on another machine needs into small files: features, transcripts, noise; and unpacks them there.

Features are kept as the cosine transform of eight frames by all bins, in steps: rounding changes a log energy by a quarter of a
neper, a fraction of what it changes by from one frame of noise to the next, and an hour of speech takes 4.5 MB.
"""
import argparse
import bz2
import collections.abc
import concurrent.futures
import enum
import json
import pathlib
import random

import numpy
import torch

from .network import BINS

BLOCK = 8  # frames that are transformed together
STEP = 0.9
OPTIONAL = 100  # added to a phone in a transcript that may be left out
PART = 120_000  # frames that are compressed together
WAYS = 3  # transcripts of each clip: pronunciations and unknown words differ
FOLD = 0.15  # share of the speakers which some networks do not hear, so that they can be a background nobody has learnt


def cosines(size: int) -> numpy.ndarray:
    """The orthonormal cosine transform (type 2), row by row."""
    places = numpy.arange(size)
    rows = numpy.cos(numpy.pi / size * (places[None] + 0.5) * places[:, None]) * numpy.sqrt(2 / size)
    rows[0] /= numpy.sqrt(2)
    return rows.astype(numpy.float32)


def coded(frames: numpy.ndarray) -> bytes:
    """frames: a multiple of BLOCK, × BINS."""
    blocks = frames.astype(numpy.float32).reshape(-1, BLOCK, BINS)
    values = numpy.einsum("ab,nbc,dc->adn", cosines(BLOCK), blocks, cosines(BINS), optimize=True) / STEP
    values = numpy.rint(values).astype(numpy.int16)
    return bz2.compress(numpy.clip(values, -127, 127).astype(numpy.int8).tobytes()) if numpy.abs(values).max() <= 127 else bz2.compress(values.tobytes())


def decoded(data: bytes, count: int) -> numpy.ndarray:
    """The frames (count × BINS) in half precision."""
    plain = bz2.decompress(data)
    kind = numpy.int8 if len(plain) == count * BINS else numpy.int16
    values = numpy.frombuffer(plain, kind).reshape(BLOCK, BINS, -1).astype(numpy.float32) * STEP
    return numpy.einsum("ab,adn,dc->nbc", cosines(BLOCK), values, cosines(BINS), optimize=True).reshape(count, BINS).astype(numpy.float16)


class Kind(enum.IntEnum):
    """What examples are for."""

    SPEECH = 0
    FOLD = 1  # speech that some networks do not hear
    NOISE = 2
    HELD_OUT = 3
    HELD_OUT_NOISY = 4


def padded(frames: numpy.ndarray) -> numpy.ndarray:
    missing = -len(frames) % BLOCK
    return numpy.concatenate([frames, numpy.repeat(frames[-1:], missing, axis=0)]) if missing else frames


def write(folder: pathlib.Path, examples: collections.abc.Iterable[tuple[int, list[list[int]], numpy.ndarray]], trigram: torch.Tensor, largest: int, workers: int) -> int:
    """Returns how many there are. examples: kind, transcripts (phones, an optional one with OPTIONAL added), features. largest: bytes of a file."""
    folder.mkdir(parents=True, exist_ok=True)
    about, parts, pending, count = [], [], [], 0
    with concurrent.futures.ProcessPoolExecutor(workers) as pool:
        def flush() -> None:
            nonlocal pending, count
            if pending:
                parts.append((count, pool.submit(coded, numpy.concatenate(pending))))
            pending, count = [], 0

        for kind, ways, frames in examples:
            about.append((kind, len(frames), ways))
            pending.append(padded(frames))
            count += len(pending[-1])
            if count >= PART:
                flush()
        flush()
        index, files, size = [], -1, largest
        for count, part in parts:
            data = part.result()
            if size + len(data) > largest:
                files, size = files + 1, 0
                (folder / f"features{files}.bin").write_bytes(b"")
            with open(folder / f"features{files}.bin", "ab") as file:
                file.write(data)
            index.append((files, size, len(data), count))
            size += len(data)
    (folder / "about.json.bz2").write_bytes(bz2.compress(json.dumps({"examples": about, "index": index}, separators=(",", ":")).encode()))
    numpy.save(folder / "trigram.npy", trigram.numpy())
    return len(about)


def unpack(job: tuple[pathlib.Path, int, int, int]) -> numpy.ndarray:
    file, begin, size, count = job
    with open(file, "rb") as stream:
        stream.seek(begin)
        return decoded(stream.read(size), count)


def read(folder: pathlib.Path, workers: int) -> tuple[list[tuple[int, int, list[list[int]]]], numpy.ndarray]:
    """Kind, length and transcripts of each example, and the frames of all: each begins where the one before it, padded to BLOCK, ends."""
    data = json.loads(bz2.decompress((folder / "about.json.bz2").read_bytes()))
    jobs = [(folder / f"features{number}.bin", begin, size, count) for number, begin, size, count in data["index"]]
    with concurrent.futures.ProcessPoolExecutor(workers) as pool:
        return data["examples"], numpy.concatenate(list(pool.map(unpack, jobs)))


def shares() -> collections.abc.Iterator[tuple[str, float]]:
    """Text and speaker's share of each recorded clip that `corpus` takes, in its order."""
    import soundfile  # what reads sound is not there on the other machine
    from brewscorpus import recordings, sentences

    from . import corpus

    for folder in corpus.FOLDERS if recordings.paths.RECORDINGS.is_dir() else ():
        root = recordings.paths.RECORDINGS / folder
        unclear = recordings.poor(root)
        for line in (root / "meta.tsv").read_text().splitlines():
            name, speaker, text = line.split("\t")
            if pathlib.Path(name).stem in unclear or soundfile.info((root / name).with_suffix(".opus")).frames > corpus.LONGEST * recordings.RATE:
                continue
            yield sentences.spoken(text), recordings.share(f"{folder} {speaker or text}")


def main() -> None:
    from brewscorpus import recordings

    from . import corpus, features, sounds, transcripts, variation

    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=pathlib.Path)
    options.add_argument("--largest", type=int, default=36_000_000, help="bytes of a file")
    options.add_argument("--limit", type=int, help="only so many clips, to try it")
    options.add_argument("--workers", type=int, default=2)
    chosen = options.parse_args()
    clips, _ = corpus.load()
    trained = [clip for clip in clips if not clip.heldOut]
    transcriber = transcripts.Transcriber(transcripts.menuWords([clip.text for clip in clips if clip.source == "café"]))
    trigram = transcripts.trigram(transcriber, [clip.text for clip in trained])
    said = [] if chosen.limit else list(shares())
    folds = []  # of the clips that are trained on
    for (text, share), clip in zip(said, clips):
        if clip.text != text:
            raise SystemExit("the clips are of other recordings; make them again: python3 -m brewsacoustic.corpus")
        if not clip.heldOut:
            folds.append(corpus.HELD_OUT <= share < corpus.HELD_OUT + FOLD)
    folds += [False] * (len(trained) - len(folds))
    chance = random.Random(21)

    def written(text: str, first: bool) -> list[list[int]]:
        ways = []
        for number in range(1 if first else WAYS):
            way = [phone + OPTIONAL * mayMiss for phone, mayMiss in transcriber.sequence(text, chance if number else None)]
            if way not in ways:
                ways.append(way)
        return ways

    isRecorded: list[bool] = []  # of each example: people said it

    def examples() -> collections.abc.Iterator[tuple[int, list[list[int]], numpy.ndarray]]:
        for number in (features.HELD_OUT, features.PLAIN):
            about, frames = features.load(number)
            begin = 0
            for index, (text, source, count) in enumerate(about):
                part = frames[begin : begin + count]
                begin += count
                if number == features.PLAIN and chosen.limit and index % (1 + len(about) // chosen.limit):
                    continue
                isRecorded.append(source.removesuffix(" 6 dB") in corpus.FOLDERS)
                if number == features.HELD_OUT:
                    yield Kind.HELD_OUT_NOISY if source.endswith("6 dB") else Kind.HELD_OUT, written(text, True), part
                else:
                    yield Kind.FOLD if folds[index] else Kind.SPEECH, written(text, False), part
        few = bool(chosen.limit)
        for _, samples in recordings.noises(corpus.NOISE_SECONDS, 10 if few else 1):
            yield Kind.NOISE, [], features.logMel(samples.astype(numpy.float32))
        studio = sounds.Studio(numpy.random.default_rng(22), [], lambda _: numpy.zeros(1, numpy.int16))
        for _ in range(20 if few else 500):
            yield Kind.NOISE, [], features.logMel(studio.nothing(studio.random.uniform(4, 8)))
        for _ in range(5 if few else 120):
            yield Kind.NOISE, [], (variation.clatter(1000, chance) + 14).numpy()

    human = numpy.zeros(write(chosen.folder, examples(), trigram, chosen.largest, chosen.workers), bool)
    human[: len(isRecorded)] = isRecorded  # noise comes last
    numpy.save(chosen.folder / "recorded.npy", human)
    hiss = numpy.random.default_rng(23).normal(0, 12**-0.5, 60 * recordings.RATE)
    numpy.save(chosen.folder / "rounding.npy", numpy.log(numpy.exp(features.logMel(hiss.astype(numpy.float32))).mean(0)))
    for file in sorted(chosen.folder.iterdir()):
        print(f"{file}: {file.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
