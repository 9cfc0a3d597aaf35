"""Turns clips into what the network is trained on: spectrograms, token sequences, and what is heard where."""
import dataclasses
import math

import numpy
import torch

from . import corpus, mel, network, sounds, tokens

LETTERS = " abcdefghijklmnopqrstuvwxyz'"
IGNORED = -100
POSITION = 320  # samples
NOT_WORDS = ord(".")


@dataclasses.dataclass
class Batch:
    """Everything of one step, first dimension = example; T positions of 20 ms, N tokens.

    letters, pieces: what is heard at each position, 0 = silence, −100 = unknown; spans: for each target the first and
    the last position at which it is heard, −1 = unknown.
    """

    spectrograms: torch.Tensor
    inputs: torch.Tensor
    targets: torch.Tensor
    letters: torch.Tensor
    pieces: torch.Tensor
    spans: torch.Tensor


@dataclasses.dataclass
class Example:
    sound: numpy.ndarray
    inputs: list[int]
    targets: list[int]
    spans: list[tuple[int, int]]
    heard: list[tuple[int, int, int, int]] | None  # first position, end, letter, piece


class Maker:
    """Makes examples and batches. With no studio nothing is changed at random: for held-out clips.

    timestamps: always with or always without, or None for either at random.
    """

    def __init__(
        self, model: network.Network, names: tokens.Tokens, random: numpy.random.Generator,
        studio: sounds.Studio | None, prompts: list[str], timestamps: bool | None = None,
    ) -> None:
        self.model, self.names, self.random = model, names, random
        self.studio, self.prompts, self.timestamps = studio, prompts, timestamps

    def time(self, seconds: float) -> int:
        return tokens.FIRST_TIME + max(0, min(tokens.TIMES - 1, round(seconds * 50)))

    def heard(self, text: str, times: list[tuple[float, float]]) -> list[tuple[int, int, int, int]]:
        """Letters and pieces at positions: a word's letters are taken to be equally long."""
        found = []
        for word, (begin, end), pieces in zip(text.split(), times, self.names.words(text)):
            letters = [(letter, piece) for piece in pieces for letter in self.names.names[piece].decode().strip()]
            length = (end - begin) / max(1, len(letters))
            for index, (letter, piece) in enumerate(letters):
                first, last = (round(50 * (begin + length * place)) for place in (index, index + 1))
                found.append((first, last, LETTERS.find(letter), piece + 1))
        return found

    def prefix(self) -> list[int]:
        """Sometimes words that came before, so that a prompt at run time is nothing new."""
        if not self.prompts or self.random.random() > 0.15:
            return []
        texts = self.random.choice(self.prompts, size=int(self.random.integers(1, 12)))
        return [tokens.PREVIOUS, *self.names.encode(" ".join(texts))[:200]]

    def speech(self, text: str, samples: numpy.ndarray, times: list[tuple[float, float]] | None) -> Example:
        """An example of a clip in which something is said."""
        if self.studio:
            sound, times = self.studio.change(samples, times)
        else:
            sound = samples / 32768
        prefix = self.prefix() if self.studio else []
        timed = self.timestamps if self.timestamps is not None else bool(self.random.random() < 0.5)
        body, spans = [], []
        for index, pieces in enumerate(self.names.words(text)):
            for piece in pieces:
                body.append(piece)
                spans.append((int(50 * times[index][0]), math.ceil(50 * times[index][1])) if times else (-1, -1))
        if timed and times:
            body = [self.time(times[0][0]), *body, self.time(times[-1][1])]
            spans = [(-1, -1), *spans, (-1, -1)]
            start = [tokens.START]
        else:
            start = [tokens.START, tokens.NO_TIMESTAMPS]
        sequence = [*prefix, *start, *body, tokens.END]
        known = len(prefix) + len(start) - 1
        targets = [IGNORED] * known + sequence[known + 1 :]
        return Example(
            sound, self.confused(sequence[:-1], known), targets, [(-1, -1)] * known + spans + [(-1, -1)],
            self.heard(text, times) if times else None,
        )

    def confused(self, inputs: list[int], known: int) -> list[int]:
        """Replaces a few of the words read so far: the decoder shall trust what it hears more than its own sentence."""
        if not self.studio:
            return inputs
        return [
            int(self.random.integers(tokens.BYTES, self.names.count))
            if index > known and number < self.names.count and self.random.random() < 0.05 else number
            for index, number in enumerate(inputs)
        ]

    def silence(self, seconds: float) -> Example:
        """An example without speech.

        Its answer is "no speech" or the end. whisper.cpp can forbid both as a first token; a full stop remains.
        """
        sound = self.studio.nothing(seconds) if self.studio else numpy.zeros(int(seconds * mel.RATE))
        kind = self.random.random()
        if kind < 0.6:
            start = [tokens.START] if self.random.random() < 0.6 else [tokens.START, tokens.NO_TIMESTAMPS]
            body = [tokens.NO_SPEECH if self.random.random() < 0.75 else tokens.END]
        elif kind < 0.8:
            start, body = [tokens.START, tokens.NO_TIMESTAMPS], [NOT_WORDS, tokens.END]
        else:
            start, body = [tokens.START], [tokens.FIRST_TIME, tokens.END]
        known = len(start) - 1
        sequence = [*start, *body]
        blank = [(-1, -1)] * (len(sequence) - 1)
        return Example(sound, sequence[:-1], [IGNORED] * known + body, blank, [])

    def batch(self, examples: list[Example]) -> Batch:
        pads = self.random.integers(5, 55, len(examples)) if self.studio else numpy.full(len(examples), 50)
        length = max(len(example.sound) // POSITION + int(pad) for example, pad in zip(examples, pads))
        length = min(length, self.model.shape.audioPositions)
        count = max(len(example.inputs) for example in examples)
        end = self.model.compact(tokens.END)
        inputs = torch.full((len(examples), count), end)
        targets = torch.full((len(examples), count), IGNORED)
        letters = torch.zeros(len(examples), length, dtype=torch.long)
        pieces = torch.zeros(len(examples), length, dtype=torch.long)
        spans = torch.full((len(examples), count, 2), -1)
        spectrograms = []
        for row, example in enumerate(examples):
            spectrogram = mel.spectrogram(example.sound, length)
            spectrograms.append(self.studio.masked(spectrogram) if self.studio else spectrogram)
            inputs[row, : len(example.inputs)] = torch.tensor([self.model.compact(number) for number in example.inputs])
            targets[row, : len(example.targets)] = torch.tensor(
                [number if number == IGNORED else self.model.compact(number) for number in example.targets]
            )
            spans[row, : len(example.spans)] = torch.tensor(example.spans)
            if example.heard is None:
                letters[row] = pieces[row] = IGNORED
            else:
                for first, last, letter, piece in example.heard:
                    letters[row, first:last], pieces[row, first:last] = letter, piece
        return Batch(torch.stack(spectrograms), inputs, targets, letters, pieces, spans)


def joined(clips: list[corpus.Clip]) -> corpus.Clip:
    """Several short clips as one, so that single words also come in sequences."""
    words, offset = [], 0.0
    for clip in clips:
        words += [(begin + offset, end + offset) for begin, end in clip.words or []]
        offset += len(clip.samples) / mel.RATE
    known = all(clip.words for clip in clips)
    return corpus.Clip(
        " ".join(clip.text for clip in clips), "", clips[0].source, clips[0].heldOut,
        numpy.concatenate([clip.samples for clip in clips]), words if known else None,
    )
