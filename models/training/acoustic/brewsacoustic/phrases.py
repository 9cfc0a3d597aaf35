"""Words and short phrases of no café, so that names which no recording has are heard, too."""
import gzip
import importlib.resources
import json
import random
import re

from . import lexicon

GREETINGS = ("hey", "hey", "okay", "hello", "hi")
# Of the phrases that `brews-bench wake` counts nothing is said: how well others are heard is what it should tell.
COUNTED = frozenset("alexa computer jarvis smart mirror snowboy view glass".split())
WORD = re.compile("[a-z]{2,12}")
COMMON = 0.5  # share of words that the recordings have, too


def readable() -> list[str]:
    """Words that both the CMU dictionary and hibari's list of pronunciations have: voices do not guess them."""
    packed = importlib.resources.files("hibari").joinpath("assets/lexicon_us_gold.json.gz").read_bytes()
    return sorted(word for word in json.loads(gzip.decompress(packed)) if WORD.fullmatch(word) and word in lexicon.dictionary() and word not in COUNTED)


def texts(count: int, recorded: list[str], chance: random.Random) -> list[str]:
    """Phrases, none twice. recorded: what recordings say."""
    words = readable()
    known = set(words)
    common = sorted({word for text in recorded for word in text.split()} & known)

    def some(number: int) -> list[str]:
        return [chance.choice(common if common and chance.random() < COMMON else words) for _ in range(number)]

    found: dict[str, None] = {}
    while len(found) < count:
        kind = chance.random()
        if kind < 0.3:
            phrase = some(1)
        elif kind < 0.6:
            phrase = some(2)
        elif kind < 0.75:
            phrase = some(3)
        elif kind < 0.9:
            phrase = [chance.choice(GREETINGS), *some(chance.randint(1, 2))]
        else:
            phrase = some(chance.randint(4, 8))
        found[" ".join(phrase)] = None
    return list(found)
