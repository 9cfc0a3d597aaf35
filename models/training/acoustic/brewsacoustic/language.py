"""The words that can be heard, and how likely they follow each other where no menu says otherwise."""
import collections
import itertools
import math
import pathlib
import random
import re

from brewscorpus import sentences

from . import corpus, lexicon, paths, phones

WORDS = pathlib.Path(__file__).resolve().parents[1] / "words.txt"
UNKNOWN = "[unk]"
SENTENCES = 12_000
# Shares of sentences from the built-in menu, and from that of the public benchmark, whose recorded orders are measured with
# this language model; the rest are from the other menus.
OWN, BENCHMARK = 0.55, 0.3
SILENT = 600  # sentences of no word, so that silence after an endpoint does not have to be one
RECORDED = 0.15  # share of the recorded sentences that the language model sees
ANSWERS = 0.03  # share of answers to the kiosk's questions beside an earlier bigram, which was counted from orders
WORDS_A_SENTENCE = 7.0  # of that bigram, about
DISCOUNT = 0.5
UNSEEN = 0.2  # times that a word is taken to have occurred that never did
NOT_LAST = 6.0  # cost of ending after a word that was never seen last


def writers(chance: random.Random) -> list[tuple[sentences.Café, float]]:
    """Who writes sentences, each for a menu, with their shares."""
    rest = (1 - OWN - BENCHMARK) / len(paths.OTHER_MENUS)
    return [
        (sentences.Café(chance), OWN), (sentences.Café(chance, paths.BENCHMARK_MENU), BENCHMARK),
        *((sentences.Café(chance, file), rest) for file in paths.OTHER_MENUS),
    ]


def vocabulary(clips: list[corpus.Clip]) -> list[str]:
    """All words of the clips that are not held out, of the menus, of the language data and of `words.txt` that can be pronounced; sorted."""
    lines = [line for line in WORDS.read_text().splitlines() if not line.startswith("#")]
    names = []
    for writer, _ in writers(random.Random(0)):
        names += itertools.chain.from_iterable(writer.items)
        names += itertools.chain.from_iterable(itertools.chain.from_iterable(groups) for groups in writer.options.values())
    names = [*names, *map(sentences.plural, names)]
    texts = [*lines, *map(sentences.spoken, names), *sentences.phrases(), *(clip.text for clip in clips if not clip.heldOut)]
    words = {word for text in texts for word in text.split()}
    return sorted(word for word in words if lexicon.pronunciations(word) != [[phones.UNKNOWN]])


def texts(clips: list[corpus.Clip], seed: int) -> list[str]:
    """Sentences from which the language model is counted, none of them held out."""
    chance = random.Random(seed)
    cafés, shares = zip(*writers(chance))
    found = [café.sentence() for café in chance.choices(cafés, shares, k=SENTENCES)]
    found += [""] * SILENT
    recorded = [clip.text for clip in clips if clip.source != "café" and " " in clip.text and not clip.heldOut]
    found += [text for text in recorded if chance.random() < RECORDED]
    return found


class Bigram:
    """A bigram that backs off to single words; costs are negative logarithms of probabilities.

    arcs: costs by the word before ("<s>" at the beginning) and the word; backing: costs of backing off; ends: of ending, "" for
    the state backed off to; single: of single words.
    """

    def __init__(self) -> None:
        self.arcs: dict[str, dict[str, float]] = collections.defaultdict(dict)
        self.backing: dict[str, float] = {}
        self.ends: dict[str, float] = {}
        self.single: dict[str, float] = {}

    def probability(self, before: str, word: str) -> float:
        """word: "</s>" for the end."""
        costs = self.ends if word == "</s>" else self.arcs[before]
        cost = costs.get(before if word == "</s>" else word)
        if cost is None:
            after = self.ends.get("", math.inf) if word == "</s>" else self.single.get(word, math.inf)
            cost = self.backing.get(before, 0.0) + after
        return math.exp(-cost)

    def mixed(self, texts: list[str], share: float) -> None:
        """Takes in texts that are this share of all sentences. Where a word of theirs is rare so far, they decide what follows it."""
        known = [words for words in (text.split() for text in texts) if all(word in self.single for word in words)]
        pairs: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
        for words in known:
            for before, word in itertools.pairwise(["<s>", *words, "</s>"]):
                pairs[before][word] += 1
        was = {(history, word): self.probability(history, word) for history, counts in pairs.items() for word in counts}
        for history, counts in pairs.items():
            expected = counts.total() / len(known)
            earlier = 1.0 if history == "<s>" else math.exp(-self.single[history]) * WORDS_A_SENTENCE
            weight = share * expected / (share * expected + (1 - share) * earlier)
            rarer = -math.log(1 - weight)
            for word in self.arcs[history]:
                self.arcs[history][word] += rarer
            self.backing[history] = self.backing.get(history, 0.0) + rarer
            if history in self.ends:
                self.ends[history] += rarer
            for word, count in counts.items():
                cost = -math.log((1 - weight) * was[history, word] + weight * count / counts.total())
                if word == "</s>":
                    self.ends[history] = cost
                else:
                    self.arcs[history][word] = cost


Arc = tuple[int, int, str | None, float]  # from, to, word, cost


def bigram(words: list[str], found: list[str]) -> tuple[list[Arc], dict[int, float]]:
    """A bigram with absolute discounting that backs off to single words: arcs, and costs of ending in a state.

    State 0 is the beginning of a sentence, state 1 the one backed off to.
    """
    known = set(words)
    pairs: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    single: collections.Counter[str] = collections.Counter()
    for text in found:
        said = [word for word in text.split() if word in known]
        single.update(said)
        for before, word in itertools.pairwise(["<s>", *said, "</s>"]):
            pairs[before][word] += 1
    states = {before: state for state, before in enumerate(("<s>", "", *(sorted(set(pairs) - {"<s>"}))))}
    total = single.total() + UNSEEN * len(words)
    arcs: list[Arc] = [(1, states.get(word, 1), word, -math.log((single[word] + UNSEEN) / total)) for word in words]
    ends = {1: NOT_LAST}
    for before, counts in pairs.items():
        state = states[before]
        for word, count in counts.items():
            cost = -math.log((count - DISCOUNT) / counts.total())
            if word == "</s>":
                ends[state] = cost
            else:
                arcs.append((state, states.get(word, 1), word, cost))
        arcs.append((state, 1, None, -math.log(DISCOUNT * len(counts) / counts.total())))
    return arcs, ends
