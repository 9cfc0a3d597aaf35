"""Measures a model with the product: recorded orders and spoken answers, clean and in noise, orders in people's own words by synthetic
voices, noise in which nobody orders, and people who talk of something else.

The recordings are only measured on, never trained on. Other ways to search or other menus: `brews-bench --help`.
"""
import argparse
import json
import pathlib
import random
import shutil
import subprocess
import tempfile

import numpy
import soundfile

from brewscorpus import manifest, sentences, synthesis

from . import corpus, paths, sounds

BREWS = paths.PROJECT / ".build/release/brews"
BENCH = paths.PROJECT / ".build/release/brews-bench"
LEVELS = ("15", "6")  # dB
MINUTES = "10"
SENTENCES = ("speechocean762", "librispeech_devclean_mp3")
SET = paths.PROJECT / "Tests/UnderstandingTests/Sets/cafe"
ANSWERS = 4  # times that each answer is spoken, by as many voices


def sealed(model: pathlib.Path, graph: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    """A model's network and a graph with a manifest of their own, as the product will not take them without."""
    copy = folder / "candidate"
    for part, name in ((model / "am", "am"), (model / "conf", "conf"), (graph, "graph")):
        shutil.copytree(part, copy / name)
    manifest.describe(copy, "vosk", runtimeGraph=True)
    manifest.seal(copy, "0")
    return copy


def answers(brews: pathlib.Path, model: list[str], noise: pathlib.Path, level: int | None, folder: pathlib.Path) -> str:
    """Answers to the kiosk's questions by synthetic voices, in quiet or noise: how many are heard word for word."""
    chance, places = random.Random(11), numpy.random.default_rng(11)
    texts = list(dict.fromkeys([*sentences.ANSWERS, *sentences.FIXED])) * ANSWERS
    said = synthesis.said([text for text in texts if "brews" not in text], chance, workers=2)
    background = soundfile.read(noise, dtype="int16")[0].astype(numpy.float32)
    files = []
    for number, (_, _, speech) in enumerate(said):
        quiet = numpy.zeros(sounds.RATE, numpy.float32)
        sound = numpy.concatenate([quiet, speech.astype(numpy.float32), quiet])
        begin = places.integers(len(background) - len(sound))
        beside = background[begin : begin + len(sound)]
        decibels = 40 if level is None else level
        sound = sound + beside * numpy.sqrt(sounds.loudness(sound) / (sounds.loudness(beside) * 10 ** (decibels / 10)))
        files.append(folder / f"{number}.wav")
        soundfile.write(files[-1], numpy.round(sound * (16_384 / numpy.abs(sound).max())).astype(numpy.int16), sounds.RATE)
    printed = subprocess.run([brews, "transcribe", "--json", *model, *files], check=True, capture_output=True, text=True).stdout
    heard = dict.fromkeys(map(str, files), "")
    for result in map(json.loads, printed.splitlines()):
        if not result["isVolatile"]:
            heard[result["file"]] += " " + result["text"]
    missed = [(text, heard[str(file)].strip()) for (text, _, _), file in zip(said, files) if heard[str(file)].split() != text.split()]
    if level is not None:
        print(*(f"  {text} → {words or '–'}" for text, words in missed[:12]), sep="\n")
    name = "quiet" if level is None else f"{noise.stem} {level} dB"
    return f"answers, {name}: {len(said) - len(missed)} of {len(said)} ({100 * (1 - len(missed) / len(said)):.1f} %)"


def talk(folder: pathlib.Path) -> pathlib.Path:
    """Sentences that nobody orders with, all that are held out from the training, a second of silence between them."""
    clips, samples = corpus.load()
    apart = [clip for clip in clips if clip.heldOut and clip.source in SENTENCES and " " in clip.text]
    random.Random(5).shuffle(apart)
    pause = numpy.zeros(sounds.RATE, numpy.int16)
    sound = numpy.concatenate([part for clip in apart for part in (samples[clip.begin : clip.end], pause)])
    soundfile.write(folder / "talk.wav", sound, sounds.RATE)
    return folder / "talk.wav"


def ownWords(folder: pathlib.Path) -> dict[str, pathlib.Path]:
    """The utterances of `SET` by SVOX Pico's two women and by flite's four voices, a second of silence before and after."""
    texts = [json.loads(line)["say"] for line in (SET / "orders.ndjson").read_text().splitlines()]
    by = {
        "pico": synthesis.saidByPico(texts, random.Random(3), pace=0.15),
        "flite": synthesis.said(texts, random.Random(3), workers=2, names=[f"flite:{name}" for name in synthesis.FLITE]),
    }
    quiet = numpy.zeros(sounds.RATE, numpy.int16)
    for name, said in by.items():
        (folder / name).mkdir(parents=True, exist_ok=True)
        for number, (_, _, speech) in enumerate(said, 1):
            soundfile.write(folder / name / f"{number}.wav", numpy.concatenate([quiet, speech, quiet]), sounds.RATE)
    return {name: folder / name for name in by}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("model", nargs="?", type=pathlib.Path, default=paths.WORK / "model")
    options.add_argument("--graph", type=pathlib.Path, default=paths.MODEL / "graph", help="default: the shipped one")
    options.add_argument("--bench", type=pathlib.Path, default=BENCH, help="the program that measures")
    options.add_argument("--brews", type=pathlib.Path, default=BREWS, help="the program that hears the answers")
    options.add_argument("--only", choices=("answers", "orders", "words", "noise", "talk"), help="measure only this")
    options.add_argument("--limit", help="use only so many clips")
    chosen = options.parse_args()
    few = ["--limit", chosen.limit] if chosen.limit else []
    noises = sorted((paths.EVALUATION / "noise").glob("*.wav"))
    levels = [part for level in LEVELS for part in ("--snr", level)]
    with tempfile.TemporaryDirectory() as folder:
        model = ["--model", str(sealed(chosen.model, chosen.graph, pathlib.Path(folder)))]
        if chosen.only in (None, "answers"):
            for level in (None, 10):
                kitchen = paths.EVALUATION / "noise/kitchen.wav"
                print(answers(chosen.brews, model, kitchen, level, pathlib.Path(folder)), flush=True)
        orders = [chosen.bench, "orders", paths.EVALUATION / "coffee-orders", *model, *few]
        for noise in noises if chosen.only in (None, "orders") else []:
            subprocess.run([*orders, "--noise", noise, *levels, "--seed", "1"], check=True)
        if chosen.only in (None, "words"):
            for name, recordings in ownWords(pathlib.Path(folder)).items():
                print(f"spoken by {name}:", flush=True)
                subprocess.run([chosen.bench, "spoken", SET, "--recordings", recordings, *model], check=True)
        if chosen.only in (None, "noise"):
            subprocess.run([chosen.bench, "noise", *noises, "--minutes", MINUTES, *model], check=True)
        if chosen.only in (None, "talk"):
            subprocess.run([chosen.bench, "noise", "--as-is", talk(pathlib.Path(folder)), *model], check=True)


if __name__ == "__main__":
    main()
