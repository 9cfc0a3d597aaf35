"""Log mel energies of all clips: as they are, and in several copies that each sound different; and of the held-out clips.

A training begins with the clips as they are: with noise and pauses from the start, it takes most of what it hears for
silence and does not come out of that. The changed copies also have stretches of noise without any speech.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import time

import kaldi_native_fbank
import numpy

from brewscorpus import recordings

from . import corpus, network, paths, sounds, stamp

HELD_OUT, PLAIN = -1, -2  # numbers of the two special copies
NOTHING = 0.06  # stretches without speech, as a share of the clips
SEEDS = 1_000_000  # more than clips in a copy


def logMel(samples: numpy.ndarray) -> numpy.ndarray:
    """40 log mel energies for every 10 ms, as `conf/fbank.conf` tells the decoder to compute them.

    samples: at 16-bit size.
    """
    options = kaldi_native_fbank.FbankOptions()
    options.frame_opts.dither = 0
    options.mel_opts.num_bins = network.BINS
    options.mel_opts.low_freq = 20
    options.mel_opts.high_freq = -400
    bank = kaldi_native_fbank.OnlineFbank(options)
    bank.accept_waveform(recordings.RATE, samples)
    bank.input_finished()
    frames = [bank.get_frame(index) for index in range(bank.num_frames_ready)]
    return numpy.stack(frames) if frames else numpy.zeros((0, network.BINS), numpy.float32)


class Maker:
    """Makes the features of examples; one in each process.

    step: take only every so many noise recordings.
    """

    def __init__(self, step: int) -> None:
        self.clips, self.samples = corpus.load()
        self.trained = [clip for clip in self.clips if not clip.heldOut]
        self.noises = []
        if paths.RECORDINGS.is_dir():
            self.noises = [samples for _, samples in recordings.noises(corpus.NOISE_SECONDS, step)]

    def sound(self, clip: corpus.Clip) -> numpy.ndarray:
        return self.samples[clip.begin : clip.end]

    def any(self, random: numpy.random.Generator) -> numpy.ndarray:
        return self.sound(self.trained[random.integers(len(self.trained))])

    def studio(self, seed: int) -> sounds.Studio:
        return sounds.Studio(numpy.random.default_rng(seed), self.noises, self.any)

    def example(self, clip: corpus.Clip | None, seed: int) -> numpy.ndarray:
        """Features of a clip as it sounds with this seed, or of a stretch without speech."""
        studio = self.studio(seed)
        if clip is None:
            return logMel(studio.nothing(studio.random.uniform(1, 8)))
        return logMel(studio.change(self.sound(clip)))

    def unchanged(self, clip: corpus.Clip, noisy: bool, seed: int) -> numpy.ndarray:
        """Features of a held-out clip as it is, or at 6 dB."""
        sound = self.sound(clip).astype(numpy.float32)
        if noisy:
            noise = self.studio(seed).noise(len(sound), hasBabble=True)
            sound = sound + noise * numpy.float32(numpy.sqrt(sounds.loudness(sound) / (sounds.loudness(noise) * 10**0.6)))
        return logMel(numpy.round(sound * min(1, 32000 / numpy.abs(sound).max(initial=1))))


_maker: Maker


def prepare(step: int) -> None:
    global _maker
    _maker = Maker(step)


def part(job: tuple[int, int, int]) -> list[tuple[str, str, numpy.ndarray]]:
    """Some of the examples of a copy (number; first, end): text, source, features."""
    number, first, end = job
    if number == PLAIN:
        return [
            (clip.text, clip.source, _maker.unchanged(clip, False, 0).astype(numpy.float16)) for clip in _maker.trained[first:end]
        ]
    if number == HELD_OUT:
        heldOut = [clip for clip in _maker.clips if clip.heldOut] or _maker.clips[:4]
        return [
            (clip.text, clip.source + (" 6 dB" if noisy else ""), _maker.unchanged(clip, noisy, index).astype(numpy.float16))
            for index, clip in list(enumerate(heldOut))[first:end] for noisy in (False, True)
        ]
    clips = [*_maker.trained, *[None] * int(NOTHING * len(_maker.trained))]
    return [
        (clip.text if clip else "", clip.source if clip else "", _maker.example(clip, number * SEEDS + index).astype(numpy.float16))
        for index, clip in list(enumerate(clips))[first:end]
    ]


def name(number: int) -> str:
    return {HELD_OUT: "heldout", PLAIN: "plain"}.get(number, f"copy{number}")


def write(number: int, count: int, pool: concurrent.futures.Executor) -> float:
    """Writes one copy; returns its hours. Its description comes last: where one is of today's clips, the copy is complete."""
    jobs = [(number, first, first + 100) for first in range(0, count, 100)]
    about, frames = [], 0
    with open(paths.WORK / f"{name(number)}.f16", "wb") as file:
        for examples in pool.map(part, jobs):
            for text, source, features in examples:
                features.tofile(file)
                about.append([text, source, len(features)])
                frames += len(features)
    temporary = paths.WORK / f"{name(number)}.part"
    temporary.write_text(json.dumps({"made": made(), "examples": about}))
    os.replace(temporary, paths.WORK / f"{name(number)}.json")
    return frames / 360_000


def description(number: int) -> pathlib.Path:
    return paths.WORK / f"{name(number)}.json"


def made() -> str:
    """Stamp of what the copies are made from now."""
    return stamp.of([corpus.STAMP, pathlib.Path(__file__), pathlib.Path(sounds.__file__)], network.BINS)


def isMade(number: int) -> bool:
    """Whether a copy is complete and of today's clips and sounds."""
    return description(number).exists() and json.loads(description(number).read_text())["made"] == made()


def load(number: int) -> tuple[list[tuple[str, str, int]], numpy.ndarray]:
    """Text, source and number of frames of each example of a copy, and the frames of all of them."""
    about = [tuple(row) for row in json.loads(description(number).read_text())["examples"]]
    frames = numpy.memmap(paths.WORK / f"{name(number)}.f16", dtype=numpy.float16, mode="r").reshape(-1, network.BINS)
    return about, frames


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--copies", type=int, default=4)
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--smoke", action="store_true")
    chosen = options.parse_args()
    clips, _ = corpus.load()
    count = sum(not clip.heldOut for clip in clips)
    with concurrent.futures.ProcessPoolExecutor(chosen.workers, initializer=prepare, initargs=(20 if chosen.smoke else 1,)) as pool:
        for number in [HELD_OUT, PLAIN, *range(1 if chosen.smoke else chosen.copies)]:
            if isMade(number):
                print(f"{name(number)}: made before, from the same", flush=True)
                continue
            begin = time.time()
            hours = write(number, len(clips) if number == HELD_OUT else int(count * (1 + NOTHING)), pool)
            print(f"{name(number)}: {hours:.2f} h in {time.time() - begin:.0f} s", flush=True)


if __name__ == "__main__":
    main()
