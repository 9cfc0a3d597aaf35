"""From words to the phones that the objective wants."""
import collections
import functools
import random

import numpy
import torch

from brewscorpus import sentences

from . import lexicon, phones

SILENCE = phones.NUMBER[phones.SILENCE]
UNKNOWN = phones.NUMBER[phones.UNKNOWN]
OTHER_PRONUNCIATION = 0.3  # how often not a word's first one
UNKNOWN_WORDS = 0.12  # share of words outside the café's that are taken as unknown


class Transcriber:
    """Writes transcripts in phones.

    café: words never taken as unknown.
    """

    def __init__(self, café: set[str]) -> None:
        self.café = café

    @functools.cache
    def ways(self, word: str) -> list[list[int]]:
        return [[phones.NUMBER[phone] for phone in way] for way in lexicon.pronunciations(word)]

    def sequence(self, text: str, chance: random.Random | None) -> list[tuple[int, bool]]:
        """Phones, each with whether it may be left out: silence between words may, and so may it at the ends.

        chance: for which pronunciation, and which words are taken as unknown; None = the first, and none.
        """
        silence = (SILENCE, True)
        result = [silence]
        for word in text.split():
            ways = self.ways(word)
            way = ways[0]
            if chance and len(ways) > 1 and chance.random() < OTHER_PRONUNCIATION:
                way = chance.choice(ways)
            if chance and word not in self.café and chance.random() < UNKNOWN_WORDS:
                way = [UNKNOWN]
            result += [*((phone, False) for phone in way), silence]
        return result if len(result) > 1 else [(SILENCE, False)]


def menuWords(texts: list[str]) -> set[str]:
    """The words of café sentences and of the language data."""
    return {word for text in [*texts, *sentences.phrases()] for word in text.split()}


def trigram(transcriber: Transcriber, texts: list[str]) -> torch.Tensor:
    """Probability of the next phone (last) after each two, with every second silence between words left out.

    What follows two phones is mixed with what follows the second (Witten and Bell 1991).
    """
    counts = numpy.zeros((phones.COUNT,) * 3)
    for text, times in collections.Counter(texts).items():
        # Places and their weights: every optional silence halves what goes through it, and what goes around it.
        states = {(SILENCE, SILENCE): float(times)}
        for phone, mayMiss in transcriber.sequence(text, None):
            following: dict[tuple[int, int], float] = collections.defaultdict(float)
            for (earlier, before), weight in states.items():
                taken = weight * (0.5 if mayMiss else 1)
                counts[earlier, before, phone] += taken
                following[before, phone] += taken
                if mayMiss:
                    following[earlier, before] += weight - taken
            states = following
    pairs = counts.sum(0) + 0.05
    # Unknown speech comes where words come, and a silence goes on as one phone.
    pairs[:, UNKNOWN] += 0.02 * pairs.sum(1)
    pairs[UNKNOWN] += 0.02 * pairs[SILENCE]
    shares = pairs / pairs.sum(1, keepdims=True)
    kinds = (counts > 0).sum(2, keepdims=True) + 1
    result = (counts + kinds * shares[None]) / (counts.sum(2, keepdims=True) + kinds)
    return torch.tensor(result, dtype=torch.float32)
