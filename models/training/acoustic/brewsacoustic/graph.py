"""Builds the decoding graphs with OpenFst's tools: the lexicon over outputs, and the default bigram over words; then the model is whole and sealed.

The lexicon's labels are Kaldi's transition identifiers: for phone number i from 1, 2i − 1 is a further frame of it and 2i
the step out of its first. The graph is a look-ahead transducer, which wants word numbers of its own choosing.
"""
import argparse
import collections
import functools
import pathlib
import random
import shutil
import subprocess
import tempfile
from collections.abc import Callable

from brewscorpus import manifest, sentences

from . import corpus, language, lexicon, paths, phones

FIRST_MARK = 2 * phones.COUNT + 1  # first label that is not heard but tells words of like sound apart
PLUGIN = "fst/*/olabel_lookahead-fst.so"
PAUSE_COST = 0.6931  # a pause between words is as likely as none


def plugin() -> pathlib.Path:
    """OpenFst's look-ahead transducers are a library that its tools load."""
    found = sorted(pathlib.Path("/usr/lib").glob(f"*/{PLUGIN}")) + sorted(pathlib.Path("/usr/local/lib").glob(PLUGIN))
    if not found:
        raise FileNotFoundError("OpenFst's olabel_lookahead-fst.so: install libfst22-plugins-base")
    return found[-1]


def pipe(command: str, text: str | None = None) -> str:
    """Runs a pipeline of OpenFst's tools, whose complaints are shown; what it prints."""
    return subprocess.run(["bash", "-o", "pipefail", "-c", command], input=text, check=True, stdout=subprocess.PIPE, text=True).stdout


def marked(words: list[str]) -> list[tuple[int, list[int]]]:
    """Each pronunciation: the word's number from 1, its phones' numbers from 1, then a mark where others begin or are alike."""
    said = []
    for number, word in enumerate(words, 1):
        ways = [[phones.UNKNOWN]] if word == language.UNKNOWN else lexicon.pronunciations(word)
        said += [(number, way) for way in dict.fromkeys(tuple(phones.NUMBER[phone] + 1 for phone in way) for way in ways)]
    times = collections.Counter(way for _, way in said)
    beginnings = {way[:length] for _, way in said for length in range(1, len(way))}
    marks: collections.Counter[tuple[int, ...]] = collections.Counter()
    result = []
    for number, way in said:
        if times[way] > 1 or way in beginnings:
            marks[way] += 1
            result.append((number, [*way, phones.COUNT + marks[way]]))
        else:
            result.append((number, list(way)))
    return result


def lexiconArcs(words: list[str]) -> str:
    """Any words in a row, with or without pauses; OpenFst's text form."""
    start, loop, paused, afterPause = range(4)
    silence = phones.NUMBER[phones.SILENCE] + 1
    pronunciations = marked(words)
    pauseMark = max(way[-1] for _, way in pronunciations if way[-1] > phones.COUNT) + 1 if pronunciations else 0
    pauseMark = max(pauseMark, phones.COUNT + 1)
    lines = [
        f"{start} {loop} 0 0 {PAUSE_COST}", f"{start} {paused} {silence} 0 {PAUSE_COST}", f"{paused} {loop} {pauseMark} 0",
        f"{afterPause} {loop} {silence} 0", f"{loop} 0.0",
    ]
    fresh = afterPause + 1
    for number, way in pronunciations:
        state = loop
        for index, phone in enumerate(way):
            word = number if index == 0 else 0
            if index < len(way) - 1:
                lines.append(f"{state} {fresh} {phone} {word}")
                state, fresh = fresh, fresh + 1
            else:
                lines += [f"{state} {end} {phone} {word} {PAUSE_COST}" for end in (loop, afterPause)]
    return "\n".join(lines) + "\n"


def overOutputs(printed: str) -> tuple[str, list[int]]:
    """A transducer of phones as one of transition identifiers, and the labels in it that are marks.

    A state that is only ever entered by one phone takes that phone's loop; elsewhere a state in between does.
    """
    arcs, ends = [], []
    for line in printed.splitlines():
        fields = line.split()
        if len(fields) <= 2:
            ends.append(line)
        else:
            arcs.append((*map(int, fields[:4]), float(fields[4]) if len(fields) > 4 else 0.0))
    first = arcs[0][0]
    entering = collections.defaultdict(set)
    for _, target, phone, _, _ in arcs:
        entering[target].add(phone)
    entering[first].add(0)
    fresh = 1 + max(max(arc[0], arc[1]) for arc in arcs)
    between: dict[tuple[int, int], int] = {}
    lines, marks = [], set()
    for source, target, phone, word, cost in arcs:
        label = phone
        if phone > phones.COUNT:
            label = FIRST_MARK + phone - phones.COUNT - 1
            marks.add(label)
        elif phone > 0:
            label = 2 * phone
            if (target, phone) not in between:
                isOnly = entering[target] == {phone}
                state = target if isOnly else fresh
                fresh += not isOnly
                between[target, phone] = state
                lines.append((state, state, 2 * phone - 1, 0, 0.0))
                if not isOnly:
                    lines.append((state, target, 0, 0, 0.0))
            target = between[target, phone]
        lines.append((source, target, label, word, cost))
    lines.sort(key=lambda arc: (arc[0] != first, arc[0]))  # the first line's state is where the graph begins
    return "\n".join([*(" ".join(map(str, line)) for line in lines), *ends]) + "\n", sorted(marks)


def bigramArcs(named: dict[str, int], texts: list[str]) -> str:
    """The bigram of some texts, with the graph's word numbers; OpenFst's text form."""
    arcs, ends = language.bigram(list(named), texts)
    lines = []
    for source, target, word, cost in sorted(arcs, key=lambda arc: arc[:2]):
        label = named[word] if word else 0
        lines.append(f"{source} {target} {label} {label} {cost:.4f}")
    return "\n".join([*lines, *(f"{state} {cost:.4f}" for state, cost in ends.items())]) + "\n"


def read(folder: pathlib.Path) -> language.Bigram:
    """The bigram of an earlier graph."""
    old = vocabulary(folder)
    lines = [line.split() for line in pipe(f"fstprint '{folder}/Gr.fst'").splitlines()]
    arcs = [(*fields[:3], float(fields[4]) if len(fields) > 4 else 0.0) for fields in lines if len(fields) > 2]
    backOff = collections.Counter(target for _, target, label, _ in arcs if old[label] == "<eps>").most_common(1)[0][0]
    names = {lines[0][0]: "<s>", backOff: ""}
    for _, target, label, _ in arcs:
        if old[label] != "<eps>":
            names.setdefault(target, old[label])
    result = language.Bigram()
    for source, _, label, cost in arcs:
        word, before = old[label], names[source]
        if word == "<eps>":
            result.backing[before] = cost
        elif before:
            result.arcs[before][word] = cost
        else:
            result.single[word] = cost
    for fields in lines:
        if len(fields) <= 2:
            result.ends[names[fields[0]]] = float(fields[1]) if len(fields) > 1 else 0.0
    return result


def keptArcs(named: dict[str, int], folder: pathlib.Path) -> str:
    """The bigram of an earlier graph, with answers to the kiosk's questions and this graph's word numbers; OpenFst's text form.

    Words that are new to it are as rare as its rarest.
    """
    kept = read(folder)
    rarest = max(kept.single.values())
    for word in named:
        kept.single.setdefault(word, rarest)
    kept.mixed(sentences.answers(random.Random(7)), language.ANSWERS)
    histories = sorted({*kept.arcs, *kept.backing, *kept.ends} - {"<s>", ""})
    states = {word: state for state, word in enumerate(("<s>", "", *histories))}
    lines = []
    for before, state in states.items():
        for word, cost in sorted((kept.arcs.get(before, {}) if before else kept.single).items()):
            lines.append(f"{state} {states.get(word, 1)} {named[word]} {named[word]} {cost:.4f}")
        if before in kept.backing:
            lines.append(f"{state} 1 0 0 {kept.backing[before]:.4f}")
    return "\n".join([*lines, *(f"{states[before]} {cost:.4f}" for before, cost in kept.ends.items())]) + "\n"


def copiedArcs(named: dict[str, int], folder: pathlib.Path) -> str:
    """The bigram of an earlier graph as it is, with this graph's word numbers: it has none of the new words; OpenFst's text form."""
    old = vocabulary(folder)
    lines = [line.split() for line in pipe(f"fstprint '{folder}/Gr.fst'").splitlines()]
    for fields in lines:
        if len(fields) > 2:
            word = old[fields[2]]
            fields[2:4] = [str(named.get(word, 0))] * 2
    return "\n".join(" ".join(fields) for fields in lines) + "\n"


def vocabulary(folder: pathlib.Path) -> dict[str, str]:
    """The words of a graph by their numbers."""
    return {number: word for word, number in (line.split() for line in (folder / "words.txt").read_text().splitlines())}


def build(words: list[str], bigram: Callable[[dict[str, int]], str], folder: pathlib.Path) -> None:
    """Writes HCLr.fst, Gr.fst, words.txt and disambig_tid.int.

    bigram: makes the text form of the bigram from the words' numbers.
    """
    folder.mkdir(parents=True, exist_ok=True)
    words = [*words, language.UNKNOWN]
    with tempfile.TemporaryDirectory() as temporary:
        pairs = pathlib.Path(temporary, "pairs")
        determinized = pipe("fstcompile | fstarcsort --sort_type=ilabel | fstdeterminize | fstprint", lexiconArcs(words))
        arcs, marks = overOutputs(determinized)
        command = (
            f"fstcompile | fstarcsort --sort_type=olabel > '{temporary}/plain.fst' && LD_PRELOAD='{plugin()}' fstconvert "
            f"--fst_type=olabel_lookahead --save_relabel_opairs='{pairs}' '{temporary}/plain.fst' > '{folder}/HCLr.fst'"
        )
        pipe(command, arcs)
        numbers = dict(tuple(map(int, line.split())) for line in pairs.read_text().splitlines())
    named = {word: numbers[number] for number, word in enumerate(words, 1)}
    arcs = bigram(named)
    (folder / "disambig_tid.int").write_text("".join(f"{mark}\n" for mark in marks))
    (folder / "words.txt").write_text("<eps> 0\n" + "".join(f"{word} {number}\n" for word, number in named.items()))
    pipe(f"fstcompile --keep_state_numbering | fstarcsort --sort_type=ilabel | fstconvert --fst_type=const > '{folder}/Gr.fst'", arcs)


def extend(model: pathlib.Path, added: pathlib.Path) -> None:
    """Adds words to a model's lexicon. Its bigram stays: the new words are heard where a grammar has them."""
    earlier = set(vocabulary(model / "graph").values()) - {"<eps>", language.UNKNOWN}
    new = {word for line in added.read_text().splitlines() if not line.startswith("#") for word in line.split()}
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary, "graph")
        build(sorted(earlier | new), lambda named: copiedArcs(named, model / "graph"), folder)
        for file in folder.iterdir():
            shutil.copyfile(file, model / "graph" / file.name)
    print(f"{len(new - earlier)} words added to {len(earlier)}", flush=True)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--model", type=pathlib.Path, default=paths.WORK / "model", help="the folder to write into")
    options.add_argument("--bigram", type=pathlib.Path, help="keep the bigram of this graph's folder, and all its words")
    options.add_argument("--add", type=pathlib.Path, help="only add this file's words to the lexicon of the model, without a corpus")
    chosen = options.parse_args()
    if chosen.add:
        extend(chosen.model, chosen.add)
        return
    clips, _ = corpus.load()
    words = language.vocabulary(clips)
    if chosen.bigram:
        words = sorted({*words, *vocabulary(chosen.bigram).values()} - {"<eps>", language.UNKNOWN})
        bigram = functools.partial(keptArcs, folder=chosen.bigram)
    else:
        bigram = functools.partial(bigramArcs, texts=language.texts(clips, seed=3))
    build(words, bigram, chosen.model / "graph")
    manifest.describe(chosen.model, "vosk", runtimeGraph=True)
    manifest.seal(chosen.model, "0")
    megabytes = sum(file.stat().st_size for file in (chosen.model / "graph").iterdir()) / 1e6
    print(f"{len(words)} words, graphs {megabytes:.1f} MB", flush=True)


if __name__ == "__main__":
    main()
