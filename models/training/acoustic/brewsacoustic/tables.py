"""What a training on a GPU holds there: all features, all transcripts; and the batches of a pass over them."""
import dataclasses
import pathlib

import numpy
import torch

from . import mmi, network, pack, phones, scenes

LENGTHS = (40, 64, 100, 150, 220, 340, 620)  # outputs of an utterance, padding included
NOTHING = 0.05  # share of the examples in which nothing is said
RECORDED = 2  # how often recorded speech is taken in the time in which synthetic is once


@dataclasses.dataclass
class Ways:
    """Transcripts of all examples on the device: way × position, and where each example's ways begin."""

    phones: torch.Tensor
    optional: torch.Tensor
    counts: torch.Tensor
    begins: numpy.ndarray
    ends: numpy.ndarray
    longest: numpy.ndarray  # positions of each example's longest way
    needed: numpy.ndarray  # outputs that its phones need

    def batch(self, chosen: torch.Tensor, positions: int) -> mmi.Transcripts:
        codes, optional, counts = self.phones[chosen, :positions].long(), self.optional[chosen, :positions], self.counts[chosen]
        place = torch.arange(positions)[None]
        earlier = torch.nn.functional.pad(optional[:, :-1], (1, 0))
        skips = earlier & (place >= 2) & (place < counts[:, None])
        starts = (place == 0) | ((place == 1) & earlier & (counts[:, None] > 1))
        last = optional.gather(1, counts[:, None] - 1)
        ends = (place == counts[:, None] - 1) | ((place == counts[:, None] - 2) & last)
        return mmi.Transcripts(codes, skips, starts, ends)


class Data:
    def __init__(self, folder: pathlib.Path, workers: int) -> None:
        examples, frames = pack.read(folder, workers)
        kinds = numpy.array([kind for kind, _, _ in examples])
        counts = numpy.array([count for _, count, _ in examples])
        begins = numpy.concatenate([[0], numpy.cumsum(-(-counts // pack.BLOCK) * pack.BLOCK)])[:-1]
        ways = [way for _, _, all in examples for way in all]
        longest = max(positions(LENGTHS[-1]), *map(len, ways))
        codes = numpy.zeros((len(ways) + 1, longest), numpy.uint8)
        sizes = numpy.array([*map(len, ways), 1])
        for row, way in enumerate(ways):
            codes[row, : len(way)] = way
        codes[-1, 0] = phones.NUMBER[phones.SILENCE]  # nothing said
        ends = numpy.cumsum([len(all) for _, _, all in examples])
        self.kinds, self.counts = kinds, counts
        table = torch.from_numpy(codes).to(torch.get_default_device())
        self.ways = Ways(
            table % pack.OPTIONAL, table >= pack.OPTIONAL, torch.tensor(sizes), numpy.concatenate([[0], ends])[:-1], ends,
            numpy.array([max(map(len, all), default=0) for _, _, all in examples]),
            numpy.array([max((sum(code < pack.OPTIONAL for code in way) for way in all), default=0) for _, _, all in examples]),
        )
        self.nothing = len(ways)
        said = numpy.flatnonzero(kinds == pack.Kind.SPEECH)  # the fold is not heard in the background either
        self.store = scenes.Store(
            torch.from_numpy(frames).to(torch.get_default_device()), torch.tensor(begins), torch.tensor(counts), torch.tensor(said),
            torch.tensor(numpy.flatnonzero(kinds == pack.Kind.NOISE)), torch.tensor(numpy.load(folder / "rounding.npy")),
        )
        self.isHuman = numpy.load(folder / "recorded.npy")
        self.trigram = torch.tensor(numpy.load(folder / "trigram.npy"))


@dataclasses.dataclass
class Plan:
    """What to make of examples: their numbers, paces, pauses, lengths in frames, ways; and whether anything is said."""

    chosen: numpy.ndarray
    longer: numpy.ndarray
    before: numpy.ndarray
    totals: numpy.ndarray
    ways: numpy.ndarray
    isSaid: numpy.ndarray


def positions(length: int) -> int:
    """Places for phones and silences of an utterance of so many outputs."""
    return round(0.8 * length) + 6


def rows(length: int, outputs: int) -> int:
    """Examples of one length in a batch of so many outputs."""
    return max(1, outputs // length)


def passes(data: Data, chance: numpy.random.Generator, outputs: int, isFolded: bool, hard: float) -> dict[int, list[Plan]]:
    """Full batches of each length of one pass over the examples; what is left over, or is said too fast for its length, is not in them. outputs: of a batch; isFolded: without the fold; hard: 0…1, share of examples that are changed."""
    allowed = numpy.flatnonzero((data.kinds == pack.Kind.SPEECH) | ((data.kinds == pack.Kind.FOLD) & (not isFolded)))
    chosen = numpy.concatenate([allowed, *[allowed[data.isHuman[allowed]]] * (RECORDED - 1)])
    chance.shuffle(chosen)
    size = len(chosen)
    counts = data.counts[chosen]
    longer = numpy.where(chance.random(size) < 0.65 * hard, chance.uniform(0.82, 1.2, size), 1.0)
    longer = numpy.maximum(longer, numpy.minimum(1, 2 * network.STRIDE * data.ways.needed[chosen] / counts))
    before, behind = (
        numpy.where(chance.random(size) < 0.6 * hard, chance.uniform(0, most, size), 0).astype(int) for most in (80, 160)
    )
    totals = before + numpy.ceil(counts * longer).astype(int) + behind
    isSaid = chance.random(size) >= NOTHING * hard
    way = data.ways.begins[chosen] + (chance.random(size) * (data.ways.ends[chosen] - data.ways.begins[chosen])).astype(int)
    way = numpy.where(isSaid, way, data.nothing)
    result: dict[int, list[Plan]] = {}
    shorter = 0
    for length in LENGTHS:
        fits = (totals <= network.STRIDE * length) & (totals > network.STRIDE * shorter) & (totals >= 25)
        fits &= (data.ways.longest[chosen] <= positions(length)) & (data.ways.needed[chosen] <= totals // network.STRIDE)
        shorter = length
        these = numpy.flatnonzero(fits)
        count = rows(length, outputs)
        result[length] = [
            Plan(*(values[part] for values in (chosen, longer, before, totals, way, isSaid)))
            for part in (these[begin : begin + count] for begin in range(0, len(these) - count + 1, count))
        ]
    return result


