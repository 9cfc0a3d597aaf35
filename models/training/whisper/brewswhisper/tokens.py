"""The tokens: all bytes, pieces of words learnt from the training texts, and whisper.cpp's special tokens.

whisper.cpp derives the special tokens' numbers from the size of the vocabulary. 51,864 means English only.
"""
import collections
import json
import pathlib
import re

VOCABULARY = 51_864
END, START, PREVIOUS, NO_SPEECH, NO_TIMESTAMPS, FIRST_TIME = 50_256, 50_257, 50_360, 50_361, 50_362, 50_363
SPECIAL = (END, START, PREVIOUS, NO_SPEECH, NO_TIMESTAMPS)
TIMES = VOCABULARY - FIRST_TIME  # steps of 20 ms, 0 to 30 s
BYTES = 256
RARE = 3  # units seen less often teach no piece

# How whisper.cpp's tokenizer cuts a text before it looks for the longest pieces; digits do not occur.
WORDS = re.compile(r"'s|'t|'re|'ve|'m|'ll|'d| ?[a-z]+| ?[^\sa-z]+|\s+")


def cut(text: str) -> list[str]:
    """A text in whisper's form, with a space before each word, cut into the units that pieces stay within."""
    return WORDS.findall("".join(f" {word}" for word in text.split()))


def learn(texts: list[str], count: int) -> list[str]:
    """Byte-pair encoding: the pieces that arise when the most frequent neighbours are merged `count` times."""
    counted = collections.Counter(unit for text in texts for unit in cut(text))
    frequency = {unit: often for unit, often in counted.items() if often >= RARE}
    parts = {unit: list(unit) for unit in frequency}
    pieces: dict[str, None] = {}
    while len(pieces) < count:
        pairs: collections.Counter = collections.Counter()
        for unit, often in frequency.items():
            for pair in zip(parts[unit], parts[unit][1:]):
                pairs[pair] += often
        if not pairs or max(pairs.values()) < 2:
            break
        # Among equally frequent ones the alphabet decides, so that two runs give the same pieces.
        best = min(pairs, key=lambda pair: (-pairs[pair], pair))
        pieces["".join(best)] = None
        for unit, letters in parts.items():
            if "".join(best) not in unit:
                continue
            merged, index = [], 0
            while index < len(letters):
                if tuple(letters[index : index + 2]) == best:
                    merged.append("".join(best))
                    index += 2
                else:
                    merged.append(letters[index])
                    index += 1
            parts[unit] = merged
    return list(pieces)


class Tokens:
    """The model's own tokens: 256 bytes and then the pieces, in the order of the model file."""

    def __init__(self, pieces: list[str]) -> None:
        self.pieces = pieces
        self.names = [bytes([value]) for value in range(BYTES)] + [piece.encode() for piece in pieces]
        self.numbers = {piece: BYTES + index for index, piece in enumerate(pieces)}
        self.longest = max((len(piece) for piece in pieces), default=1)

    @property
    def count(self) -> int:
        return len(self.names)

    def words(self, text: str) -> list[list[int]]:
        """The tokens of each word of a text; the longest piece wins, as in `whisper_tokenize`."""
        found: list[list[int]] = []
        for unit in cut(text):
            if unit.startswith(" ") or not found:
                found.append([])
            index = 0
            while index < len(unit):
                for length in range(min(self.longest, len(unit) - index), 0, -1):
                    piece = unit[index : index + length]
                    if length == 1 or piece in self.numbers:
                        found[-1].append(self.numbers.get(piece, ord(piece) if len(piece) == 1 else 0))
                        index += length
                        break
        return found

    def encode(self, text: str) -> list[int]:
        return [number for word in self.words(text) for number in word]

    def decode(self, numbers: list[int]) -> str:
        """The text of tokens; special ones say nothing."""
        return b"".join(self.names[number] for number in numbers if number < self.count).decode(errors="replace").strip()

    def save(self, file: pathlib.Path) -> None:
        file.write_text(json.dumps(self.pieces))

    @classmethod
    def load(cls, file: pathlib.Path) -> "Tokens":
        return cls(json.loads(file.read_text()))
