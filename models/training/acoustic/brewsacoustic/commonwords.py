"""The words that the wake-word spotter looks up before it believes a phrase: the most common ones of English, with their phones.

Probabilities are those of the general language model that comes with PocketSphinx, pronunciations those of the CMU dictionary (both BSD).
"""
import argparse
import collections
import functools
import math
import re

import pocketsphinx

from . import lexicon, paths, phones

FILE = paths.PROJECT / "Sources/WakeWord/Spotting/common-words.txt"
WORD = re.compile("[a-z][a-z']*")
BASE = math.log(1.0001)  # PocketSphinx counts logarithms to this base


@functools.cache
def costs() -> list[tuple[float, str]]:
    """All words of the dictionary with their log-probabilities, without the sign: the likeliest first."""
    model = pocketsphinx.NGramModel.readfile(pocketsphinx.get_model_path("en-us/en-us.lm.bin"))
    return sorted((-model.prob([word]) * BASE, word) for word in lexicon.dictionary() if WORD.fullmatch(word))


def likeliest(count: int) -> list[tuple[float, str]]:
    """The likeliest words with their log-probabilities among each other."""
    scored = costs()[:count]
    total = math.log(sum(math.exp(-cost) for cost, _ in scored))
    return [(-cost - total, word) for cost, word in scored]


def entries(words: list[tuple[float, str]]) -> list[str]:
    """A line for each way to sound, in the order of the phones: how many phones it shares with the line before, those that follow, how unlikely it is.

    A number n is the character 48 + n, a phone its place among the model's, the cost its log-probability in quarters of a nat without the sign. Each way
    has the whole probability of its word. Behind a space two more numbers, most significant first to base 64, say which lines are one word said differently.
    """
    found: dict[tuple[int, ...], tuple[int, str]] = {}
    for logProbability, word in words:
        for sounds in lexicon.pronunciations(word):
            # The likeliest of the words that sound alike comes first.
            found.setdefault(tuple(phones.NUMBER[sound] for sound in sounds), (round(-4 * logProbability), word))
    ways = collections.Counter(word for _, word in found.values())
    several = {word: number for number, word in enumerate(word for word in ways if ways[word] > 1)}
    lines, before = [], ()
    for sounds, (cost, word) in sorted(found.items()):
        shared = next((place for place, (a, b) in enumerate(zip(before, sounds)) if a != b), min(len(before), len(sounds)))
        line = signs(shared, *sounds[shared:], cost)
        lines.append(f"{line} {signs(*divmod(several[word], 64))}" if word in several else line)
        before = sounds
    return lines


def signs(*numbers: int) -> str:
    return "".join(chr(48 + number) for number in numbers)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--words", type=int, default=8_000)
    lines = entries(likeliest(options.parse_args().words))
    FILE.write_text("\n".join(lines))
    print(f"{FILE.relative_to(paths.PROJECT)}: {len(lines)} ways to sound")


if __name__ == "__main__":
    main()
